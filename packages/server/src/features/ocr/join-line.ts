import type { Box, ReadLine, ReadWord } from '../../ports/ocr-engine.ts';
import { type AlignedPair, alignCharacters } from './align-characters.ts';
import { boxAround, mean } from './geometry.ts';
import { type Dictionary, plausibility } from './judge-word.ts';

/** Share of characters that must agree before two readings count as readings of the same text. */
const sameTextFrom = 0.4;
/** Below this confidence a joined word is marked as uncertain. */
export const uncertainBelow = 0.6;

interface Character {
  text: string;
  confidence: number;
  word: number;
}

/**
 * Joins what two engines read in one place. `first` is the engine that works line by line and knows each character's
 * confidence, `second` the one that reads pages and knows words. Both are in reading order.
 */
export function joinLine(first: ReadLine, second: readonly ReadWord[], dictionary: Dictionary): ReadLine {
  if (second.length === 0) return first;
  const left = charactersOf(first.words);
  const right = charactersOf(second);
  const pairs = alignCharacters(
    left.map((character) => character.text),
    right.map((character) => character.text),
  );
  const same = pairs.filter((pair) => isSame(pair, left, right)).length;
  const agreement = same / Math.max(1, Math.max(left.length, right.length));
  if (agreement < sameTextFrom) return chooseWhole(first, second, dictionary);
  const words = segments(pairs, left, right).map((segment) => chooseWord(segment, first.words, second, dictionary));
  const kept = words.filter((word) => word.text !== '');
  return {
    words: kept,
    box: first.box,
    confidence: mean(kept.map((word) => word.confidence)),
    engine: `${first.engine}+${second.length > 0 ? 'tesseract' : ''}`,
  };
}

function charactersOf(words: readonly ReadWord[]): Character[] {
  return words.flatMap((word, index) =>
    [...word.text].map((text, at) => ({
      text,
      confidence: word.charConfidences?.[at] ?? word.confidence,
      word: index,
    })),
  );
}

function isSame(pair: AlignedPair, left: readonly Character[], right: readonly Character[]): boolean {
  return pair.left !== null && pair.right !== null && left[pair.left]?.text === right[pair.right]?.text;
}

/** The readings have little in common: one of them is wrong as a whole. */
function chooseWhole(first: ReadLine, second: readonly ReadWord[], dictionary: Dictionary): ReadLine {
  const score = (words: readonly ReadWord[]) => {
    const letters = words.reduce((sum, word) => sum + word.text.length, 0);
    const total = words.reduce(
      (sum, word) => sum + word.text.length * (word.confidence + plausibility(word.text, dictionary)),
      0,
    );
    return letters === 0 ? 0 : total / letters;
  };
  const covered = boxAround(second.map((word) => word.box)).width / Math.max(1, first.box.width);
  // Tesseract's confidence of a whole misreading is seldom high; PP-OCR's often is, so it must be clearly worse.
  if (covered < 0.6 || score(first.words) + 0.15 >= score(second)) return first;
  return {
    words: [...second],
    box: first.box,
    confidence: mean(second.map((word) => word.confidence)) * 0.9,
    engine: 'tesseract',
  };
}

interface Segment {
  pairs: AlignedPair[];
  left: Character[];
  right: Character[];
}

/** Cuts the alignment where the first engine saw a space; the second engine's spaces count inside a segment. */
function segments(pairs: readonly AlignedPair[], left: readonly Character[], right: readonly Character[]): Segment[] {
  const result: Segment[] = [];
  let current: Segment | null = null;
  let word = -1;
  for (const pair of pairs) {
    const leftCharacter = pair.left === null ? undefined : left[pair.left];
    const rightCharacter = pair.right === null ? undefined : right[pair.right];
    if (!current || (leftCharacter && leftCharacter.word !== word && word !== -1)) {
      current = { pairs: [], left: [], right: [] };
      result.push(current);
    }
    if (leftCharacter) word = leftCharacter.word;
    current.pairs.push(pair);
    if (leftCharacter) current.left.push(leftCharacter);
    if (rightCharacter) current.right.push(rightCharacter);
  }
  return result;
}

function chooseWord(
  segment: Segment,
  first: readonly ReadWord[],
  second: readonly ReadWord[],
  dictionary: Dictionary,
): ReadWord {
  const box = boxOf(segment, first, second);
  const leftText = segment.left.map((character) => character.text).join('');
  const rightText = segment.right
    .map((character, index) => (startsWord(segment.right, index) ? ' ' : '') + character.text)
    .join('');
  const leftConfidence = mean(segment.left.map((character) => character.confidence));
  const rightConfidence = mean(segment.right.map((character) => character.confidence));
  if (leftText === rightText.replaceAll(' ', '')) {
    const text = rightText.includes(' ') && splitIsBetter(leftText, rightText, dictionary) ? rightText : leftText;
    return { text, box, confidence: 1 - (1 - leftConfidence) * (1 - rightConfidence) };
  }
  const candidates = [
    { text: leftText, score: disputed(segment, 'left') + plausibility(leftText, dictionary) },
    { text: rightText, score: disputed(segment, 'right') + meanPlausibility(rightText, dictionary) - 0.05 },
    ...mixtures(segment, dictionary),
  ];
  const best = candidates.reduce((a, b) => (b.score > a.score ? b : a));
  return { text: best.text, box, confidence: Math.max(0, Math.min(1, best.score)) * 0.85 };
}

function startsWord(characters: readonly Character[], index: number): boolean {
  return index > 0 && characters[index]?.word !== characters[index - 1]?.word;
}

function meanPlausibility(text: string, dictionary: Dictionary): number {
  return text === '' ? -0.3 : mean(text.split(' ').map((word) => plausibility(word, dictionary)));
}

function splitIsBetter(joined: string, split: string, dictionary: Dictionary): boolean {
  return meanPlausibility(split, dictionary) > plausibility(joined, dictionary) + 0.05;
}

/** Confidence of one side where the two differ; a side that has nothing there is as sure as its neighbours. */
function disputed(segment: Segment, side: 'left' | 'right'): number {
  const confidences: number[] = [];
  let leftIndex = 0;
  let rightIndex = 0;
  for (const pair of segment.pairs) {
    const left = pair.left === null ? undefined : segment.left[leftIndex++];
    const right = pair.right === null ? undefined : segment.right[rightIndex++];
    if (left && right && left.text === right.text) continue;
    const own = side === 'left' ? left : right;
    if (own) confidences.push(own.confidence);
  }
  const all = side === 'left' ? segment.left : segment.right;
  return confidences.length > 0 ? mean(confidences) : mean(all.map((character) => character.confidence)) - 0.1;
}

/** Words made of both readings: each differing character from whichever side is surer of it, if that gives a known word. */
function mixtures(segment: Segment, dictionary: Dictionary): { text: string; score: number }[] {
  let text = '';
  let leftIndex = 0;
  let rightIndex = 0;
  const confidences: number[] = [];
  for (const pair of segment.pairs) {
    const left = pair.left === null ? undefined : segment.left[leftIndex++];
    const right = pair.right === null ? undefined : segment.right[rightIndex++];
    const chosen = !left ? undefined : right && right.confidence > left.confidence ? right : left;
    if (!chosen) continue;
    text += chosen.text;
    if (left?.text !== right?.text) confidences.push(chosen.confidence);
  }
  const bonus = plausibility(text, dictionary);
  return bonus > 0.1 ? [{ text, score: mean(confidences) + bonus - 0.05 }] : [];
}

function boxOf(segment: Segment, first: readonly ReadWord[], second: readonly ReadWord[]): Box {
  const pick = (characters: readonly Character[], words: readonly ReadWord[]) =>
    [...new Set(characters.map((character) => character.word))].flatMap((index) => words[index]?.box ?? []);
  const boxes = pick(segment.left, first);
  return boxAround(boxes.length > 0 ? boxes : pick(segment.right, second));
}
