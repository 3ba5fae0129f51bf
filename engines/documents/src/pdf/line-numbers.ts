import type { LayoutWord } from './layout-words.ts';
import { boundsOf, type TextRow, toRow } from './text-rows.ts';

/** A page with numbered lines has so many of them at least, every one, or every so many lines. */
const least = { lines: 8, numbers: 4 };
const steps = new Set([1, 2, 5, 10]);
/** In letter heights: how far a number stands from the text, how wide a gap ends running text, how straight the numbers stand. */
const ems = { apart: 0.8, gap: 1.5, edge: 0.8 };
const mostStep = Math.max(...steps);
/** So many places where a second column of text may begin are tried. */
const mostGutters = 3;
/** The share of lines that go on within a sentence: items of a list begin anew. */
const goingOn = 0.25;
/** The share of the widest line that most lines of running text have. */
const full = 0.6;

/** The rows without the numbers that count the lines of running text in a margin, and these numbers in their order. */
export function withoutLineNumbers(rows: TextRow[]): { rows: TextRow[]; numbers: LayoutWord[] } {
  for (const side of ['left', 'right'] as const) {
    const numbers = numbersAt(rows, side);
    if (numbers.size === 0) continue;
    const kept = rows.map((row) => row.words.filter((word) => !numbers.has(word)));
    return { rows: kept.flatMap((words) => (words.length === 0 ? [] : [toRow(words)])), numbers: [...numbers] };
  }
  const columned = numbersOfColumns(rows);
  if (columned.size === 0) return { rows, numbers: [] };
  const kept = rows.map((row) => row.words.filter((word) => !columned.has(word)));
  return { rows: kept.flatMap((words) => (words.length === 0 ? [] : [toRow(words)])), numbers: [...columned] };
}

/** Of text in two columns: those at the left of each. Where the second column begins is told by its numbers. */
function numbersOfColumns(rows: TextRow[]): Set<LayoutWord> {
  const inside = rows.flatMap((row) => row.words.slice(1).filter(({ text }) => /^\d{1,4}$/.test(text)));
  const ends = new Map<number, LayoutWord[]>();
  for (const word of inside) {
    const place = Math.round((word.x + word.width) / word.size);
    for (const near of [place - 1, place]) {
      const words = ends.get(near);
      if (words) words.push(word);
      else ends.set(near, [word]);
    }
  }
  const gutters = [...ends.values()]
    .filter((words) => words.length >= least.numbers)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostGutters);
  for (const gutter of gutters) {
    const at = gutter.reduce((least, { x }) => Math.min(least, x), Infinity) - 1;
    const part = (isOf: (word: LayoutWord) => boolean) =>
      rows.map((row) => row.words.filter(isOf)).flatMap((words) => (words.length === 0 ? [] : [toRow(words)]));
    const second = numbersAt(
      part(({ x }) => x >= at),
      'left',
    );
    if (second.size === 0) continue;
    const first = numbersAt(
      part(({ x }) => x < at),
      'left',
    );
    // They go on where those of the first column end; the rows of a table begin at the same line.
    const [end, start] = [[...first].at(-1), [...second][0]].map((word) => Number(word?.text));
    if (end !== undefined && start !== undefined && start > end && start - end <= mostStep)
      return new Set([...first, ...second]);
  }
  return new Set();
}

interface Numbered {
  word: LayoutWord;
  rest: LayoutWord[];
}

function numbersAt(rows: TextRow[], side: 'left' | 'right'): Set<LayoutWord> {
  const numbered = rows.flatMap((row): Numbered[] => {
    const word = side === 'left' ? row.words[0] : row.words.at(-1);
    if (!word || !/^\d{1,4}$/.test(word.text)) return [];
    return [{ word, rest: row.words.filter((other) => other !== word) }];
  });
  if (numbered.length < least.numbers) return new Set();
  const column = inOneColumn(numbered, side);
  const values = column.map(({ word }) => Number(word.text));
  const step = (values[1] ?? 0) - (values[0] ?? 0);
  const isCounting = values.every((value, i) => i === 0 || value - (values[i - 1] ?? 0) === step);
  if (column.length < least.numbers || !steps.has(step) || !isCounting) return new Set();
  const found = new Set(column.map(({ word }) => word));
  const text = rows.map(({ words }) => words.filter((word) => !found.has(word))).filter((words) => words.length > 0);
  const isBeside = column.every(({ word, rest }) => isApart(word, rest, side));
  // Every line is counted, or every fifth of them.
  const isDense = Math.abs(text.length - column.length * step) <= Math.max(step, text.length * 0.4);
  return isBeside && isDense && isRunning(text) ? found : new Set();
}

/** The numbers that begin, or end, where the outermost does: those of text that happens to end in a number do not. */
function inOneColumn(numbered: readonly Numbered[], side: 'left' | 'right'): Numbered[] {
  const edges = [({ x }: LayoutWord) => x, ({ x, width }: LayoutWord) => x + width] as const;
  const [outer, sign] = side === 'left' ? [edges[0], 1] : [edges[1], -1];
  const outermost = numbered.reduce((most, one) => (sign * (outer(one.word) - outer(most.word)) < 0 ? one : most)).word;
  const columns = edges.map((edge) =>
    numbered.filter(({ word }) => Math.abs(edge(word) - edge(outermost)) <= word.size * ems.edge),
  );
  return columns.reduce((most, column) => (column.length > most.length ? column : most));
}

function isApart(word: LayoutWord, rest: readonly LayoutWord[], side: 'left' | 'right'): boolean {
  if (rest.length === 0) return true;
  const box = boundsOf([...rest]);
  const gap = side === 'left' ? box.x - (word.x + word.width) : word.x - (box.x + box.width);
  return gap > word.size * ems.apart;
}

/** Whether lines are running text: without gaps, most of them full, and many in the middle of a sentence. */
function isRunning(lines: readonly (readonly LayoutWord[])[]): boolean {
  if (lines.length < least.lines) return false;
  const widths = lines.map((words) => boundsOf([...words]).width);
  const widest = Math.max(...widths);
  const share = (test: (words: readonly LayoutWord[], i: number) => boolean) =>
    lines.filter(test).length / lines.length;
  const hasGap = (words: readonly LayoutWord[]) =>
    words.some((word, i) => {
      const last = words[i - 1];
      return last !== undefined && word.x - (last.x + last.width) > Math.max(last.size, word.size) * ems.gap;
    });
  return (
    share((_, i) => (widths[i] ?? 0) > widest * full) > 0.5 &&
    share(hasGap) < 0.2 &&
    share((words) => /^\p{Ll}/u.test(words[0]?.text ?? '')) > goingOn
  );
}
