import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type FileLock, tryLock } from '../../../db/directory-lock.ts';
import { isDiskFull } from '../../../lib/disk-full.ts';
import { randomBase62 } from '../../../lib/ids.ts';
import { parseUsageRow, type UsageRow } from './usage-row.ts';

/** Records of one file; with its twin the most that waits for a database that does not take them. */
const maxRecords = 50_000;
const lockEnding = '.lock';

/** One of the two files of a process: while the database takes in what one holds, the other one is written. */
interface Segment {
  descriptor: number;
  sizeBytes: number;
  records: number;
  /** A write broke off and could not be taken back, so the next one begins with a line of its own. */
  isTorn: boolean;
}

/**
 * Usage records on disk, one line of JSON each, appended in one write. What is appended survives the death of the process at
 * any moment (not that of the machine: nothing waits for the disk). Every process writes files of its own, claimed by a lock
 * that ends with it; what a dead process left is found by the next one that starts on the directory.
 */
export class UsageJournal {
  readonly #directory: string;
  /** Makes room on a full disk; false when there is none to make. */
  readonly #releaseReserve: () => boolean;
  #own: { name: string; lock: FileLock; segments: [Segment, Segment] } | null = null;
  /** Index of the segment that is written. */
  #active: 0 | 1 = 0;

  constructor({ directory, releaseReserve }: { directory: string; releaseReserve?: () => boolean }) {
    this.#directory = directory;
    this.#releaseReserve = releaseReserve ?? (() => false);
  }

  /** Resolves nothing later: when it returns, the records are with the operating system. Throws when the disk is full, and the reserve is given up. */
  append(rows: readonly UsageRow[]): void {
    try {
      this.#append(rows);
    } catch (error) {
      if (!isDiskFull(error) || !this.#releaseReserve()) throw error;
      this.#append(rows);
    }
  }

  #append(rows: readonly UsageRow[]): void {
    this.#own ??= this.#open();
    const segment = this.#own.segments[this.#active];
    if (segment.records + rows.length > maxRecords) throw new Error('the journal of usage records is full');
    let text = segment.isTorn ? '\n' : '';
    for (const row of rows) text += `${JSON.stringify(row)}\n`;
    const bytes = Buffer.from(text);
    try {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(segment.descriptor, bytes, written, bytes.length - written);
      }
    } catch (error) {
      takeBack(segment);
      throw error;
    }
    segment.isTorn = false;
    segment.sizeBytes += bytes.length;
    segment.records += rows.length;
  }

  /** From now on the other file is written. The one that was written so far stays until `forget`. */
  turn(): void {
    this.#active = this.#active === 0 ? 1 : 0;
  }

  /** Empties the file that is not written: all it held is in the database. */
  forget(): void {
    const segment = this.#own?.segments[this.#active === 0 ? 1 : 0];
    if (segment === undefined || segment.sizeBytes === 0) return;
    ftruncateSync(segment.descriptor, 0);
    Object.assign(segment, { sizeBytes: 0, records: 0, isTorn: false });
  }

  /** Hands over what processes that are gone left behind; it is removed once it was taken. A line cut short is left out. */
  async takeOver(take: (rows: UsageRow[]) => Promise<void>): Promise<void> {
    if (!existsSync(this.#directory)) return;
    for (const file of readdirSync(this.#directory)) {
      if (!file.endsWith(lockEnding)) continue;
      const lock = tryLock(join(this.#directory, file), () => null);
      // Its process is alive and loads its records itself.
      if (lock === null) continue;
      try {
        const name = file.slice(0, -lockEnding.length);
        for (const index of [0, 1] as const) await takeFile(this.#path(name, index), take);
        rmSync(join(this.#directory, file), { force: true });
      } finally {
        lock.release();
      }
    }
  }

  /** Removes the files when they are empty; otherwise they stay for the next start. */
  close(): void {
    const own = this.#own;
    if (own === null) return;
    this.#own = null;
    const isEmpty = own.segments.every((segment) => segment.records === 0);
    for (const [index, segment] of own.segments.entries()) {
      closeSync(segment.descriptor);
      if (isEmpty) rmSync(this.#path(own.name, index), { force: true });
    }
    if (isEmpty) rmSync(join(this.#directory, own.name + lockEnding), { force: true });
    own.lock.release();
  }

  #open() {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    const name = randomBase62(16);
    const lockFile = join(this.#directory, name + lockEnding);
    // Locked before it gets its name, so that nobody can take it for one whose process is gone.
    const lock = tryLock(`${lockFile}.new`, (cause) => {
      throw new Error('the lock of a new journal is held', { cause });
    });
    renameSync(`${lockFile}.new`, lockFile);
    const segment = (index: number): Segment => ({
      descriptor: openSync(this.#path(name, index), 'a', 0o600),
      sizeBytes: 0,
      records: 0,
      isTorn: false,
    });
    const segments: [Segment, Segment] = [segment(0), segment(1)];
    return { name, lock, segments };
  }

  #path(name: string, index: number): string {
    return join(this.#directory, `${name}.${index}.jsonl`);
  }
}

/** A write that broke off (the disk is full) leaves no half line. */
function takeBack(segment: Segment): void {
  try {
    ftruncateSync(segment.descriptor, segment.sizeBytes);
  } catch {
    segment.isTorn = true;
  }
}

const takenAtOnce = 500;

async function takeFile(path: string, take: (rows: UsageRow[]) => Promise<void>): Promise<void> {
  if (!existsSync(path)) return;
  const rows = readFileSync(path, 'utf8').split('\n').flatMap(parseUsageRow);
  for (let start = 0; start < rows.length; start += takenAtOnce) await take(rows.slice(start, start + takenAtOnce));
  rmSync(path, { force: true });
}
