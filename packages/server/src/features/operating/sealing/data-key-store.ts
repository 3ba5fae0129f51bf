import { randomBytes } from 'node:crypto';
import type { Db } from '../../../db/open-database.ts';
import { type DataKey, DataKeys } from '../../../lib/data-keys.ts';
import type { KeyWrapper } from '../../../ports/key-wrapper.ts';

/** The stored data keys, opened. */
export class DataKeyStore {
  readonly #db: Db;
  readonly #wrapper: KeyWrapper;
  /** Opened ones by what is stored: a key management service is asked once for each. */
  readonly #opened = new Map<string, Buffer>();

  /** `db` does not seal itself. */
  constructor(parts: { db: Db; wrapper: KeyWrapper }) {
    this.#db = parts.db;
    this.#wrapper = parts.wrapper;
  }

  /**
   * Makes the first key. Where the operator's key is a new one, makes another, and seals those of before with it, too, so that the old one can
   * go. Throws when the operator's key is not what sealed them.
   */
  async open(): Promise<DataKeys> {
    if ((await this.#rows()).length === 0) await this.add();
    const keys = new DataKeys(await this.#load(), () => this.#load());
    const older: { id: string; wrapped: string }[] = [];
    for (const row of await this.#rows()) if (!(await this.#wrapper.isNewest(row.wrapped))) older.push(row);
    if (older.length === 0) return keys;
    await this.add();
    for (const { id, wrapped } of older) {
      const anew = await this.#wrapper.wrap(await this.#unwrap(wrapped));
      await this.#db.updateTable('data_keys').set({ wrapped: anew }).where('id', '=', id).execute();
    }
    await keys.renew();
    return keys;
  }

  /** A new key, which seals from now on. Those before stay, to open what is still sealed with them. */
  async add(): Promise<void> {
    const wrapped = await this.#wrapper.wrap(randomBytes(32));
    const newest = (await this.#rows()).at(-1)?.created_at ?? 0;
    const row = { id: randomBytes(8).toString('hex'), wrapped, created_at: Math.max(Date.now(), newest + 1) };
    await this.#db.insertInto('data_keys').values(row).execute();
  }

  async #load(): Promise<DataKey[]> {
    const keys: DataKey[] = [];
    for (const { id, wrapped } of await this.#rows()) keys.push({ id, key: await this.#unwrap(wrapped) });
    return keys;
  }

  #rows() {
    return this.#db.selectFrom('data_keys').selectAll().orderBy('created_at').orderBy('id').execute();
  }

  async #unwrap(wrapped: string): Promise<Buffer> {
    const key = this.#opened.get(wrapped) ?? (await this.#wrapper.unwrap(wrapped));
    if (key === null) {
      throw new Error(
        'what is stored is sealed with another key than SEALING_KEY (or SEALING_KEY_COMMAND) gives. Put the key of before back, as the ' +
          'last one to change over: SEALING_KEY=new,old. Without it nothing that was sealed can be opened.',
      );
    }
    this.#opened.set(wrapped, key);
    return key;
  }
}

/** Throws when something is sealed and no key is set: what is stored could not be read. */
export async function requireSealingKey(db: Db): Promise<void> {
  const row = await db.selectFrom('data_keys').select('id').limit(1).executeTakeFirst();
  if (!row) return;
  throw new Error(
    'what is stored is sealed: set SEALING_KEY or SEALING_KEY_COMMAND to the key that it was sealed with. Sealing cannot be taken away again.',
  );
}
