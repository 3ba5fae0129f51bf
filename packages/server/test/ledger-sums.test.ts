import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MemoryCounters } from '../src/adapters/memory/memory-counters.ts';
import { isLedgerPartitioned, ledgerPartitions } from '../src/db/ledger-partitions.ts';
import type { Database } from '../src/db/open-database.ts';
import { BudgetGuard } from '../src/features/money/billing/budget-guard.ts';
import { BudgetRepository } from '../src/features/money/billing/budget-repository.ts';
import { CounterHolds } from '../src/features/money/billing/counter-holds.ts';
import { summedFrom } from '../src/features/money/billing/usage-days.ts';
import { UsageRepository } from '../src/features/money/billing/usage-repository.ts';
import type { UsageRow } from '../src/features/money/billing/usage-row.ts';
import { LedgerUpkeep } from '../src/features/money/ledger/ledger-upkeep.ts';
import { ReportRepository } from '../src/features/money/usage-reports/report-repository.ts';
import { UsageReader } from '../src/features/money/usage-reports/usage-reader.ts';
import { RetentionStore } from '../src/features/operating/storage/retention-store.ts';
import { onBothDatabases } from './database.ts';
import { FakeClock } from './fake-clock.ts';
import { usageRow } from './usage-row.ts';

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;
const now = Date.UTC(2026, 10, 26, 15);
const groups = ['day', 'key', 'model', 'endpoint', 'workspace', 'user', 'tag'] as const;
const filters = [
  {},
  { workspaceId: 'w1' },
  { tag: 'blue' },
  { workspaceId: 'w0', userId: 'ann' },
  { from: now - 90 * dayMs - 15 * hourMs, to: now - 30 * dayMs - 15 * hourMs },
];

/** Records of four months, whose figures are odd enough that none can be left out or counted twice unseen. */
function manyRows(count: number): UsageRow[] {
  return Array.from({ length: count }, (_, index) =>
    usageRow(`r-${index}`, {
      workspace_id: `w${index % 3}`,
      key_id: `k${index % 5}`,
      endpoint: index % 2 === 0 ? 'createAnswer' : 'createEmbedding',
      model: index % 7 === 0 ? null : `m${index % 4}`,
      user_id: [null, 'ann', 'bob'][index % 3] ?? null,
      tags: [null, ',blue,', ',blue,red,'][(index >> 2) % 3] ?? null,
      cost_nanos: 1_000_000_007 + index * 7919,
      upstream_cost_nanos: 3 + index,
      saved_nanos: index % 11,
      is_unpriced: index % 13 === 0 ? 1 : 0,
      status: index % 17 === 0 ? 500 : 200,
      duration_ms: index % 19 === 0 ? 2 * hourMs : 12,
      created_at: now - Math.floor((index * 120 * dayMs) / count),
    }),
  );
}

const budget = (id: string, more: object) => ({
  ...{ id, workspace_id: 'w1', name: id, target: null, amount_nanos: 1, period: 'month' as const },
  ...{ action: 'stop' as const, warn_at: '[]', emails: '[]', is_active: 1, created_at: now, scope: 'key' as const },
  ...more,
});

onBothDatabases('sums of the ledger', (open) => {
  let database: Database;
  let clock: FakeClock;
  let usage: UsageRepository;
  beforeEach(async () => {
    database = await open();
    clock = new FakeClock(now);
    usage = new UsageRepository(database);
    for (const id of ['w0', 'w1', 'w2']) {
      await database.db.insertInto('workspaces').values({ id, name: id, created_at: 0, budget_nanos: null }).execute();
    }
  });
  afterEach(() => database.close());

  const figures = async () => {
    const all: unknown[] = [];
    for (const filter of filters) for (const by of groups) all.push(await usage.sum(filter, by));
    return all;
  };
  const recordsThere = async () => (await database.db.selectFrom('usage_records').select('id').execute()).length;
  const retention = (summedUntil = now) =>
    new RetentionStore({ ...database, clock, summedUntil: async () => summedUntil, keepsContents: true });
  const sweep = async (usage_days: number) => {
    await retention().change({ usage_days });
    await retention().sweep();
  };
  /** As it is in a database that a version without sums has filled. */
  const asBefore = async (from: number) => {
    await database.db
      .insertInto('installation')
      .values({ name: 'usage-days-from', value: String(from) })
      .execute();
    usage = new UsageRepository(database);
  };

  /** Grouped from the records themselves, in the test. */
  async function fromRecords(column: 'key_id' | 'workspace_id') {
    const { rows } = await sql<{ group: string; requests: number; cost_nanos: number }>`
      select ${sql.ref(column)} as "group", cast(count(*) as bigint) as requests, cast(sum(cost_nanos) as bigint) as cost_nanos
      from usage_records group by 1 order by 1`.execute(database.db);
    return rows.map((row) => ({ ...row, cost_nanos: BigInt(row.cost_nanos) }));
  }

  it('are exact beyond what a number holds, from records and from sums of days', async () => {
    const rows = [1, 2, 3].map((index) =>
      usageRow(`large-${index}`, {
        cost_nanos: 8_000_000_000_000_001,
        upstream_cost_nanos: 2,
        created_at: now - 30 * dayMs,
      }),
    );
    for (const row of rows) await usage.insert([row]);
    const large = { requests: 3, cost_nanos: 24_000_000_000_000_003n, upstream_cost_nanos: 6n };
    expect(await usage.sum({}, 'endpoint')).toMatchObject([large]);
    expect(await usage.sum({ from: now - 30 * dayMs - hourMs }, 'endpoint')).toMatchObject([large]);
    await sweep(10);
    expect(await recordsThere()).toBe(0);
    expect(await usage.sum({}, 'endpoint')).toMatchObject([large]);
  });

  it('and what budgets spent and what charts show are exact there, too', async () => {
    const amount = 8_000_000_000_000_001;
    const created_at = now - 3 * dayMs;
    for (const id of ['l1', 'l2', 'l3']) {
      const shared = { key_id: 'k1', workspace_id: 'w1', shares_with: 'k2', duration_ms: 10, created_at };
      await usage.insert([usageRow(id, { ...shared, cost_nanos: amount, upstream_cost_nanos: amount })]);
    }
    await usage.insert(['n1', 'n2', 'n3'].map((id) => usageRow(id, { key_id: 'k3', cost_nanos: amount, created_at })));
    const owners = ['k1', 'k2', 'k3', 'nobody'];
    const places = owners.map((ownerId) => ({ ownerId, period: 'total' }));
    const all = 24_000_000_000_000_003n;
    expect(await usage.spent(places)).toEqual([all, all, all, 0n]);

    await new BudgetRepository(database).insert(budget('ever', { scope: 'workspace', period: 'total' }), now);
    expect(await usage.spent([{ ownerId: 'ever', period: 'total' }])).toEqual([all]);
    const holds = new CounterHolds({ counters: new MemoryCounters({ clock }) });
    const guard = new BudgetGuard({ ledger: usage, holds, clock });
    const owner = { id: 'k1', workspaceId: 'w1', label: 'key', budgetNanos: 9e15, period: 'total' } as const;
    expect(await guard.look([owner])).toMatchObject([
      { spentNanos: all, leftNanos: Number(9_000_000_000_000_000n - all) },
    ]);
    await expect(guard.reserve([owner], 1)).rejects.toMatchObject({ code: 'budget_exceeded' });

    const reader = new UsageReader({ repository: new ReportRepository(database), flush: async () => {}, clock });
    const range = { from: now - 30 * dayMs, to: now };
    for (const look of ['first', 'from sums of hours']) {
      const total = await reader.total(range, { workspaceId: 'w1' });
      expect([look, total.costNanos, total.upstreamCostNanos]).toEqual([look, all, all]);
      expect(total.toJson().cost_usd).toBe(Number('24000000.000000003'));
    }
  });

  it('are the same to the nano-dollar after retention has dropped records, by every group and filter', async () => {
    const rows = manyRows(600);
    for (let from = 0; from < rows.length; from += 100) await usage.insert(rows.slice(from, from + 100));
    const byRecords = [await fromRecords('key_id'), await fromRecords('workspace_id')];
    const before = await figures();
    expect(await usage.sum({}, 'key')).toMatchObject(byRecords[0] ?? []);
    expect(await usage.sum({}, 'workspace')).toMatchObject(byRecords[1] ?? []);
    await sweep(10);
    expect(await recordsThere()).toBe(51);
    expect(await figures()).toEqual(before);
    // Records that come again after a crash count once, also when they are there no more within their batch.
    await usage.insert(rows.slice(0, 40));
    expect(await figures()).toEqual(before);
    await sweep(3);
    expect(await figures()).toEqual(before);
  });

  it('take in what was there before them, in steps, while records of any time come in', async () => {
    const rows = manyRows(2_600);
    const boundary = Math.floor(now / dayMs) * dayMs;
    await asBefore(boundary);
    const late = rows.filter((_, index) => index % 10 === 3);
    const early = rows.filter((_, index) => index % 10 !== 3);
    for (let from = 0; from < early.length; from += 400) await usage.insert(early.slice(from, from + 400));
    const upkeep = new LedgerUpkeep({ database, days: usage.days, clock });
    clock.advance(0 - 15 * hourMs);
    expect(await upkeep.run()).toBe(false);
    clock.advance(16 * hourMs);
    expect(await summedFrom(database.db)).toBe(boundary);

    // One step at a time, with records in between whose day is summed already, and others whose day is not.
    let isDone = false;
    for (let step = 0; !isDone; step++) {
      isDone = await usage.days.catchUp({ now: clock.now(), isOver: () => true });
      await usage.insert(late.splice(0, 60));
      if (step > 100) throw new Error('does not end');
      const [total] = await usage.sum({ workspaceId: 'w1' }, 'workspace');
      const records = (await fromRecords('workspace_id')).find(({ group }) => group === 'w1');
      expect(total).toMatchObject({ requests: records?.requests, cost_nanos: records?.cost_nanos });
    }
    await usage.insert(late);
    expect(await usage.sum({}, 'key')).toMatchObject(await fromRecords('key_id'));
    expect(await summedFrom(database.db)).toBe(Number.NEGATIVE_INFINITY);
    const before = await figures();
    expect(await upkeep.run()).toBe(true);
    await sweep(3);
    expect(await figures()).toEqual(before);
  });

  it('say what a new budget begins with, when the records of its period are gone', async () => {
    await usage.insert(manyRows(400));
    const budgets = new BudgetRepository(database);
    const kinds = {
      whole: { scope: 'workspace' },
      key: { target: 'k1' },
      keys: {},
      users: { scope: 'user' },
      tags: { scope: 'tag' },
      blue: { scope: 'tag', target: 'blue' },
      models: { scope: 'model', target: 'm*' },
      ever: { scope: 'workspace', period: 'total' },
      week: { scope: 'model', period: 'week' },
    };
    const made = async (turn: string) => {
      const spent: Record<string, number> = {};
      for (const [name, more] of Object.entries(kinds)) {
        const id = `${turn}-${name}`;
        await budgets.insert(budget(id, more), now);
        const rows = await sql<{ owner_id: string; cost_nanos: number }>`
          select owner_id, cost_nanos from spend where owner_id like ${`${id}%`} order by 1`.execute(database.db);
        for (const row of rows.rows) spent[row.owner_id.slice(turn.length)] = row.cost_nanos;
      }
      return spent;
    };
    const { rows: began } = await sql<{
      nanos: number;
    }>`select cast(sum(cost_nanos) as bigint) as nanos from usage_records
      where workspace_id = 'w1' and created_at - duration_ms >= ${Date.UTC(2026, 10, 1)}`.execute(database.db);
    const before = await made('a');
    expect(before['-whole']).toBe(began[0]?.nanos);
    expect(Object.keys(before).length).toBeGreaterThan(12);
    await sweep(3);
    expect(await made('b')).toEqual(before);
  });

  it('keep figures and lose the name when an end user is erased', async () => {
    await usage.insert(manyRows(300));
    const whole = await usage.sum({}, 'model');
    await usage.forgetUser({ workspaceId: 'w1', userId: 'ann' });
    await usage.forgetUser({ workspaceId: 'w1', userId: 'bob' });
    expect(await usage.sum({}, 'model')).toEqual(whole);
    expect((await usage.sum({ workspaceId: 'w1' }, 'user')).map(({ group }) => group)).toEqual([null]);
    const { rows } = await sql`select 1 from usage_days where workspace_id = 'w1' and (user_id <> '' )`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  it('lie in months on PostgreSQL, made of a table with records without losing one, and dropped whole', async () => {
    if (database.dialect === 'sqlite') {
      expect(await new LedgerUpkeep({ database, days: usage.days, clock }).run()).toBe(true);
      return;
    }
    await unpartition(database);
    await usage.insert(manyRows(500));
    const upkeep = new LedgerUpkeep({ database, days: usage.days, clock });
    const before = await figures();
    expect(await upkeep.run()).toBe(true);
    expect(await isLedgerPartitioned(database.db)).toBe(true);
    const boundary = Date.UTC(2027, 0, 1);
    expect(await names(database)).toEqual(['usage_records_before', 'usage_records_2027_01']);
    expect([await recordsThere(), await figures()]).toEqual([500, before]);

    // Months later: what comes now goes into parts of its own, made ahead, also what had come for a month before it was made.
    clock.advance(boundary - now + 63 * dayMs);
    const next = usageRow('next', { workspace_id: 'w0', created_at: clock.now() });
    await usage.insert([next, { ...next, id: 'years-ahead', created_at: clock.now() + 900 * dayMs }]);
    expect(await partOf(database, 'next')).toBe('usage_records_others');
    await upkeep.run();
    expect(await names(database)).toEqual([
      ...['usage_records_before', 'usage_records_2027_01'],
      ...['usage_records_2027_03', 'usage_records_2027_04', 'usage_records_2027_05'],
    ]);
    expect([await partOf(database, 'next'), await partOf(database, 'years-ahead')]).toEqual([
      'usage_records_2027_03',
      'usage_records_others',
    ]);
    // What comes again counts once, in whichever month it comes.
    await usage.insert([next]);
    await usage.insert([{ ...usageRow('r-3'), created_at: clock.now() }]);
    expect(await recordsThere()).toBe(502);

    const held = {
      id: 'h',
      kind: 'workspace' as const,
      workspace_id: 'w1',
      target: 'w1',
      reason: 'r',
      created_by: 'me',
    };
    await database.db
      .insertInto('legal_holds')
      .values({ ...held, created_at: now, released_at: null, released_by: null })
      .execute();
    const after = await figures();
    await retention(clock.now()).change({ usage_days: 3 });
    await retention(clock.now()).sweep();
    expect(await names(database)).toContain('usage_records_before');
    await database.db.updateTable('legal_holds').set({ released_at: now }).execute();
    await retention(clock.now()).sweep();
    expect(await names(database)).toEqual([
      ...['usage_records_2027_03', 'usage_records_2027_04', 'usage_records_2027_05'],
    ]);
    expect([await recordsThere(), await figures()]).toEqual([2, after]);
    await unpartition(database);
  });
});

const names = async ({ db }: Database) => (await ledgerPartitions(db)).map(({ name }) => name);

async function partOf({ db }: Database, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ part: string }>`
    select tableoid::regclass::text as part from usage_records where id = ${id}`.execute(db);
  return rows[0]?.part;
}

/** As a version without months has made it. */
async function unpartition({ db }: Database): Promise<void> {
  const { rows } = await sql<{ made: string }>`
    select pg_get_indexdef(indexrelid) as made from pg_index where indrelid = to_regclass('usage_records')`.execute(db);
  await sql`create table plain (like usage_records including defaults)`.execute(db);
  await sql`drop table usage_records`.execute(db);
  await sql`alter table plain rename to usage_records`.execute(db);
  await sql`alter table usage_records add constraint usage_records_pkey primary key (id)`.execute(db);
  for (const { made } of rows) await sql.raw(made.replace(' ONLY ', ' ')).execute(db);
}
