/** A text made comparable: letters and digits folded, everything between them one space, with the way back. */
interface Comparable {
  text: string;
  /** Where each character of `text` begins in the original. */
  starts: number[];
  /** Where it ends there. */
  ends: number[];
}

/** Fewer words than this are found by chance. */
const leastWords = 6;
const leastWide = 12;

const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu;

/** Finds quotes in one text, whatever became of its quotation marks, dashes, white space and case. */
export class QuoteFinder {
  readonly #text: string;
  readonly #comparable: Comparable;

  constructor(text: string) {
    this.#text = text;
    this.#comparable = comparable(text);
  }

  /** The exact passage of the text that a quote names, or null. Reference marks such as `[3]` do not count. */
  find(quote: string): { start: number; end: number; quote: string } | null {
    const wanted = comparable(quote).text.trim();
    if (!isLongEnough(wanted)) return null;
    const { text, starts, ends } = this.#comparable;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const last = at + wanted.length - 1;
      const isWhole = (at === 0 || text[at - 1] === ' ') && (last + 1 >= text.length || text[last + 1] === ' ');
      const start = starts[at];
      const stop = ends[last];
      if (!isWhole || start === undefined || stop === undefined) continue;
      const end = withClosing(this.#text, stop);
      return { start, end, quote: this.#text.slice(start, end) };
    }
    return null;
  }
}

function isLongEnough(quote: string): boolean {
  const words = quote.split(/\s+/).filter(Boolean).length;
  return words >= leastWords || (quote.match(wide)?.length ?? 0) >= leastWide;
}

function comparable(original: string): Comparable {
  // Looking at the end of a text that grows would copy all of it for each word.
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (characters: string, start: number, end: number) => {
    if (characters !== '') parts.push(characters);
    for (let index = 0; index < characters.length; index += 1) {
      starts.push(start);
      ends.push(end);
    }
  };
  // Marks of references, and then whatever is neither letter nor digit.
  for (const match of original.matchAll(/\[\d{1,3}\]|([\p{L}\p{N}\p{M}]+)|[^\p{L}\p{N}\p{M}[]+|\[/gu)) {
    const [whole, word] = match;
    const at = match.index;
    if (word === undefined) {
      if (starts.length > 0 && parts.at(-1) !== ' ') add(' ', at, at + whole.length);
      continue;
    }
    let offset = at;
    for (const character of word) {
      add(
        character
          .normalize('NFKC')
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\p{M}]/gu, ''),
        offset,
        offset + character.length,
      );
      offset += character.length;
    }
  }
  return { text: parts.join(''), starts, ends };
}

/** A quote ends with its full stop and closing marks. */
function withClosing(text: string, end: number): number {
  const closing = /^[.!?…。！？%)\]”"’»]{1,3}/u.exec(text.slice(end, end + 3))?.[0] ?? '';
  return end + closing.length;
}
