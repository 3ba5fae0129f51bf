import type { CallSummary } from '@parley/sdk';

/** In per cent of the time of the whole. */
export interface Bar {
  left: number;
  width: number;
}

const leastWidth = 1;

/** Where each call to an engine lies in the time of the call; null where its times were not kept. */
export function waterfallOf({ duration_ms, rounds }: Pick<CallSummary, 'duration_ms' | 'rounds'>): (Bar | null)[] {
  // What was given up may end after the call did.
  const ends = rounds.map(({ started_ms, duration_ms: took }) => (started_ms ?? 0) + (took ?? 0));
  const whole = Math.max(1, duration_ms, ...ends);
  const share = (ms: number) => Math.round((ms / whole) * 100_000) / 1000;
  return rounds.map(({ started_ms, duration_ms: took }) => {
    if (started_ms === undefined || took === undefined) return null;
    const width = Math.max(leastWidth, share(took));
    return { left: Math.min(100 - width, share(started_ms)), width };
  });
}
