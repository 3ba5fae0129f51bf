import { giveWay, guessLanguage, type KnownLanguage, stemWord, stopWords, wordTerms } from '@parley/text';
import { AppError } from '../../lib/app-error.ts';
import type { Embedder, Embedding, EmbedOptions } from '../../ports/embedder.ts';

const lexicalDimensions = 512;

const kinds = { word: 0, pair: 1, gram: 2, frequent: 3 };
/** What each kind of feature weighs before its count; frequent are words that stand in every text. */
const weights = [1, 0.5, 0.35, 0.12];
/** A feature's count is kept above the two bits of its kind. */
const once = 4;
const gramLength = 4;
const shortestGrammed = 4;
/** Words between two looks at the clock. */
const slice = 256;
const featuresAtOnce = 10_000;
const lettersAtOnce = 100_000;
/** A blank is looked for so far before the end of a part. */
const reach = 1_000;

/**
 * The embedded embedder: hashed stems of words, pairs of neighbours and character n-grams, weighted. It knows no meaning:
 * texts are alike when they share words, inflected or misspelt ones included. The same text gives the same vector everywhere.
 */
export class LexicalEmbedder implements Embedder {
  readonly id = 'lexical';
  readonly embedded = true;
  readonly isSemantic = false;
  readonly batchSize = 2048;

  async embed(texts: readonly string[], { dimensions = lexicalDimensions, signal }: EmbedOptions): Promise<Embedding> {
    if (dimensions > lexicalDimensions) throw tooLong(dimensions);
    const pause = giveWay();
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      signal.throwIfAborted();
      vectors.push(await toVector(await featuresOf(text, pause), dimensions, pause));
      await pause();
    }
    return { vectors, inputTokens: null };
  }
}

function tooLong(dimensions: number): AppError {
  const sentence = `dimensions can be at most ${lexicalDimensions} with the model lexical, not ${dimensions}`;
  return new AppError('invalid_request', sentence, { title: sentence, param: 'dimensions' });
}

/** Of longer words the beginning alone is taken apart: encoded bytes would be millions of features that nothing shares. */
const longestGrammed = 64;

/**
 * How often each feature stands in a text, under its hash, four times, and the kind of its weight in the last two bits: a text of
 * megabytes has millions of features. Weights of one feature are the same wherever it stands.
 */
async function featuresOf(text: string, pause: () => Promise<void>): Promise<Map<number, number>> {
  const language = guessLanguage(text.slice(0, 2000)) ?? 'en';
  const frequent = stopWords(language);
  const features = new Map<number, number>();
  const add = (name: string, kind: number) => {
    const key = hashOf(name);
    features.set(key, (features.get(key) ?? kind) + once);
  };
  let before = '';
  let count = 0;
  // Megabytes without a word are looked through in one go by the search for the next one.
  for (const part of partsOf(text)) {
    for (const { term } of wordTerms(part)) {
      const isFrequent = frequent.has(term);
      const stem = stemOf(term, language);
      add(`w ${stem}`, isFrequent ? kinds.frequent : kinds.word);
      if (!isFrequent) {
        for (const gram of gramsOf(term.slice(0, longestGrammed))) add(`g ${gram}`, kinds.gram);
        if (before !== '') add(`p ${before} ${stem}`, kinds.pair);
        before = stem;
      }
      if (++count % slice === 0) await pause();
    }
    await pause();
  }
  return features;
}

/** A text in parts that end at a blank where there is one near. */
function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const until = from + lettersAtOnce;
    const tail = until < text.length ? text.slice(until - reach, until) : '';
    const blank = Math.max(tail.lastIndexOf(' '), tail.lastIndexOf('\n'));
    const end = blank < 0 ? until : until - reach + blank;
    yield text.slice(from, end);
    from = end;
  }
}

const stemOf = (term: string, language: KnownLanguage): string => stemWord(term, language);

const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Runs of characters of a word with its ends marked: inflections and misspellings share most of them. Of scripts that
 * come as pairs of characters, each character.
 */
function* gramsOf(term: string): Generator<string> {
  if (ideographs.test(term)) yield* term;
  if (term.length < shortestGrammed) return;
  const marked = `<${term}>`;
  for (let at = 0; at + gramLength <= marked.length; at++) yield marked.slice(at, at + gramLength);
}

async function toVector(
  features: ReadonlyMap<number, number>,
  dimensions: number,
  pause: () => Promise<void>,
): Promise<Float32Array> {
  const vector = new Float32Array(dimensions);
  let seen = 0;
  for (const [hash, packed] of features) {
    if (++seen % featuresAtOnce === 0) await pause();
    const count = packed >>> 2;
    const weight = weights[packed & 3] ?? 0;
    // Two places for each feature make it rare that two features cannot be told apart; the sign lets clashes cancel out.
    const value = weight * (1 + Math.log(count));
    const again = mix(hash);
    const [first, second] = [hash % dimensions, again % dimensions];
    vector[first] = (vector[first] ?? 0) + (hash & 0x10000 ? value : -value);
    vector[second] = (vector[second] ?? 0) + (again & 0x10000 ? value : -value);
  }
  return normalised(vector);
}

/** A text without a word has a vector all the same, so that no likeness is ever not a number. */
function normalised(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) {
    vector[0] = 1;
    return vector;
  }
  const length = Math.sqrt(sum);
  for (let index = 0; index < vector.length; index++) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}

/** FNV-1a over UTF-16 units, mixed once more: its low bits alone are uneven. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
