import { BlockList, isIP } from 'node:net';
import type { KeyRestrictions } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { meetsPattern } from '../../../lib/require-model.ts';

/** What a key is limited to; null where it is not. */
export type Restrictions = { readonly [Name in keyof KeyRestrictions]-?: readonly string[] | null };

export const restrictionNames = ['models', 'endpoints', 'addresses'] as const;
export const unrestricted: Restrictions = { models: null, endpoints: null, addresses: null };

/** What a row says. */
export function parseRestrictions(json: string | null): Restrictions {
  if (json === null) return unrestricted;
  const given: unknown = JSON.parse(json);
  const listOf = (name: string) => {
    const list: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : null;
    return Array.isArray(list) ? list.map(String) : null;
  };
  return { models: listOf('models'), endpoints: listOf('endpoints'), addresses: listOf('addresses') };
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
  const after = Object.fromEntries(
    restrictionNames.map((name) => [name, changes[name] === undefined ? known[name] : changes[name]]),
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
