import type { Box, RawPage, Rule, TextRun } from './raw-page.ts';
import { type RunWord, runWords } from './run-words.ts';

/** A word with what its run says about it; all words of a run share its middle and size, so that lines stay level. */
export interface LayoutWord extends Box {
  text: string;
  size: number;
  /** Words of one run are parted by spaces, however narrow. */
  run: number;
  isBold: boolean;
  isItalic: boolean;
  /** The name of its font, where it is known. */
  font?: string | undefined;
  /** Of a word that was recognised: where it stands in pixels of the page, and how sure the engines are (0 to 1). */
  read?: { box: Box; confidence: number };
}

export interface UprightPage {
  width: number;
  height: number;
  words: LayoutWord[];
  /** Text that runs in another direction than most of the page. */
  turned: TextRun[];
  rules: Rule[];
  fills: Box[];
}

/** The page turned so that most of its text reads from left to right. */
export function uprightPage(page: RawPage): UprightPage {
  const turn = mainRotation(page.runs);
  const turned = page.runs.filter((run) => directionOf(run) !== turn);
  const straight = page.runs.filter((run) => directionOf(run) === turn);
  const rotate = (box: Box): Box => turnBox(box, turn, page.width, page.height);
  const isSideways = turn === 90 || turn === 270;
  return {
    width: isSideways ? page.height : page.width,
    height: isSideways ? page.width : page.height,
    words: straight.flatMap((run, index) => wordsOf(run, rotate, index)),
    turned,
    rules: page.rules.map(({ x1, y1, x2, y2 }) => {
      const box = rotate({ x: x1, y: y1, width: x2 - x1, height: y2 - y1 });
      return { x1: box.x, y1: box.y, x2: box.x + box.width, y2: box.y + box.height };
    }),
    fills: page.fills.map(rotate),
  };
}

/** The direction of most characters: 0, 90, 180 or 270 degrees clockwise; -1 stands for any slant. */
function mainRotation(runs: TextRun[]): number {
  const ink = new Map<number, number>();
  for (const run of runs) {
    const turn = directionOf(run);
    if (turn >= 0) ink.set(turn, (ink.get(turn) ?? 0) + run.text.length);
  }
  return [...ink].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Slanted letters are told as a small rotation, but their line is level: it is no higher than its letters. */
function directionOf(run: TextRun): number {
  const nearest = (Math.round(run.rotation / 90) * 90 + 360) % 360;
  const isSideways = nearest === 90 || nearest === 270;
  const thickness = isSideways ? run.width : run.height;
  return thickness < run.fontSize * 2.4 && quarter(run.rotation) < 0 && !isDiagonal(run.rotation)
    ? nearest
    : quarter(run.rotation);
}

function isDiagonal(rotation: number): boolean {
  const off = Math.abs(rotation - Math.round(rotation / 90) * 90);
  return off > 25;
}

function quarter(rotation: number): number {
  const degrees = ((rotation % 360) + 360) % 360;
  const nearest = (Math.round(degrees / 90) * 90) % 360;
  const off = Math.abs(degrees - Math.round(degrees / 90) * 90);
  return off <= 5 ? nearest : -1;
}

function turnBox(box: Box, turn: number, width: number, height: number): Box {
  if (turn === 90) return { x: box.y, y: width - box.x - box.width, width: box.height, height: box.width };
  if (turn === 180) return { ...box, x: width - box.x - box.width, y: height - box.y - box.height };
  if (turn === 270) return { x: height - box.y - box.height, y: box.x, width: box.height, height: box.width };
  return box;
}

function wordsOf(run: TextRun, rotate: (box: Box) => Box, runIndex: number): LayoutWord[] {
  const level = rotate(run);
  // Boxes are drawn around the letters of one font and another; the font size is the same for both.
  const size = run.fontSize > level.height * 0.4 && run.fontSize < level.height * 2.5 ? run.fontSize : level.height;
  const height = Math.max(0.1, size);
  const y = level.y + level.height / 2 - height / 2;
  const { isBold, isItalic, font } = run;
  const exact = exactWords(run, rotate);
  const words = exact ?? runWords(run.text.trim(), level.x, level.width, run.isMonospaced ? run.fontSize : null);
  return words.map(({ text, x, width }) => {
    return { text, x, y, width: Math.max(0.1, width), height, size: height, run: runIndex, isBold, isItalic, font };
  });
}

/** The words in the boxes that LiteParse has of them; null where it has none, or not as many. */
function exactWords({ text, words = [] }: TextRun, rotate: (box: Box) => Box): RunWord[] | null {
  const texts = text.trim().split(/\s+/);
  if (texts.length !== words.length) return null;
  return words.map((box, i) => {
    const { x, width } = rotate(box);
    return { text: texts[i] ?? '', x, width };
  });
}
