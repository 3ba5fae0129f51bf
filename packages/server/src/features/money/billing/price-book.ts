import type { EnginePrice } from '@parley/contract';
import type { Db } from '../../../db/open-database.ts';
import type { ListedPrice } from './vendor-prices.ts';

const name = 'engine-prices';
/** Another process set one: it is known here within so long. */
const rereadMs = 5_000;
/** A price for each of the models of all vendors fits. */
const mostPrices = 2_000;

/** Prices of engines that people set while the service runs: for models whose vendor's price nobody knows. The same for every process. */
export class PriceBook {
  readonly #db: Db;
  readonly #onError: (error: unknown) => void;
  #prices: ReadonlyMap<string, EnginePrice> = new Map();
  #stored = '{}';
  #timer: NodeJS.Timeout | null = null;
  /** Changes with every change. */
  version = 0;

  constructor(parts: { db: Db; onError: (error: unknown) => void }) {
    this.#db = parts.db;
    this.#onError = parts.onError;
  }

  /** Reads what is set, and goes on looking for changes of other processes. */
  async start(): Promise<void> {
    await this.#read();
    this.#timer = setInterval(() => void this.#read().catch(this.#onError), rereadMs).unref();
  }

  /** In dollars per million tokens; undefined where none is set. */
  of(engine: string): ListedPrice | undefined {
    const found = this.#prices.get(engine);
    if (!found) return undefined;
    const { input_usd: input, output_usd: output, cached_input_usd: cached } = found;
    return { input, output, ...(cached !== undefined && { cached_input: cached }) };
  }

  has(engine: string): boolean {
    return this.#prices.has(engine);
  }

  /** In force for every call that begins from now on. Null takes it back. False where there are too many. */
  async set(engine: string, price: EnginePrice | null): Promise<boolean> {
    const isKept = await this.#db.transaction().execute(async (trx) => {
      const before = await this.#storedIn(trx);
      const prices = new Map(Object.entries<EnginePrice>(JSON.parse(before)));
      if (price === null) prices.delete(engine);
      else prices.set(engine, price);
      if (prices.size > mostPrices) return false;
      const value = JSON.stringify(Object.fromEntries(prices));
      await trx
        .insertInto('installation')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
      return true;
    });
    await this.#read();
    return isKept;
  }

  close(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    const stored = await this.#storedIn(this.#db);
    if (stored === this.#stored) return;
    this.#stored = stored;
    this.#prices = new Map(Object.entries<EnginePrice>(JSON.parse(stored)));
    this.version++;
  }

  async #storedIn(db: Pick<Db, 'selectFrom'>): Promise<string> {
    const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
    return row?.value ?? '{}';
  }
}
