import { type Figure, type FoundDate, figuresOf, findDates } from '@parley/text';
import type { ModelSource } from '../../../../ports/language-model.ts';
import type { NumberedPassage } from './number-passages.ts';

const mostPlaces = 50;

/** A stretch of a passage, with how many of some words stand near it. */
interface Place extends ModelSource {
  near: number;
}

/** One passage that a model was shown, read for the values in it. */
export class ShownText {
  readonly #passage: NumberedPassage;
  readonly #folded: { text: string; places: number[] };
  #figures: Figure[] | null = null;
  #dates: FoundDate[] | null = null;

  constructor(passage: NumberedPassage) {
    this.#passage = passage;
    this.#folded = fold(passage.text);
  }

  /** Where a text stands as it is. */
  exact(value: string, words: readonly string[]): Place[] {
    return this.#places(occurrences(this.#passage.text, value), words);
  }

  /** How long it is when it is folded. */
  get foldedLength(): number {
    return this.#folded.text.length;
  }

  /** Where a folded text stands, also in another case, with other spaces or accents. */
  alike(wanted: string, words: readonly string[]): Place[] {
    if (wanted === '') return [];
    const { text, places } = this.#folded;
    const found = occurrences(text, wanted).map(({ start, end }) => ({
      start: places[start] ?? 0,
      end: (places[end - 1] ?? 0) + 1,
    }));
    return this.#places(found, words);
  }

  /** Where a number stands, however it is written. */
  number(value: number, words: readonly string[]): Place[] {
    this.#figures ??= figuresOf(this.#passage.text);
    const found = this.#figures.filter(({ values }) => values.some((one) => isClose(one, value)));
    return this.#places(found, words);
  }

  /** Where a day stands, however it is written; `day` is `yyyymmdd` as a number. */
  day(day: number, words: readonly string[]): Place[] {
    this.#dates ??= findDates(this.#passage.text);
    const found = this.#dates.filter(({ dayFirst, monthFirst }) => dayFirst === day || monthFirst === day);
    return this.#places(found, words);
  }

  /** The text of a place. */
  slice({ start, end }: ModelSource): string {
    return this.#passage.text.slice(start - this.#passage.start, end - this.#passage.start);
  }

  #places(found: readonly { start: number; end: number }[], words: readonly string[]): Place[] {
    const { text, document, start: offset } = this.#passage;
    return found.slice(0, mostPlaces).map(({ start, end }) => {
      const held = (before: number, after: number) => {
        const around = fold(text.slice(Math.max(0, start - before), end + after)).text;
        return words.filter((word) => around.includes(word)).length;
      };
      const near = words.length === 0 ? 0 : held(100, 40) + 2 * held(40, 15);
      return { document, start: offset + start, end: offset + end, near };
    });
  }
}

/**
 * Lower case, without accents, white space as single spaces; `places` says where each character stood. Ends once more than `most`
 * characters are folded.
 */
export function fold(text: string, most = Number.POSITIVE_INFINITY): { text: string; places: number[] } {
  // Looking at the end of a text that grows would copy all of it each time.
  const folded: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length && places.length <= most; at++) {
    const character = text.charAt(at);
    const plain = /\s/.test(character)
      ? folded.at(-1) === ' '
        ? ''
        : ' '
      : character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    for (const one of plain) {
      folded.push(one);
      for (let unit = 0; unit < one.length; unit++) places.push(at);
    }
  }
  return { text: folded.join(''), places };
}

/** Where a text stands as a word or words of its own. */
function occurrences(text: string, value: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  if (value === '') return found;
  for (let at = text.indexOf(value); at >= 0 && found.length < mostPlaces; at = text.indexOf(value, at + 1)) {
    const end = at + value.length;
    if (isApart(text, at) && isApart(text, end)) found.push({ start: at, end });
  }
  return found;
}

/** No word or number goes on over this place. */
function isApart(text: string, at: number): boolean {
  return !(/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && /[\p{L}\p{N}]/u.test(text.charAt(at)));
}

function isClose(left: number, right: number): boolean {
  return left === right || Math.abs(left - right) <= Math.abs(right) * 1e-9;
}
