import type { Manifest } from '../definitions/manifest.ts';
import { oauthOf } from '../definitions/read-manifest.ts';

/**
 * Whether an answer comes from the server that was asked (RFC 9207): otherwise one server's code would be shown to another.
 * Where the server's issuer is known it must be that, letter by letter, and may be missing only if the server did not
 * promise to send it. Where it is not known, the origin must be one that was asked.
 */
export function isIssuedBy(manifest: Manifest, issuer: string | undefined): boolean {
  const auth = oauthOf(manifest);
  if (!auth) return false;
  if (issuer === undefined) return auth.sends_issuer !== true;
  if (auth.issuer !== undefined) return issuer === auth.issuer;
  return [auth.authorize_url, auth.token_url].some((url) => originOf(url) === originOf(issuer));
}

/** A text that is no address is an origin of its own. */
function originOf(url: string): string | symbol {
  return URL.canParse(url) ? new URL(url).origin : Symbol(url);
}
