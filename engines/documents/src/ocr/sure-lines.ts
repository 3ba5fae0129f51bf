import { mean, quadSize } from './geometry.ts';
import { type Dictionary, isKnown } from './judge-word.ts';
import type { Box, FoundLine, ReadLine, ReadWord } from './ocr-engine.ts';

/** Every word must be read at least this surely. */
const sureFrom = 0.9;
/** Shorter lines give no context that would make a reading sure: they are always read by both engines. */
const fewestCharacters = 20;
/** Lines less long than this many times their height cannot hold so many characters. */
const shortestShape = 6;
/** Room between words, or at the ends, from which a word may be missing, as a share of the line's height. */
const roomForAWord = { between: 1, atTheEnds: 1.2 };

/** Whether a line is long enough that the page-reading engine alone may turn out to have read it surely. */
export function mayBeSure(line: FoundLine): boolean {
  const { length, thickness } = quadSize(line.quad);
  return length >= shortestShape * thickness;
}

/**
 * What the page-reading engine read in a place, when it needs no second opinion: running text of known words, each
 * surely read, without room for a word that was overlooked. Null otherwise, and wherever a misreading would not show:
 * in digits and in letters that stand alone.
 */
export function readSurely(place: Box, words: readonly ReadWord[], dictionary: Dictionary): ReadLine | null {
  const characters = words.reduce((sum, word) => sum + word.text.length, words.length - 1);
  if (characters < fewestCharacters || !fillsPlace(place, words)) return null;
  if (!words.every((word) => word.confidence >= sureFrom && isOrdinary(word.text, dictionary))) return null;
  return { words: [...words], box: place, confidence: mean(words.map((word) => word.confidence)), engine: 'tesseract' };
}

function isOrdinary(text: string, dictionary: Dictionary): boolean {
  const core = text.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
  return (core.length > 1 || core.toLowerCase() === 'a') && !/\p{N}/u.test(core) && isKnown(core, dictionary);
}

function fillsPlace(place: Box, words: readonly ReadWord[]): boolean {
  let end = place.x;
  let room = roomForAWord.atTheEnds;
  for (const { box } of words) {
    if (box.x - end > room * place.height) return false;
    end = Math.max(end, box.x + box.width);
    room = roomForAWord.between;
  }
  return place.x + place.width - end <= roomForAWord.atTheEnds * place.height;
}
