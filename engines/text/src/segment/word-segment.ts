import { crc32 } from 'node:zlib';
import type { KnownLanguage } from '../stop-words.ts';
import type { WholeNumbers } from './narrow-numbers.ts';

/**
 * The words of many files' passages, inverted: from a word to the passages that hold it, and back from a passage to its words
 * in reading order, so that the whole ranking formula can be computed. Words are kept as hashes; the texts cannot be read
 * out of it. It never changes: files are added by further segments, which are joined now and then.
 */
export interface WordSegment {
  /** The files, by number. */
  readonly files: readonly SegmentFile[];
  readonly languages: readonly { language: KnownLanguage | null; passages: number }[];
  /** Hashes of the words (`termHash`), rising. */
  readonly terms: Float64Array;
  /** Per word: `termMarks`. */
  readonly marks: Uint8Array;
  /** Per word: where its postings begin; one more at the end. */
  readonly postingStarts: Uint32Array;
  /** Per posting: the passage, and how often the word stands in its body (low byte) and headings (high byte). */
  readonly postingPassages: WholeNumbers;
  readonly postingCounts: WholeNumbers;
  /** Per passage: the number of its file, and its place in that file's text (UTF-16, end exclusive). */
  readonly passageFiles: Uint32Array;
  readonly passageStarts: Uint32Array;
  readonly passageEnds: Uint32Array;
  /** Per passage: where its words begin in `words`; one more at the end. */
  readonly wordStarts: Uint32Array;
  /** Per passage: how many of its words are headings'; they come first. */
  readonly headingWords: Uint32Array;
  /** Words of all headings together. */
  readonly headingTotal: number;
  /** Numbers of words. */
  readonly words: WholeNumbers;
}

export interface SegmentFile {
  id: string;
  passages: number;
}

/** A word that says little by itself, because it is frequent in its language or has one letter. */
export const plainTerm = 1;

/** In the order in which they lie in the bytes, with the bytes of each number where the header says nothing else. */
const arrays = [
  ['terms', 8],
  ['postingStarts', 4],
  ['postingPassages', 4],
  ['passageFiles', 4],
  ['passageStarts', 4],
  ['passageEnds', 4],
  ['wordStarts', 4],
  ['headingWords', 4],
  ['words', 4],
  ['postingCounts', 2],
  ['marks', 1],
] as const;

const magic = 0x50_53_45_32;
/** The mark, the length of the header and the checksum of all that follows. */
const prefixBytes = 12;
const alignment = 8;

interface Header {
  files: SegmentFile[];
  languages: { language: KnownLanguage | null; passages: number }[];
  lengths: number[];
  /** Bytes of each number of the arrays; not there in segments of older versions. */
  widths?: number[];
}

/** The bytes of a segment: a header in JSON and its arrays as they lie in memory (little-endian). */
export function encodeSegment(segment: WordSegment): Uint8Array {
  const header: Header = {
    files: [...segment.files],
    languages: [...segment.languages],
    lengths: arrays.map(([name]) => segment[name].length),
    widths: arrays.map(([name]) => segment[name].BYTES_PER_ELEMENT),
  };
  const json = Buffer.from(JSON.stringify(header));
  const parts = arrays.map(([name]) => segment[name]);
  const begin = aligned(prefixBytes + json.length);
  const bytes = Buffer.alloc(parts.reduce((at, part) => aligned(at + part.byteLength), begin));
  bytes.writeUInt32LE(magic, 0);
  bytes.writeUInt32LE(json.length, 4);
  json.copy(bytes, prefixBytes);
  let at = begin;
  for (const part of parts) {
    Buffer.from(part.buffer, part.byteOffset, part.byteLength).copy(bytes, at);
    at = aligned(at + part.byteLength);
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(prefixBytes)), 8);
  return bytes;
}

/** Reads what `encodeSegment` wrote; null when it was written by another version, is not whole or was damaged. */
export function decodeSegment(given: Uint8Array): WordSegment | null {
  // Typed arrays begin at a multiple of their width; what lies elsewhere is copied once.
  const bytes = given.byteOffset % alignment === 0 ? given : new Uint8Array(given);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < prefixBytes || view.getUint32(0, true) !== magic) return null;
  const jsonLength = view.getUint32(4, true);
  if (prefixBytes + jsonLength > bytes.length) return null;
  if (crc32(bytes.subarray(prefixBytes)) !== view.getUint32(8, true)) return null;
  const header: Header = JSON.parse(new TextDecoder().decode(bytes.subarray(prefixBytes, prefixBytes + jsonLength)));
  let at = aligned(prefixBytes + jsonLength);
  const parts = arrays.map(([, usual], number) => {
    const [width, length] = [header.widths?.[number] ?? usual, header.lengths[number] ?? 0];
    const from = at;
    at = aligned(from + width * length);
    return from + width * length > bytes.length ? null : { width, from: bytes.byteOffset + from, length };
  });
  const [terms, postingStarts, postingPassages, passageFiles, passageStarts, passageEnds, ...rest] = parts;
  const [wordStarts, headingWords, words, postingCounts, marks] = rest;
  if (!terms || !postingStarts || !postingPassages || !passageFiles || !passageStarts || !passageEnds) return null;
  if (!wordStarts || !headingWords || !words || !postingCounts || !marks) return null;
  const { buffer } = bytes;
  const wide = ({ from, length }: Part) => new Uint32Array(buffer, from, length);
  const headings = wide(headingWords);
  return {
    files: header.files,
    languages: header.languages,
    terms: new Float64Array(buffer, terms.from, terms.length),
    marks: new Uint8Array(buffer, marks.from, marks.length),
    postingStarts: wide(postingStarts),
    postingPassages: numbersAt(buffer, postingPassages),
    postingCounts: numbersAt(buffer, postingCounts),
    passageFiles: wide(passageFiles),
    passageStarts: wide(passageStarts),
    passageEnds: wide(passageEnds),
    wordStarts: wide(wordStarts),
    headingWords: headings,
    headingTotal: totalOf(headings),
    words: numbersAt(buffer, words),
  };
}

/** Where an array lies in a segment's bytes. */
interface Part {
  /** Bytes of each number. */
  width: number;
  from: number;
  length: number;
}

function numbersAt(buffer: ArrayBufferLike, { width, from, length }: Part): WholeNumbers {
  if (width === 1) return new Uint8Array(buffer, from, length);
  return width === 2 ? new Uint16Array(buffer, from, length) : new Uint32Array(buffer, from, length);
}

export const totalOf = (counts: Uint32Array): number => counts.reduce((sum, count) => sum + count, 0);

/** Bytes of a segment in memory. */
export function segmentBytes(segment: WordSegment): number {
  return arrays.reduce((sum, [name]) => sum + segment[name].byteLength, 0) + segment.files.length * 100;
}

/** The number of a word, or -1. */
export function termNumber({ terms }: WordSegment, hash: number): number {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = terms[middle] ?? 0;
    if (found === hash) return middle;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** A word of a language as a number of 53 bits (two 32-bit multiplicative hashes, as in MurmurHash's finaliser). */
export function termHash(language: KnownLanguage | null, term: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  const key = `${language ?? ''}|${term}`;
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0);
}

const aligned = (at: number): number => Math.ceil(at / alignment) * alignment;
