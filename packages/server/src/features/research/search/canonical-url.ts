const tracking =
  /^(?:utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_ga|_gl|ref_src|ref_url|spm|vero_id|wickedid|oly_enc_id|oly_anon_id|icid|cmpid|ncid)$/i;

/** The address without what only tracks the visitor and without the fragment; null for what is not http or https. */
export function cleanUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** What two addresses of the same page have in common: scheme, `www.`, mobile host and order of parameters do not count. */
export function canonicalKey(address: string): string {
  const clean = cleanUrl(address);
  if (clean === null) return address;
  const url = new URL(clean);
  url.searchParams.sort();
  const path = url.pathname.replace(/\/(?:index\.html?)?$/, '').replace(/\/amp$/, '');
  return `${hostKey(clean)}${safeDecode(path)}${url.search}`;
}

/** The host that counts for "so many results per host". */
export function hostKey(address: string): string {
  const { host } = new URL(address);
  return host
    .toLowerCase()
    .replace(/^(?:www\d?|m|mobile|amp)\.(?=.*\.)/, '')
    .replace('.m.', '.');
}

/** True for a host that is one of the domains or below one; a domain may go on with a path (`example.com/blog`). */
export function isWithin(address: string, domains: readonly string[]): boolean {
  const url = new URL(address);
  return domains.some((entry) => {
    const [domain = '', ...path] = entry
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^\*\./, '')
      .split('/');
    const host = domain.includes(':') ? url.host : url.hostname;
    const isHost = host === domain || host.endsWith(`.${domain}`);
    return isHost && url.pathname.toLowerCase().startsWith(`/${path.join('/')}`);
  });
}

function safeDecode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
