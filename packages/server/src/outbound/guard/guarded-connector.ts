import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { AppError } from '../../lib/app-error.ts';
import { withinLimit } from '../../lib/within-limit.ts';
import { loadUndici } from '../load-undici.ts';
import { isPrivateName, isPublicAddress, isRefusedPort } from './public-address.ts';

/** All addresses of a name. */
export type Lookup = (hostname: string) => Promise<{ address: string; family: number }[]>;

export interface ConnectionRules {
  lookup: Lookup;
  /** `host:port` pairs that may be reached although they are private, lower case. */
  allowed: ReadonlySet<string>;
  connectTimeoutMs: number;
}

/** Addresses of one name that are tried in turn. */
const attempts = 3;

export const lookupAll: Lookup = (hostname) => systemLookup(hostname, { all: true, order: 'ipv4first' });

/** `host:port` as in the allow list: IPv6 in brackets, the scheme's port filled in. */
export function hostAndPort(url: URL): string {
  return `${url.hostname.replace(/(?<!\.)\.+$/, '').toLowerCase()}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
}

/**
 * Refuses an address before anything is sent: the scheme, a user name in it, an IP literal that is not public, a name
 * that cannot be public. Names that pass are checked again by their looked-up addresses when the socket is opened.
 */
export function checkUrl(url: URL, allowed: ReadonlySet<string>): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(url.hostname, `only http and https addresses can be fetched, not ${url.protocol}`);
  }
  if (url.username || url.password) throw refused(url.hostname, 'addresses with a user name or password are refused');
  const endpoint = hostAndPort(url);
  if (allowed.has(endpoint)) return;
  const hostname = bare(url.hostname);
  if (isIP(hostname) ? !isPublicAddress(hostname) : isPrivateName(hostname)) {
    throw refused(url.hostname, `${endpoint} is not a public address`);
  }
  if (isRefusedPort(Number(endpoint.slice(endpoint.lastIndexOf(':') + 1)))) {
    throw refused(url.hostname, `${endpoint} is not a port of web servers`);
  }
}

/**
 * A connector for undici that looks the name up itself, refuses it unless every address is public, connects to exactly
 * the address it checked, and looks at the socket once more. A second lookup, and so rebinding, never happens.
 */
export function guardedConnector(rules: ConnectionRules): buildConnector.connector {
  const connectTo = loadUndici().buildConnector({ timeout: rules.connectTimeoutMs, allowH2: false });
  return (options, callback) => {
    const fail = (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null);
    connectChecked(rules, connectTo, options).then((socket) => callback(null, socket), fail);
  };
}

type Socket = Parameters<buildConnector.Callback>[1] & {};

async function connectChecked(
  rules: ConnectionRules,
  connectTo: buildConnector.connector,
  options: buildConnector.Options,
): Promise<Socket> {
  const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
  checkUrl(url, rules.allowed);
  const hostname = bare(url.hostname);
  const isOpen = rules.allowed.has(hostAndPort(url));
  const addresses = isIP(hostname) ? [hostname] : await publicAddresses(rules, hostname, isOpen);
  let failure: unknown;
  for (const address of addresses.slice(0, attempts)) {
    try {
      const socket = await open(connectTo, { ...options, hostname: address }, hostname);
      if (isOpen || isPublicAddress(socket.remoteAddress ?? '')) return socket;
      socket.destroy();
      throw refused(hostname, `${hostname} leads to an address that is not public`);
    } catch (error) {
      if (error instanceof AppError) throw error;
      failure = error;
    }
  }
  throw failure;
}

async function publicAddresses(rules: ConnectionRules, hostname: string, isOpen: boolean): Promise<string[]> {
  const { connectTimeoutMs } = rules;
  const late = () => new AppError('url_timeout', `Looking up ${hostname} took longer than ${connectTimeoutMs} ms.`);
  const found = await withinLimit(rules.lookup(hostname), connectTimeoutMs, late);
  if (found.length === 0) throw new AppError('url_unreachable', `The name ${hostname} has no address.`);
  const isRefused = found.some(({ address }) => !isPublicAddress(address));
  if (isRefused && !isOpen) throw refused(hostname, `${hostname} leads to an address that is not public`);
  return found.map(({ address }) => address);
}

function open(connectTo: buildConnector.connector, options: buildConnector.Options, name: string): Promise<Socket> {
  // The certificate is checked against the name; for IP literals there is none to check against.
  const { servername: _, ...rest } = options;
  const target = isIP(name) ? rest : { ...rest, servername: name };
  return new Promise((resolve, reject) => {
    connectTo(target, (...[error, socket]) => (socket ? resolve(socket) : reject(error)));
  });
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
}

function refused(hostname: string, reason: string): AppError {
  return new AppError('url_not_allowed', `The address ${hostname || '(none)'} is refused: ${reason}.`);
}
