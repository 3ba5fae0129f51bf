import type { ServedCapability } from '@parley/contract';
import { isoTime } from '../../../lib/iso-time.ts';
import type { Sighting } from '../../money/billing/engine-sightings.ts';
import type { StatusWords } from './words/status-words.ts';

type Seen = Pick<ServedCapability, 'state' | 'seen_at' | 'reason'>;

/** How a search back end was seen last. Milliseconds. */
interface SeenBackend {
  name: string;
  status: 'unknown' | 'ok' | 'refusing' | 'timing_out';
  lastMessage: string | null;
  seenAt: number | null;
}

/** The state of what an engine serves. `reason`: why it is this engine, where nothing is wrong with it. */
export function asSeen(seen: Sighting | null, reason: string | null, words: StatusWords): Seen {
  if (seen === null) return { state: 'untried', seen_at: null, reason };
  const seen_at = isoTime(seen.at);
  if (!seen.hasFailed) return { state: 'ok', seen_at, reason };
  return { state: 'degraded', seen_at, reason: words.lastFailed(seen.status) };
}

/** Of all search back ends together: what is wrong with one of them is told, and said of which. */
export function searchAsSeen(backends: readonly SeenBackend[], words: StatusWords): Seen {
  if (backends.length === 0) return { state: 'off', seen_at: null, reason: null };
  const tried = backends.filter(({ status }) => status !== 'unknown');
  const failing = tried.filter(({ status }) => status !== 'ok');
  const times = (failing.length > 0 ? failing : tried).flatMap(({ seenAt }) => (seenAt === null ? [] : [seenAt]));
  return {
    state: failing.length > 0 ? 'degraded' : tried.length > 0 ? 'ok' : 'untried',
    seen_at: times.length === 0 ? null : isoTime(Math.max(...times)),
    reason:
      failing.length === 0
        ? null
        : failing.map(({ name, lastMessage }) => lastMessage ?? words.backendFailed(name)).join('; '),
  };
}
