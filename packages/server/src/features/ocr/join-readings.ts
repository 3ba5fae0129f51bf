import type { ReadLine, ReadWord } from '../../ports/ocr-engine.ts';
import { boxAround, mean, sharedHeight } from './geometry.ts';
import { joinLine } from './join-line.ts';
import type { Dictionary } from './judge-word.ts';

/** A line only one engine saw is kept from these confidences on. */
const keepFirstFrom = 0.55;
/** The same for the engine that reads whole pages. */
const keepSecondFrom = 0.4;

export interface JoinedReadings {
  lines: ReadLine[];
  /** Words of the second engine where the first one found no line at all. */
  leftOver: ReadWord[];
}

/** Matches the words of the page-reading engine to the lines of the line-reading one by position, and joins each line. */
export function joinReadings(
  first: readonly ReadLine[],
  second: readonly ReadLine[],
  dictionary: Dictionary,
): JoinedReadings {
  const matched = first.map((): ReadWord[] => []);
  const leftOver: ReadWord[] = [];
  for (const word of second.flatMap((line) => line.words)) {
    const index = bestLine(word, first);
    const list = index === null ? undefined : matched[index];
    if (list) list.push(word);
    else leftOver.push(word);
  }
  const lines: ReadLine[] = [];
  for (const [index, line] of first.entries()) {
    const words = (matched[index] ?? []).sort((a, b) => a.box.x - b.box.x);
    const joined = joinLine(line, words, dictionary);
    const agreed = joined.engine.includes('+');
    const from = joined.engine === line.engine ? keepFirstFrom : keepSecondFrom;
    if (joined.words.length > 0 && (agreed || joined.confidence >= from)) lines.push(joined);
  }
  return { lines, leftOver };
}

/** The line that covers most of a word, if it covers half of it. */
function bestLine(word: ReadWord, lines: readonly ReadLine[]): number | null {
  let best: number | null = null;
  let bestShare = 0.4;
  for (const [index, line] of lines.entries()) {
    const height = sharedHeight(word.box, line.box);
    const width =
      (Math.min(word.box.x + word.box.width, line.box.x + line.box.width) - Math.max(word.box.x, line.box.x)) /
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
