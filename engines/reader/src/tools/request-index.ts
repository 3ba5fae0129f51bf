import type { ReadRequest } from './find-mentions.ts';
import { kindOf, type Mention } from './mention.ts';
import type { RequestWord } from './request-words.ts';

/** Where a mention stands among the words: positions of its first and last word. */
export interface Span {
  first: number;
  last: number;
}

/** What the features ask of every mention again and again, worked out once for a request. */
export class RequestIndex {
  readonly #words: RequestWord[];
  readonly #text: string;
  readonly #containers: Mention[];
  readonly #alike = new Map<string, Mention[]>();
  readonly #spans = new Map<Mention, Span>();
  readonly #contained = new Map<Mention, boolean>();

  constructor({ words, mentions, text }: ReadRequest) {
    this.#words = words;
    this.#text = text;
    this.#containers = mentions.filter(isContainer);
    for (const mention of mentions) {
      if (mention.kind === 'word' || mention.kind === 'phrase') continue;
      const key = this.#kind(mention);
      const known = this.#alike.get(key);
      if (known) known.push(mention);
      else this.#alike.set(key, [mention]);
    }
    for (const list of this.#alike.values()) list.sort((a, b) => a.start - b.start);
  }

  span(mention: Mention): Span {
    const known = this.#spans.get(mention);
    if (known) return known;
    let low = 0;
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#words[middle]?.end ?? 0) > mention.start) high = middle;
      else low = middle + 1;
    }
    const first = Math.max(0, Math.min(low, this.#words.length - 1));
    let last = first;
    while (last + 1 < this.#words.length && (this.#words[last + 1]?.start ?? 0) < mention.end) last++;
    const span = { first, last };
    this.#spans.set(mention, span);
    return span;
  }

  /** The words, without marks, that lie in the mention. */
  wordsOf(mention: Mention): RequestWord[] {
    const { first, last } = this.span(mention);
    return this.#words
      .slice(first, last + 1)
      .filter((word) => word.kind === 'word' && word.start >= mention.start && word.end <= mention.end);
  }

  /** Mentions that look like it, itself included, in the order of the request. Numbers in words are of their own kind. */
  alike(mention: Mention): Mention[] {
    return this.#alike.get(this.#kind(mention)) ?? [];
  }

  /** Whether it is a part of something that belongs together, such as a quotation. */
  isContained(mention: Mention): boolean {
    const known = this.#contained.get(mention);
    if (known !== undefined) return known;
    const length = mention.end - mention.start;
    const found = this.#containers.some(
      (other) => other.start <= mention.start && mention.end <= other.end && other.end - other.start > length,
    );
    this.#contained.set(mention, found);
    return found;
  }

  #kind(mention: Mention): string {
    const { kind, form, start, end } = mention;
    return kind === 'number' && !/\d/.test(this.#text.slice(start, end)) ? 'number-word' : `${kindOf(mention)} ${form}`;
  }
}

const loose = new Set(['word', 'phrase', 'list', 'number']);

function isContainer({ kind, form }: Mention): boolean {
  return !loose.has(kind) && !/^(?:place|piece|head|tail)$/.test(form);
}

const indexes = new WeakMap<ReadRequest, RequestIndex>();

export function indexOf(request: ReadRequest): RequestIndex {
  let index = indexes.get(request);
  if (!index) {
    index = new RequestIndex(request);
    indexes.set(request, index);
  }
  return index;
}
