import { median } from './aligned-table.ts';
import type { Box, TextRun } from './raw-page.ts';

/** A word of PDFium's text layer, and where it stands. */
export interface PlacedWord {
  word: string;
  box: Box;
}

/** Fewer may be written differently by chance. */
const fewestWords = 4;
/** Every run is compared with every other. */
const mostRuns = 2000;

/** A quick look without the places of words: whether letters are missing, or a run covers another. */
export function mayBeTangled(words: readonly { word: string }[], runs: readonly TextRun[]): boolean {
  if (runs.length > mostRuns) return false;
  const given = runs.reduce((sum, { text }) => sum + squeeze(text).length, 0);
  if (ink(words) > given + fewestWords) return true;
  return runs.some((run) => runs.some((other) => other !== run && isMiddleIn(other, run)));
}

/**
 * Where the letters of the text layer differ much in height, as those that a scanner's OCR laid under a page do, LiteParse
 * takes lines for one: gives the text of one of them, or a box that covers others. Such a box holds words that are not in its
 * text, and more letters by them.
 */
export function areLinesTangled(words: readonly PlacedWord[], runs: readonly TextRun[]): boolean {
  return runs.some((run) => {
    const inside = words.filter((word) => standsIn(word, run));
    const foreign = inside.filter(({ word }) => !holds(run, word));
    return foreign.length >= fewestWords && ink(inside) >= squeeze(run.text).length + 0.8 * ink(foreign);
  });
}

/** The words of the text layer instead of what LiteParse gave, those of one line equally high. */
export function runsOfWords(words: readonly PlacedWord[]): TextRun[] {
  return linesOf(words).flatMap((line) => {
    const y = median(line.map(({ box }) => box.y));
    const height = Math.max(1, median(line.map(({ box }) => box.y + box.height)) - y);
    return line.map(({ word, box: { x, width } }) => ({
      text: word,
      ...{ x, y, width, height },
      fontSize: height,
      isBold: false,
      isItalic: false,
      isMonospaced: false,
      rotation: 0,
    }));
  });
}

/** A line ends where a word stands left of the one before it. */
function linesOf(words: readonly PlacedWord[]): PlacedWord[][] {
  const lines: PlacedWord[][] = [];
  let last: PlacedWord | undefined;
  for (const word of words) {
    const isNew = !last || word.box.x < last.box.x || Math.abs(middleOf(word) - middleOf(last)) > heightOf(last, word);
    if (isNew) lines.push([word]);
    else lines.at(-1)?.push(word);
    last = word;
  }
  return lines;
}

const standsIn = ({ box }: PlacedWord, run: Box): boolean => isMiddleIn(box, run);

function isMiddleIn(box: Box, run: Box): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x > run.x && x < run.x + run.width && y > run.y && y < run.y + run.height;
}

/** From left or from right. */
function holds({ text }: TextRun, word: string): boolean {
  const [letters, sought] = [squeeze(text), squeeze(word)];
  return letters.includes(sought) || letters.includes([...sought].reverse().join(''));
}

const middleOf = ({ box }: PlacedWord): number => box.y + box.height / 2;
const heightOf = (one: PlacedWord, other: PlacedWord): number => Math.max(one.box.height, other.box.height);
const squeeze = (text: string): string => text.normalize('NFKC').replace(/\s/g, '');
const ink = (words: readonly { word: string }[]): number =>
  words.reduce((sum, { word }) => sum + squeeze(word).length, 0);
