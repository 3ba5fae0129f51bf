import type { ExplainedCall } from '@parley/sdk';

/** In per cent of the time of the whole. */
export interface Bar {
  left: number;
  width: number;
}

type Round = ExplainedCall['rounds'][number];
type Step = ExplainedCall['steps'][number];

/** A call to an engine, or another piece of the work; without a bar where its times were not kept. */
export type Line = { bar: Bar | null } & ({ round: Round } | { step: Step });

const leastWidth = 1;

/** All that was done within a call in the order in which it began, and where each lies in the time of the whole. */
export function waterfallOf({
  duration_ms,
  rounds,
  steps,
}: Pick<ExplainedCall, 'duration_ms' | 'rounds' | 'steps'>): Line[] {
  // What was given up may end after the call did.
  const ends = [...rounds, ...steps].map(({ started_ms = 0, duration_ms: took = 0 }) => started_ms + took);
  const whole = Math.max(1, duration_ms, ...ends);
  const share = (ms: number) => Math.round((ms / whole) * 100_000) / 1000;
  const barOf = ({ started_ms, duration_ms: took }: Round | Step): Bar | null => {
    if (started_ms === undefined || took === undefined) return null;
    const width = Math.max(leastWidth, share(took));
    return { left: Math.min(100 - width, share(started_ms)), width };
  };
  const lines: Line[] = [
    ...rounds.map((round) => ({ bar: barOf(round), round })),
    ...steps.map((step) => ({ bar: barOf(step), step })),
  ];
  // Those that began together: the longer holds the shorter.
  return lines.sort((one, other) => startOf(one) - startOf(other) || lengthOf(other) - lengthOf(one));
}

const workOf = (line: Line): Round | Step => ('round' in line ? line.round : line.step);
const startOf = (line: Line): number => workOf(line).started_ms ?? 0;
const lengthOf = (line: Line): number => workOf(line).duration_ms ?? 0;
