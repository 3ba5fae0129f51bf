import { BlockList, isIP } from 'node:net';
import { type Endpoint, type KeyRestrictions, namedValues, type ReachingPath } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { meetsPattern } from '../../../lib/require-model.ts';

/** What a key is limited to; null where it is not. */
export type Restrictions = { readonly [Name in keyof KeyRestrictions]-?: readonly string[] | null };

export const restrictionNames = ['models', 'endpoints', 'addresses', 'origins', 'collections'] as const;
export const unrestricted: Restrictions = {
  models: null,
  endpoints: null,
  addresses: null,
  origins: null,
  collections: null,
};

/** What a row says. */
export function parseRestrictions(json: string | null): Restrictions {
  if (json === null) return unrestricted;
  const given: unknown = JSON.parse(json);
  const listOf = (name: string) => {
    const list: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : null;
    return Array.isArray(list) ? list.map(String) : null;
  };
  return {
    models: listOf('models'),
    endpoints: listOf('endpoints'),
    addresses: listOf('addresses'),
    origins: listOf('origins'),
    collections: listOf('collections'),
  };
}

/** The restrictions after a change, as a row has them. Throws `invalid_request` for what is no address or network. */
export function changedRestrictions(changes: KeyRestrictions, known: Restrictions): string | null {
  for (const [index, text] of (changes.addresses ?? []).entries()) {
    if (networkOf(text) !== null) continue;
    const field = `addresses[${index}]`;
    throw new AppError('invalid_request', `${field} must be an IP address or a network such as 10.0.0.0/8`, {
      title: `${field} is not valid`,
      param: field,
    });
  }
  const origins = changes.origins?.map((text, index) => originOf(text, `origins[${index}]`)) ?? changes.origins;
  const given = { ...changes, ...(origins !== undefined && { origins }) };
  const after = Object.fromEntries(
    restrictionNames.map((name) => [name, given[name] === undefined ? known[name] : given[name]]),
  );
  return Object.values(after).every((list) => list === null) ? null : JSON.stringify(after);
}

/** Throws `forbidden` when a call from this address may not use the key. */
export function requireAddress(restrictions: Restrictions, address: string): void {
  const { addresses } = restrictions;
  if (addresses === null || blockListOf(restrictions).check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return;
  throw new AppError(
    'forbidden',
    `This key may not be used from the address ${address}; an admin can allow it with \`addresses\``,
    {
      title: 'This address is not allowed',
    },
  );
}

/** Throws `forbidden` when a page of this origin, or a caller who names none, may not use the key. */
export function requireOrigin({ origins }: Restrictions, origin: string | undefined): void {
  if (origins === null || (origin !== undefined && origins.includes(origin))) return;
  const from = origin === undefined ? 'by programs: it is for pages of a browser' : `by pages of ${origin}`;
  throw new AppError('forbidden', `This key may not be used ${from}; an admin can allow origins with \`origins\``, {
    title: 'This origin is not allowed',
  });
}

/** Throws `forbidden` when a key that is limited to collections calls what reads files in another way than through these. */
export function requireNoFiles({ collections }: Restrictions, { auth, method, path }: Guarded): void {
  if (collections === null || (auth !== 'files' && path !== '/mcp')) return;
  throw notInCollections(`call ${method} ${path}`, collections);
}

/** Throws `forbidden` when a body asks other files or collections than the key is limited to. `paths` are those the body uses. */
export function requireCollections({ collections }: Restrictions, paths: readonly ReachingPath[], body: unknown): void {
  if (collections === null) return;
  for (const { path, scope } of paths) {
    if (scope !== 'files') continue;
    const isNamed = ['collection_id', 'collection_ids', 'vector_store_ids'].includes(path.at(-1) ?? '');
    if (isNamed && namedValues(path, body).every((id) => collections.includes(String(id)))) continue;
    throw notInCollections(`ask that with ${path.join('.').replaceAll('.*', '[]')}`, collections);
  }
}

type Guarded = Pick<Endpoint, 'auth' | 'method' | 'path'>;

const notInCollections = (what: string, collections: readonly string[]): AppError =>
  new AppError('forbidden', `This key may not ${what}; it is limited to the collections ${collections.join(', ')}`, {
    title: 'This collection is not allowed',
  });

/** Throws `forbidden` when the key may not call this endpoint; templates of paths count as they stand in the specification. */
export function requireEndpoint({ endpoints }: Restrictions, { method, path }: { method: string; path: string }): void {
  if (endpoints === null || endpoints.some((pattern) => meetsEndpoint(pattern, method, path))) return;
  throw new AppError('forbidden', `This key may not call ${method} ${path}; it is limited to ${endpoints.join(', ')}`, {
    title: 'This endpoint is not allowed',
  });
}

/**
 * The first restriction that another key has and this one does not keep to; null when it is held in all that holds the other.
 * Patterns count by what they say: `openai/gpt-5` is within `openai/*`.
 */
export function looserRestriction(wanted: Restrictions, own: Restrictions): keyof Restrictions | null {
  const isLooser = (name: keyof Restrictions, within: (one: string, other: string) => boolean) => {
    const [list, most] = [wanted[name], own[name]];
    return most !== null && (list === null || !list.every((one) => most.some((other) => within(one, other))));
  };
  if (isLooser('models', (one, other) => meetsPattern(other, one))) return 'models';
  if (isLooser('endpoints', (one, other) => isWithinEndpoint(one, other))) return 'endpoints';
  if (isLooser('addresses', (one, other) => isWithinNetwork(one, other))) return 'addresses';
  if (isLooser('origins', (one, other) => one === other)) return 'origins';
  if (isLooser('collections', (one, other) => one === other)) return 'collections';
  return null;
}

/** `POST /v1/answer`, `/v1/files*`: a method first where not every one is meant. */
function partsOf(pattern: string): { method: string | null; path: string } {
  const [first = '', second] = pattern.split(' ');
  return second === undefined ? { method: null, path: first } : { method: first, path: second };
}

function meetsEndpoint(pattern: string, method: string, path: string): boolean {
  const meant = partsOf(pattern);
  return (meant.method === null || meant.method === method) && meetsPattern(meant.path, path);
}

function isWithinEndpoint(one: string, other: string): boolean {
  const [inner, outer] = [partsOf(one), partsOf(other)];
  return (outer.method === null || outer.method === inner.method) && meetsPattern(outer.path, inner.path);
}

/** As browsers send it: in small letters, without the port that its scheme has anyway. */
function originOf(text: string, field: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin !== 'null') return origin;
  throw new AppError('invalid_request', `${field} must be an origin such as https://app.example.com`, {
    title: `${field} is not valid`,
    param: field,
  });
}

interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

function networkOf(text: string): Network | null {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return null;
  const longest = version === 6 ? 128 : 32;
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return null;
  const prefix = bits === undefined ? longest : Number(bits);
  return prefix > longest ? null : { address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' };
}

function isWithinNetwork(one: string, other: string): boolean {
  const [inner, outer] = [networkOf(one), networkOf(other)];
  if (inner === null || outer === null || inner.prefix < outer.prefix) return false;
  return listOf([other]).check(inner.address, inner.family);
}

const compiled = new WeakMap<Restrictions, BlockList>();

function blockListOf(restrictions: Restrictions): BlockList {
  const list = compiled.get(restrictions) ?? listOf(restrictions.addresses ?? []);
  compiled.set(restrictions, list);
  return list;
}

/** `::ffff:10.0.0.1` counts as 10.0.0.1. */
function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of addresses) {
    const network = networkOf(text);
    if (network !== null) list.addSubnet(network.address, network.prefix, network.family);
  }
  return list;
}
