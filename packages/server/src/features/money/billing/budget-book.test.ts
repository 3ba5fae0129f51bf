import { expect, it } from 'vitest';
import { BudgetBook } from './budget-book.ts';
import type { StoredBudget } from './budget-repository.ts';

const budget: StoredBudget = {
  id: 'bud_1',
  workspaceId: 'w',
  name: '',
  scope: 'tag',
  target: 'x',
  amountNanos: 1,
  period: 'day',
  action: 'stop',
  warnAt: [],
  emails: [],
};

function setup() {
  const state = { reads: 0, fails: false, stored: [budget] };
  const active = async () => {
    state.reads++;
    if (state.fails) throw new Error('no database');
    return state.stored;
  };
  return { state, book: new BudgetBook({ repository: { active } }) };
}

it('reads the budgets of a workspace once for each version, however many calls ask', async () => {
  const { state, book } = setup();
  const both = await Promise.all([book.of('w', 1), book.of('w', 1), book.of('w', 1)]);
  expect(both).toEqual([[budget], [budget], [budget]]);
  expect(state.reads).toBe(1);
  // At once, so that a call waits for nothing.
  expect(book.of('w', 1)).toEqual([budget]);
  state.stored = [];
  book.changed('w', 2);
  expect(book.versionOf('w', 1)).toBe(2);
  expect(book.versionOf('w', 3)).toBe(3);
  expect(await book.of('w', 2)).toEqual([]);
  expect(book.of('w', 2)).toEqual([]);
  // A key that was looked up before the change.
  expect(book.of('w', 1)).toEqual([]);
  expect(state.reads).toBe(2);
});

it('tries again what could not be read', async () => {
  const { state, book } = setup();
  state.fails = true;
  await expect(book.of('w', 1)).rejects.toThrow('no database');
  state.fails = false;
  expect(await book.of('w', 1)).toEqual([budget]);
});

it('has nothing for a workspace that never had a budget', () => {
  expect(setup().book.versionOf('w', 0)).toBe(0);
});
