import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ClickHouseLedgerSink } from '../src/adapters/clickhouse/clickhouse-ledger-sink.ts';
import type { Database } from '../src/db/open-database.ts';
import { UsageRepository } from '../src/features/money/billing/usage-repository.ts';
import { LedgerExportRepository } from '../src/features/money/ledger/ledger-export-repository.ts';
import { LedgerExporter, pauseAfter } from '../src/features/money/ledger/ledger-exporter.ts';
import { onBothDatabases } from './database.ts';
import { FakeClock } from './fake-clock.ts';
import { openInMemory } from './migrated-file.ts';
import { usageRow } from './usage-row.ts';

const now = Date.UTC(2026, 10, 26, 15);

/** Speaks the part of ClickHouse's HTTP interface that an INSERT needs, and keeps what a ReplacingMergeTree would keep. */
async function scriptedClickHouse() {
  const rows = new Map<string, Record<string, unknown>>();
  const requests: { url: URL; headers: IncomingHttpHeaders; count: number }[] = [];
  /** What the next requests are answered; `cut` keeps the rows and ends the connection before the answer. */
  const troubles: ('refuse' | 'late error' | 'cut')[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const trouble = troubles.shift();
    const lines = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    requests.push({ url: new URL(request.url ?? '', 'http://x'), headers: request.headers, count: lines.length });
    if (trouble === 'refuse') {
      response.writeHead(500, { 'x-clickhouse-exception-code': '241' }).end('Code: 241. DB::Exception: Memory limit');
      return;
    }
    if (trouble === 'late error') {
      response.writeHead(200).end('Code: 27. DB::Exception: Cannot parse input');
      return;
    }
    for (const line of lines) {
      const before = rows.get(line.id);
      if (before === undefined || Number(before.exported_at_ms) <= line.exported_at_ms) rows.set(line.id, line);
    }
    if (trouble === 'cut') request.socket.destroy();
    else response.writeHead(200, { 'x-clickhouse-summary': '{}' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { rows, requests, troubles, port, close: () => new Promise((resolve) => server.close(resolve)) };
}

onBothDatabases('the export of the ledger', (open) => {
  let database: Database;
  let clock: FakeClock;
  let house: Awaited<ReturnType<typeof scriptedClickHouse>>;
  let repository: LedgerExportRepository;
  const exporters: LedgerExporter[] = [];
  beforeEach(async () => {
    database = await open();
    clock = new FakeClock(now);
    house = await scriptedClickHouse();
    repository = new LedgerExportRepository({ db: database.db });
  });
  afterEach(async () => {
    for (const exporter of exporters.splice(0)) await exporter.close();
    await house.close();
    await database.close();
  });

  const usage = (isExported = true) => new UsageRepository({ ...database, isExported });
  const exporter = () => {
    const made = new LedgerExporter({
      repository,
      sink: new ClickHouseLedgerSink(
        `http://me:pass%20word@127.0.0.1:${house.port}/?database=parley&table=calls&max_threads=2`,
      ),
      clock,
      onError: () => {},
    });
    exporters.push(made);
    return made;
  };
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      usageRow(`r-${String(from + index).padStart(5, '0')}`, {
        cost_nanos: 1_000_000_007 + index,
        created_at: now - 1000 + index,
      }),
    );
  async function drain(one: LedgerExporter) {
    for (let turn = 0; turn < 50; turn++) if (!(await one.turn())) return;
    throw new Error('does not end');
  }

  it('writes each record as a JSON line of one INSERT, with money in whole billionths', async () => {
    await usage().insert([
      usageRow('a', {
        tags: ',blue,red,',
        user_id: 'ann',
        model: null,
        first_token_ms: null,
        cost_nanos: 9_007_199_254_740_991,
      }),
    ]);
    const one = exporter();
    await drain(one);
    const [request] = house.requests;
    expect(request?.url.searchParams.get('query')).toBe('INSERT INTO `calls` FORMAT JSONEachRow');
    expect(request?.url.searchParams.get('database')).toBe('parley');
    expect(request?.url.searchParams.get('max_threads')).toBe('2');
    expect(request?.headers).toMatchObject({ 'x-clickhouse-user': 'me', 'x-clickhouse-key': 'pass word' });
    expect(house.rows.get('a')).toMatchObject({
      ...{ tags: ['blue', 'red'], user_id: 'ann', model: '', first_token_ms: null, exported_at_ms: now },
      cost_nanos: 9_007_199_254_740_991,
    });
    // Once as it came, and once among what was there when the export was turned on.
    expect([house.rows.size, one.counts]).toEqual([1, { records: 2, failures: 0 }]);
  });

  it('brings what was there before it was turned on, and what comes late, each once, in whichever order processes die', async () => {
    await usage(false).insert(rows(0, 2_300));
    await usage().insert(rows(5_000, 700));
    house.troubles.push('cut');
    const first = exporter();
    await expect(first.turn()).rejects.toThrow();
    // Nobody said that they are kept, so that they come again.
    expect(house.rows.size).toBe(700);
    expect(await repository.exportedUntil()).toBe(0);
    await first.close();

    const second = exporter();
    await drain(second);
    expect(house.rows.size).toBe(3_000);
    // From long before what is exported already: a journal that a killed process left.
    await usage().insert([usageRow('late', { created_at: now - 40 * 24 * 3_600_000 })]);
    expect(await repository.exportedUntil()).toBeLessThan(now - 1000);
    await drain(second);
    expect(house.rows.has('late')).toBe(true);

    // Once processes that did not know of the export are gone, nothing holds records back any more.
    clock.advance(3 * 3_600_000);
    await drain(second);
    expect(await repository.exportedUntil()).toBe(Number.POSITIVE_INFINITY);
    expect(await second.lagSeconds()).toBe(0);
    const sum = [...house.rows.values()].reduce((total, row) => total + Number(row.cost_nanos), 0);
    const [total] = await usage().sum({}, 'workspace');
    expect(BigInt(sum)).toBe(total?.cost_nanos);
  });

  it('keeps what the other side refuses, says since when, and leaves the work to one process', async () => {
    await usage().insert(rows(0, 3));
    house.troubles.push('refuse', 'late error');
    const [one, other] = [exporter(), exporter()];
    await expect(one.turn()).rejects.toThrow('ClickHouse answered 500: Code: 241. DB::Exception: Memory limit');
    await expect(one.turn()).rejects.toThrow('Code: 27');
    expect(await other.turn()).toBe(false);
    expect(house.rows.size).toBe(0);
    clock.advance(60_000);
    expect(await one.lagSeconds()).toBe(61);
    // The process that exports is gone without a word.
    clock.advance(120_000);
    await drain(other);
    expect(house.rows.size).toBe(3);
  });

  it('writes records again without an end user who was erased', async () => {
    await usage().insert([usageRow('a', { user_id: 'ann' }), usageRow('b', { user_id: 'bob' })]);
    const one = exporter();
    await drain(one);
    clock.advance(1000);
    await usage().forgetUser({ workspaceId: 'w', userId: 'ann' });
    await drain(one);
    expect([house.rows.get('a')?.user_id, house.rows.get('b')?.user_id]).toEqual(['', 'bob']);
  });

  it('forgets records that were deleted before they were exported', async () => {
    await usage().insert(rows(0, 2));
    await database.db.deleteFrom('usage_records').where('id', '=', 'r-00000').execute();
    await drain(exporter());
    expect([...house.rows.keys()]).toEqual(['r-00001']);
  });
});

it('waits twice as long after each failure, up to five minutes', () => {
  expect([1, 2, 3].map((failures) => pauseAfter(failures, () => 0))).toEqual([1_000, 2_000, 4_000]);
  expect(pauseAfter(60, () => 1)).toBe(300_000);
});

const realUrl = process.env.TEST_CLICKHOUSE_URL;
it.runIf(realUrl !== undefined || process.env.CI_REQUIRES_SERVERS !== undefined)(
  'is taken by a real ClickHouse into the table of deploy/, which counts what comes again once',
  async () => {
    const url = new URL(realUrl ?? 'http://TEST_CLICKHOUSE_URL.is.not.set');
    const database = `parley_${randomBytes(6).toString('hex')}`;
    const ask = async (query: string, within?: string) => {
      const reply = await fetch(`${url.origin}/${within === undefined ? '' : `?database=${within}`}`, {
        method: 'POST',
        headers: { 'x-clickhouse-user': url.username, 'x-clickhouse-key': decodeURIComponent(url.password) },
        body: query,
      });
      const text = await reply.text();
      expect([reply.status, text]).toEqual([200, text]);
      return text.trim();
    };
    await ask(`CREATE DATABASE ${database}`);
    const made = readFileSync(join(import.meta.dirname, '../../../deploy/clickhouse/usage-records.sql'), 'utf8');
    // Debian's version 18 has this type only as an experiment.
    const isOld = Number((await ask('SELECT version()')).split('.')[0]) < 19;
    await ask(isOld ? made.replaceAll('LowCardinality(String)', 'String') : made, database);
    url.searchParams.set('database', database);

    const opened = await openInMemory();
    const usage = new UsageRepository({ ...opened, isExported: true });
    const clock = new FakeClock(now);
    const sent = new LedgerExporter({
      ...{ repository: new LedgerExportRepository({ db: opened.db }), clock, onError: () => {} },
      sink: new ClickHouseLedgerSink(url.href),
    });
    const labels = { tags: ',blue,red,', user_id: "o'neill\\\n", model: null, first_token_ms: null };
    await usage.insert([
      usageRow('most', { ...labels, cost_nanos: 2 ** 52 + 1 }),
      ...Array.from({ length: 1_500 }, (_, index) => usageRow(`r-${index}`, { created_at: now - index * 3_600_000 })),
    ]);
    for (let turn = 0; turn < 5 && (await sent.turn()); turn++);
    clock.advance(1_000);
    await usage.forgetUser({ workspaceId: 'w', userId: labels.user_id });
    const stored = await ask(
      "SELECT user_id, tags FROM usage_records FINAL WHERE id = 'most' FORMAT JSONEachRow",
      database,
    );
    expect(JSON.parse(stored)).toEqual({ user_id: labels.user_id, tags: ['blue', 'red'] });
    for (let turn = 0; turn < 5 && (await sent.turn()); turn++);
    const [total] = await usage.sum({}, 'workspace');
    const figures = 'count(), sum(cost_nanos), sum(input_tokens), countIf(first_token_ms IS NULL), max(user_id)';
    expect(await ask(`SELECT ${figures} FROM usage_records FINAL FORMAT TabSeparated`, database)).toBe(
      [1_501, total?.cost_nanos, total?.input_tokens, 1].join('\t'),
    );
    await sent.close();
    await opened.close();
    await ask(`DROP DATABASE ${database}`);
  },
);
