import type { GuardCheck } from '@parley/contract';
import { afterAll, expect, it, vi } from 'vitest';
import { compileCheck, type PlacesCheck } from '../src/features/text/guards/compile-guard.ts';
import { FindThreads } from '../src/features/text/guards/find-threads.ts';

vi.setConfig({ testTimeout: 180_000 });

const threads = new FindThreads();
afterAll(() => threads.close());

const sentence =
  'Ana Kowalski (ana.kowalski@example.org, +44 20 7946 0958) asked for code ZX-4711 on a rainy day in spring. ';
const textOf = (length: number) => sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
const placesOf = (check: GuardCheck): PlacesCheck => {
  const compiled = compileCheck(check);
  if (compiled.by !== 'places') throw new Error('no places');
  return compiled;
};
const call = (signal = AbortSignal.timeout(170_000)) => ({ workspaceId: 'w', signal });

it.each<[string, GuardCheck]>([
  ['personal data', { type: 'personal_data' }],
  ['patterns', { type: 'patterns', patterns: ['ZX-\\d{4}'] }],
  ['words', { type: 'words', words: ['rainy', 'spring'] }],
])('finds the same %s in a thread as where the text arrives', async (_, given) => {
  const check = placesOf(given);
  const text = textOf(60_000);
  const here = await check.find(text);
  expect(here.length).toBeGreaterThan(100);
  expect(await threads.find(check, text, call())).toEqual(here);
});

it('takes next to nothing of the event loop for a long text', async () => {
  const check = placesOf({ type: 'personal_data' });
  const text = textOf(300_000);
  await threads.find(check, textOf(20_000), call());
  // Of this thread alone, best of three: what else the machine does takes none of it, what else this process does may.
  const cpuOf = async (work: () => Promise<unknown>) => {
    const times: number[] = [];
    while (times.length < 3) {
      const before = process.threadCpuUsage();
      await work();
      const { user, system } = process.threadCpuUsage(before);
      times.push((user + system) / 1000);
    }
    return Math.min(...times);
  };
  const inThread = await cpuOf(() => threads.find(check, text, call()));
  const here = await cpuOf(() => check.find(text));
  console.info(
    `processor of the event loop for 300,000 characters: ${Math.round(here)} ms before, ${Math.round(inThread)} ms in a thread`,
  );
  expect(inThread).toBeLessThan(here / 5);
});

it('ends with its caller', async () => {
  const left = new AbortController();
  const looking = threads.find(placesOf({ type: 'personal_data' }), textOf(4_000_000), call(left.signal));
  setTimeout(() => left.abort(new Error('left')), 50);
  await expect(looking).rejects.toThrow('left');
});

it('looks once through what a conversation says again, by workspace and check, where it may be remembered', async () => {
  const check = placesOf({ type: 'patterns', patterns: ['ZX-\\d{4}'] });
  const other = placesOf({ type: 'patterns', patterns: ['ZX-\\d{3}'] });
  const looked = vi.spyOn(check, 'find');
  const look = { ...call(), remembers: true };
  const first = await threads.find(check, sentence, look);
  expect(first).toHaveLength(1);
  expect(await threads.find(check, sentence, look)).toEqual(first);
  expect(looked).toHaveBeenCalledTimes(1);
  expect(await threads.find(other, sentence, look)).not.toEqual(first);
  await threads.find(check, `${sentence} `, look);
  await threads.find(check, sentence, { ...look, workspaceId: 'another' });
  await threads.find(check, sentence, call());
  expect(looked).toHaveBeenCalledTimes(4);
});
