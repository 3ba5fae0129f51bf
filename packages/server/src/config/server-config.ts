import { isIP } from 'node:net';
import { type ConfigSource, flag, integer, list, oneOf, text, url } from './config-source.ts';

const minSecretLength = 16;
const maxKeyLength = 256;

export interface ServerConfig {
  host: string;
  port: number;
  /** Base of signed and callback addresses; undefined: the address of each request. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** ClickHouse, into which the ledger is copied; undefined: nowhere. */
  ledgerExportUrl: string | undefined;
  apiKey: string | undefined;
  adminKey: string | undefined;
  /** Newest first; undefined: one is generated into the data directory. */
  secrets: string[] | undefined;
  /** Whether a start gives up what only a secret of before opens. */
  acceptsNewSecret: boolean;
  authStrictStatus: boolean;
  /** Proxies in front whose forwarding headers are believed: false, so many hops, or these addresses and networks. */
  trustProxy: false | number | string[];
  /** How long a request may take to arrive whole, in milliseconds. */
  requestArrivalMs: number;
  /** For how long nothing of a request's body may come, in milliseconds. */
  requestSilenceMs: number;
  /** Origins whose pages may call from a browser; `*` for any. Empty: none. */
  corsOrigins: string[];
  /** Who gives tokens that a proxy in front of the service takes from MCP clients. Empty: keys of this service are sent. */
  mcpAuthorizationServers: string[];
  /** Hold every reply to the contract, and answer 500 where it breaks it: for development and tests. */
  checkReplies: boolean;
  /** Whether what calls ask and are answered is kept for admins to look at. */
  callContents: 'off' | 'keep';
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Whether lines of the log have the addresses of callers. */
  logAddresses: boolean;
  /** Queries of the database that take longer are logged, in milliseconds; 0 for none. */
  slowQueryMs: number;
  metricsToken: string | undefined;
  /** host:port pairs that the guarded fetcher may reach although they are private. */
  allowPrivateAddresses: string[];
  /** An address or e-mail under which the operator can be reached; sent to sites that are fetched. */
  contact: string;
  /** How long a stopping process waits for open requests, in milliseconds. */
  shutdownGraceMs: number;
  /** For how long a stopping process goes on accepting after `/readyz` has said so, in milliseconds. */
  shutdownDelayMs: number;
  /** An event loop that stands still for so long ends the process, in milliseconds; 0 for never. */
  stallLimitMs: number;
  /** The longest that one request may take, in milliseconds. */
  requestTimeoutMs: number;
}

/** A pause of the machine is no stall. */
const shortestStallMs = 5000;

export function readServerConfig(source: ConfigSource): ServerConfig {
  const shutdownGraceMs = integer(source, 'SHUTDOWN_GRACE_MS', { default: 30_000, min: 0, max: 600_000 });
  // A signal to stop is not heard in a stall: it has to end within the time that a stop may take.
  const usualStallMs = Math.min(30_000, Math.max(shortestStallMs, shutdownGraceMs));
  return {
    host: text(source, 'HOST') ?? '127.0.0.1',
    port: integer(source, 'PORT', { default: 8484, min: 0, max: 65_535 }),
    publicUrl: url(source, 'PUBLIC_URL', ['http', 'https'])?.replace(/(?<!\/)\/+$/, ''),
    dataDir: text(source, 'DATA_DIR') ?? './data',
    databaseUrl: url(source, 'DATABASE_URL', ['postgres', 'postgresql']),
    ledgerExportUrl: url(source, 'LEDGER_EXPORT_URL', ['http', 'https']),
    redisUrl: url(source, 'REDIS_URL', ['redis', 'rediss']),
    apiKey: key(source, 'PARLEY_API_KEY'),
    adminKey: key(source, 'PARLEY_ADMIN_KEY'),
    secrets: secrets(source),
    acceptsNewSecret: flag(source, 'ACCEPT_NEW_SECRET'),
    authStrictStatus: flag(source, 'AUTH_STRICT_STATUS'),
    trustProxy: trustProxy(source),
    requestArrivalMs: 1000 * integer(source, 'REQUEST_ARRIVAL_SECONDS', { default: 300, min: 1, max: 86_400 }),
    requestSilenceMs: 1000 * integer(source, 'REQUEST_SILENCE_SECONDS', { default: 60, min: 1, max: 86_400 }),
    corsOrigins: origins(source),
    mcpAuthorizationServers: issuers(source),
    checkReplies: flag(source, 'PARLEY_CHECK_REPLIES'),
    callContents: oneOf(source, 'CALL_CONTENTS', ['off', 'keep'], 'off'),
    logLevel: oneOf(source, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'warn'),
    logAddresses: flag(source, 'LOG_ADDRESSES'),
    slowQueryMs: integer(source, 'SLOW_QUERY_MS', { default: 1000, min: 0, max: 3_600_000 }),
    metricsToken: key(source, 'METRICS_TOKEN'),
    allowPrivateAddresses: privateAddresses(source),
    contact: text(source, 'CONTACT') ?? text(source, 'PUBLIC_URL') ?? 'self-hosted',
    shutdownGraceMs,
    shutdownDelayMs: integer(source, 'SHUTDOWN_DELAY_MS', { default: 0, min: 0, max: 60_000 }),
    stallLimitMs: integer(source, 'STALL_LIMIT_MS', { default: usualStallMs, min: 0, max: 3_600_000 }),
    requestTimeoutMs: integer(source, 'REQUEST_TIMEOUT_MS', { default: 3_600_000, min: 100, max: 86_400_000 }),
  };
}

/** What the operator should know of settings that do not go together. */
export function serverNotices({ acceptsNewSecret, stallLimitMs, shutdownGraceMs }: ServerConfig): string[] {
  const isDeafTooLong = stallLimitMs > Math.max(shortestStallMs, shutdownGraceMs);
  return [
    ...(acceptsNewSecret
      ? ['ACCEPT_NEW_SECRET has done its work with this start; take it away, so that a lost secret is noticed again']
      : []),
    ...(isDeafTooLong
      ? [
          'STALL_LIMIT_MS is longer than SHUTDOWN_GRACE_MS: a signal to stop that comes while the event loop stands still is not heard for so long',
        ]
      : []),
  ];
}

/** `true` is one hop: with more, whoever calls could write an address of their own choice in front. */
function trustProxy(source: ConfigSource): ServerConfig['trustProxy'] {
  const given = list(source, 'TRUST_PROXY');
  const [only = ''] = given;
  if (given.length === 0 || /^(false|no|off|0)$/i.test(only)) return false;
  if (given.length === 1 && /^(true|yes|on)$/i.test(only)) return 1;
  if (given.length === 1 && /^\d{1,2}$/.test(only)) return Number(only);
  const wrong = given.find((network) => !isNetwork(network));
  if (wrong === undefined) return given;
  source.problem(
    'TRUST_PROXY',
    `must be false, a number of hops, or addresses and networks; "${wrong}" is none of them`,
  );
  return false;
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function key(source: ConfigSource, name: string): string | undefined {
  const given = text(source, name);
  if (given === undefined) return undefined;
  if (given.length >= minSecretLength && given.length <= maxKeyLength && /^[\x21-\x7e]+$/.test(given)) return given;
  source.problem(name, `must have ${minSecretLength} to ${maxKeyLength} printable characters without spaces`);
  return undefined;
}

function secrets(source: ConfigSource): string[] | undefined {
  const given = list(source, 'PARLEY_SECRET');
  if (given.length === 0) return undefined;
  if (given.every((secret) => secret.length >= minSecretLength)) return given;
  source.problem('PARLEY_SECRET', `each secret must have at least ${minSecretLength} characters`);
  return undefined;
}

function origins(source: ConfigSource): string[] {
  const name = 'CORS_ORIGINS';
  return list(source, name).map((given) => {
    if (given === '*') return given;
    const origin = URL.canParse(given) ? new URL(given).origin : 'null';
    if (origin === 'null' || given.replace(/\/$/, '').toLowerCase() !== origin) {
      source.problem(name, `"${given}" is not an origin; write it as https://app.example.com, or * for any`);
    }
    return origin;
  });
}

function issuers(source: ConfigSource): string[] {
  const name = 'MCP_AUTHORIZATION_SERVERS';
  const given = list(source, name);
  for (const issuer of given) {
    if (!/^https?:\/\/\S+$/.test(issuer) || !URL.canParse(issuer))
      source.problem(name, `"${issuer}" is not an address`);
  }
  return given;
}

function privateAddresses(source: ConfigSource): string[] {
  const name = 'ALLOW_PRIVATE_ADDRESSES';
  const given = list(source, name);
  for (const address of given) {
    if (!/^(\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i.test(address)) source.problem(name, `"${address}" is not host:port`);
  }
  return given;
}
