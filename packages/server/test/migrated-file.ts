import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Database, openDatabase } from '../src/db/open-database.ts';

/*
 * An empty SQLite database with all its tables, made once for each process of tests: to make them takes half of a service's start. What
 * migrations do is tested where they are.
 */
let made: Promise<Uint8Array> | null = null;

/** Puts one into a data directory that has none. */
export async function putMigratedFile(dataDir: string): Promise<void> {
  const path = join(dataDir, 'parley.db');
  if (existsSync(path)) return;
  made ??= makeImage();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path, await made, { mode: 0o600 });
}

export async function openInMemory(): Promise<Database> {
  made ??= makeImage();
  return openDatabase({ dataDir: ':memory:', image: await made });
}

async function makeImage(): Promise<Uint8Array> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-migrated-'));
  try {
    await (await openDatabase({ dataDir })).close();
    const file = new DatabaseSync(join(dataDir, 'parley.db'));
    // Memory has no log beside it.
    file.exec('PRAGMA journal_mode = DELETE');
    const image = file.serialize();
    file.close();
    return image;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
