import type { KnownLanguage } from '../stop-words.ts';
import { narrowed, numbersUpTo, type WholeNumbers } from './narrow-numbers.ts';
import { type SegmentFile, totalOf, type WordSegment } from './word-segment.ts';

/** A segment while it grows. Words get their numbers as they come and are put in order at the end. */
export class SegmentDraft {
  readonly #files: SegmentFile[] = [];
  readonly #languages: { language: KnownLanguage | null; passages: number }[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #marks: number[] = [];
  readonly #passageFiles: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #headingWords: number[] = [];
  readonly #wordStarts: number[] = [];
  #words = new Uint32Array(1024);
  #wordCount = 0;

  beginFile(id: string): void {
    this.#files.push({ id, passages: 0 });
  }

  beginPassage(passage: { language: KnownLanguage | null; start: number; end: number; headingWords: number }): void {
    const file = this.#files.at(-1);
    if (!file) throw new Error('a passage needs a file');
    file.passages++;
    const run = this.#languages.at(-1);
    if (run && run.language === passage.language) run.passages++;
    else this.#languages.push({ language: passage.language, passages: 1 });
    this.#passageFiles.push(this.#files.length - 1);
    this.#starts.push(passage.start);
    this.#ends.push(passage.end);
    this.#headingWords.push(passage.headingWords);
    this.#wordStarts.push(this.#wordCount);
  }

  term(hash: number, mark: number): number {
    const known = this.#numbers.get(hash);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(hash, number);
    this.#marks.push(mark);
    return number;
  }

  word(term: number): void {
    if (this.#wordCount === this.#words.length) {
      const longer = new Uint32Array(this.#words.length * 2);
      longer.set(this.#words);
      this.#words = longer;
    }
    this.#words[this.#wordCount++] = term;
  }

  finish(): WordSegment {
    const terms = Float64Array.from(this.#numbers.keys()).sort();
    const place = new Uint32Array(terms.length);
    const marks = new Uint8Array(terms.length);
    for (const [number, hash] of terms.entries()) {
      const drafted = this.#numbers.get(hash) ?? 0;
      place[drafted] = number;
      marks[number] = this.#marks[drafted] ?? 0;
    }
    const words = numbersUpTo(terms.length, this.#wordCount);
    for (let at = 0; at < words.length; at++) words[at] = place[this.#words[at] ?? 0] ?? 0;
    const wordStarts = Uint32Array.from([...this.#wordStarts, this.#wordCount]);
    const headingWords = Uint32Array.from(this.#headingWords);
    return {
      files: this.#files,
      languages: this.#languages,
      terms,
      marks,
      ...invert({ words, wordStarts, headingWords, termCount: terms.length }),
      passageFiles: Uint32Array.from(this.#passageFiles),
      passageStarts: Uint32Array.from(this.#starts),
      passageEnds: Uint32Array.from(this.#ends),
      wordStarts,
      headingWords,
      headingTotal: totalOf(headingWords),
      words,
    };
  }
}

interface Forward {
  words: WholeNumbers;
  wordStarts: Uint32Array;
  headingWords: Uint32Array;
  termCount: number;
}

const mostCounted = 255;

/** Postings by counting sort: first how many passages hold each word, then each passage in its place. */
function invert({ words, wordStarts, headingWords, termCount }: Forward) {
  const passages = headingWords.length;
  const lastSeen = new Int32Array(termCount).fill(-1);
  const postingStarts = new Uint32Array(termCount + 1);
  for (let passage = 0; passage < passages; passage++) {
    for (let at = wordStarts[passage] ?? 0; at < (wordStarts[passage + 1] ?? 0); at++) {
      const term = words[at] ?? 0;
      if (lastSeen[term] === passage) continue;
      lastSeen[term] = passage;
      postingStarts[term + 1] = (postingStarts[term + 1] ?? 0) + 1;
    }
  }
  for (let term = 0; term < termCount; term++) {
    postingStarts[term + 1] = (postingStarts[term + 1] ?? 0) + (postingStarts[term] ?? 0);
  }
  const count = postingStarts[termCount] ?? 0;
  const postingPassages = numbersUpTo(passages, count);
  const postingCounts = new Uint16Array(count);
  const next = postingStarts.slice(0, termCount);
  lastSeen.fill(-1);
  for (let passage = 0; passage < passages; passage++) {
    const from = wordStarts[passage] ?? 0;
    const body = from + (headingWords[passage] ?? 0);
    for (let at = from; at < (wordStarts[passage + 1] ?? 0); at++) {
      const term = words[at] ?? 0;
      if (lastSeen[term] !== passage) {
        lastSeen[term] = passage;
        postingPassages[next[term] ?? 0] = passage;
        next[term] = (next[term] ?? 0) + 1;
      }
      const posting = (next[term] ?? 0) - 1;
      const counts = postingCounts[posting] ?? 0;
      if (at < body) postingCounts[posting] = counts >> 8 < mostCounted ? counts + 256 : counts;
      else postingCounts[posting] = (counts & 255) < mostCounted ? counts + 1 : counts;
    }
  }
  return { postingStarts, postingPassages, postingCounts: narrowed(postingCounts) };
}
