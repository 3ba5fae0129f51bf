import { expect, it } from 'vitest';
import { FakeClock } from '../../../../test/fake-clock.ts';
import type { Mail } from '../../../ports/mailer.ts';
import type { BudgetOwner } from './budget-guard.ts';
import { BudgetWatch } from './budget-watch.ts';

const made = {
  id: 'bud_1',
  name: 'Shop',
  subject: 'ann',
  warnAt: [0.5, 0.8, 1],
  emails: ['a@example.com'],
  isWarning: false,
};
const owner: BudgetOwner = { id: 'bud_1:ann', workspaceId: 'w', label: 'user', budgetNanos: 10e9, period: 'day', made };

function setup() {
  const clock = new FakeClock();
  const spent = { nanos: 0 };
  const rows = new Set<string>();
  const told: unknown[] = [];
  const mails: Mail[] = [];
  const counts = { looks: 0 };
  const watch = () =>
    new BudgetWatch({
      guard: {
        look: async (owners) => {
          counts.looks++;
          return owners.map((one) => ({
            owner: one,
            period: '2026-11-21',
            spentNanos: BigInt(spent.nanos),
            heldNanos: 0,
            leftNanos: one.budgetNanos - spent.nanos,
            resetsAt: Date.UTC(2026, 10, 22),
          }));
        },
      },
      repository: {
        // As the database does it: whoever adds the highest share tells.
        warn: async ({ ownerId, period }, { shares }, tell) => {
          const isNew = !rows.has(`${ownerId} ${period} ${Math.max(...shares)}`);
          for (const share of shares) rows.add(`${ownerId} ${period} ${share}`);
          if (isNew) await tell(Object.create(null));
          return isNew;
        },
      },
      tell: async ({ data }) => void told.push((data.budget as { share: number }).share),
      mailer: { send: async (mail) => void mails.push(mail) },
      clock,
      onError: (error) => {
        throw error;
      },
    });
  const spend = async (usd: number, ...watches: BudgetWatch[]) => {
    spent.nanos += usd * 1e9;
    for (const one of watches) one.counted([owner], clock.now());
    for (const one of watches) await one.look();
  };
  return { watch, spend, told, mails, counts };
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
