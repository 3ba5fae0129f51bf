import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExactRow as Row } from '../../../db/exact-rows.ts';
import { temporaryFolder } from '../../../lib/temporary.ts';
import { version } from '../../../lib/version.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { ExportRepository } from './export-repository.ts';

/** Where the files of an export go. */
interface ExportTarget {
  add(name: string, sizeBytes: number, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
}

interface ExportedFile {
  name: string;
  size_bytes: number;
  sha256: string;
}

/** The last file of an export: what the others are. */
export interface ExportManifest {
  format: 1;
  /** Of the service. */
  version: string;
  created_at: string;
  workspace_id: string;
  user_id: string | null;
  tables: (ExportedFile & { table: string; rows: number })[];
  files: ExportedFile[];
}

interface ExportParts {
  repository: ExportRepository;
  /** Opened, as everything else uses it. */
  blobs: BlobStore;
  target: ExportTarget;
}

/** Writes everything that is stored of a workspace, or under the id of one of its end users, and a manifest with counts and checksums. */
export async function exportWorkspace(
  { repository, blobs, target }: ExportParts,
  { workspaceId, userId }: { workspaceId: string; userId?: string | undefined },
): Promise<ExportManifest> {
  if (!(await repository.hasWorkspace(workspaceId))) throw new Error(`There is no workspace ${workspaceId}`);
  const manifest: ExportManifest = {
    format: 1,
    version,
    created_at: new Date().toISOString(),
    workspace_id: workspaceId,
    user_id: userId ?? null,
    tables: [],
    files: [],
  };
  const folder = temporaryFolder('export');
  /** Of an end user: what has bytes has them under its id. */
  const ids = new Set<string>();
  try {
    for (const table of await repository.tables(userId !== undefined)) {
      const path = join(folder, table.name);
      const rows = await writeRows(noted(repository.rows(table, workspaceId, userId), ids), path);
      if (rows === 0) continue;
      const written = await addFile(target, `tables/${table.name}.jsonl`, path);
      manifest.tables.push({ table: table.name, rows, ...written });
      await rm(path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for await (const { key } of blobs.list()) {
    const segments = key.split('/');
    if (!segments.includes(workspaceId)) continue;
    if (userId !== undefined && !segments.some((segment) => ids.has(segment))) continue;
    const found = await blobs.get(key);
    // Null: deleted meanwhile.
    if (found) manifest.files.push(await add(target, { name: `blobs/${key}`, ...found }));
  }
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await target.add('manifest.json', bytes.length, [bytes]);
  return manifest;
}

async function* noted(batches: AsyncIterable<Row[]>, ids: Set<string>): AsyncGenerator<Row[]> {
  for await (const rows of batches) {
    for (const { id } of rows) if (typeof id === 'string') ids.add(id);
    yield rows;
  }
}

/** A row as JSON, in which whole numbers have all of their digits. */
export function lineOf(row: Row): string {
  const members = Object.entries(row).map(
    ([name, value]) => `${JSON.stringify(name)}:${typeof value === 'bigint' ? value : JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

async function writeRows(batches: AsyncIterable<Row[]>, path: string): Promise<number> {
  let count = 0;
  const lines = async function* () {
    for await (const rows of batches) {
      count += rows.length;
      for (const row of rows) yield `${lineOf(row)}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
  return count;
}

async function addFile(target: ExportTarget, name: string, path: string): Promise<ExportedFile> {
  return add(target, { name, sizeBytes: (await stat(path)).size, body: createReadStream(path) });
}

async function add(
  target: ExportTarget,
  { name, sizeBytes, body }: { name: string; sizeBytes: number; body: AsyncIterable<Uint8Array> },
): Promise<ExportedFile> {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const bytes of body) {
      hash.update(bytes);
      yield bytes;
    }
  };
  await target.add(name, sizeBytes, hashed());
  return { name, size_bytes: sizeBytes, sha256: hash.digest('hex') };
}
