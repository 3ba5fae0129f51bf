import { mean } from './geometry.ts';
import type { ReadLine } from './ocr-engine.ts';

/** A line less sure than this is what an engine makes of hair, cloth or leaves in a photo: print that it knows comes out above 0.7. */
const lineFrom = 0.3;
/** Readings too short to stand on their own need this much confidence. */
const shortFrom = 0.8;
/** A page whose letters are less sure than this on average shows texture, not text. */
const pageFrom = 0.55;

/** A page without one longer number that is read so surely must be surer than this itself. */
const strangeFrom = 0.8;
/** A page of so few characters must be as sure as a sign that holds nothing else. */
const lonelyCharacters = 3;
const lonelyFrom = 0.93;
/** A single character: a blob or a ring is read as B or O at up to 0.965. */
const singleFrom = 0.98;
/** Fewer different characters than this, again and again, are a pattern unless they are surely read. */
const patternCharacters = 4;
const patternFrom = 0.9;

/**
 * Drops what is more likely texture than text; an empty answer means that the page has no text.
 */
export function keepHonest(lines: readonly ReadLine[]): ReadLine[] {
  const kept = lines.filter((line) => {
    if (line.confidence < lineFrom) return false;
    const letters = line.words.map((word) => word.text.replace(/[^\p{L}\p{N}]/gu, '')).join('');
    if (letters.length === 0) return line.confidence >= 0.7 && lines.length > 1;
    if (letters.length <= 2) return line.confidence >= shortFrom;
    return !isRepetition(letters);
  });
  const weights = kept.map((line) => line.words.reduce((sum, word) => sum + word.text.length, 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sure = kept.reduce((sum, line, index) => sum + line.confidence * (weights[index] ?? 0), 0);
  const hasLetters = kept.some((line) => line.words.some((word) => /[\p{L}\p{N}]/u.test(word.text)));
  const confidence = sure / Math.max(1, total);
  return hasLetters && confidence >= pageFrom && !isTexture(kept, confidence) ? kept : [];
}

/** Whether all that was read looks like what engines make of noise, patterns and drawings. */
function isTexture(lines: readonly ReadLine[], confidence: number): boolean {
  const words = lines.flatMap((line) => line.words.map((word) => word.text.replace(/[^\p{L}\p{N}]/gu, '')));
  const characters = [...words.join('')];
  // One character of any script; of two or three of a script whose characters are words the engines need not be as sure.
  if (characters.length === 1) return confidence < singleFrom;
  if (characters.some((character) => !/[\p{sc=Latin}\p{N}]/u.test(character))) return false;
  if (characters.length <= lonelyCharacters) return confidence < lonelyFrom;
  const different = new Set(characters.map((character) => character.toLowerCase().replace('b', '8').replace('o', '0')));
  if (different.size < patternCharacters && characters.length >= 2 * different.size) return confidence < patternFrom;
  return confidence < strangeFrom && !lines.some(hasSureNumber);
}

const hasSureNumber = ({ words }: ReadLine): boolean =>
  words.some(
    ({ text, confidence }) => confidence >= strangeFrom && /^\d{3,}$/.test(text.replace(/[^\p{L}\p{N}]/gu, '')),
  );

/** One or two letters over and over, as engines read hatching and dotted rules. */
function isRepetition(letters: string): boolean {
  return letters.length >= 6 && new Set(letters.toLowerCase()).size <= 2 && !/^\d+$/.test(letters);
}

export interface RemoteVerdict {
  /** Sentences for the answer; empty when nothing is wrong. */
  warnings: string[];
  /** The remote reading is so much at odds with the page that the local one is answered instead. */
  isRejected: boolean;
  /** Share of the remote words that the local engines saw too, 0 to 1. */
  support: number;
  /** The words that they did not see, each once, at most 200. */
  unconfirmed: string[];
}

/** Words of a reading listed as unconfirmed at most. */
const mostUnconfirmed = 200;

/**
 * Holds what a remote reader wrote against what the local engines see on the page. Where they see nothing it stands
 * alone (faint print, handwriting and scripts that they do not know look so) unless the page is blank.
 */
export function judgeRemote(
  markdown: string,
  local: { lines: readonly { text: string; confidence: number }[]; isBlank: boolean },
): RemoteVerdict {
  const remote = wordsOf(markdown);
  const seen = new Set(local.lines.flatMap((line) => wordsOf(line.text)));
  const unconfirmed = [...new Set(remote.filter((word) => !seen.has(word)))].slice(0, mostUnconfirmed);
  const support = remote.filter((word) => seen.has(word)).length / Math.max(1, remote.length);
  const verdict = (isRejected: boolean, ...warnings: string[]) => ({ warnings, isRejected, support, unconfirmed });
  if (remote.length === 0 && local.lines.length === 0) return verdict(false);
  if (repeatsItself(markdown)) return verdict(true, 'The remote reader repeated itself.');
  if (remote.length > 0 && local.lines.length === 0) {
    return local.isBlank
      ? verdict(true, 'The remote reader returned text for a page on which nothing is drawn.')
      : verdict(false, 'The local engines saw no text on the page: nothing confirms the remote reading. Check it.');
  }
  const certain = local.lines.filter((line) => line.confidence > 0.9).flatMap((line) => wordsOf(line.text));
  const given = new Set(remote);
  const missing = certain.filter((word) => word.length > 3 && !given.has(word)).length / Math.max(1, certain.length);
  const localConfidence = mean(local.lines.map((line) => line.confidence));
  if (support < 0.3 && localConfidence > 0.85) {
    return verdict(true, 'The remote reading does not match what stands on the page.');
  }
  const warnings: string[] = [];
  if (support < 0.7) warnings.push('Parts of the remote reading were not confirmed by the local engines.');
  if (missing > 0.2) warnings.push('The remote reading leaves out words that the local engines are sure of.');
  return verdict(false, ...warnings);
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The same run of lines or words again and again, as language models fall into. */
export function repeatsItself(text: string): boolean {
  const words = wordsOf(text);
  if (words.length < 40) return false;
  for (let length = 1; length <= 12; length++) {
    let run = 0;
    for (let index = length; index < words.length; index++) {
      run = words[index] === words[index - length] ? run + 1 : 0;
      if (run >= Math.max(20, length * 4) && !/^\d+$/.test(words[index] ?? '')) return true;
    }
  }
  return false;
}
