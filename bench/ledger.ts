/**
 * What questions about the ledger take on PostgreSQL while it grows, from the sums of days and from the records themselves, and what keeping those
 * sums costs:
 *
 *   node bench/ledger.ts --database postgres://… [--rows 1,10] [--calls 200]
 *
 * `--rows` in millions, in rising order. A database `ledger_bench` is made there and dropped in the end.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { addLedgerMonths, dropLedgerPartition, ledgerPartitions } from '../packages/server/src/db/ledger-partitions.ts';
import { type Db, openDatabase } from '../packages/server/src/db/open-database.ts';
import { UsageDays } from '../packages/server/src/features/money/billing/usage-days.ts';
import { UsageRepository } from '../packages/server/src/features/money/billing/usage-repository.ts';
import { UsageSums } from '../packages/server/src/features/money/billing/usage-sums.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    rows: { type: 'string', default: '1,10' },
    calls: { type: 'string', default: '200' },
  },
});
if (values.database === undefined) throw new Error('--database postgres://… is missing');
const sizes = values.rows.split(',').map((millions) => Number(millions) * 1e6);
const calls = Number(values.calls);
const dayMs = 24 * 60 * 60_000;
const months = 12;
const begin = Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1);
const yearMs = 365 * dayMs;
const dialect = 'postgres' as const;

const { default: pg } = await import('pg');
const admin = new pg.Client({ connectionString: values.database });
await admin.connect();
await admin.query('drop database if exists ledger_bench with (force)');
await admin.query('create database ledger_bench');
const address = new URL(values.database);
address.pathname = '/ledger_bench';
const database = await openDatabase({ url: address.href, dataDir: ':memory:' });
try {
  for (let month = 0; month < months; month += 3) await addLedgerMonths(database.db, begin + month * 31 * dayMs);
  console.log(`${new Date().toISOString().slice(0, 10)}, ${(await version(database.db)).slice(0, 40)}\n`);
  console.log('| Records | Step | Time |');
  console.log('|--:|---|--:|');
  let there = 0;
  for (const size of sizes) {
    await database.patiently((db) => measure(db, there, size));
    there = size;
  }
  await database.patiently(measureDropping);
} finally {
  await database.close();
  await admin.query('drop database ledger_bench with (force)');
  await admin.end();
}

async function measure(db: Db, there: number, size: number): Promise<void> {
  const print = (step: string, told: string) => console.log(`| ${size / 1e6} M | ${step} | ${told} |`);
  const timed = async (step: string, work: () => Promise<unknown>, times = 3) => {
    const taken: number[] = [];
    for (let time = 0; time < times; time++) {
      const start = performance.now();
      await work();
      taken.push(performance.now() - start);
    }
    print(step, shown(taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0));
  };
  await timed(
    `${((size - there) / 1e6).toFixed(0)} M records written by the database itself`,
    () => withoutIndexes(db, () => fill(db, there, size)),
    1,
  );
  await sql`analyze usage_records`.execute(db);
  // As if the version before had written them.
  const days = new UsageDays({ db, dialect });
  await sql`truncate usage_days`.execute(db);
  await sql`insert into installation values ('usage-days-from', ${String(begin + yearMs)})
    on conflict (name) do update set value = excluded.value`.execute(db);
  const sums = new UsageSums({ db, dialect });
  const last = { from: begin + 300 * dayMs, to: begin + 330 * dayMs };
  const reports = [
    ['a year by day', {}, 'day'],
    ['a year by key', {}, 'key'],
    ['30 days by model', last, 'model'],
    ['30 days of a workspace by day', { ...last, workspaceId: 'ws_3' }, 'day'],
  ] as const;
  for (const [name, filter, group] of reports) await timed(`${name}, from records`, () => sums.sum(filter, group), 1);
  await timed('all of them summed by the day', () => days.catchUp({ now: begin + 2 * yearMs, isOver: () => false }), 1);
  await sql`analyze usage_days`.execute(db);
  for (const [name, filter, group] of reports) await timed(`${name}, from sums`, () => sums.sum(filter, group));

  const usage = new UsageRepository({ db, dialect });
  const page = (filter: object) => usage.list({ limit: 21, ...filter });
  await timed('newest page of records', () => page({}));
  await timed('newest page of a workspace', () => page({ workspaceId: 'ws_3' }));
  await timed('the record of a request', () => page({ requestId: `req_${size - 7}` }));
  let made = 0;
  const batch = () =>
    usage.insert(
      Array.from({ length: 100 }, () => {
        const number = made++;
        return record(`use_${String(size).padStart(14, '0')}${String(number).padStart(10, '0')}`, number);
      }),
    );
  await batch();
  await timed('100 records stored in one batch', batch, calls);
  const { rows } = await sql<{ whole: string; sums: string; kept: number }>`
    select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as whole, pg_size_pretty(pg_total_relation_size('usage_days')) as sums,
      (select count(*) from usage_days) as kept
    from pg_inherits where inhparent = 'usage_records'::regclass`.execute(db);
  print('on the disk: records with indexes / sums', `${rows[0]?.whole} / ${rows[0]?.sums} (${rows[0]?.kept} rows)`);
}

/** Filling is not what is measured: indexes are made when the records are there. */
async function withoutIndexes(db: Db, work: () => Promise<unknown>): Promise<void> {
  const parts = [...(await ledgerPartitions(db)).map(({ name }) => name), 'usage_records'];
  const { rows } = await sql<{ name: string; made: string; key: string | null }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made, conname as key
    from pg_index left join pg_constraint on conindid = indexrelid
    where indrelid::regclass::text in (${sql.join(parts)})
      and not exists (select 1 from pg_inherits where inhrelid = indexrelid)`.execute(db);
  const plain = rows.filter(({ key }) => key === null);
  for (const { name } of plain) await sql`drop index ${sql.table(name)}`.execute(db);
  await work();
  for (const { made } of plain) await sql.raw(made.replace(' ON ONLY ', ' ON ')).execute(db);
}

/** Spread over a year, a hundred keys of ten workspaces, two models and two endpoints of each. */
function fill(db: Db, from: number, to: number): Promise<unknown> {
  return sql`insert into usage_records (id, request_id, workspace_id, key_id, endpoint, model, engine, input_tokens, cached_tokens,
      cache_write_tokens, output_tokens, cost_nanos, upstream_cost_nanos, saved_nanos, is_unpriced, status, is_streamed, attempts,
      duration_ms, created_at)
    select 'use_' || lpad(n::text, 24, '0'), 'req_' || n, 'ws_' || n % 10, 'key_' || n % 100, (array['createAnswer', 'createEmbedding'])[1 + n / 100 % 2],
      'model-' || (n % 100 + n / 200 % 2), 'vendor/model', 400 + n % 600, 0, 0, 100 + n % 200, 1000000 + n % 7919, 900000, 0, 0,
      case when n % 97 = 0 then 500 else 200 end, n % 2, 1, 300 + n % 4000, ${sql.lit(begin)} + (n::numeric * ${sql.lit(yearMs)} / ${sql.lit(to)})::bigint
    from generate_series(${sql.lit(from + 1)}::bigint, ${sql.lit(to)}::bigint) as n`.execute(db);
}

function record(id: string, number: number) {
  return {
    ...{
      id,
      request_id: id,
      workspace_id: `ws_${number % 10}`,
      key_id: `key_${number % 100}`,
      endpoint: 'createAnswer',
    },
    ...{
      model: `model-${number % 100}`,
      engine: 'vendor/model',
      user_id: null,
      tags: null,
      metadata: null,
      guards: null,
      prompt: null,
    },
    ...{
      input_tokens: 400,
      cached_tokens: 0,
      cache_write_tokens: 0,
      output_tokens: 100,
      cost_nanos: 1_000_003,
      upstream_cost_nanos: 900_000,
    },
    ...{
      saved_nanos: 0,
      is_unpriced: 0,
      error_code: null,
      explanation: null,
      status: 200,
      is_streamed: 0,
      attempts: 1,
      rounds: null,
    },
    ...{ first_token_ms: null, duration_ms: 900, created_at: begin + 364 * dayMs },
  };
}

/** A month that goes whole, and one whose rows are deleted a thousand at a time, as on SQLite. */
async function measureDropping(db: Db): Promise<void> {
  const [, first, second] = (await ledgerPartitions(db)).filter(({ to }) => to > begin);
  if (first === undefined || second === undefined) throw new Error('there are no months');
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(first.name)}`.execute(db);
  const before = performance.now();
  await dropLedgerPartition(db, first.name);
  console.log(`| | a month of ${rows[0]?.count} records dropped whole | ${shown(performance.now() - before)} |`);
  const start = performance.now();
  for (let step = 0; step < 100; step++) {
    await sql`delete from usage_records where id in (
      select id from usage_records where created_at >= ${sql.lit(second.from ?? 0)} and created_at < ${sql.lit(second.to)} limit 1000)`.execute(
      db,
    );
  }
  console.log(`| | 100,000 records of a month deleted by rows | ${shown(performance.now() - start)} |`);
}

function shown(ms: number): string {
  return ms < 10_000 ? `${ms.toFixed(ms < 100 ? 1 : 0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

async function version(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db);
  return rows[0]?.version ?? '';
}
