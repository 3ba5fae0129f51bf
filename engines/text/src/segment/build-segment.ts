import { isStopTerm, type PassageIndex } from '../passage-index.ts';
import type { KnownLanguage } from '../stop-words.ts';
import { narrowed, numbersUpTo, type WholeNumbers } from './narrow-numbers.ts';
import { plainTerm, type SegmentFile, termHash, totalOf, type WordSegment } from './word-segment.ts';

/** The words of one file's passages. */
export interface IndexedFile {
  id: string;
  /** In the order of the text. */
  indexes: readonly PassageIndex[];
}

/** A segment of the files' passages, in the order given. */
export function buildSegment(files: readonly IndexedFile[]): WordSegment {
  const draft = new SegmentDraft();
  for (const { id, indexes } of files) {
    draft.beginFile(id);
    for (const index of indexes) addIndex(draft, index);
  }
  return draft.finish();
}

/** One segment of several, without the files that are no longer kept. */
export function mergeSegments(
  segments: readonly WordSegment[],
  keeps: (fileId: string, segment: number) => boolean,
): WordSegment {
  const draft = new SegmentDraft();
  for (const [number, segment] of segments.entries()) addSegment(draft, segment, (id) => keeps(id, number));
  return draft.finish();
}

function addIndex(draft: SegmentDraft, index: PassageIndex): void {
  const { language, vocabulary, words } = index;
  const numbers = new Int32Array(vocabulary.length).fill(-1);
  for (const [passage, { start, end }] of index.passages.entries()) {
    const bounds = index.bounds(passage);
    draft.beginPassage({ language, start, end, headingWords: bounds.body - bounds.heading });
    for (let at = bounds.heading; at < bounds.end; at++) {
      const word = words[at] ?? 0;
      let term = numbers[word] ?? -1;
      if (term < 0) {
        const text = vocabulary[word] ?? '';
        term = draft.term(termHash(language, text), text.length < 2 || isStopTerm(text, language) ? plainTerm : 0);
        numbers[word] = term;
      }
      draft.word(term);
    }
  }
}

function addSegment(draft: SegmentDraft, segment: WordSegment, keeps: (fileId: string) => boolean): void {
  const numbers = new Int32Array(segment.terms.length).fill(-1);
  const language = languageOfPassages(segment);
  let current = -1;
  let isKept = false;
  for (let passage = 0; passage < segment.passageFiles.length; passage++) {
    const file = segment.passageFiles[passage] ?? 0;
    if (file !== current) {
      current = file;
      const id = segment.files[file]?.id ?? '';
      isKept = keeps(id);
      if (isKept) draft.beginFile(id);
    }
    if (!isKept) continue;
    draft.beginPassage({
      language: language(passage),
      start: segment.passageStarts[passage] ?? 0,
      end: segment.passageEnds[passage] ?? 0,
      headingWords: segment.headingWords[passage] ?? 0,
    });
    for (let at = segment.wordStarts[passage] ?? 0; at < (segment.wordStarts[passage + 1] ?? 0); at++) {
      const word = segment.words[at] ?? 0;
      let term = numbers[word] ?? -1;
      if (term < 0) {
        term = draft.term(segment.terms[word] ?? 0, segment.marks[word] ?? 0);
        numbers[word] = term;
      }
      draft.word(term);
    }
  }
}

/** Segments keep how many passages a language has, in order; the draft keeps them in that order. */
function languageOfPassages({ languages }: WordSegment): (passage: number) => KnownLanguage | null {
  let run = 0;
  let end = languages[0]?.passages ?? 0;
  return (passage) => {
    while (passage >= end && run + 1 < languages.length) end += languages[++run]?.passages ?? 0;
    return languages[run]?.language ?? null;
  };
}

/** A segment while it grows. Words get their numbers as they come and are put in order at the end. */
class SegmentDraft {
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
