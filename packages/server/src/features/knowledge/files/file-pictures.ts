import { buffer } from 'node:stream/consumers';
import type { DocumentSource, PdfEngine } from '@parley/documents';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { DocumentPicture } from '../../../ports/language-model.ts';
import { FileContent } from './file-content.ts';
import type { FileRepository, FileRow } from './file-repository.ts';

export interface PicturesRequest {
  workspaceId: string;
  fileIds: readonly string[];
  /** Pages of PDFs, from 1, that are wanted as pictures. Default: none. */
  pages?: readonly number[];
  signal: AbortSignal;
}

/** What vendors take of one picture, and what one request carries of all. */
const largestBytes = 3_700_000;
const largestTotalBytes = 24_000_000;
const mostPictures = 20;
/** A page at this many dots per inch can be read by a model and stays within what it looks at. */
const pageDpi = 110;
const mediaTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Files as pictures, for models that can see: images as they are, pages of PDFs on request. */
export class FilePictures {
  readonly #files: Pick<FileRepository, 'find'>;
  readonly #blobs: BlobStore;
  readonly #pdfs: PdfEngine;

  constructor(parts: { files: Pick<FileRepository, 'find'>; blobs: BlobStore; pdfs: PdfEngine }) {
    this.#files = parts.files;
    this.#blobs = parts.blobs;
    this.#pdfs = parts.pdfs;
  }

  /**
   * The pictures by file id, as far as vendors take them; what is too large, beyond the limits or not there has none and
   * is left to its text.
   */
  async of({ workspaceId, fileIds, pages = [], signal }: PicturesRequest): Promise<Map<string, DocumentPicture[]>> {
    const found = new Map<string, DocumentPicture[]>();
    let [count, left] = [0, largestTotalBytes];
    for (const row of await this.#files.find(workspaceId, [...fileIds])) {
      // What is still being read is what its sender says it is.
      const isImage = row.kind === 'image' || (row.kind === null && mediaTypes.has(row.media_type ?? ''));
      const pictures = isImage ? await this.#image(row) : await this.#pages(row, pages, signal);
      for (const picture of pictures) {
        const size = (picture.base64.length * 3) / 4;
        if (count >= mostPictures || size > left) break;
        count++;
        left -= size;
        found.set(row.id, [...(found.get(row.id) ?? []), picture]);
      }
    }
    return found;
  }

  async #image(row: FileRow): Promise<DocumentPicture[]> {
    const mediaType = row.media_type ?? '';
    const key = FileContent.original(row);
    const known = mediaTypes.has(mediaType) ? await this.#blobs.stat(key) : null;
    if (known === null || known.sizeBytes > largestBytes) return [];
    const blob = await this.#blobs.get(key);
    return blob ? [{ label: '', mediaType, base64: (await buffer(blob.body)).toString('base64') }] : [];
  }

  async #pages(row: FileRow, wanted: readonly number[], signal: AbortSignal): Promise<DocumentPicture[]> {
    if (row.kind !== 'pdf' || wanted.length === 0 || row.status !== 'ready') return [];
    const key = FileContent.original(row);
    const path = this.#blobs.localPath(key);
    const blob = path === null ? await this.#blobs.get(key) : null;
    const source = path === null ? blob && { bytes: await buffer(blob.body) } : { path };
    if (!source) return [];
    const there = wanted.filter((page) => page <= (row.pages ?? Number.POSITIVE_INFINITY));
    return drawPages(this.#pdfs, source, { pages: there, signal });
  }
}

/** Pages of a PDF, from 1, as pictures, as far as vendors take them. */
export async function drawPages(
  pdfs: PdfEngine,
  source: DocumentSource,
  { pages, signal }: { pages: readonly number[]; signal: AbortSignal },
): Promise<DocumentPicture[]> {
  const pictures: DocumentPicture[] = [];
  // One after the other: a worker draws one page at a time anyway.
  for (const page of [...new Set(pages)].slice(0, mostPictures)) {
    const { png } = await pdfs.render(source, { page, dpi: pageDpi, signal });
    if (png.length > largestBytes) continue;
    const base64 = Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString('base64');
    pictures.push({ label: `page ${page}`, mediaType: 'image/png', base64 });
  }
  return pictures;
}
