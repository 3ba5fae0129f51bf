/** What a guide's link leads to in the manual: other guides and the OpenAPI document. Anything else stays as it is. */
export function toHtmlLink(href: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (path.endsWith('openapi.json')) return '/openapi.json';
  const guide = /^(?:\.\/)?([\w-]+)\.md$/.exec(path)?.[1];
  if (guide !== undefined) return `/docs/${guide}${hash}`;
  const image = /^\.\.\/images\/([\w.-]+)$/.exec(path)?.[1];
  if (image !== undefined) return `/docs/images/${image}`;
  return href;
}

/** Whether a link of a guide leads out of the manual to a file of the repository, which a browser cannot open. */
export const leadsToFile = (href: string): boolean => toHtmlLink(href) === href && !/^(?:[a-z]+:|#|\/)/.test(href);
