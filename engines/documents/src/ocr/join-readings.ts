import { boxAround, mean, sharedHeight } from './geometry.ts';
import { joinLine } from './join-line.ts';
import type { Dictionary } from './judge-word.ts';
import type { Box, ReadLine, ReadWord } from './ocr-engine.ts';

/** A line only one engine saw is kept from these confidences on. */
const keepFirstFrom = 0.55;
/** The same for the engine that reads whole pages. */
const keepSecondFrom = 0.4;

export interface MatchedWords {
  /** For each line its words from left to right. */
  perLine: ReadWord[][];
  /** Words that stand where no line was found. */
  leftOver: ReadWord[];
}

/** Matches the words of the page-reading engine to places of lines. */
export function matchWords(places: readonly Box[], second: readonly ReadLine[]): MatchedWords {
  const perLine = places.map((): ReadWord[] => []);
  const leftOver: ReadWord[] = [];
  for (const word of second.flatMap((line) => line.words)) {
    const index = bestPlace(word, places);
    const list = index === null ? undefined : perLine[index];
    if (list) list.push(word);
    else leftOver.push(word);
  }
  for (const words of perLine) words.sort((a, b) => a.box.x - b.box.x);
  return { perLine, leftOver };
}

/** Joins each line of the line-reading engine with the other engine's words in its place; drops what neither is sure of. */
export function joinReadings(
  first: readonly ReadLine[],
  words: readonly (readonly ReadWord[])[],
  dictionary: Dictionary,
): ReadLine[] {
  const lines: ReadLine[] = [];
  for (const [index, line] of first.entries()) {
    const joined = joinLine(line, words[index] ?? [], dictionary);
    const agreed = joined.engine.includes('+');
    const from = joined.engine === line.engine ? keepFirstFrom : keepSecondFrom;
    if (joined.words.length > 0 && (agreed || joined.confidence >= from)) lines.push(joined);
  }
  return lines;
}

/** The line that covers most of a word, if it covers half of it. */
function bestPlace(word: ReadWord, places: readonly Box[]): number | null {
  let best: number | null = null;
  let bestShare = 0.4;
  for (const [index, place] of places.entries()) {
    const height = sharedHeight(word.box, place);
    const width =
      (Math.min(word.box.x + word.box.width, place.x + place.width) - Math.max(word.box.x, place.x)) /
      Math.max(1, word.box.width);
    const share = Math.min(1, height) * width;
    if (height > 0 && width > 0 && share > bestShare) {
      best = index;
      bestShare = share;
    }
  }
  return best;
}

/** Groups words that stand side by side into lines. */
export function linesOf(words: readonly ReadWord[], engine: string): ReadLine[] {
  const groups: ReadWord[][] = [];
  for (const word of [...words].sort((a, b) => a.box.x - b.box.x)) {
    const group = groups.find((candidate) => {
      const last = candidate.at(-1);
      if (!last) return false;
      const gap = word.box.x - (last.box.x + last.box.width);
      return sharedHeight(last.box, word.box) > 0.5 && gap < 1.5 * Math.max(last.box.height, word.box.height);
    });
    if (group) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group) => ({
    words: group,
    box: boxAround(group.map((word) => word.box)),
    confidence: mean(group.map((word) => word.confidence)),
    engine,
  }));
}
