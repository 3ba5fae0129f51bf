import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { usageRow } from '../../../../test/usage-row.ts';
import { UsageJournal } from './usage-journal.ts';

/** Bytes that the disk still takes, null for as many as come; whether a file can be cut; and the files that are open. */
const disk = vi.hoisted(() => ({ room: null as number | null, canCut: true, open: new Set<number>() }));
vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>();
  return {
    ...real,
    openSync(...given: Parameters<typeof real.openSync>) {
      const descriptor = real.openSync(...given);
      disk.open.add(descriptor);
      return descriptor;
    },
    closeSync(descriptor: number) {
      real.closeSync(descriptor);
      disk.open.delete(descriptor);
    },
    writeSync(descriptor: number, bytes: Buffer, offset: number, length: number) {
      if (disk.room === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      // Seven bytes at a time: a write may take less than it is given.
      const written = real.writeSync(descriptor, bytes, offset, Math.min(length, disk.room === null ? length : 7));
      if (disk.room !== null) disk.room = Math.max(0, disk.room - written);
      return written;
    },
    ftruncateSync(descriptor: number, length: number) {
      if (!disk.canCut) throw new Error('cannot be cut');
      real.ftruncateSync(descriptor, length);
    },
  };
});

const directories: string[] = [];
afterEach(() => {
  Object.assign(disk, { room: null, canCut: true });
  disk.open.clear();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function setup() {
  const directory = mkdtempSync(join(tmpdir(), 'parley-journal-'));
  directories.push(directory);
  const files = () => readdirSync(directory).filter((name) => name.endsWith('.jsonl'));
  const idsIn = (name: string) =>
    readFileSync(join(directory, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).id);
  const taken = async (journal = new UsageJournal({ directory })) => {
    const batches: string[][] = [];
    await journal.takeOver(async (rows) => void batches.push(rows.map(({ id }) => id)));
    return batches;
  };
  return { directory, journal: new UsageJournal({ directory }), files, idsIn, taken };
}

const many = (count: number) => Array.from({ length: count }, (_, index) => usageRow(`${index}`));

describe('a journal', () => {
  it('makes no file before the first record', async () => {
    const { directory, journal, taken } = setup();
    journal.forget();
    journal.turn();
    journal.close();
    expect([readdirSync(directory), await taken()]).toEqual([[], []]);
    expect(await taken(new UsageJournal({ directory: join(directory, 'missing') }))).toEqual([]);
  });

  it('writes one file while the other is taken into the database, and empties only that one', () => {
    const { journal, files, idsIn } = setup();
    journal.append([usageRow('one')]);
    journal.forget();
    journal.turn();
    journal.append([usageRow('two')]);
    expect(files().map(idsIn).sort()).toEqual([['one'], ['two']]);
    journal.forget();
    expect(files().map(idsIn).sort()).toEqual([[], ['two']]);
    journal.turn();
    journal.append([usageRow('three')]);
    expect(files().map(idsIn).sort()).toEqual([['three'], ['two']]);
    journal.close();
  });

  it('writes each record as one line, and nothing else, in every file that it begins', () => {
    const { directory, journal, files } = setup();
    const textOf = (...rows: ReturnType<typeof usageRow>[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const texts = () =>
      files()
        .map((name) => readFileSync(join(directory, name), 'utf8'))
        .sort();
    journal.append([usageRow('one'), usageRow('two')]);
    journal.append([usageRow('three')]);
    expect(texts()).toEqual(['', textOf(usageRow('one'), usageRow('two'), usageRow('three'))]);
    journal.turn();
    journal.forget();
    journal.turn();
    journal.append([usageRow('four')]);
    expect(texts()).toEqual(['', textOf(usageRow('four'))]);
    journal.close();
  });

  it('lets its files go when it is closed, so that a process that goes on does not run out of them', () => {
    const { journal } = setup();
    journal.append([usageRow('kept')]);
    expect(disk.open.size).toBe(2);
    journal.close();
    expect(disk.open.size).toBe(0);
  });

  it('is closed without a word when somebody removed its files', () => {
    const { directory, journal } = setup();
    journal.append([usageRow('taken')]);
    journal.turn();
    journal.forget();
    rmSync(directory, { recursive: true });
    expect(() => journal.close()).not.toThrow();
  });

  it('refuses more than 50,000 records to a file whose records nothing takes, and goes on when they were taken', () => {
    const { journal, files, idsIn } = setup();
    journal.append(many(49_999));
    expect(() => journal.append(many(2))).toThrow(/full/);
    journal.append([usageRow('last')]);
    expect(() => journal.append([usageRow('one more')])).toThrow(/full/);
    journal.turn();
    journal.append([usageRow('other file')]);
    journal.forget();
    journal.turn();
    journal.append(many(50_000));
    expect(
      files()
        .map((name) => idsIn(name).length)
        .sort(),
    ).toEqual([1, 50_000]);
    journal.close();
  });

  it('leaves nothing when it is closed empty, and all it holds when it is not', async () => {
    const { directory, journal, taken, files } = setup();
    journal.append([usageRow('kept')]);
    journal.turn();
    journal.append([usageRow('taken')]);
    journal.turn();
    journal.forget();
    journal.close();
    journal.close();
    expect(files()).toHaveLength(2);
    expect(await taken()).toEqual([['kept']]);
    expect(readdirSync(directory)).toEqual([]);
    const other = new UsageJournal({ directory });
    other.append([usageRow('x')]);
    other.turn();
    other.forget();
    other.close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('begins a new pair of files when it is used again after it was closed', async () => {
    const { journal, taken } = setup();
    journal.append([usageRow('before')]);
    journal.close();
    journal.append([usageRow('after')]);
    expect(await taken()).toEqual([['before']]);
    journal.close();
    expect(await taken()).toEqual([['after']]);
  });
});

describe('a disk', () => {
  it('that takes a record in pieces has it whole, whatever its length', () => {
    const { journal, files, idsIn } = setup();
    disk.room = 100_000;
    const ids = ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff', 'ggggggg'];
    for (const id of ids) journal.append([usageRow(id)]);
    expect(idsIn(files()[0]!)).toEqual(ids);
    journal.close();
  });

  it('that is full in the middle of a record keeps what was there before, and nothing of the record', () => {
    const { journal, files, idsIn } = setup();
    journal.append([usageRow('before')]);
    disk.room = 20;
    expect(() => journal.append([usageRow('full')])).toThrow('no space left');
    disk.room = null;
    journal.append([usageRow('after')]);
    expect(idsIn(files()[0]!)).toEqual(['before', 'after']);
    journal.close();
  });

  it('that is full is written to the reserve, which is given up for it', () => {
    const { directory, files, idsIn } = setup();
    let reserves = 1;
    const releaseReserve = () => {
      disk.room = null;
      return reserves-- > 0;
    };
    const journal = new UsageJournal({ directory, releaseReserve });
    disk.room = 20;
    journal.append([usageRow('full')]);
    expect(idsIn(files()[0]!)).toEqual(['full']);
    disk.room = 20;
    expect(() => journal.append([usageRow('too full')])).toThrow('no space left');
    disk.room = null;
    journal.close();
  });

  it('that cannot even take back half a record loses that record alone', async () => {
    const { journal, taken } = setup();
    Object.assign(disk, { room: 20, canCut: false });
    expect(() => journal.append([usageRow('torn')])).toThrow('no space left');
    Object.assign(disk, { room: null, canCut: true });
    journal.append([usageRow('one')]);
    journal.append([usageRow('two')]);
    journal.close();
    expect(await taken()).toEqual([['one', 'two']]);
  });
});

describe('what a process that is gone left behind', () => {
  it('is taken in batches of 500, each record once', async () => {
    const { directory, taken } = setup();
    writeFileSync(join(directory, 'gone.lock'), '');
    writeFileSync(
      join(directory, 'gone.0.jsonl'),
      many(1_000)
        .map((row) => JSON.stringify(row))
        .join('\n'),
    );
    writeFileSync(join(directory, 'gone.1.jsonl'), `${JSON.stringify(usageRow('later'))}\n`);
    const batches = await taken();
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 1]);
    expect(new Set(batches.flat()).size).toBe(1_001);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('stays, and can be taken later, when the database does not take it', async () => {
    const { directory, journal, taken, files } = setup();
    writeFileSync(join(directory, 'gone.lock'), '');
    writeFileSync(join(directory, 'gone.0.jsonl'), JSON.stringify(usageRow('one')));
    const away = journal.takeOver(() => Promise.reject(new Error('no database')));
    await expect(away).rejects.toThrow('no database');
    expect(files()).toEqual(['gone.0.jsonl']);
    expect(await taken()).toEqual([['one']]);
  });

  it('fails no start when somebody removes it while it is taken', async () => {
    const { directory, journal, files } = setup();
    writeFileSync(join(directory, 'gone.lock'), '');
    writeFileSync(join(directory, 'gone.0.jsonl'), JSON.stringify(usageRow('one')));
    const ids: string[] = [];
    await journal.takeOver(async (rows) => {
      ids.push(...rows.map(({ id }) => id));
      rmSync(join(directory, 'gone.0.jsonl'));
      rmSync(join(directory, 'gone.lock'));
    });
    expect([ids, files()]).toEqual([['one'], []]);
  });
});
