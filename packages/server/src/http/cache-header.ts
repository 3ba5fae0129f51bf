import type { FastifyRequest } from 'fastify';
import { longestCacheMs } from '../features/models/reply-cache.ts';
import type { Principal } from '../features/people/keys/key-record.ts';
import { AppError } from '../lib/app-error.ts';
import { oneHeader } from './request-headers.ts';

/** What of the replies that are kept a call takes. */
export interface CacheWish {
  /** How old one may be, in milliseconds; null for none. */
  cacheMs: number | null;
  /** What the key may see and do, where a prompt need only ask the same; null for the same prompt alone. */
  cacheAlike: string | null;
}

type Holder = Pick<Principal, 'givenLimits' | 'scopes' | 'restrictions' | 'web' | 'workspaceWeb' | 'confirmChanges'>;

/** As the call says (`3600`, `3600; by=meaning`, `off`), else as its key does. Throws for a header that says neither. */
export function cacheWishOf(request: FastifyRequest, key: Holder | null): CacheWish {
  const given = oneHeader(request, 'x-parley-cache')?.trim();
  const byKey = key?.givenLimits.cache_by === 'meaning';
  if (given === undefined) {
    const seconds = key?.givenLimits.cache_seconds ?? 0;
    return seconds > 0 ? wish(seconds, byKey, key) : none;
  }
  if (/^(?:off|0)$/i.test(given)) return none;
  const [, seconds, by] = /^(\d{1,7})(?: ?; ?by=(exact|meaning))?$/i.exec(given) ?? [];
  if (seconds !== undefined && Number(seconds) * 1000 <= longestCacheMs)
    return wish(Number(seconds), by === undefined ? byKey : by.toLowerCase() === 'meaning', key);
  throw new AppError(
    'invalid_request',
    `x-parley-cache must be a number of seconds up to ${longestCacheMs / 1000}, if need be with "; by=meaning", or "off"`,
    { title: 'x-parley-cache is not valid', param: 'x-parley-cache' },
  );
}

const none: CacheWish = { cacheMs: null, cacheAlike: null };

const wish = (seconds: number, byMeaning: boolean, key: Holder | null): CacheWish => ({
  cacheMs: seconds * 1000,
  cacheAlike: byMeaning && key !== null ? policyOf(key) : null,
});

/** All of a key that has a say in what a reply may hold. */
const policyOf = ({ scopes, restrictions, web, workspaceWeb, confirmChanges, givenLimits }: Holder): string =>
  JSON.stringify([scopes, restrictions, web && workspaceWeb, confirmChanges, givenLimits.grounding_tokens ?? null]);
