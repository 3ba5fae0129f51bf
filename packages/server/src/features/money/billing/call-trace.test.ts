import { expect, it } from 'vitest';
import type { CacheOutcome } from '../../../ports/meter.ts';
import { CallTrace } from './call-trace.ts';

const open = () => new CallTrace(() => 0);

it('says nothing of a call that has asked nobody', () => {
  const { engine, attempts, firstTokenMs, leftOut, cache, isCachedByMeaning, steps } = open();
  const nothing = { engine: null, attempts: 0, firstTokenMs: null, leftOut: [], cache: undefined, steps: null };
  expect({ engine, attempts, firstTokenMs, leftOut, cache, steps }).toEqual(nothing);
  expect(isCachedByMeaning).toBe(false);
});

it('names the engine that was asked for the words, whatever else was asked before or after it', () => {
  const trace = open();
  trace.asks('openai/embeds', 'else');
  expect(trace.engine).toBe('openai/embeds');
  trace.asks('openai/words', 'words');
  trace.asks('openai/ranks', 'else');
  expect(trace.engine).toBe('openai/words');
});

it('tells what was left out for the engine that answered last, and not for one before it', () => {
  const trace = open();
  trace.answeredBy('google/b', ['It has no `logit_bias`.']);
  expect(trace.leftOut).toEqual(['It has no `logit_bias`.']);
  trace.answeredBy('openai/a');
  expect(trace.leftOut).toEqual([]);
});

it.each<[CacheOutcome, CacheOutcome[]]>([
  ['hit', ['hit']],
  ['miss', ['miss']],
  ['bypass', ['bypass']],
  ['hit', ['hit', 'hit']],
  ['miss', ['hit', 'miss']],
  ['miss', ['miss', 'hit']],
  ['bypass', ['hit', 'bypass']],
  ['bypass', ['bypass', 'hit']],
])('calls a call a %s after %j: what came from the kept replies in part did not come from there', (outcome, looks) => {
  const trace = open();
  for (const look of looks) trace.looked(look);
  expect([trace.cache, trace.isCachedByMeaning]).toEqual([outcome, false]);
});

it('says that one of the kept replies was given to other words, also when later ones were not', () => {
  const trace = open();
  trace.looked('hit', true);
  trace.looked('hit', false);
  expect([trace.cache, trace.isCachedByMeaning]).toEqual(['hit', true]);
});

it('keeps the first hundred steps of a call, in their order', () => {
  const trace = open();
  const steps = Array.from({ length: 102 }, (_, at) => ({
    kind: 'tool' as const,
    name: `t${at}`,
    startedAt: at,
    endedAt: at,
    error: null,
  }));
  for (const step of steps) trace.did(step);
  expect(trace.steps).toEqual(steps.slice(0, 100));
});
