/** Each step is 10 % above the one before: what is read out is off by 5 % at most. */
const growth = Math.log(1.1);

/** Counts of durations by step. Sums of two are those of all their calls, which is why they are kept and not percentiles. */
export type LatencySteps = Map<number, number>;

export function addLatency(steps: LatencySteps, ms: number, count = 1): void {
  const step = ms <= 1 ? 0 : Math.round(Math.log(ms) / growth);
  steps.set(step, (steps.get(step) ?? 0) + count);
}

export function mergeLatencies(into: LatencySteps, from: LatencySteps): void {
  for (const [step, count] of from) into.set(step, (into.get(step) ?? 0) + count);
}

/** The duration in milliseconds that a share of the calls stayed below; null without calls. */
export function percentile(steps: LatencySteps, share: number): number | null {
  const sorted = [...steps].sort(([a], [b]) => a - b);
  const wanted = share * sorted.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [step, count] of sorted) {
    seen += count;
    if (seen >= wanted) return Math.round(Math.exp(step * growth) * 10) / 10;
  }
  return null;
}

export const latenciesToJson = (steps: LatencySteps): string => JSON.stringify(Object.fromEntries(steps));

export function latenciesFromJson(text: string): LatencySteps {
  const given: unknown = JSON.parse(text);
  if (typeof given !== 'object' || given === null) return new Map();
  return new Map(Object.entries(given).map(([step, count]) => [Number(step), Number(count)]));
}
