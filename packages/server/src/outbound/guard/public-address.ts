import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Names that never belong to a public host (RFC 6761, 6762, 8375, 9476 and the cloud providers' own). */
const privateSuffixes = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'alt', 'onion', 'test'];

/** Ports of protocols that can be made to act on an HTTP request (the list of the WHATWG fetch standard). */
const refusedPorts = new Set(
  (
    '1,7,9,11,13,15,17,19,20,21,22,23,25,37,42,43,53,69,77,79,87,95,101,102,103,104,109,110,111,113,115,117,119,123,' +
    '135,137,139,143,161,179,389,427,465,512,513,514,515,526,530,531,532,540,548,554,556,563,587,601,636,989,990,993,' +
    '995,1719,1720,1723,2049,3659,4045,4190,5060,5061,6000,6566,6665,6666,6667,6668,6669,6679,6697,10080'
  )
    .split(',')
    .map(Number),
);

/**
 * True for an address of the public internet. Addresses that carry another one inside (IPv4-mapped, NAT64, 6to4,
 * Teredo) are not public: what they lead to is decided elsewhere.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.slice(0, address.includes('%') ? address.indexOf('%') : undefined);
  if (!ipaddr.isValid(bare)) return false;
  const parsed = ipaddr.parse(bare);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' ? true : parsed.match(globalUnicast);
}

/** True for a name that no public host can have: a single label, or one below a reserved ending. */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/(?<!\.)\.+$/, '').toLowerCase();
  if (!name.includes('.')) return true;
  return privateSuffixes.some((suffix) => name.endsWith(`.${suffix}`));
}

export function isRefusedPort(port: number): boolean {
  return refusedPorts.has(port);
}
