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
