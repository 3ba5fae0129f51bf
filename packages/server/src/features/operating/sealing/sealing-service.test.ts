import { expect, it } from 'vitest';
import type { RunContext } from '../../runs/background/run-types.ts';
import { type Sealing, type SealingTypes, turnOverKind } from './sealing-service.ts';

type Progress = SealingTypes['progress'];

/** Blobs by whether they are sealed with the newest key; those that are damaged cannot be. */
function world(count: number, damaged: readonly string[] = []) {
  const due = new Set(Array.from({ length: count }, (_, index) => `blob/${index}`));
  const all = [...due];
  let waited = 0;
  const sealing: Sealing = {
    keys: { currentId: 'k' },
    blobs: {
      async *list() {
        for (const key of all) yield { key, sizeBytes: 1 };
      },
      async reseal(key) {
        if (damaged.includes(key)) throw new Error('damaged');
        return due.delete(key);
      },
    },
    countRows: async () => 3,
    async *resealRows() {
      yield { looked: 3, sealed: 0 };
    },
    whenAllKnow: async () => {
      waited++;
    },
    addKey: async () => {},
  };
  const told: Progress[] = [];
  const work = async (progress: Progress, endsAfter = Number.POSITIVE_INFINITY) => {
    const abort = new AbortController();
    const tell = async (one: Progress) => {
      told.push(one);
      if (one.sealed >= endsAfter) abort.abort();
    };
    const context = { call: { signal: abort.signal }, tell } as unknown as RunContext<SealingTypes>;
    const run = { progress } as Parameters<ReturnType<typeof turnOverKind>['work']>[0];
    await turnOverKind(sealing).work(run, context);
  };
  return { due, told, work, waited: () => waited };
}

const nothingYet = { looked: 0, total: 0, sealed: 0, failed: 0 };

it('goes on where it was when it was stopped', async () => {
  const { due, told, work, waited } = world(10);
  await expect(work(nothingYet, 4)).rejects.toThrow(/abort/i);
  expect(due.size).toBe(6);
  const kept = told.at(-1) ?? nothingYet;
  expect(kept).toEqual({ looked: 7, total: 13, sealed: 4, failed: 0 });
  await work(kept);
  expect(waited()).toBe(2);
  expect(due.size).toBe(0);
  expect(told.at(-1)).toEqual({ looked: 13, total: 13, sealed: 10, failed: 0 });
});

it('leaves a blob that is damaged as it is, and fails where none can be written', async () => {
  const one = world(3, ['blob/1']);
  await one.work(nothingYet);
  expect([...one.due]).toEqual(['blob/1']);
  expect(one.told.at(-1)).toEqual({ looked: 6, total: 6, sealed: 2, failed: 1 });
  const names = Array.from({ length: 100 }, (_, index) => `blob/${index}`);
  await expect(world(100, names).work(nothingYet)).rejects.toThrow('damaged');
});
