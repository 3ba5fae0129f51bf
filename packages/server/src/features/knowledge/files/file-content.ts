import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isJsonObject, type JsonObject } from '@parley/contract';
import type { PageMemory, PageText, ReadDocument, SheetData } from '@parley/documents';
import { temporaryFile } from '../../../lib/temporary.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { FileRow } from './file-repository.ts';

/** What else is known of a ready file's text. */
export interface FileStructure {
  pageStarts: number[];
  outline: ReadDocument['outline'];
  /** Without their cells. */
  sheets: Omit<SheetData, 'packed'>[];
  indexParts: number;
  /** When what begins at an offset is said; absent for what nobody says. */
  times?: NonNullable<ReadDocument['times']>;
}

/** The blobs of one file: the original, its text, structure, sheets and index, under one prefix. */
export class FileContent {
  readonly #blobs: BlobStore;

  constructor(parts: { blobs: BlobStore }) {
    this.#blobs = parts.blobs;
  }

  static path(file: { workspaceId: string; id: string }, part: string): string {
    return `files/${file.workspaceId}/${file.id}/${part}`;
  }

  /** The blob with the bytes of a stored file. */
  static original(row: FileRow): string {
    return FileContent.path({ workspaceId: row.workspace_id, id: row.id }, row.original ?? 'original');
  }

  /** Writes everything that was read. The structure comes last: with it the file is complete. */
  async write(
    file: { workspaceId: string; id: string },
    document: ReadDocument,
    index: readonly Uint8Array[],
    signal: AbortSignal,
  ): Promise<void> {
    const put = (part: string, bytes: Uint8Array) => this.#blobs.put(FileContent.path(file, part), bytes, { signal });
    await put('text.md', Buffer.from(document.text));
    for (const [number, sheet] of document.sheets.entries()) await put(`sheet-${number}`, sheet.packed);
    for (const [number, part] of index.entries()) await put(`index-${number}`, part);
    const structure: FileStructure = {
      pageStarts: document.pageStarts,
      outline: document.outline,
      sheets: document.sheets.map(({ name, columns, rowCount }) => ({ name, columns, rowCount })),
      indexParts: index.length,
      ...(document.times && { times: document.times }),
    };
    await put('structure.json', Buffer.from(JSON.stringify(structure)));
  }

  async text(file: { workspaceId: string; id: string }): Promise<string | null> {
    const bytes = await this.#read(file, 'text.md');
    return bytes?.toString('utf8') ?? null;
  }

  async structure(file: { workspaceId: string; id: string }): Promise<FileStructure | null> {
    const bytes = await this.#read(file, 'structure.json');
    if (!bytes) return null;
    try {
      const value: FileStructure & JsonObject = JSON.parse(bytes.toString('utf8'));
      return isJsonObject(value) ? value : null;
    } catch {
      // A damaged blob is as good as none.
      return null;
    }
  }

  /**
   * Hands over the path of a sheet's rows, for as long as `use` takes: of the blob itself, or of a copy when the store is
   * elsewhere. Null when there is no such sheet.
   */
  async withSheet<Result>(
    file: { workspaceId: string; id: string },
    number: number,
    use: (path: string) => Promise<Result>,
  ): Promise<Result | null> {
    const key = FileContent.path(file, `sheet-${number}`);
    const local = this.#blobs.localPath(key);
    if (local !== null) return existsSync(local) ? await use(local) : null;
    const found = await this.#blobs.get(key);
    if (!found) return null;
    const path = temporaryFile('file');
    try {
      await pipeline(found.body, createWriteStream(path, { mode: 0o600 }));
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** What was made of a file later on and lies beside its text; null when it was not. */
  async part(file: { workspaceId: string; id: string }, name: string): Promise<Buffer | null> {
    return await this.#read(file, name);
  }

  async putPart(
    file: { workspaceId: string; id: string },
    name: string,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#blobs.put(FileContent.path(file, name), bytes, { signal });
  }

  /** Pages that were recognised, for as long as the file is not ready. */
  pageMemory(file: { workspaceId: string; id: string }): PageMemory {
    const name = (page: number) => `pages/${page}.json`;
    return {
      recall: async (page) => {
        const kept: unknown = JSON.parse((await this.#read(file, name(page)))?.toString('utf8') ?? 'null');
        return isPageText(kept) ? kept : null;
      },
      keepLayout: async (page, layout) => {
        await this.#blobs.put(FileContent.path(file, layoutPart(page)), Buffer.from(JSON.stringify(layout)));
      },
      keep: async (page, text) => {
        await this.#blobs.put(FileContent.path(file, name(page)), Buffer.from(JSON.stringify(text)));
      },
    };
  }

  /** What was heard in a file, for as long as it is not ready; null for what was not. */
  async heard(file: { workspaceId: string; id: string }): Promise<JsonObject | null> {
    const kept: unknown = JSON.parse((await this.#read(file, heardPart))?.toString('utf8') ?? 'null');
    return isJsonObject(kept) ? kept : null;
  }

  async keepHeard(file: { workspaceId: string; id: string }, heard: object): Promise<void> {
    await this.#blobs.put(FileContent.path(file, heardPart), Buffer.from(JSON.stringify(heard)));
  }

  /** Where the words of a page stand that was read by OCR; null for others. */
  async layout(file: { workspaceId: string; id: string }, page: number): Promise<JsonObject | null> {
    const kept: unknown = JSON.parse((await this.#read(file, layoutPart(page)))?.toString('utf8') ?? 'null');
    return isJsonObject(kept) ? kept : null;
  }

  async forgetPages(file: { workspaceId: string; id: string }): Promise<void> {
    await this.#blobs.deletePrefix(FileContent.path(file, 'pages/'));
  }

  async index(file: { workspaceId: string; id: string }, number: number): Promise<Uint8Array | null> {
    return await this.#read(file, `index-${number}`);
  }

  async #read(file: { workspaceId: string; id: string }, part: string): Promise<Buffer | null> {
    return await this.#blobs.read(FileContent.path(file, part));
  }
}

/** Among the pages, which are forgotten when the file is ready. */
const heardPart = 'pages/heard.json';
const layoutPart = (page: number): string => `layout-${page}.json`;

function isPageText(value: unknown): value is PageText {
  if (!isJsonObject(value)) return false;
  const { markdown, method, confidence } = value;
  return typeof markdown === 'string' && typeof method === 'string' && /^(number|undefined)$/.test(typeof confidence);
}
