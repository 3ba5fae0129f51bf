import type { FastifyRequest } from 'fastify';
import type { SessionRequest } from '../features/people/keys/session-access.ts';
import { AppError } from '../lib/app-error.ts';

/** Bound to the very host, to https and to the root, as browsers hold it for this prefix. */
const secureName = '__Host-parley_session';
/** Over plain http browsers refuse the prefix. */
const plainName = 'parley_session';
const browserName = 'parley_browser';
const yearSeconds = 365 * 24 * 60 * 60;
const maxAgeSeconds = 30 * 24 * 60 * 60;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What the request shows of a session; undefined without the cookie. */
export function sessionOf(request: FastifyRequest, publicUrl: string | undefined): SessionRequest | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined) return undefined;
  const token = cookieNamed(cookie, nameFor(request, isSecure(request, publicUrl)));
  if (token === undefined) return undefined;
  return {
    token,
    workspaceId: textHeader(request, 'x-parley-workspace'),
    proof: safeMethods.has(request.method)
      ? null
      : { csrfToken: textHeader(request, 'x-parley-csrf'), isFromOwnPage: isFromOwnPage(request, publicUrl) },
  };
}

/**
 * Whether a page of this service sent it, or no page at all. Browsers name the origin of the page with every call that
 * changes something, and no page can write these headers itself.
 */
function isFromOwnPage(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = textHeader(request, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = request.headers;
  if (origin === undefined) return true;
  const own = [
    `${request.protocol}://${request.host}`,
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin]),
  ];
  return own.includes(origin);
}

/** Throws `forbidden` when the page of another origin sent it: nobody must be signed in to an account of somebody else. */
export function requireOwnPage(request: FastifyRequest, publicUrl: string | undefined): void {
  if (isFromOwnPage(request, publicUrl)) return;
  throw new AppError('forbidden', 'This call came from a page of another origin; use the dashboard of this service', {
    title: 'Origin is not valid',
  });
}

/**
 * The header that gives the browser its session. Throws `forbidden` where everybody on the way could read it: over plain http
 * from another machine.
 */
export function sessionCookie(
  request: FastifyRequest,
  token: string,
  { publicUrl, allowsPlainHttp }: { publicUrl: string | undefined; allowsPlainHttp: boolean },
): string {
  const secure = isSecure(request, publicUrl);
  if (!secure && !allowsPlainHttp && !isLoopback(request.hostname)) {
    throw new AppError(
      'forbidden',
      'Signing in over plain http would show your session to everybody on the way. Put https in front and set PUBLIC_URL and ' +
        'TRUST_PROXY, come by 127.0.0.1 (an SSH tunnel), or allow it with SESSIONS_OVER_HTTP=true.',
      { title: 'Signing in needs https' },
    );
  }
  return `${nameFor(request, secure)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure ? '; Secure' : ''}`;
}

/** What the browser keeps by which it is known again when somebody signs in to this account. It opens nothing. */
export function browserCookie(request: FastifyRequest, mark: string, publicUrl: string | undefined): string {
  const name = ownCookieName(request, browserName);
  return `${name}=${mark}; Path=/v1/session; HttpOnly; SameSite=Lax; Max-Age=${yearSeconds}${isSecure(request, publicUrl) ? '; Secure' : ''}`;
}

export const browserMarkOf = (request: FastifyRequest): string | undefined =>
  cookieNamed(request.headers.cookie ?? '', ownCookieName(request, browserName));

/** The header that takes the session away again. */
export function endedCookie(request: FastifyRequest, publicUrl: string | undefined): string {
  const secure = isSecure(request, publicUrl);
  return `${nameFor(request, secure)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure ? '; Secure' : ''}`;
}

export function isSecure(request: FastifyRequest, publicUrl: string | undefined): boolean {
  if (request.protocol === 'https') return true;
  // Behind a proxy that ends TLS and is not named in TRUST_PROXY: the public address says it.
  return publicUrl?.startsWith('https://') === true && new URL(publicUrl).host === request.host;
}

/** Cookies know no ports: over plain http each service of a machine has names of its own, so that none ends another's sessions. */
export function ownCookieName(request: FastifyRequest, name: string): string {
  const port = /:(\d+)$/.exec(request.host)?.[1];
  return port === undefined ? name : `${name}_${port}`;
}

const nameFor = (request: FastifyRequest, secure: boolean): string =>
  secure ? secureName : ownCookieName(request, plainName);

export function cookieNamed(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|.+\.localhost)$/.test(host);

function textHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
