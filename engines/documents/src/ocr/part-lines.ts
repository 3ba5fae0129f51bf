import { boxAround, median } from './geometry.ts';
import type { Box, ReadLine, ReadWord } from './ocr-engine.ts';
import { textOf } from './order-lines.ts';

/** Lines whose middles are so many usual heights away say where columns stand. */
const reach = 6;
/** So wide, in usual heights, is a gap at which a line may be parted; of two columns read as one line it is hardly wider than a space. */
const leastGap = 0.2;
/** So many lines begin behind a gap between columns, and so many end before it. */
const leastLines = 3;
/** The edges of columns waver by so many usual heights; lines end up to so many before the gap. */
const edge = 0.6;
const ragged = 3;
/** Of such lines, this share may run over the gap. */
const crossing = 0.1;
/** A gap so many times as wide as those of the same line is none between words. */
const wide = 1.5;
/** Letters of the next column that were read at the end of a line. */
const strayLetters = 2;

/**
 * Parts lines that were read across the gap between two columns. Where columns stand close, a detector takes lines beside each other for
 * one; the lines around it, which it told apart, show where the columns begin and end.
 */
export function partLines(lines: readonly ReadLine[]): ReadLine[] {
  const usual = median(lines.map(({ box }) => box.height));
  const sorted = lines.filter(({ words }) => words.length > 0).sort((a, b) => middleOf(a.box) - middleOf(b.box));
  let from = 0;
  const parted = new Map<ReadLine, ReadLine[]>();
  for (const line of sorted) {
    while (middleOf(sorted[from]?.box ?? line.box) < middleOf(line.box) - reach * usual) from++;
    const around: ReadLine[] = [];
    for (let at = from; at < sorted.length; at++) {
      const other = sorted[at];
      if (!other || middleOf(other.box) > middleOf(line.box) + reach * usual) break;
      if (other !== line) around.push(other);
    }
    const parts = cut(line, around, usual);
    if (parts.length > 1)
      parted.set(
        line,
        parts.filter((part) => !isStray(part, around)),
      );
  }
  return lines.flatMap((line) => parted.get(line) ?? [line]);
}

interface Gap {
  line: ReadLine;
  left: number;
  right: number;
}

function cut(line: ReadLine, around: readonly ReadLine[], usual: number): ReadLine[] {
  const parts: ReadWord[][] = [];
  for (const [index, word] of line.words.entries()) {
    const before = line.words[index - 1];
    if (before && isBetweenColumns({ line, left: endOf(before.box), right: word.box.x }, around, usual))
      parts.push([word]);
    else if (parts.length === 0) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  if (parts.length < 2) return [line];
  return parts.map((words) => ({ ...line, words, box: boxAround(words.map(({ box }) => box)) }));
}

function isBetweenColumns(gap: Gap, around: readonly ReadLine[], usual: number): boolean {
  const { line, left, right } = gap;
  if (right - left < leastGap * usual) return false;
  const slack = edge * usual;
  let [begins, ends, crossed] = [0, 0, 0];
  const sides = new Set<boolean>();
  for (const { words, box } of around) {
    const [first, last] = [words[0]?.box, words.at(-1)?.box];
    if (!first || !last) continue;
    if (first.x >= left - slack) {
      if (first.x >= right + slack) continue;
      begins++;
      sides.add(middleOf(box) < middleOf(line.box));
    } else if (endOf(last) <= right + slack) ends += Number(endOf(last) > left - ragged * usual);
    else if (!hasGap(words, left - slack, right + slack, leastGap * usual)) crossed++;
  }
  if (begins < leastLines || ends < leastLines || crossed > (begins + ends) * crossing) return false;
  // Above or below all lines of the columns stands what goes over both of them, too, where its words happen to end there.
  return sides.size === 2 || right - left >= wide * median(gapsOf(line));
}

const gapsOf = ({ words }: ReadLine): number[] =>
  words.slice(1).map(({ box }, index) => box.x - endOf(words[index]?.box ?? box));

/** Whether two neighbouring words within reach of a place stand so far apart. */
function hasGap(words: readonly ReadWord[], left: number, right: number, least: number): boolean {
  return words.some(({ box }, index) => {
    const end = endOf(words[index - 1]?.box ?? box);
    return box.x - end >= least && box.x > left && end < right;
  });
}

/** A letter or two at the edge of another line, which has read them too. */
function isStray(part: ReadLine, around: readonly ReadLine[]): boolean {
  if (textOf(part).length > strayLetters) return false;
  const x = part.box.x + part.box.width / 2;
  const y = middleOf(part.box);
  return around.some(({ box }) => x > box.x && x < endOf(box) && y > box.y && y < box.y + box.height);
}

const middleOf = (box: Box): number => box.y + box.height / 2;
const endOf = (box: Box): number => box.x + box.width;
