import { expect, it } from 'vitest';
import type { OpenProcesses } from '../../../lib/open-processes.ts';
import type { Findings, FindingTask } from './find-findings.ts';
import { SourceWork } from './source-work.ts';

const pair = { question: 'Who led the mill?', passage: 'Ada Bruun led the mill.' };
const task: FindingTask = {
  title: 'mill.txt',
  text: pair.passage,
  instructions: pair.question,
  questions: [pair.question],
  limit: 5,
};
const first: Findings = { fit: 1, findings: [], unjudged: [pair] };
const second: Findings = { fit: 2, findings: [] };
const { signal } = new AbortController();

/** Processes that find more where something was judged; `fails`: the second time they end. */
function opening(found: Findings, fails = false): { open: OpenProcesses; tasks: FindingTask[] } {
  const tasks: FindingTask[] = [];
  const run = async (_name: string, asked: FindingTask): Promise<Findings> => {
    tasks.push(asked);
    if (asked.judged === undefined) return found;
    if (fails) throw new Error('the process ended');
    return second;
  };
  return { open: (() => ({ run, close: async () => {} })) as unknown as OpenProcesses, tasks };
}

it('finds once more with what the encoder says of the passages', async () => {
  const { open, tasks } = opening(first);
  const work = new SourceWork({ workers: 1, open, judge: async (pairs) => pairs.map(() => 2.5) });
  expect(await work.find(task, signal)).toBe(second);
  expect(tasks.map(({ judged }) => judged)).toEqual([undefined, [{ ...pair, odds: 2.5 }]]);
});

it.each([
  ['the encoder has nothing in time', first, async () => null, false, 1],
  ['there is no encoder', first, undefined, false, 1],
  ['nothing is to be judged', { fit: 1, findings: [] }, async () => [], false, 1],
  ['the second search fails', first, async () => [2.5], true, 2],
])('keeps to what was found first where %s', async (_case, found, judge, fails, searches) => {
  const { open, tasks } = opening(found, fails);
  const work = new SourceWork({ workers: 1, open, ...(judge && { judge }) });
  expect(await work.find(task, signal)).toBe(found);
  expect(tasks).toHaveLength(searches);
});

it('does not search once more for a caller who left', async () => {
  const { open } = opening(first, true);
  const caller = new AbortController();
  const judge = async (): Promise<number[]> => {
    caller.abort();
    return [2.5];
  };
  await expect(new SourceWork({ workers: 1, open, judge }).find(task, caller.signal)).rejects.toThrow('abort');
});
