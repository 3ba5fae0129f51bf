import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { MemoryCounters } from '../src/adapters/memory/memory-counters.ts';
import { type Database, openDatabase } from '../src/db/open-database.ts';
import { BudgetGuard, type BudgetOwner } from '../src/features/money/billing/budget-guard.ts';
import { CounterHolds } from '../src/features/money/billing/counter-holds.ts';
import { DatabaseHolds } from '../src/features/money/billing/database-holds.ts';
import { UsageRepository } from '../src/features/money/billing/usage-repository.ts';
import { UsageWriter } from '../src/features/money/billing/usage-writer.ts';
import { isAppError } from '../src/lib/app-error.ts';
import { borrowPostgres } from './borrow-postgres.ts';
import { hasPostgresServer, openPostgresDatabase } from './database.ts';
import { FakeClock } from './fake-clock.ts';
import { usageRow } from './usage-row.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const amount = 1_000;
const step = 40;
const owner: BudgetOwner = { id: 'bud_1', workspaceId: 'w', label: 'tag', budgetNanos: amount, period: 'total' };
const second: BudgetOwner = { ...owner, id: 'bud_2', budgetNanos: 3 * amount };
const places = [{ ownerId: owner.id, period: 'total' }];

/** One process: its own counters and writer, and the database that all share. */
function startProcess({ db, dialect }: Database) {
  const clock = new FakeClock();
  const repository = new UsageRepository({ db, dialect });
  const writer = new UsageWriter({
    repository,
    journal: null,
    safeIn: 'database',
    onError: (error) => {
      throw error;
    },
  });
  const onError = () => {};
  const holds =
    dialect === 'postgres'
      ? new DatabaseHolds({ db, onError })
      : new CounterHolds({ counters: new MemoryCounters({ clock }) });
  closers.push(
    () => writer.close(),
    () => holds.close(),
  );
  return { guard: new BudgetGuard({ ledger: writer, holds, clock }), writer, holds };
}
type Process = ReturnType<typeof startProcess>;

let calls = 0;
/** A call as a meter makes it: holds, works, writes its record, gives its hold back. False where a budget refused it. */
async function call({ guard, writer }: Process, { needs, costs }: { needs: number; costs: number }): Promise<boolean> {
  try {
    const { release } = await guard.reserve([owner, second], needs);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
    const counts = [owner, second].map(({ id }) => [id, 'total', costs] as const);
    await writer.write({ ...usageRow(`call-${calls++}`), cost_nanos: costs, counts });
    await release();
    return true;
  } catch (error) {
    if (isAppError(error, 'budget_exceeded')) return false;
    throw error;
  }
}

/** Calls one after the other until the budget refuses: with none running beside it, what is left is all that counts. */
async function useUp(processes: Process[], costs: { needs: number; costs: number }): Promise<void> {
  let turn = 0;
  while (await call(processes[turn % processes.length] as Process, costs)) turn++;
}

async function openPostgres(): Promise<Database[]> {
  if (process.env.TEST_DATABASE_URL) {
    const first = await openPostgresDatabase();
    const other = await openDatabase({ url: first.url, dataDir: ':memory:' });
    closers.push(
      () => first.close(),
      () => other.close(),
    );
    return [first, other];
  }
  const borrowed = await borrowPostgres();
  const first = await borrowed.open();
  const other = await openDatabase({ url: borrowed.url, dataDir: ':memory:' });
  closers.push(
    () => borrowed.giveBack(),
    () => other.close(),
  );
  return [first, other];
}

async function openSqlite(): Promise<Database[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-budgets-'));
  const database = await openDatabase({ dataDir });
  closers.push(
    () => rmSync(dataDir, { recursive: true, force: true }),
    () => database.close(),
  );
  return [database];
}

describe.each([
  ['one process on SQLite', openSqlite],
  // The one that npm brings has one connection for all, and is slow with so many.
  ...(hasPostgresServer ? [['two processes on PostgreSQL', openPostgres] as const] : []),
] as const)('a budget of 64 callers at once, %s', (_, open) => {
  it('is never overspent where calls cost what they hold, and is used up', async () => {
    const processes = (await open()).map(startProcess);
    const caller = async (index: number) => {
      let done = 0;
      // Whoever is refused while others hold tries again, as clients do, until nothing is left to be had.
      for (let turn = 0; turn < 3; turn++) {
        const isIn = await call(processes[index % processes.length] as Process, { needs: step, costs: step });
        if (isIn) done++;
      }
      return done;
    };
    const done = await Promise.all(Array.from({ length: 64 }, (_, index) => caller(index)));
    const spent = Number((await (processes[0] as Process).writer.spent(places))[0]);
    expect(spent).toBe(done.reduce((sum, one) => sum + one, 0) * step);
    expect(spent).toBeLessThanOrEqual(amount);
    await useUp(processes, { needs: step, costs: step });
    expect(await (processes[0] as Process).writer.spent(places)).toEqual([BigInt(amount)]);
  });

  it('is overspent by what calls cost above their step at most, each of those that were in', async () => {
    const processes = (await open()).map(startProcess);
    const over = 7;
    await Promise.all(
      Array.from({ length: 64 }, async (_, index) => {
        for (let turn = 0; turn < 2; turn++) {
          await call(processes[index % processes.length] as Process, { needs: step, costs: step + over });
        }
      }),
    );
    const spent = Number((await (processes[0] as Process).writer.spent(places))[0]);
    // At most this many are in at once.
    const atOnce = amount / step;
    expect(spent).toBeLessThanOrEqual(amount + atOnce * over);
    await useUp(processes, { needs: step, costs: step + over });
    const inTheEnd = Number((await (processes[0] as Process).writer.spent(places))[0]);
    expect(inTheEnd).toBeGreaterThan(amount - step);
    expect(inTheEnd).toBeLessThanOrEqual(amount + atOnce * over);
  });

  it('shows at every moment what decides', async () => {
    const processes = (await open()).map(startProcess);
    const held: (() => Promise<void>)[] = [];
    for (let moment = 0; moment < 25; moment++) {
      const process = processes[moment % processes.length] as Process;
      if (moment % 3 === 0) await call(process, { needs: 30, costs: 20 + moment });
      if (moment % 3 === 1) held.push((await process.guard.reserve([owner, second], 15)).release);
      if (moment % 5 === 4) await held.shift()?.();
      for (const one of processes) {
        const [shown] = await one.guard.look([owner]);
        const left = shown?.leftNanos ?? Number.NaN;
        expect(left).toBe(amount - Number(shown?.spentNanos) - (shown?.heldNanos ?? 0));
        await expect(one.guard.reserve([owner], left + 1)).rejects.toMatchObject({ code: 'budget_exceeded' });
        const { release, figures } = await one.guard.reserve([owner], left);
        expect(figures[0]?.leftNanos).toBe(0);
        await release();
      }
    }
  });

  it('never shows more than it has while calls come and go', async () => {
    const processes = (await open()).map(startProcess);
    let isOver = false;
    const looks: number[] = [];
    const looking = processes.map(async ({ guard }) => {
      while (!isOver) {
        const [shown] = await guard.look([owner]);
        looks.push(Number(shown?.spentNanos) + (shown?.leftNanos ?? 0) + (shown?.heldNanos ?? 0));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        call(processes[index % processes.length] as Process, { needs: step, costs: 10 }),
      ),
    );
    isOver = true;
    await Promise.all(looking);
    expect(looks.length).toBeGreaterThan(0);
    expect(new Set(looks)).toEqual(new Set([amount]));
    const [shown] = await (processes[0] as Process).guard.look([owner]);
    expect(shown?.heldNanos).toBe(0);
  });

  it('holds with all budgets of a call or with none, in whatever order calls name them', async () => {
    const processes = (await open()).map(startProcess);
    const poor: BudgetOwner = { ...owner, id: 'bud_3', budgetNanos: 0 };
    const tries = Array.from({ length: 64 }, (_, index) => {
      const owners = index % 2 === 0 ? [owner, second, poor] : [poor, second, owner];
      return (processes[index % processes.length] as Process).guard.reserve(owners, 1);
    });
    const ends = await Promise.allSettled(tries);
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    const shown = await (processes[0] as Process).guard.look([owner, second, poor]);
    expect(shown.map(({ heldNanos }) => heldNanos)).toEqual([0, 0, 0]);
  });
});

describe('holds in PostgreSQL', () => {
  it('of a process that is gone count no more, and those of one that lives do', async () => {
    const [database] = (await openPostgres()) as [Database];
    const { guard } = startProcess(database);
    const gone = startProcess(database);
    await gone.guard.reserve([owner], 600);
    await guard.reserve([owner], 100);
    const held = async () => (await guard.look([owner]))[0]?.heldNanos;
    expect(await held()).toBe(700);
    await database.db.updateTable('budget_holders').set({ expires_at: 0 }).where('id', '!=', '').execute();
    expect(await held()).toBe(0);
  });
});
