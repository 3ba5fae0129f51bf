import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import type { Mail } from '../../../ports/mailer.ts';
import type { BudgetOwner } from './budget-guard.ts';
import { periodsOf } from './budget-periods.ts';
import { BudgetWatch, type BudgetWatchParts } from './budget-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const made = {
  id: 'bud_1',
  name: 'Shop',
  subject: 'ann',
  warnAt: [0.5, 0.8, 1],
  emails: ['a@example.com'],
  isWarning: false,
};
const owner: BudgetOwner = { id: 'bud_1:ann', workspaceId: 'w', label: 'user', budgetNanos: 10e9, period: 'day', made };

function setup(more: Partial<BudgetWatchParts> = {}) {
  const clock = new FakeClock();
  const spent = { nanos: 0 };
  const rows = new Set<string>();
  const told: unknown[] = [];
  const events: unknown[] = [];
  const mails: Mail[] = [];
  const counts = { looks: 0, warns: 0 };
  const looked: number[] = [];
  const watch = () =>
    new BudgetWatch({
      guard: {
        look: async (owners, at = clock.now()) => {
          counts.looks++;
          looked.push(owners.length);
          return owners.map((one) => ({
            owner: one,
            period: periodsOf(at)[one.period],
            spentNanos: BigInt(spent.nanos),
            heldNanos: 0,
            leftNanos: one.budgetNanos - spent.nanos,
            resetsAt: one.period === 'total' ? null : Date.UTC(2026, 10, 22),
          }));
        },
      },
      repository: {
        // As the database does it: whoever adds the highest share tells.
        warn: async ({ ownerId, period }, { shares }, tell) => {
          counts.warns++;
          const isNew = !rows.has(`${ownerId} ${period} ${Math.max(...shares)}`);
          for (const share of shares) rows.add(`${ownerId} ${period} ${share}`);
          if (isNew) await tell(Object.create(null));
          return isNew;
        },
      },
      tell: async ({ workspaceId, event, data }) => {
        told.push((data.budget as { share: number }).share);
        events.push({ workspaceId, event, budget: data.budget });
      },
      mailer: { send: async (mail) => void mails.push(mail) },
      clock,
      onError: (error) => {
        throw error;
      },
      ...more,
    });
  const spend = async (usd: number, ...watches: BudgetWatch[]) => {
    spent.nanos += usd * 1e9;
    for (const one of watches) one.counted([owner], clock.now());
    for (const one of watches) await one.look();
  };
  return { watch, spend, spent, clock, told, events, mails, counts, looked };
}

it('tells of each share once, of several at once the highest, whichever process sees it', async () => {
  const { watch, spend, told, mails } = setup();
  const [one, other] = [watch(), watch()];
  await spend(4.9, one, other);
  expect(told).toEqual([]);
  await spend(0.1, one, other);
  await spend(0.1, other, one);
  expect(told).toEqual([0.5]);
  await spend(5, other, one);
  expect(told).toEqual([0.5, 1]);
  await spend(5, one, other);
  expect(told).toEqual([0.5, 1]);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['a@example.com', '50 % of the budget Shop is spent'],
    ['a@example.com', '100 % of the budget Shop is spent'],
  ]);
  expect(mails[0]?.text).toContain('has spent $5 of $10 (2026-11-21).');
  expect(mails[0]?.text).toContain('The next period begins at 2026-11-22T00:00:00.000Z.');
});

it('looks once for many calls, and at nothing where nobody is to be told', async () => {
  const { watch, counts } = setup();
  const one = watch();
  for (let call = 0; call < 500; call++) one.counted([owner], Date.UTC(2026, 10, 21));
  await one.look();
  expect(counts.looks).toBe(1);
  one.counted([{ ...owner, made: { ...made, warnAt: [] } }], Date.UTC(2026, 10, 21));
  await one.look();
  expect(counts.looks).toBe(1);
});

describe('what is told', () => {
  it.each([
    ['one that stops calls', { isWarning: false, name: 'Shop', subject: 'ann' }, 'stop'],
    ['one that only warns', { isWarning: true, name: 'Shop', subject: 'ann' }, 'warn'],
    ['one without a name, of all together', { isWarning: false, name: '', subject: null }, 'stop'],
  ])('to webhooks, of %s: which budget it is, and how far it is', async (_what, of, action) => {
    const { watch, spent, clock, events } = setup();
    const one = watch();
    spent.nanos = 8_100_000_001;
    one.counted([{ ...owner, made: { ...made, ...of } }], clock.now());
    await one.look();
    const { name, subject } = of;
    expect(events).toEqual([
      {
        workspaceId: 'w',
        event: 'budget.warning',
        budget: {
          id: 'bud_1',
          name,
          scope: 'user',
          subject,
          period: '2026-11-21',
          action,
          share: 0.8,
          amount_usd: 10,
          spent_usd: 8.100000001,
          resets_at: '2026-11-22T00:00:00.000Z',
        },
      },
    ]);
  });

  const next = 'The next period begins at 2026-11-22T00:00:00.000Z.';
  const refused = 'Calls that it does not pay for are refused (402).';
  it.each([
    ['named', {}, 'day', 'Shop', 'Shop of the user ann', '2026-11-21', `${refused} ${next}`],
    ['without a name', { name: '' }, 'day', 'bud_1', 'bud_1 of the user ann', '2026-11-21', `${refused} ${next}`],
    ['of nobody alone', { subject: null }, 'day', 'Shop', 'Shop of the user', '2026-11-21', `${refused} ${next}`],
    [
      'that only warns',
      { isWarning: true },
      'day',
      'Shop',
      'Shop of the user ann',
      '2026-11-21',
      `Calls go on when it is used up. ${next}`,
    ],
    ['of all time', {}, 'total', 'Shop', 'Shop of the user ann', 'total', `${refused} It has no end.`],
  ] as const)('by mail, of a budget %s', async (_what, of, period, title, what, name, effect) => {
    const { watch, spent, clock, mails } = setup();
    const one = watch();
    spent.nanos = 5e9;
    one.counted([{ ...owner, period, made: { ...made, ...of } }], clock.now());
    await one.look();
    expect(mails).toEqual([
      {
        to: 'a@example.com',
        subject: `50 % of the budget ${title} is spent`,
        text: `The budget ${what} has spent $5 of $10 (${name}).\n${effect}\n`,
      },
    ]);
  });

  it('goes to webhooks alone where no mail is sent', async () => {
    const { watch, spend, told, mails } = setup({ mailer: null });
    await spend(5, watch());
    expect([told, mails]).toEqual([[0.5], []]);
  });

  it('goes to all others when the server refuses a mail to one', async () => {
    const reached: string[] = [];
    const errors: unknown[] = [];
    const { watch, spent, clock } = setup({
      mailer: {
        send: async ({ to }) => {
          if (to === 'gone@example.com') throw new Error('no such box');
          reached.push(to);
        },
      },
      onError: (error) => errors.push(String(error)),
    });
    const one = watch();
    spent.nanos = 5e9;
    const emails = ['gone@example.com', 'a@example.com'];
    one.counted([{ ...owner, made: { ...made, emails } }], clock.now());
    await one.look();
    expect([reached, errors]).toEqual([['a@example.com'], ['Error: no such box']]);
  });
});

describe('each is told apart', () => {
  it.each([
    ['another owner', { id: 'bud_1:bob' }, 0],
    ['another day', {}, 24 * 60 * 60_000],
  ])('%s of the same budget, counted at the same time', async (_what, other, later) => {
    const { watch, spent, clock, told, mails } = setup();
    const one = watch();
    spent.nanos = 5e9;
    one.counted([owner], clock.now());
    one.counted([{ ...owner, ...other }], clock.now() + later);
    await one.look();
    expect([told, mails.length]).toEqual([[0.5, 0.5], 2]);
  });

  it('the period after, when it spends its share again', async () => {
    const { watch, spend, clock, told } = setup();
    const one = watch();
    await spend(5, one);
    clock.advance(24 * 60 * 60_000);
    await spend(0, one);
    expect(told).toEqual([0.5, 0.5]);
  });

  it('a budget whose amount was changed, once the database forgot what was told of it', async () => {
    const warns: (readonly number[])[] = [];
    const { watch, spent, clock } = setup({
      repository: { warn: async (_place, { shares }) => warns.push(shares) > 0 },
      mailer: null,
    });
    const one = watch();
    spent.nanos = 10e9;
    one.counted([owner], clock.now());
    await one.look();
    one.counted([{ ...owner, budgetNanos: 20e9 }], clock.now());
    await one.look();
    expect(warns).toEqual([[0.5, 0.8, 1], [0.5]]);
  });
});

describe('a busy budget', () => {
  it('asks the database once for each share that it reaches, not once for each call', async () => {
    const { watch, spend, counts } = setup();
    const one = watch();
    for (let call = 0; call < 5; call++) await spend(0.5, one);
    expect(counts.warns).toBe(0);
    for (let call = 0; call < 5; call++) await spend(0.5, one);
    expect(counts.warns).toBe(1);
    for (let call = 0; call < 20; call++) await spend(0.5, one);
    expect(counts.warns).toBe(3);
  });

  it('is looked at a quarter of a second after its first call, with all that came since', async () => {
    const { watch, spent, clock, told, counts } = setup();
    const one = watch();
    spent.nanos = 5e9;
    for (let call = 0; call < 5; call++) one.counted([owner], clock.now());
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(249);
    expect(counts.looks).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect([told, counts.looks, vi.getTimerCount()]).toEqual([[0.5], 1, 0]);
    // And again after the next.
    spent.nanos = 8e9;
    one.counted([owner], clock.now());
    await vi.advanceTimersByTimeAsync(250);
    expect(told).toEqual([0.5, 0.8]);
  });

  it('is looked at when the service ends, and not after', async () => {
    const { watch, spent, clock, told } = setup();
    const one = watch();
    spent.nanos = 5e9;
    one.counted([owner], clock.now());
    await one.close();
    expect([told, vi.getTimerCount()]).toEqual([[0.5], 0]);
  });
});

it('plans no look for calls of which nobody is to be told', () => {
  const { watch, clock } = setup();
  const { made: _, ...ofKey } = owner;
  watch().counted([ofKey, { ...owner, made: { ...made, warnAt: [] } }], clock.now());
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  [100, [100]],
  [250, [100, 100, 50]],
])('looks at %d budgets a hundred at once', async (count, looks) => {
  const { watch, clock, looked } = setup();
  const one = watch();
  one.counted(
    Array.from({ length: count }, (_, index) => ({ ...owner, id: `bud_1:${index}` })),
    clock.now(),
  );
  await one.look();
  expect(looked).toEqual(looks);
});

it('remembers 10,000 budgets between two looks at most, however many count', async () => {
  const { watch, clock, looked } = setup();
  const one = watch();
  one.counted(
    Array.from({ length: 10_002 }, (_, index) => ({ ...owner, id: `bud_1:${index}` })),
    clock.now(),
  );
  await one.look();
  expect(looked.reduce((sum, count) => sum + count, 0)).toBe(10_000);
});
