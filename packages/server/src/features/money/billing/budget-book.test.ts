import { describe, expect, it } from 'vitest';
import { BudgetBook, labelledOwners, modelOwners, ownerOf } from './budget-book.ts';
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
  // From now on without another read.
  expect(book.of('w', 1)).toEqual([budget]);
  expect(state.reads).toBe(2);
});

/** A book whose reads end one by one, when the test says so. */
function slowly() {
  const reads: PromiseWithResolvers<StoredBudget[]>[] = [];
  const active = () => {
    const read = Promise.withResolvers<StoredBudget[]>();
    reads.push(read);
    return read.promise;
  };
  return { reads, book: new BudgetBook({ repository: { active } }) };
}

it('holds a call that waits for an old version to the newer one that was read meanwhile', async () => {
  const { reads, book } = slowly();
  const first = book.of('w', 1);
  const waits = book.of('w', 1);
  const newer = book.of('w', 2);
  reads[1]?.resolve([]);
  expect(await newer).toEqual([]);
  reads[0]?.resolve([budget]);
  expect(await first).toEqual([budget]);
  expect(await waits).toEqual([]);
});

it('lets a call that waited for a read that failed read for itself, so that no budget is passed by', async () => {
  const { reads, book } = slowly();
  const first = book.of('w', 1);
  const waits = book.of('w', 1);
  reads[0]?.reject(new Error('no database'));
  await expect(first).rejects.toThrow('no database');
  await expect.poll(() => reads.length).toBe(2);
  reads[1]?.resolve([budget]);
  expect(await waits).toEqual([budget]);
});

it('keeps what was read of a new version when the read of an old one fails late', async () => {
  const { reads, book } = slowly();
  const older = book.of('w', 1);
  const newer = book.of('w', 2);
  reads[1]?.resolve([budget]);
  await newer;
  reads[0]?.reject(new Error('no database'));
  await expect(older).rejects.toThrow('no database');
  expect(book.of('w', 2)).toEqual([budget]);
  expect(reads).toHaveLength(2);
});

it('has nothing for a workspace that never had a budget', () => {
  expect(setup().book.versionOf('w', 0)).toBe(0);
});

describe('a call counts for', () => {
  const call = { keyId: 'key_1', userId: 'ann', tags: ['x', 'y'] };
  const nobody = { ...call, userId: null, tags: [] };

  it.each([
    ['the budget of its workspace', call, 'workspace', null, ['bud_1']],
    ['the budget of its key', call, 'key', 'key_1', ['bud_1']],
    ['no budget of another key', call, 'key', 'key_2', []],
    ['the budget that each key has', call, 'key', null, ['bud_1:key_1']],
    ['the budget of its user', call, 'user', 'ann', ['bud_1']],
    ['no budget of another user', call, 'user', 'bob', []],
    ['the budget that each user has', call, 'user', null, ['bud_1:ann']],
    ['no budget of each user when it names none', nobody, 'user', null, []],
    ['no budget of a user when it names none', nobody, 'user', 'ann', []],
    ['the budget of one of its tags', call, 'tag', 'y', ['bud_1']],
    ['no budget of a tag that it has not', call, 'tag', 'z', []],
    ['the budget of each of its tags', call, 'tag', null, ['bud_1:x', 'bud_1:y']],
    ['no budget of each tag when it has none', nobody, 'tag', null, []],
    ['no budget of models, whose names are not known yet', call, 'model', null, []],
  ] as const)('%s', (_what, counted, scope, target, owners) => {
    expect(labelledOwners([{ ...budget, scope, target }], counted).map(({ id }) => id)).toEqual(owners);
  });

  it.each([
    ['the budget of its model', 'model', 'openai/gpt-5', ['bud_1']],
    ['the budget of a pattern that its model meets', 'model', 'openai/*', ['bud_1']],
    ['no budget of another model', 'model', 'openai/gpt-5-mini', []],
    ['no budget of a pattern that its model does not meet', 'model', 'anthropic/*', []],
    ['the budget that each model has', 'model', null, ['bud_1:openai/gpt-5']],
    ['no budget of a tag with the name of its model', 'tag', 'openai/gpt-5', []],
    ['no budget of its workspace a second time', 'workspace', null, []],
  ] as const)('%s, when a model is asked', (_what, scope, target, owners) => {
    expect(modelOwners([{ ...budget, scope, target }], 'openai/gpt-5').map(({ id }) => id)).toEqual(owners);
  });

  it('all of its budgets, whatever they are about', () => {
    const all = (['workspace', 'key', 'user', 'tag', 'model'] as const).map((scope) => ({
      ...budget,
      id: `bud_${scope}`,
      scope,
      target: null,
    }));
    const owners = [...labelledOwners(all, { ...call, tags: ['x'] }), ...modelOwners(all, 'm')];
    expect(owners.map(({ id }) => id)).toEqual([
      'bud_workspace',
      'bud_key:key_1',
      'bud_user:ann',
      'bud_tag:x',
      'bud_model:m',
    ]);
  });
});

describe('a budget is held to', () => {
  const stored: StoredBudget = {
    ...budget,
    name: 'Shop',
    scope: 'user',
    target: null,
    amountNanos: 7e9,
    period: 'week',
    warnAt: [0.5],
    emails: ['a@example.com'],
  };

  it('its amount and its period, and says whose it is and who is to be told', () => {
    expect(ownerOf(stored, 'ann')).toEqual({
      id: 'bud_1:ann',
      workspaceId: 'w',
      label: 'user',
      budgetNanos: 7e9,
      period: 'week',
      made: {
        id: 'bud_1',
        name: 'Shop',
        subject: 'ann',
        warnAt: [0.5],
        emails: ['a@example.com'],
        isWarning: false,
      },
    });
  });

  it.each([
    ['stop', false],
    ['warn', true],
  ] as const)('its action: one that is to %s only warns: %s', (action, isWarning) => {
    expect(ownerOf({ ...stored, action }, 'ann').made?.isWarning).toBe(isWarning);
  });

  it.each([
    ['the one that it names, also where a call meets it by a pattern', 'openai/*', 'openai/gpt-5', 'bud_1', 'openai/*'],
    ['each of its own, one that names nobody', null, 'ann', 'bud_1:ann', 'ann'],
    ['all together, one of a workspace', null, null, 'bud_1', null],
  ])('%s', (_what, target, subject, id, named) => {
    const owner = ownerOf({ ...stored, target }, subject);
    expect([owner.id, owner.made?.subject]).toEqual([id, named]);
  });
});
