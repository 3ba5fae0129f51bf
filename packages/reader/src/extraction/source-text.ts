import { type FoundDate, findDates, sentencesOf } from '@parley/text';
import { type FoundNumber, findNumbers, mainCurrency } from './amounts.ts';
import { type DocumentParts, readDocumentParts } from './document-parts.ts';
import { type Cell, cellAt, cellsAbove, type Line, readLayout } from './layout.ts';
import { readSentences, type SaidSentence } from './said-sentence.ts';

/** A text read once for all fields. */
export interface SourceText {
  text: string;
  lines: Line[];
  dates: FoundDate[];
  numbers: FoundNumber[];
  currency: { text: string; start: number; end: number } | undefined;
  parts: DocumentParts;
  sentences: SaidSentence[];
}

export function readSource(text: string): SourceText {
  const dates = findDates(text);
  const numbers = findNumbers(text).filter(
    (number) => !dates.some((date) => number.start >= date.start && number.end <= date.end),
  );
  const lines = readLayout(text);
  const parts = readDocumentParts(text, lines);
  return {
    text,
    lines,
    dates,
    numbers,
    currency: mainCurrency(text),
    parts,
    sentences: readSentences(text, parts.grids),
  };
}

/** What stands near a value, lower case, nearest first: to its left, on the line before, above it in its column. */
export interface Surroundings {
  /** In the same cell or line, to the left; up to the previous sentence mark. */
  left: string;
  /** To the right on the same line. */
  right: string;
  /** The whole line before, when the value begins its own line. */
  before: string;
  above: string[];
}

export function surroundings(source: SourceText, start: number, end: number): Surroundings {
  const { text, lines } = source;
  const cell: Cell | undefined = cellAt(lines, start);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const left = text.slice(Math.max(lineStart, start - 120), start).replace(/\s{4,}/g, '    ');
  const index = cell?.line ?? 0;
  const isFirst = cell !== undefined && lines[index]?.cells[0] === cell && start - cell.start < 6;
  let before = '';
  for (let line = index - 1; isFirst && line >= Math.max(0, index - 3) && !/\p{L}/u.test(before); line--)
    before = lines[line]?.text ?? '';
  const above = cell
    ? cellsAbove(lines, index, start - (lines[index]?.start ?? 0), end - (lines[index]?.start ?? 0), 6).map((each) =>
        each.text.toLowerCase(),
      )
    : [];
  const sentence = sentencesOf(left).at(-1)?.text.split(/;\s+/).at(-1) ?? left;
  return {
    left: sentence.toLowerCase(),
    right: text.slice(end, lineEnd < 0 ? end + 40 : Math.min(lineEnd, end + 40)).toLowerCase(),
    before: before.trim().toLowerCase(),
    above,
  };
}

/** How well the surroundings of a value fit a set of labels: 0 when not at all. */
export function labelScore(near: Surroundings, labels: RegExp[], against: RegExp | undefined): number {
  let score = 0;
  for (const [rank, label] of labels.entries()) {
    const worth = 1 - rank * 0.25;
    const at = lastIndexOf(near.left, label);
    if (at >= 0) score = Math.max(score, worth * (1 - Math.min(0.4, (near.left.length - at) / 120)));
    if (label.test(near.before) && near.before.length < 60) score = Math.max(score, worth * 0.85);
    for (const [height, cell] of near.above.entries())
      if (cell.length < 40 && label.test(cell)) score = Math.max(score, worth * (0.8 - 0.08 * height));
    if (label.test(near.right) && near.right.length < 30) score = Math.max(score, worth * 0.4);
  }
  if (against && score > 0) {
    if (against.test(tail(near.left))) score -= 0.6;
    else if (tail(near.left).replace(/[^\p{L}]/gu, '') === '' && against.test(near.before)) score -= 0.55;
    else if (near.above[0] !== undefined && near.left.trim() === '' && against.test(near.above[0])) score -= 0.3;
  }
  return score;
}

function lastIndexOf(text: string, label: RegExp): number {
  let at = -1;
  for (const match of text.matchAll(new RegExp(label.source, 'g'))) at = match.index + match[0].length;
  return at;
}

/** The last stretch before a value: the label that is nearest to it. */
function tail(left: string): string {
  return (
    left
      .split(/\s{3,}|\|/)
      .filter((part) => /\p{L}/u.test(part))
      .at(-1) ?? left
  );
}
