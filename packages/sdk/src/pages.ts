import { ParleyError } from './errors.ts';

/** One part of a list. */
export interface Page<Item> {
  data: Item[];
  has_more: boolean;
  /** Give it as `after` to read on. */
  next: string | null;
}

/**
 * A list that the service gives in pages. `for await` goes through all items, fetching pages as they are needed; `await` gives
 * the first page alone.
 *
 * ```ts
 * for await (const file of parley.files.list()) console.log(file.filename);
 * const { data } = await parley.files.list({ limit: 5 });
 * ```
 */
export class Pages<Item> implements AsyncIterable<Item>, PromiseLike<Page<Item>> {
  readonly #fetch: (after: string | undefined) => Promise<Page<Item>>;

  constructor(fetch: (after: string | undefined) => Promise<Page<Item>>) {
    this.#fetch = fetch;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Page by page. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let after: string | undefined;
    for (;;) {
      const page = await this.#fetch(after);
      yield page;
      if (!page.has_more || page.next === null) return;
      if (page.next === after) throw new ParleyError('invalid_page', 'The service gave the same page twice');
      after = page.next;
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list gives its first page
  then<A = Page<Item>, B = never>(
    resolve?: ((page: Page<Item>) => A | PromiseLike<A>) | null,
    reject?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#fetch(undefined).then(resolve, reject);
  }
}
