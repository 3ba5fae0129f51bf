import { createHmac } from 'node:crypto';
import { sessionEndpoints as endpoints, type SignInRefusal } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { type OidcAttempt, OidcRefusal, type OidcSignIn } from '../../../features/people/accounts/oidc-sign-in.ts';
import type { AuditLog } from '../../../features/people/audit/audit-log.ts';
import { AppError } from '../../../lib/app-error.ts';
import { isSameSecret } from '../../../lib/same-secret.ts';
import { deriveKey } from '../../../lib/secrets.ts';
import type { Clock } from '../../../ports/clock.ts';
import { oneHeader } from '../../request-headers.ts';
import { RawReply, type Route, route } from '../../route.ts';
import { cookieNamed, isSecure, ownCookieName, sessionCookie } from '../../session-cookie.ts';

export interface OidcRouteParts {
  /** Null where no identity provider is set. */
  signIn: OidcSignIn | null;
  audit: Pick<AuditLog, 'record'>;
  clock: Clock;
  secrets: readonly string[];
  publicUrl: string | undefined;
  allowsPlainHttp: boolean;
}

const attemptCookie = 'parley_sign_in';
const attemptMs = 10 * 60_000;
const callbackPath = '/v1/session/oidc/callback';
/** A path of this service and nothing else: `//host` and `/\host` lead elsewhere. */
const ownPath = /^\/(?![/\\])[\w\-./~%!$&'()*+,;=:@?]*$/;

interface KeptAttempt extends OidcAttempt {
  returnTo: string;
  until: number;
}

/** To the identity provider and back. Why not goes to the page to sign in, as the code of a reason. */
export function oidcRoutes(parts: OidcRouteParts): Route[] {
  const { signIn, audit, clock, publicUrl } = parts;
  const keys = parts.secrets.map((secret) => deriveKey(secret, 'oidc attempt'));
  const signatureOf = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const cookie = (raw: FastifyRequest, value: string, seconds: number) =>
    `${ownCookieName(raw, attemptCookie)}=${value}; Path=${callbackPath}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure(raw, publicUrl) ? '; Secure' : ''}`;
  const seal = (attempt: KeptAttempt): string => {
    const text = Buffer.from(JSON.stringify(attempt)).toString('base64url');
    return `${text}.${signatureOf(keys[0] ?? Buffer.alloc(0), text)}`;
  };
  const unseal = (raw: FastifyRequest): KeptAttempt => {
    const [text = '', signature = ''] = (
      cookieNamed(raw.headers.cookie ?? '', ownCookieName(raw, attemptCookie)) ?? ''
    ).split('.');
    const isOurs = keys.some((key) => isSameSecret(signature, signatureOf(key, text)));
    // Only what was signed here is read.
    const attempt = isOurs ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as KeptAttempt) : null;
    if (attempt && attempt.until > clock.now()) return attempt;
    throw new OidcRefusal('begin_again', 'This sign-in was not begun in this browser, or too long ago; begin again');
  };
  const provider = (): OidcSignIn => {
    if (signIn) return signIn;
    throw new AppError('not_found', 'Signing in with an identity provider is off; set OIDC_ISSUER and OIDC_CLIENT_ID');
  };
  const to = (location: string, cookies: string) =>
    new RawReply({
      status: 302,
      headers: { location, 'cache-control': 'no-store', 'set-cookie': cookies },
      body: '',
    });
  return [
    route(endpoints.beginOidcSignIn, async ({ query, raw, call }) => {
      sessionCookie(raw, '', parts);
      const { url, attempt } = await provider().begin(`${call.origin}${callbackPath}`);
      const returnTo = ownPath.test(query.return_to ?? '') ? (query.return_to ?? '/') : '/';
      const kept = { ...attempt, returnTo, until: clock.now() + attemptMs };
      return to(url, cookie(raw, seal(kept), attemptMs / 1000));
    }),
    route(endpoints.finishOidcSignIn, async ({ raw, call }) => {
      const service = provider();
      try {
        const attempt = unseal(raw);
        const url = new URL(raw.url, call.origin);
        const from = { address: raw.ip, userAgent: oneHeader(raw, 'user-agent'), browserMark: undefined };
        const { token, session } = await service.finish(url, attempt, from);
        const details = { with: 'oidc' };
        await audit.record({
          workspaceId: null,
          actor: session.user_id,
          action: 'session.create',
          target: session.id,
          address: call.address,
          details,
        });
        return to(attempt.returnTo, sessionCookie(raw, token, parts));
      } catch (error) {
        const reason: SignInRefusal = error instanceof OidcRefusal ? error.reason : 'failed';
        return to(`/sign-in?error=${reason}`, cookie(raw, '', 0));
      }
    }),
  ];
}
