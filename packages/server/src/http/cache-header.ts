import type { FastifyRequest } from 'fastify';
import { longestCacheMs } from '../features/models/reply-cache.ts';
import type { Principal } from '../features/people/keys/key-record.ts';
import { AppError } from '../lib/app-error.ts';
import { oneHeader } from './request-headers.ts';

/** How old a kept reply may be, in milliseconds: as the call says, else as its key does; null for none. Throws for a header that says neither. */
export function cacheMsOf(request: FastifyRequest, key: Pick<Principal, 'givenLimits'> | null): number | null {
  const given = oneHeader(request, 'x-parley-cache')?.trim();
  if (given === undefined) {
    const seconds = key?.givenLimits.cache_seconds ?? 0;
    return seconds > 0 ? seconds * 1000 : null;
  }
  if (/^(?:off|0)$/i.test(given)) return null;
  if (/^\d{1,7}$/.test(given) && Number(given) * 1000 <= longestCacheMs) return Number(given) * 1000;
  throw new AppError(
    'invalid_request',
    `x-parley-cache must be a number of seconds up to ${longestCacheMs / 1000}, or "off"`,
    { title: 'x-parley-cache is not valid', param: 'x-parley-cache' },
  );
}
