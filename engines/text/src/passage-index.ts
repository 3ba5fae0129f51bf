import { guessLanguage } from './detect-language.ts';
import type { Passage } from './split-passages.ts';
import { stemWord } from './stem-word.ts';
import { type KnownLanguage, stopWords } from './stop-words.ts';
import { foldWord, wordTerms } from './word-terms.ts';

interface Header {
  language: KnownLanguage | null;
  passages: Passage[];
  /** Per passage: where its heading's and its body's words begin in `words`; one more at the end. */
  starts: number[];
  vocabulary: string[];
}

const magic = 0x50494458;
const headerBytes = 12;

/**
 * The words of a text's passages in reading order, so that any ranking can be computed: counts, neighbours, feedback. Four
 * bytes a word, read back without parsing.
 */
export class PassageIndex {
  readonly language: KnownLanguage | null;
  readonly passages: readonly Passage[];
  /** Words by number. */
  readonly vocabulary: readonly string[];
  /** Numbers of the words of all passages, heading before body. */
  readonly words: Uint32Array;
  readonly #starts: readonly number[];
  #numbers: Map<string, number> | null = null;

  private constructor(header: Header, words: Uint32Array) {
    this.language = header.language;
    this.passages = header.passages;
    this.vocabulary = header.vocabulary;
    this.#starts = header.starts;
    this.words = words;
  }

  static build(text: string, passages: readonly Passage[]): PassageIndex {
    const language = guessLanguage(sampleOf(text));
    const numbers = new Map<string, number>();
    const words: number[] = [];
    const starts: number[] = [];
    const add = (part: string) => {
      starts.push(words.length);
      for (const { term } of wordTerms(part)) {
        const stem = indexTerm(term, language);
        let number = numbers.get(stem);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(stem, number);
        }
        words.push(number);
      }
    };
    for (const passage of passages) {
      add(passage.headings.join('\n'));
      add(withoutHeadingLines(text.slice(passage.start, passage.end), passage.headings));
    }
    starts.push(words.length);
    const header = { language, passages: [...passages], starts, vocabulary: [...numbers.keys()] };
    return new PassageIndex(header, Uint32Array.from(words));
  }

  /** Reads what `encode` wrote; null when it was written by another version or was damaged. */
  static decode(bytes: Uint8Array): PassageIndex | null {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < headerBytes || view.getUint32(0, true) !== magic) return null;
    const wordCount = view.getUint32(4, true);
    const headerLength = view.getUint32(8, true);
    const wordsEnd = headerBytes + wordCount * 4;
    if (bytes.length !== wordsEnd + headerLength) return null;
    // A copy, because the typed array must begin at a multiple of four.
    const words = new Uint32Array(new Uint8Array(bytes.subarray(headerBytes, wordsEnd)).buffer);
    try {
      const header: Header = JSON.parse(new TextDecoder().decode(bytes.subarray(wordsEnd)));
      return new PassageIndex(header, words);
    } catch {
      return null;
    }
  }

  encode(): Uint8Array {
    const header: Header = {
      language: this.language,
      passages: [...this.passages],
      starts: [...this.#starts],
      vocabulary: [...this.vocabulary],
    };
    const json = Buffer.from(JSON.stringify(header));
    const bytes = Buffer.alloc(headerBytes + this.words.byteLength + json.length);
    bytes.writeUInt32LE(magic, 0);
    bytes.writeUInt32LE(this.words.length, 4);
    bytes.writeUInt32LE(json.length, 8);
    Buffer.from(this.words.buffer, this.words.byteOffset, this.words.byteLength).copy(bytes, headerBytes);
    json.copy(bytes, headerBytes + this.words.byteLength);
    return bytes;
  }

  /** Where the words of a passage are in `words`. */
  bounds(passage: number): { heading: number; body: number; end: number } {
    return {
      heading: this.#starts[passage * 2] ?? 0,
      body: this.#starts[passage * 2 + 1] ?? 0,
      end: this.#starts[passage * 2 + 2] ?? 0,
    };
  }

  /** The number of a word as it stands in `vocabulary`, or -1. */
  numberOf(term: string): number {
    this.#numbers ??= new Map(this.vocabulary.map((word, number) => [word, number]));
    return this.#numbers.get(term) ?? -1;
  }

  /** About how much memory it takes. */
  get sizeBytes(): number {
    return this.words.byteLength + this.vocabulary.length * 60 + this.passages.length * 120;
  }
}

const stopMarks = new Map<KnownLanguage, Set<string>>();

/** A folded word as it stands in an index of a language. Frequent words keep their form, so that they stay recognisable. */
export function indexTerm(term: string, language: KnownLanguage | null): string {
  return isStopTerm(term, language) ? term : stemWord(term, language);
}

/** Whether a folded word says little by itself. */
export function isStopTerm(term: string, language: KnownLanguage | null): boolean {
  if (language === null) return false;
  let marks = stopMarks.get(language);
  if (!marks) {
    marks = new Set([...stopWords(language)].map(foldWord));
    stopMarks.set(language, marks);
  }
  return marks.has(term);
}

/** A heading is counted as heading only. */
function withoutHeadingLines(part: string, headings: readonly string[]): string {
  if (headings.length === 0 || !part.startsWith('#')) return part;
  return part.replace(/^(?: {0,3}#{1,6}[ \t]+[^\n]*(?:\n\s*|$))+/, '');
}

/** Beginning, middle and end, because titles and lists say little about the language. */
function sampleOf(text: string): string {
  if (text.length <= 4000) return text;
  const middle = Math.floor(text.length / 2);
  return text.slice(0, 1300) + text.slice(middle, middle + 1300) + text.slice(-1300);
}
