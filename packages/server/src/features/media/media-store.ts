import type { Readable } from 'node:stream';
import { AppError } from '../../lib/app-error.ts';
import type { UrlSigner } from '../../lib/signed-url.ts';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Clock } from '../../ports/clock.ts';

const hourMs = 60 * 60_000;
/** Addresses work for an hour. */
const validMs = hourMs;
/** Folders that a sweep looks back on after a start: what was left while the service was down. */
const farHours = 14 * 24;
const nearHours = 3;

const mediaTypes: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', mp4: 'video/mp4' };

export interface MediaStoreParts {
  blobs: BlobStore;
  signer: UrlSigner;
  clock: Clock;
}

export interface KeptMedia {
  /** Where the bytes are: a key of the blob store. */
  key: string;
  /** When the address ends to work, in milliseconds. */
  expiresAt: number;
}

export interface MediaBytes {
  body: Readable;
  mediaType: string;
  /** Of the whole. */
  sizeBytes: number;
  range: { start: number; end: number } | null;
}

/** Keeps what was made for an hour, in folders by hour so that a sweep needs no list of them. */
export class MediaStore {
  readonly #parts: MediaStoreParts;
  #isSwept = false;

  constructor(parts: MediaStoreParts) {
    this.#parts = parts;
  }

  /** `name` ends in `.jpg`, `.png` or `.mp4`. */
  async keep(media: { workspaceId: string; id: string; name: string; bytes: Uint8Array }): Promise<KeptMedia> {
    const now = this.#parts.clock.now();
    const key = `${folderOf(now)}/${media.workspaceId}/${media.id}/${media.name}`;
    await this.#parts.blobs.put(key, media.bytes, { contentType: typeOf(media.name) });
    return { key, expiresAt: now + validMs };
  }

  /** The address of what is kept, or null once it has expired. */
  address({ key, expiresAt }: KeptMedia, origin: string): string | null {
    if (expiresAt <= this.#parts.clock.now()) return null;
    const [id, name] = key.split('/').slice(-2);
    const token = `${Buffer.from(key).toString('base64url')}.${this.#parts.signer.sign(key, expiresAt)}`;
    return `${origin}/v1/media/${id}/${name}?token=${token}`;
  }

  /** Throws `forbidden` for an altered address and `not_found` for one that no longer works. */
  async open(id: string, name: string, token: string, rangeHeader?: string): Promise<MediaBytes> {
    const dot = token.indexOf('.');
    const key = Buffer.from(token.slice(0, dot), 'base64url').toString();
    const verdict = this.#parts.signer.verify(token.slice(dot + 1), key, this.#parts.clock.now());
    if (verdict === 'invalid' || !key.endsWith(`/${id}/${name}`)) {
      throw new AppError('forbidden', 'This address was altered or belongs to something else.');
    }
    const gone = new AppError('not_found', 'This address no longer works. Addresses of media work for one hour.');
    if (verdict === 'expired') throw gone;
    const size = (await this.#parts.blobs.stat(key))?.sizeBytes;
    const range = size === undefined ? null : readRange(rangeHeader, size);
    const blob = size === undefined ? null : await this.#parts.blobs.get(key, range ?? undefined);
    if (!blob || size === undefined) throw gone;
    return { body: blob.body, mediaType: typeOf(name), sizeBytes: size, range };
  }

  /** Deletes what is older than its addresses. */
  async sweep(): Promise<void> {
    const now = this.#parts.clock.now();
    const hours = this.#isSwept ? nearHours : farHours;
    for (let age = 2; age < 2 + hours; age++) await this.#parts.blobs.deletePrefix(`${folderOf(now - age * hourMs)}/`);
    this.#isSwept = true;
  }

  /** Deletes what was made under one id, as far as it is there still. */
  async forget({ workspaceId, id }: { workspaceId: string; id: string }): Promise<void> {
    const now = this.#parts.clock.now();
    for (let age = 0; age < nearHours; age++) {
      await this.#parts.blobs.deletePrefix(`${folderOf(now - age * hourMs)}/${workspaceId}/${id}/`);
    }
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    const now = this.#parts.clock.now();
    for (let age = 0; age < nearHours; age++) {
      await this.#parts.blobs.deletePrefix(`${folderOf(now - age * hourMs)}/${workspaceId}/`);
    }
  }
}

function folderOf(time: number): string {
  return `media/${new Date(time).toISOString().slice(0, 13)}`;
}

function typeOf(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** One range as in RFC 9110; anything else is answered with the whole. */
function readRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return start <= end ? { start, end } : null;
}
