import { type FoundDate, findDates, sentencesOf } from '@parley/text';
import { type FoundNumber, findNumbers, mainCurrency } from './amounts.ts';
import { type DocumentParts, readDocumentParts } from './document-parts.ts';
import { type Cell, cellAt, cellsAbove, type Line, readLayout } from './layout.ts';
import { readSentences, type SaidSentence } from './said-sentence.ts';
import { SpanIndex } from './span-index.ts';

/** A text read once for all fields. */
export interface SourceText {
  text: string;
  lines: Line[];
  dates: FoundDate[];
  datesByPlace: SpanIndex<FoundDate>;
  numbers: FoundNumber[];
  numbersByPlace: SpanIndex<FoundNumber>;
  currency: { text: string; start: number; end: number } | undefined;
  parts: DocumentParts;
  sentences: SaidSentence[];
  sentencesByPlace: SpanIndex<SaidSentence>;
  /** Its runs of letters, in lower case. */
  words: ReadonlySet<string>;
}

/** Markdown of other programs writes "6\\. Juni": every place stays where it is. */
const escapedStop = /(?<=\d)\\\. /g;

export function readSource(given: string): SourceText {
  const text = given.replaceAll(escapedStop, '.  ');
  const dates = findDates(text);
  const datesByPlace = new SpanIndex(dates);
  const numbers = findNumbers(text).filter(
    (number) =>
      !datesByPlace
        .meeting(number.start, number.end)
        .some((date) => number.start >= date.start && number.end <= date.end),
  );
  const lines = readLayout(text);
  const parts = readDocumentParts(text, lines);
  const sentences = readSentences(text, parts.grids);
  return {
    text,
    lines,
    dates,
    datesByPlace,
    numbers,
    numbersByPlace: new SpanIndex(numbers),
    currency: mainCurrency(text),
    parts,
    sentences,
    sentencesByPlace: new SpanIndex(sentences),
    words: new Set(lettersIn(text)),
  };
}

const lettersIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/**
 * Whether a text has a word that a name begins with, the words of the name written together or apart, the last one perhaps with an s.
 * Where it has none, the name does not stand in it, and no pattern need go through the text.
 */
export function mayStand(name: string, { text, words }: Pick<SourceText, 'text' | 'words'>): boolean {
  const parts = lettersIn(name);
  if (parts.length === 0) return text.includes(name.split(/\s+/, 1)[0] ?? '');
  let joined = '';
  for (const part of parts) {
    joined += part;
    if (words.has(joined) || words.has(`${joined}s`)) return true;
  }
  return false;
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
  const before120 = text.slice(Math.max(0, start - 120), start);
  const left = before120.slice(before120.lastIndexOf('\n') + 1).replace(/\s{4,}/g, '    ');
  const [right = ''] = text.slice(end, end + 40).split('\n', 1);
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
    right: right.toLowerCase(),
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
  // such as: /(?:tax|vat|gst|tva|iva|mwst|btw)[^\n]*(?:amount|bedrag|betrag)?/g
  // bounded: what stands right before a value, at most 120 characters
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
