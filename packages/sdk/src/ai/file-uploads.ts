import type { Parley } from '../parley.ts';

const dayInSeconds = 86_400;
/** Files whose ids are remembered, so that every turn of a conversation does not upload them again. */
const remembered = 100;

/** Uploads the files of prompts, each once, for a day. */
export class FileUploads {
  readonly #client: Parley;
  readonly #ids = new Map<string, Promise<string>>();

  constructor(client: Parley) {
    this.#client = client;
  }

  /** The id of a file with this content. */
  async idOf(bytes: Uint8Array<ArrayBuffer>, filename: string, signal: AbortSignal | undefined): Promise<string> {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const key = `${filename} ${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    const known = this.#ids.get(key);
    if (known) return known;
    const uploading = this.#upload(bytes, filename, signal);
    this.#ids.set(key, uploading);
    uploading.catch(() => this.#ids.delete(key));
    const [oldest] = this.#ids.keys();
    if (this.#ids.size > remembered && oldest !== undefined) this.#ids.delete(oldest);
    return uploading;
  }

  async #upload(bytes: Uint8Array<ArrayBuffer>, filename: string, signal: AbortSignal | undefined): Promise<string> {
    const file = await this.#client.files.upload(bytes, { filename, signal, expiresInSeconds: dayInSeconds });
    return file.file_id;
  }
}
