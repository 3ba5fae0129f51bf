import { buffer } from 'node:stream/consumers';
import { OcrPageElement } from '@parley/contract';
import { Value } from 'typebox/value';
import { AppError } from '../../../lib/app-error.ts';
import type { UrlSigner } from '../../../lib/signed-url.ts';
import type { BlobStore } from '../../../ports/blob-store.ts';
import type { Clock } from '../../../ports/clock.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Addresses work for a day. */
const validMs = dayMs;
/** Days that the sweep looks back on, so that nothing stays after the service was down for a while. */
const sweptDays = 14;

export interface PageImageStoreParts {
  blobs: BlobStore;
  signer: UrlSigner;
  clock: Clock;
}

/** Keeps upright page images for a day, in folders by day so that a sweep needs no list of them. */
export class PageImageStore {
  readonly #parts: PageImageStoreParts;

  constructor(parts: PageImageStoreParts) {
    this.#parts = parts;
  }

  /** Stores a page and answers its addresses. `id` is the result's. */
  async keep(page: {
    origin: string;
    workspaceId: string;
    id: string;
    index: number;
    jpeg: Uint8Array;
    view: OcrPageElement;
  }): Promise<{ imageUrl: string; viewUrl: string }> {
    const { blobs, signer, clock } = this.#parts;
    const now = clock.now();
    const folder = folderOf(now, page.workspaceId, page.id);
    await blobs.put(`${folder}/${page.index}.jpg`, page.jpeg, { contentType: 'image/jpeg' });
    await blobs.put(`${folder}/${page.index}.json`, Buffer.from(JSON.stringify(page.view)));
    const token = encodeToken(folder, signer.sign(`${folder}/${page.index}`, now + validMs));
    const base = `${page.origin}/v1/ocr/results/${page.id}/pages/${page.index}`;
    return { imageUrl: `${base}/image?token=${token}`, viewUrl: `${base}/view?token=${token}` };
  }

  /** Throws `forbidden` for an altered address and `not_found` for one that no longer works. */
  async image(id: string, index: number, token: string): Promise<Buffer> {
    return this.#read(`${this.#open(id, index, token)}/${index}.jpg`);
  }

  async view(id: string, index: number, token: string): Promise<OcrPageElement> {
    const stored: unknown = JSON.parse((await this.#read(`${this.#open(id, index, token)}/${index}.json`)).toString());
    if (!Value.Check(OcrPageElement, stored))
      throw new AppError('not_found', 'The reading of this page is no longer kept.');
    return stored;
  }

  /** Deletes what is older than its addresses. */
  async sweep(): Promise<void> {
    const now = this.#parts.clock.now();
    for (let age = 2; age < 2 + sweptDays; age++)
      await this.#parts.blobs.deletePrefix(`ocr/${dayOf(now - age * dayMs)}/`);
  }

  /** Deletes what belongs to a workspace. */
  async forgetWorkspace(workspaceId: string): Promise<void> {
    const now = this.#parts.clock.now();
    for (let age = 0; age < 3; age++) {
      await this.#parts.blobs.deletePrefix(`ocr/${dayOf(now - age * dayMs)}/${workspaceId}/`);
    }
  }

  #open(id: string, index: number, token: string): string {
    const { folder, signature } = decodeToken(token);
    const verdict = this.#parts.signer.verify(signature, `${folder}/${index}`, this.#parts.clock.now());
    if (verdict === 'invalid' || !folder.endsWith(`/${id}`)) {
      throw new AppError('forbidden', 'This address was altered or belongs to another page.');
    }
    if (verdict === 'expired') throw new AppError('not_found', 'This address no longer works. Read the page again.');
    return folder;
  }

  async #read(key: string): Promise<Buffer> {
    const blob = await this.#parts.blobs.get(key);
    if (!blob) throw new AppError('not_found', 'The image of this page is no longer kept.');
    return buffer(blob.body);
  }
}

function folderOf(now: number, workspaceId: string, id: string): string {
  return `ocr/${dayOf(now)}/${workspaceId}/${id}`;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The folder travels in the token, because the address itself names neither day nor workspace. */
function encodeToken(folder: string, signature: string): string {
  return `${Buffer.from(folder).toString('base64url')}.${signature}`;
}

function decodeToken(token: string): { folder: string; signature: string } {
  const dot = token.indexOf('.');
  return { folder: Buffer.from(token.slice(0, dot), 'base64url').toString(), signature: token.slice(dot + 1) };
}
