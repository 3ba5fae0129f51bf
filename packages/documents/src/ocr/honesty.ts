import { mean } from './geometry.ts';
import type { ReadLine } from './ocr-engine.ts';

/** Readings too short to stand on their own need this much confidence. */
const shortFrom = 0.8;
/** A page whose letters are less sure than this on average shows texture, not text. */
const pageFrom = 0.55;

/** Drops what is more likely texture than text; an empty answer means that the page has no text. */
export function keepHonest(lines: readonly ReadLine[]): ReadLine[] {
  const kept = lines.filter((line) => {
    const letters = line.words.map((word) => word.text.replace(/[^\p{L}\p{N}]/gu, '')).join('');
    if (letters.length === 0) return line.confidence >= 0.7 && lines.length > 1;
    if (letters.length <= 2) return line.confidence >= shortFrom || isConfirmed(line);
    return !isRepetition(letters) || isConfirmed(line);
  });
  const weights = kept.map((line) => line.words.reduce((sum, word) => sum + word.text.length, 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sure = kept.reduce((sum, line, index) => sum + line.confidence * (weights[index] ?? 0), 0);
  const hasLetters = kept.some((line) => line.words.some((word) => /[\p{L}\p{N}]/u.test(word.text)));
  return hasLetters && sure / Math.max(1, total) >= pageFrom ? kept : [];
}

/** Two engines read the line alike. */
function isConfirmed(line: ReadLine): boolean {
  return line.engine.includes('+');
}

/** One or two letters over and over, as engines read hatching and dotted rules. */
function isRepetition(letters: string): boolean {
  return letters.length >= 6 && new Set(letters.toLowerCase()).size <= 2 && !/^\d+$/.test(letters);
}

export interface RemoteVerdict {
  /** Sentences for the answer; empty when nothing is wrong. */
  warnings: string[];
  /** The remote reading is so much at odds with the page that the local one is answered instead. */
  isRejected: boolean;
}

/** Holds what a remote reader wrote against what the local engines see on the page. */
export function judgeRemote(markdown: string, local: readonly { text: string; confidence: number }[]): RemoteVerdict {
  const warnings: string[] = [];
  const remote = wordsOf(markdown);
  const seen = new Set(local.flatMap((line) => wordsOf(line.text)));
  if (remote.length > 0 && local.length === 0) {
    return { warnings: ['The remote reader returned text for a page on which no text was found.'], isRejected: true };
  }
  if (repeatsItself(markdown)) {
    return { warnings: ['The remote reader repeated itself.'], isRejected: true };
  }
  if (remote.length === 0 && local.length === 0) return { warnings: [], isRejected: false };
  const found = remote.filter((word) => seen.has(word)).length / Math.max(1, remote.length);
  const certain = local.filter((line) => line.confidence > 0.9).flatMap((line) => wordsOf(line.text));
  const given = new Set(remote);
  const missing = certain.filter((word) => word.length > 3 && !given.has(word)).length / Math.max(1, certain.length);
  const localConfidence = mean(local.map((line) => line.confidence));
  if (found < 0.3 && localConfidence > 0.85) {
    return { warnings: ['The remote reading does not match what stands on the page.'], isRejected: true };
  }
  if (found < 0.7) warnings.push('Parts of the remote reading were not confirmed by the local engines.');
  if (missing > 0.2) warnings.push('The remote reading leaves out words that the local engines are sure of.');
  return { warnings, isRejected: false };
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
