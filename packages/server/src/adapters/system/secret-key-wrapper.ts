import { createHash } from 'node:crypto';
import { openText, sealText } from '../../lib/sealed-text.ts';
import { deriveKey } from '../../lib/secrets.ts';
import type { KeyWrapper } from '../../ports/key-wrapper.ts';

const purpose = 'data keys';

/** Seals data keys with secrets of the operator's, newest first. What it makes is `<id of the secret>.<sealed key>`. */
export class SecretKeyWrapper implements KeyWrapper {
  readonly #load: () => Promise<readonly string[]>;

  constructor(load: () => Promise<readonly string[]>) {
    this.#load = load;
  }

  async wrap(dataKey: Buffer): Promise<string> {
    const secrets = await this.#load();
    return `${idOf(secrets[0])}.${sealText(dataKey.toString('base64url'), secrets, purpose, '')}`;
  }

  async unwrap(wrapped: string): Promise<Buffer | null> {
    const opened = openText(wrapped.split('.')[1] ?? '', await this.#load(), purpose, '');
    return opened === null ? null : Buffer.from(opened, 'base64url');
  }

  async isNewest(wrapped: string): Promise<boolean> {
    return wrapped.startsWith(`${idOf((await this.#load())[0])}.`);
  }
}

const idOf = (secret = ''): string =>
  createHash('sha256').update('key id').update(deriveKey(secret, purpose)).digest('hex').slice(0, 12);
