// A thread that judges the patterns that it is sent, one after the other.
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import { check, type Diagnostics } from 'recheck';
import { growthBySight } from './growth-by-sight.ts';
import { reducePattern } from './reduce-pattern.ts';

/**
 * How the time of a pattern grows with its text: `linear`, `degree 2` and above, `exponential`, or `unknown: why` where the judge gave up.
 */
export type Verdict = string;

// Its judge in JavaScript runs everywhere; its program for this machine, where RECHECK_BIN names one, is ten times as fast.
process.env.RECHECK_BACKEND = process.env.RECHECK_BIN ? 'native' : 'pure';

parentPort?.on('message', async ({ hash, source, flags }: { hash: string; source: string; flags: string }) => {
  parentPort?.postMessage({ hash, verdict: await judge(source, flags) });
});

export async function judge(source: string, flags: string): Promise<Verdict> {
  const most = growthBySight(source, flags);
  if (most === 1) return 'linear';
  // The judge knows no flag `v`; where a pattern uses nothing that only `v` allows, `u` reads it alike.
  const known = flags.replace('v', 'u');
  const whole = await judgeInTime(source, known, 10_000);
  const verdict = whole.startsWith('unknown') ? await judgeInTime(reducePattern(source), known, 60_000) : whole;
  // It tries texts where it cannot prove, and takes a repetition with a high limit for one without.
  return most !== undefined && degreeOf(verdict) > most ? `degree ${most}` : verdict;
}

async function judgeInTime(source: string, flags: string, timeout: number): Promise<Verdict> {
  const found = await check(source, flags, { timeout });
  if (found.status !== 'vulnerable' || found.checker !== 'fuzz' || found.complexity.type !== 'polynomial')
    return verdictOf(found);
  // It tries texts with an engine of its own, and takes many words to choose from for growth: ours has the last word.
  const { string, pumps, suffix } = found.attack;
  if (found.complexity.degree > 2 && isSlow(source, flags, string)) return verdictOf(found);
  const long = pumps.map(({ prefix, pump }) => prefix + pump.repeat(quadraticTurns)).join('') + suffix;
  return isSlow(source, flags, long) ? 'degree 2' : 'linear';
}

/** Of texts that make the judge's engine take 1.5 thousand million steps if it is right; a pattern that is linear takes a few milliseconds. */
const quadraticTurns = 38_730;
const slowMs = 100;

function isSlow(source: string, flags: string, text: string): boolean {
  const pattern = new RegExp(source, `${flags.replaceAll(/[gy]/g, '')}g`);
  const before = process.threadCpuUsage();
  try {
    runInNewContext('text.replaceAll(pattern, "")', { text, pattern }, { timeout: 20_000 });
  } catch {
    return true;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 > slowMs;
}

/** What the judge gave up on is no worse than what was counted. */
const degreeOf = (verdict: Verdict): number =>
  verdict === 'linear' ? 1 : Number(/^degree (\d+)$/.exec(verdict)?.[1] ?? Number.POSITIVE_INFINITY);

function verdictOf(found: Diagnostics): Verdict {
  if (found.status === 'safe') return 'linear';
  if (found.status === 'unknown') return `unknown: ${found.error.kind}`;
  return found.complexity.type === 'polynomial' ? `degree ${found.complexity.degree}` : 'exponential';
}
