import { type AlignedPair, alignCharacters } from './align-characters.ts';
import { foldWidths } from './fold-widths.ts';
import { boxAround, mean, median } from './geometry.ts';
import { joinAmounts } from './join-amounts.ts';
import { type Dictionary, plausibility } from './judge-word.ts';
import { isReadingWithoutMarks } from './latin-letters.ts';
import type { Box, ReadCharacter, ReadLine, ReadWord } from './ocr-engine.ts';
import { bestCandidate, type Place } from './word-candidates.ts';

/** Share of characters that must agree before two readings count as readings of the same text. */
const sameTextFrom = 0.4;
/** A reading in a script that only the page-reading engine knows is believed from this confidence on. */
const foreignFrom = 0.4;

interface Character extends ReadCharacter {
  word: number;
  box: Box;
}

/**
 * Joins what two engines read in one place. `first` is the engine that works line by line and knows each character's
 * confidence, `second` the one that reads pages and knows words. Both are in reading order.
 */
export function joinLine(read: ReadLine, second: readonly ReadWord[], dictionary: Dictionary): ReadLine {
  const joined = joinReadings(read, second, dictionary);
  return { ...joined, words: joinAmounts(joined.words) };
}

function joinReadings(read: ReadLine, second: readonly ReadWord[], dictionary: Dictionary): ReadLine {
  const first = foldWidths(read);
  if (isForeign(second)) return takeSecond(first, second);
  const left = charactersOf(first.words);
  const right = charactersOf(second);
  const pairs = alignCharacters(
    left.map((character) => character.text),
    right.map((character) => character.text),
    apart(left, right),
  );
  const slots = pairs.map((pair) => toSlot(pair, left, right));
  if (second.length > 0) {
    const printed = left.filter((character) => character.text !== '').length;
    const agreement =
      slots.filter(({ first, second }) => first && isSameLetter(first.text, second?.text)).length /
      Math.max(1, printed, right.length);
    if (agreement < sameTextFrom) return chooseWhole(first, second, dictionary);
  }
  markUncovered(slots);
  const words = segmentsOf(slots, dictionary).flatMap((segment) => readSegment(segment, dictionary));
  return {
    words,
    box: first.box,
    confidence: mean(words.map((word) => word.confidence)),
    engine: second.length > 0 ? `${first.engine}+tesseract` : first.engine,
  };
}

function charactersOf(words: readonly ReadWord[]): Character[] {
  return words.flatMap((word, index) => {
    const characters: ReadCharacter[] =
      word.characters ?? [...word.text].map((text) => ({ text, confidence: word.confidence, alternatives: [] }));
    const width = word.box.width / Math.max(1, characters.length);
    return characters.map((character, at) => ({
      ...character,
      word: index,
      box: { ...word.box, x: word.box.x + at * width, width },
    }));
  });
}

/** Small capitals are capitals to one engine and small letters to the other. */
function isSameLetter(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

/** How far two characters stand apart, in widths of a usual character. */
function apart(left: readonly Character[], right: readonly Character[]): (i: number, j: number) => number {
  const width = Math.max(1, median(right.map((character) => character.box.width)));
  const centerOf = (character: Character | undefined) => (character ? character.box.x + character.box.width / 2 : 0);
  return (i, j) => Math.abs(centerOf(left[i]) - centerOf(right[j])) / width;
}

/** One place of the joined line: a character of either engine or of both. */
interface Slot {
  place: Place;
  first: Character | undefined;
  second: Character | undefined;
}

function toSlot(pair: AlignedPair, left: readonly Character[], right: readonly Character[]): Slot {
  const read = pair.left === null ? undefined : left[pair.left];
  const second = pair.right === null ? undefined : right[pair.right];
  // The line-reading engine knows no letters with marks: where the other sees one on the same letter, it has no say.
  const isMarked = read && second && isReadingWithoutMarks(read.text, second.text);
  const first = isMarked ? { ...read, text: second.text, alternatives: [] } : read;
  return { place: { first: first ?? null, second: second ?? null, isUncovered: false }, first, second };
}

/** Where the second engine has nothing on either side within the same word, it did not look there. */
function markUncovered(slots: readonly Slot[]): void {
  for (const [index, slot] of slots.entries()) {
    if (slot.second) continue;
    const before = slots.slice(0, index).findLast((other) => other.second)?.second;
    const after = slots.slice(index + 1).find((other) => other.second)?.second;
    slot.place.isUncovered = !before || !after || before.word !== after.word;
  }
}

/** The readings have little in common: one of them is wrong as a whole. */
function chooseWhole(first: ReadLine, second: readonly ReadWord[], dictionary: Dictionary): ReadLine {
  const score = (words: readonly ReadWord[]) => {
    const letters = words.reduce((sum, word) => sum + word.text.length, 0);
    const weigh = (word: ReadWord) =>
      word.confidence + Math.max(-0.3, Math.min(0.3, plausibility(word.text, dictionary) / 10));
    return words.reduce((sum, word) => sum + word.text.length * weigh(word), 0) / Math.max(1, letters);
  };
  const covered = boxAround(second.map((word) => word.box)).width / Math.max(1, first.box.width);
  // Tesseract's confidence of a whole misreading is seldom high; PP-OCR's often is, so it must be clearly worse.
  if (covered < 0.6 || score(first.words) + 0.15 >= score(second)) return first;
  return takeSecond(first, second);
}

/** Letters of scripts that the line-reading engine was never taught (it knows Latin and Chinese). */
function isForeign(words: readonly ReadWord[]): boolean {
  const letters = words.flatMap((word) => word.text.match(/\p{L}/gu) ?? []);
  const foreign = letters.filter((letter) => !/[\p{sc=Latin}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(letter));
  const confidence = mean(words.map((word) => word.confidence));
  return letters.length >= 3 && foreign.length > 0.5 * letters.length && confidence >= foreignFrom;
}

function takeSecond(first: ReadLine, second: readonly ReadWord[]): ReadLine {
  const isRightToLeft = second.some((word) => /[\p{sc=Arabic}\p{sc=Hebrew}]/u.test(word.text));
  return {
    words: [...second].sort((a, b) => (isRightToLeft ? b.box.x - a.box.x : a.box.x - b.box.x)),
    box: first.box,
    confidence: mean(second.map((word) => word.confidence)) * 0.9,
    engine: 'tesseract',
  };
}

/** Cuts the joined line into words where the engines, or the better argument, see a space. */
function segmentsOf(slots: readonly Slot[], dictionary: Dictionary): Slot[][] {
  const segments: Slot[][] = [];
  let current: Slot[] = [];
  for (const [index, slot] of slots.entries()) {
    if (current.length > 0 && isCut(slots, index, dictionary)) {
      segments.push(current);
      current = [];
    }
    current.push(slot);
  }
  if (current.length > 0) segments.push(current);
  return segments;
}

function isCut(slots: readonly Slot[], index: number, dictionary: Dictionary): boolean {
  const first = spaceBefore(slots, index, 'first');
  const second = spaceBefore(slots, index, 'second');
  if (first === second || second === null) return first === true;
  if (first === null) return second;
  const [before, after] = around(slots, index, first ? 'second' : 'first');
  // Digits stand wide apart in many fonts: two of them are parted only by the agreement of both.
  if (/\d[.,:]?$/u.test(before) && /^\d/u.test(after)) return false;
  const joined = plausibility(before + after, dictionary);
  const parted = (plausibility(before, dictionary) + plausibility(after, dictionary)) / 2;
  return parted >= joined;
}

/** Whether an engine saw a space right before a slot; null when it has no character on one of the sides. */
function spaceBefore(slots: readonly Slot[], index: number, engine: 'first' | 'second'): boolean | null {
  const before = slots.slice(0, index).findLast((slot) => slot[engine])?.[engine];
  const after = slots[index]?.[engine];
  if (!before) return null;
  if (after) return before.word !== after.word;
  // A character that only the other engine has belongs to the word it stands in.
  return slots[index]?.place.isUncovered ? null : false;
}

/** The texts left and right of a place, as far as the engine that saw no space there goes on without one. */
function around(slots: readonly Slot[], index: number, engine: 'first' | 'second'): [string, string] {
  const word = slots[index]?.[engine]?.word;
  const textOf = (list: readonly Slot[]) =>
    list
      .filter((slot) => slot[engine]?.word === word)
      .map((slot) => slot[engine]?.text ?? '')
      .join('');
  return [textOf(slots.slice(0, index)), textOf(slots.slice(index))];
}

function readSegment(segment: readonly Slot[], dictionary: Dictionary): ReadWord[] {
  const { text, texts, confidence } = bestCandidate(
    segment.map((slot) => slot.place),
    dictionary,
  );
  if (text === '') return [];
  const agree = segment.every(
    ({ place }) => !place.isUncovered && (place.first?.text ?? '') === (place.second?.text ?? ''),
  );
  const firsts = segment.flatMap((slot) => slot.first?.box ?? []);
  const box = boxAround(firsts.length > 0 ? firsts : segment.flatMap((slot) => slot.second?.box ?? []));
  const characters = segment.flatMap(({ first, second }, index) => toCharacter(texts[index] ?? '', first ?? second));
  return [{ text, box, characters, confidence: agree ? 1 - (1 - confidence) ** 2 : confidence }];
}

/** The character as joined, with what the engine that read it held possible. */
function toCharacter(text: string, read: ReadCharacter | undefined): ReadCharacter[] {
  if (text === '') return [];
  const says = read ? [{ text: read.text, confidence: read.confidence }, ...read.alternatives] : [];
  const confidence = says.find((one) => one.text === text)?.confidence ?? 0;
  return [{ text, confidence, alternatives: says.filter((one) => one.text !== text) }];
}
