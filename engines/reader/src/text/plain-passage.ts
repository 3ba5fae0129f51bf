import type { Sentence } from '@parley/text';

type Span = Pick<Sentence, 'start' | 'end'>;

/** A passage as a person would copy it out: without the marks of Markdown, in one line. */
export function plainPassage(text: string, { start, end }: Span, header?: Span): string {
  const raw = text.slice(start, end);
  if (!isRow(raw)) return plainText(raw);
  const cells = cellsOf(raw).map(plainText);
  const names = header === undefined ? [] : cellsOf(text.slice(header.start, header.end)).map(plainText);
  const isHeaded = !headsNothing(names);
  const told = cells.flatMap((cell, index) => {
    const name = isHeaded ? (names[index] ?? '') : '';
    return cell === '' ? [] : [name === '' || name === cell ? cell : `${name}: ${cell}`];
  });
  return told.join(', ');
}

/** Whether a line is a row of a Markdown table. */
export const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/.test(line);

/** Whether a line is the one that parts a table's heading from its rows. */
export const isRule = (line: string): boolean =>
  /^\s*(?:\|\s*)?(?::?-{2,}:?\s*\|\s*)+(?::?-{2,}:?\s*)?(?:\|\s*)?$/.test(line);

/**
 * A row with an amount in it, or that begins with figures and has a time, a day or a telephone number, is no row of headings: receipts and
 * forms have none. Times and days that head columns stand behind a word.
 */
export const headsNothing = (cells: readonly string[]): boolean =>
  cells.some((cell) => amount.test(cell)) || (/\d/.test(cells[0] ?? '') && cells.some((cell) => moment.test(cell)));

const amount = /(?:^|\s)\p{Sc}?[-−]?\d{1,3}(?:[,.]\d{3})*\s?[.,]\s?\d{2}(?:\s?\p{Sc})?$/u;
const moment = /^\d{1,2}:\d{2}\b|^\d[\d ]{6,}$|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b/u;

/** The cells of a row; an escaped bar belongs to its cell. */
function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** Text without marks of lists, headings, emphasis, links, code and escapes, its white space made single. */
export function plainText(text: string): string {
  return text
    .replace(
      /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+•‣◦–·][ \t]+(?:\[[ xX]\][ \t]+)?|\(?(?:\d{1,3}|[a-z])[.)][ \t]+)+/gm,
      '',
    )
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?[a-z][a-z\d]*(?:\s[^<>@]{0,200})?\/?>/gi, '')
    .replace(/!?\[([^\][\n]*)\]\([^()\s]*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]*?\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/(?<!`)`+([^`\n]+)`+/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!|<>~-])/g, '$1')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}
