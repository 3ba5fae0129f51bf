import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../src/db/open-database.ts';
import { UsageJournal } from '../src/features/money/billing/usage-journal.ts';
import { UsageRepository } from '../src/features/money/billing/usage-repository.ts';
import { UsageWriter } from '../src/features/money/billing/usage-writer.ts';
import { onBothDatabases } from './database.ts';
import { usageRow } from './usage-row.ts';

/** How many bytes the next write may put on the disk before it is full; null: as many as it likes. */
const disk = vi.hoisted(() => ({ room: null as number | null }));
vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>();
  const writeSync = (descriptor: number, bytes: Buffer, offset: number, length: number) => {
    if (disk.room === null) return real.writeSync(descriptor, bytes, offset, length);
    if (disk.room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const written = real.writeSync(descriptor, bytes, offset, Math.min(length, disk.room));
    disk.room -= written;
    return written;
  };
  return { ...real, writeSync };
});

const directories: string[] = [];
const children: ChildProcess[] = [];
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  disk.room = null;
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const close of closers.splice(0).reverse()) await close();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function newDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'parley-ledger-'));
  directories.push(path);
  return path;
}

async function openLedger(directory: string, open = () => openDatabase({ dataDir: ':memory:' })) {
  const database = await open();
  closers.push(() => database.close());
  const repository = new UsageRepository(database);
  const errors: string[] = [];
  const writerFor = (safeIn: 'journal' | 'database') =>
    new UsageWriter({
      repository,
      journal: new UsageJournal({ directory }),
      safeIn,
      onError: (error) => errors.push(String(error)),
    });
  return { database, repository, errors, writerFor };
}

const idsOf = async ({ database }: { database: Database }) =>
  (await database.db.selectFrom('usage_records').select('id').orderBy('id').execute()).map((row) => row.id);

/** A process that writes records until it is killed; resolves once it has acknowledged that many. */
async function writing(directory: string, dataDir: string, prefix: string, count: number) {
  const child = spawn('node', [join(import.meta.dirname, 'usage-process.ts'), directory, dataDir, prefix]);
  children.push(child);
  let text = '';
  const acknowledged = () => text.split('\n').slice(0, -1);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (acknowledged().length >= count) resolve();
    });
    child.stderr.on('data', (chunk) => reject(new Error(String(chunk))));
  });
  const kill = () =>
    new Promise<void>((resolve) => {
      child.stdout.on('close', () => resolve());
      child.kill('SIGKILL');
    });
  return { acknowledged, kill };
}

describe('the journal of usage records', () => {
  it('has every acknowledged record once after kill -9, whatever the database had taken in before', async () => {
    const directory = newDirectory();
    const dataDir = newDirectory();
    const { acknowledged, kill } = await writing(directory, dataDir, 'a', 3_000);
    await kill();
    const [file = ''] = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
    // What a process leaves that dies in the middle of a write.
    appendFileSync(join(directory, file), '{"id":"torn","request_id":"req');
    const ledger = await openLedger(directory, () => openDatabase({ dataDir }));
    const before = await idsOf(ledger);
    const writer = ledger.writerFor('journal');
    await writer.recover();
    const after = new Set(await idsOf(ledger));
    expect(before.length).toBeGreaterThan(0);
    expect(after.size).toBeGreaterThan(before.length);
    expect(acknowledged().filter((id) => !after.has(id))).toEqual([]);
    expect(await ledger.repository.spent([{ ownerId: 'k', period: 'total' }])).toEqual([
      BigInt(after.size) * 1_000_000_007n,
    ]);
    expect(readdirSync(directory)).toEqual([]);
    expect(ledger.errors).toEqual([]);
  });

  it('leaves alone what another living process writes in the same directory', async () => {
    const directory = newDirectory();
    const { acknowledged, kill } = await writing(directory, newDirectory(), 'b', 50);
    const ledger = await openLedger(directory);
    await ledger.writerFor('journal').recover();
    expect(await idsOf(ledger)).toEqual([]);
    expect(readdirSync(directory).filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
    await kill();
    const atLeast = acknowledged().length;
    await ledger.writerFor('journal').recover();
    // Its database had taken some in; what lay in the journal comes here.
    expect(readdirSync(directory)).toEqual([]);
    expect(atLeast).toBeGreaterThanOrEqual(50);
  });

  it('takes records back that were sent twice, and those of a batch that repeats one, once', async () => {
    const directory = newDirectory();
    const ledger = await openLedger(directory);
    const writer = ledger.writerFor('journal');
    await Promise.all(['one', 'two', 'one'].map((id) => writer.write(usageRow(id))));
    await writer.flush();
    await writer.write(usageRow('two'));
    await writer.flush();
    expect(await idsOf(ledger)).toEqual(['one', 'two']);
    expect(await writer.spent([{ ownerId: 'k', period: 'total' }])).toEqual([2n * 1_000_000_007n]);
    await writer.close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('counts what is not in the database yet in what was spent, at every moment of a load', async () => {
    const ledger = await openLedger(newDirectory());
    const writer = ledger.writerFor('journal');
    const sums: number[] = [];
    for (let call = 1; call <= 40; call++) {
      await writer.write(usageRow(`call-${call}`));
      const load = call % 3 === 0 ? writer.flush() : Promise.resolve();
      const places = ['k', 'w'].map((ownerId) => ({ ownerId, period: '2026-11' }));
      const [[own = 0n, other = 0n]] = await Promise.all([writer.spent(places), load]);
      sums.push(Number(own) / 1_000_000_007 - call, Number(other) / 1_000_000_007 - call);
    }
    expect(sums).toEqual(Array(80).fill(0));
    expect(await writer.spent([{ ownerId: 'k', period: '2026-12' }])).toEqual([0n]);
    await writer.close();
  });

  it('stays small: what the database holds leaves the journal', async () => {
    const directory = newDirectory();
    const ledger = await openLedger(directory);
    const writer = ledger.writerFor('journal');
    for (let turn = 0; turn < 3; turn++) {
      await Promise.all(Array.from({ length: 700 }, (_, index) => writer.write(usageRow(`${turn}-${index}`))));
      await writer.flush();
      const bytes = readdirSync(directory).map((name) => statSync(join(directory, name)).size);
      expect(Math.max(...bytes)).toBe(0);
    }
    expect((await ledger.repository.sum({}, 'key'))[0]?.requests).toBe(2100);
    await writer.close();
  });

  it('goes to the database directly when the disk is full, and leaves no half line behind', async () => {
    const directory = newDirectory();
    const ledger = await openLedger(directory);
    const writer = ledger.writerFor('journal');
    await writer.write(usageRow('before'));
    disk.room = 40;
    await writer.write(usageRow('full'));
    expect(ledger.errors.join()).toContain('no space left');
    expect(await idsOf(ledger)).toEqual(['full']);
    disk.room = null;
    await writer.write(usageRow('after'));
    const files = readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
    const text = files.map((name) => statSync(join(directory, name)).size);
    expect(Math.max(...text)).toBe(2 * `${JSON.stringify(usageRow('after'))}\n`.length + 2);
    await writer.flush();
    expect(await idsOf(ledger)).toEqual(['after', 'before', 'full']);
    await writer.close();
  });

  it('keeps records while neither disk nor database takes them, and stores them when one does', async () => {
    const ledger = await openLedger(newDirectory());
    const insert = vi.spyOn(ledger.repository, 'insert').mockRejectedValue(new Error('no database'));
    const writer = ledger.writerFor('journal');
    disk.room = 0;
    await writer.write(usageRow('held'));
    expect(await writer.spent([{ ownerId: 'k', period: 'total' }])).toEqual([1_000_000_007n]);
    insert.mockRestore();
    await writer.flush();
    expect(await idsOf(ledger)).toEqual(['held']);
  });

  it('reads no line that the table would refuse', async () => {
    const directory = newDirectory();
    const whole = JSON.stringify(usageRow('whole'));
    writeFileSync(join(directory, 'gone.lock'), '');
    const lines = [whole, '\0\0\0', '{}', JSON.stringify({ ...usageRow('odd'), status: null }), whole.slice(0, 50)];
    writeFileSync(join(directory, 'gone.1.jsonl'), lines.join('\n'));
    const ledger = await openLedger(directory);
    await ledger.writerFor('journal').recover();
    expect(await idsOf(ledger)).toEqual(['whole']);
    expect(ledger.errors).toEqual([]);
  });
});

onBothDatabases('the ledger of several processes', (open) => {
  it('is in the database before a call is answered, and in the journal when the database is away', async () => {
    const directory = newDirectory();
    const ledger = await openLedger(directory, open);
    const writer = ledger.writerFor('database');
    await Promise.all(Array.from({ length: 900 }, (_, index) => writer.write(usageRow(`${index}`))));
    expect((await ledger.repository.sum({}, 'key'))[0]?.requests).toBe(900);
    const insert = vi.spyOn(ledger.repository, 'insert').mockRejectedValue(new Error('no database'));
    await writer.write(usageRow('away'));
    expect(await writer.spent([{ ownerId: 'k', period: 'total' }])).toEqual([901n * 1_000_000_007n]);
    insert.mockRestore();
    await writer.flush();
    expect((await ledger.repository.sum({}, 'key'))[0]?.requests).toBe(901);
    await writer.close();
    expect(readdirSync(directory)).toEqual([]);
  });
});
