import { buffer } from 'node:stream/consumers';
import type { OcrPdfPage } from '@parley/contract';
import type { DocumentSource } from '@parley/documents';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { DonePage, PageKeeper } from './ocr-run-types.ts';

interface Run {
  workspaceId: string;
  id: string;
}

/** The blobs of runs: the PDF while it is read, a page each as soon as it is done, and the texts of all at the end. */
export class OcrRunStore {
  readonly #blobs: BlobStore;

  constructor({ blobs }: { blobs: BlobStore }) {
    this.#blobs = blobs;
  }

  async putSource(run: Run, bytes: Uint8Array): Promise<void> {
    await this.#blobs.put(keyOf(run, 'source.pdf'), bytes);
  }

  /** Null once it is gone. */
  async source(run: Run): Promise<DocumentSource | null> {
    const key = keyOf(run, 'source.pdf');
    const path = this.#blobs.localPath(key);
    if (path !== null) return (await this.hasSource(run)) ? { path } : null;
    const found = await this.#blobs.get(key);
    return found && { bytes: await buffer(found.body) };
  }

  async hasSource(run: Run): Promise<boolean> {
    return (await this.#blobs.stat(keyOf(run, 'source.pdf'))) !== null;
  }

  async forgetSource(run: Run): Promise<void> {
    await this.#blobs.delete(keyOf(run, 'source.pdf'));
  }

  keeper(run: Run): PageKeeper {
    return {
      recall: (number) => this.page(run, number),
      keep: async (done) => {
        await this.#blobs.put(pageKey(run, done.page.page_number), Buffer.from(JSON.stringify(done)));
      },
    };
  }

  /** A page with its boxes and words, as this service wrote it; null when it is not done. */
  async page(run: Run, number: number): Promise<DonePage | null> {
    const found = await this.#blobs.get(pageKey(run, number));
    return found && JSON.parse((await buffer(found.body)).toString());
  }

  /** Writes the texts of all pages that are done as the result. */
  async putResult(run: Run, pages: number): Promise<void> {
    const texts: OcrPdfPage[] = [];
    for (let number = 1; number <= pages; number++) {
      const done = await this.page(run, number);
      if (!done) continue;
      const { raw_response: _, ...page } = done.page;
      texts.push(page);
    }
    await this.#blobs.put(keyOf(run, 'result.json'), Buffer.from(JSON.stringify(texts)));
  }

  /** The texts of all pages that are done, without boxes and words. */
  async result(run: Run): Promise<OcrPdfPage[]> {
    const found = await this.#blobs.get(keyOf(run, 'result.json'));
    return found ? JSON.parse((await buffer(found.body)).toString()) : [];
  }

  async forget(run: Run): Promise<void> {
    await this.#blobs.deletePrefix(keyOf(run, ''));
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.#blobs.deletePrefix(`ocr-runs/${workspaceId}/`);
  }
}

const keyOf = (run: Run, name: string): string => `ocr-runs/${run.workspaceId}/${run.id}/${name}`;
const pageKey = (run: Run, number: number): string => keyOf(run, `pages/${number}.json`);
