import { Readable } from 'node:stream';
import type { FileAnswer } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import type { GuardedFetcher } from '../../../outbound/guard/guarded-fetcher.ts';
import type { Call } from '../../../ports/call.ts';
import type { FileService } from './file-service.ts';

export interface FetchRequest {
  url: string;
  filename?: string;
  expires_in?: number;
  wait_ms?: number;
}

const fetchMs = 120_000;

/** What extension a file gets that has none in its address. */
const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'text/html': 'html',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/webm': 'webm',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
};

/** Files that are fetched from an address instead of being sent. */
export class FetchedUpload {
  readonly #files: FileService;
  readonly #fetcher: GuardedFetcher;
  readonly #maxBytes: number;

  constructor(parts: { files: FileService; fetcher: GuardedFetcher; maxBytes: number }) {
    this.#files = parts.files;
    this.#fetcher = parts.fetcher;
    this.#maxBytes = parts.maxBytes;
  }

  /** Throws `url_not_allowed` for an address that can never be fetched. */
  check(url: string): void {
    this.#fetcher.check(url);
  }

  /** Fetches through the outbound guard and goes on as an upload. */
  async store(call: Call, request: FetchRequest): Promise<FileAnswer> {
    const { body, filename, mediaType } = await this.#fetch(request.url, call.signal);
    const file = await this.#files.accept(call, body, { filename: request.filename ?? filename, mediaType });
    return await this.#files.begin(call, file, {
      ...(request.expires_in !== undefined && { expiresInSeconds: request.expires_in }),
      ...(request.wait_ms !== undefined && { waitMs: request.wait_ms }),
    });
  }

  /** Fetches the bytes of a reserved file and begins its processing. */
  async fill(
    file: { workspaceId: string; id: string; keyId: string },
    url: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { body, filename } = await this.#fetch(url, signal);
    const accepted = await this.#files.fill(file, body, { signal });
    const { workspaceId, keyId, id: requestId } = file;
    await this.#files.begin({ workspaceId, keyId, requestId, signal }, accepted, { filename, waitMs: 0 });
  }

  async #fetch(url: string, signal: AbortSignal) {
    const answer = await this.#fetcher.fetch(url, { signal, timeoutMs: fetchMs, maxBytes: this.#maxBytes });
    if (answer.status < 200 || answer.status > 299) {
      throw new AppError('url_unreachable', `The address answered with status ${answer.status}.`);
    }
    const mediaType = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    return { body: Readable.from([answer.body]), filename: nameOf(answer.url, mediaType), mediaType };
  }
}

/** The last part of the path, with an extension by the media type where a page's address has none that says anything. */
function nameOf(address: string, mediaType: string | undefined): string {
  const { pathname, hostname } = new URL(address);
  let last = pathname.split('/').filter(Boolean).at(-1) ?? hostname;
  try {
    last = decodeURIComponent(last);
  } catch {
    // Not every path is well-formed; then it is taken as it stands.
  }
  const extension = extensions[mediaType ?? ''];
  const name = last.replaceAll(/[\\/]/g, '_').slice(0, 200);
  if (extension === undefined || name.toLowerCase().endsWith(`.${extension}`)) return name;
  // `report.php` that answers with a PDF is a PDF; `data.csv` sent as text/plain stays what its name says.
  const isTelling = mediaType !== 'text/plain' || !/\.[a-z0-9]{1,5}$/i.test(name);
  return isTelling ? `${name}.${extension}` : name;
}
