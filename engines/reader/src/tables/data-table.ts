import { isoDay, measureOf, monthOf, readDate, readDigits } from '@parley/text';
import { longestCell } from '../bounds/bounds.ts';
import { namesAnAmount } from './heading-traits.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** One row of a table, with the place in its document's text that it was read from (UTF-16, end exclusive). */
export interface TableRow {
  cells: readonly string[];
  start: number;
  end: number;
}

export type ColumnKind = 'number' | 'date' | 'duration' | 'boolean' | 'text';

/** A table found in a document's text: rows by key, columns by heading. */
export interface DataTable {
  /** Index in `Prompt.documents`. */
  document: number;
  /** Heading, caption or key above it; empty when there is none. */
  title: string;
  /** Of a list within a list of a JSON text, the keys of the lists around it. */
  around?: string;
  headings: readonly string[];
  kinds: readonly ColumnKind[];
  rows: readonly TableRow[];
  /** True where numbers are written 1.234,5. */
  hasDecimalComma: boolean;
  /** How deep the list stands in a JSON text; 0 elsewhere. */
  depth: number;
  /** No other table stands in the document. */
  isOnly: boolean;
  /** The lines under a table, that add up its rows: they are looked up by their names alone. */
  isClosing?: boolean;
  /** False when the text holds only part of the rows: nothing may be counted or summed. */
  isWhole: boolean;
  /** Headings whose cells are lists, their items joined by ", ". */
  lists?: ReadonlySet<string>;
}

/** A month, a time of day, or a day in a form with a time zone: what sorts as it is written. */
const sortablePattern = /^(?:(?:1[5-9]|20)\d{2}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}.*)?|\d{1,2}:\d{2}(?::\d{2})?)$/;
const yearPattern = /^(?:1[5-9]|20)\d{2}$/;
const booleanPattern = /^(?:yes|no|true|false|ja|nein|oui|non|sí|si|x|✓|✗)$/i;
const leastShare = 0.8;

/** Headings, rows and title as a table whose columns know what they hold. */
export function toDataTable(given: Omit<DataTable, 'kinds' | 'hasDecimalComma'>): DataTable {
  const rows = given.rows.map(withinBounds);
  const parts = {
    ...given,
    headings: given.headings.map(cut),
    rows: rows.slice(0, rows.length - closingRows(rows, given.headings.length)),
  };
  const cells = parts.rows.flatMap((row) => row.cells);
  const count = (pattern: RegExp) => cells.filter((cell) => pattern.test(cell.trim())).length;
  const hasDecimalComma =
    count(/^\D{0,4}\d+(?:\.\d{3})*,\d{1,2}\D{0,6}$/) > count(/^\D{0,4}\d+(?:,\d{3})*\.\d{1,2}\D{0,6}$/);
  const kinds = parts.headings.map((heading, column) =>
    kindOf(
      parts.rows.map((row) => row.cells[column] ?? ''),
      heading,
      hasDecimalComma,
    ),
  );
  return { ...parts, kinds, hasDecimalComma };
}

const cut = (cell: string): string => (cell.length > longestCell ? cell.slice(0, longestCell) : cell);

const withinBounds = (row: TableRow): TableRow =>
  row.cells.some(({ length }) => length > longestCell) ? { ...row, cells: row.cells.map(cut) } : row;

const totalCell =
  /^(?:grand |season |overall )?(?:sub-?)?totals?(?: general)?:?$|^(?:sum|summe|gesamt(?:summe)?|insgesamt|suma|somme|totale?):?$/iu;
const closingCell =
  /(?:^|[^\p{L}])(?:(?:sub-?)?totals?|\p{L}*summe|gesamt\p{L}*|net(?:to\p{L}*)?|gross|brutto\p{L}*|vat|(?:sales )?tax|mwst|mehrwertsteuer|ust|iva|tva|balance|carried forward|zu zahlen|a pagar)(?:[^\p{L}]|$)/iu;
const mostClosing = 8;

/**
 * How many rows at the end add up those above them: one that is called a total, or several that name a sum or a tax and leave half of the
 * other cells empty. Where each row is a name and a value, a total is one of them.
 */
export function closingRows(rows: readonly TableRow[], width: number): number {
  if (closesYear(rows)) return 1;
  if (width <= 2 || rows.length <= 3) return 0;
  const isClosing = ({ cells }: TableRow): boolean =>
    cells.some((cell) => totalCell.test(cell.trim())) ||
    (cells.some((cell) => closingCell.test(cell)) && cells.filter((cell) => cell.trim() !== '').length * 2 <= width);
  const first = rows.findLastIndex((row) => !isClosing(row)) + 1;
  return rows.length - first > mostClosing || first < 2 ? 0 : rows.length - first;
}

const wholeYear =
  /^(?:(?:whole |full |all )?year|year (?:total|sum)|annual(?:ly)?(?: total)?|(?:ganzes )?jahr|gesamtjahr|jahressumme|año(?: completo)?|année|total)(?: \d{4})?:?$/iu;

/** Below months, a last row of the year: it is none of them. */
function closesYear(rows: readonly TableRow[]): boolean {
  const names = rows.map(({ cells }) => cells[0]?.trim() ?? '');
  const last = names.pop() ?? '';
  return (
    names.length > 1 &&
    wholeYear.test(last) &&
    names.every((name) => monthOf(name.replace(/ \d{4}$/u, '')) !== undefined)
  );
}

const yearHeading = /\b(?:years?|since|founded|built|born|jahr|année|año)\b/i;
const idHeading = /\b(?:id|no|nr|number|code|order|invoice|ticket|phone|zip|postcode|nummer|room|article|sku)\b/i;

function kindOf(cells: readonly string[], heading: string, hasDecimalComma: boolean): ColumnKind {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== '-' && cell !== '–');
  const share = (test: (cell: string) => boolean) => filled.filter(test).length / Math.max(1, filled.length);
  if (filled.length === 0) return 'text';
  if (share((cell) => booleanPattern.test(cell)) === 1) return 'boolean';
  if (share((cell) => !yearPattern.test(cell) && cellDate(cell) !== null) >= leastShare) return 'date';
  if (yearHeading.test(heading.replaceAll('_', ' ')) && share((cell) => yearPattern.test(cell)) === 1) return 'date';
  if (isIdentifier(filled, heading)) return 'text';
  if (share((cell) => cellMinutes(cell) !== null) === 1 && new Set(filled.map(unitsOf)).size > 1) return 'duration';
  // "500 g" and "2 kg" are no numbers that compare.
  const units = new Set(filled.flatMap((cell) => measureOf(/\d\s?(\p{L}+[²³]?)$/u.exec(cell)?.[1] ?? '')?.name ?? []));
  if (units.size < 2 && share((cell) => cellNumber(cell, hasDecimalComma) !== null) >= leastShare) return 'number';
  return 'text';
}

/** A cell's number without currency, unit and grouping; null when the cell is more than a number. */
export function cellNumber(cell: string, hasDecimalComma: boolean): number | null {
  const match =
    /^[^\p{L}\p{N}−(-]{0,3}(?<sign>[-−(])?[^\p{L}\p{N}]?(?:[A-Z]{3} )?(?<digits>\d[\d.,'’\u00a0\u202f ]*)(?<unit>\s?(?:%|°?\p{L}{1,5}[²³]?|[$€£¥])?)\)?$/u.exec(
      cell.trim(),
    );
  const digits = match?.groups?.digits?.trim();
  // Telephone numbers: a zero in front, or groups of other than three digits.
  if (
    digits === undefined ||
    /^0\d/.test(digits) ||
    /\d['’\u00a0\u202f ]\d/.test(digits.replaceAll(/(?<=\d)['’\u00a0\u202f ](?=\d{3}(?!\d))/g, ''))
  )
    return null;
  const value = readDigits(digits, hasDecimalComma ? ',' : '.');
  if (value === undefined) return null;
  return match?.groups?.sign === undefined ? value : -value;
}

const durationPart = /(\d+(?:[.,]\d+)?)\s?(\p{L}+)\.?/gu;
const spanOf = (unit: string) => {
  const known = measureOf(unit);
  return known?.dimension === 'time' ? known : undefined;
};

/** How many minutes a cell like "3 h 05 min" tells; null when it is no time span. */
export function cellMinutes(cell: string): number | null {
  const parts = [...cell.matchAll(durationPart)];
  if (parts.length === 0 || cell.replaceAll(durationPart, '').trim() !== '') return null;
  if (parts.some(([, , unit = '']) => !spanOf(unit))) return null;
  return parts.reduce((sum, [, digits = '', unit = '']) => {
    const seconds = spanOf(unit)?.factor ?? Number.NaN;
    return sum + (Number(digits.replace(',', '.')) * seconds) / 60;
  }, 0);
}

/** The units of a time span: spans of one unit are numbers. */
const unitsOf = (cell: string): string =>
  [...cell.matchAll(durationPart)].map(([, , unit = '']) => spanOf(unit)?.name).join(' ');

/** A cell's date or time in a form that sorts; null when it is none. */
export function cellDate(cell: string): string | null {
  const text = cell.trim();
  if (yearPattern.test(text)) return text;
  const half = /^(?<hour>\d{1,2})(?:[:.](?<minute>\d{2}))?\s?(?<half>[ap])\.?\s?m\.?$/iu.exec(text)?.groups;
  if (half)
    return `${String((Number(half.hour) % 12) + (/p/i.test(half.half ?? '') ? 12 : 0)).padStart(2, '0')}:${half.minute ?? '00'}`;
  if (sortablePattern.test(text)) return text.padStart(text.includes(':') && text.length < 6 ? 5 : 0, '0');
  const date = readDate(text);
  return date === null ? null : `${isoDay(date.dayFirst)}${date.time === undefined ? '' : `T${date.time}`}`;
}

/** Numbers that name rows instead of measuring them: whole, each once, counted up or headed as such. */
function isIdentifier(cells: readonly string[], underscored: string): boolean {
  const heading = underscored.replaceAll('_', ' ');
  if (cells.length < 3 || !cells.every((cell) => /^\d+$/.test(cell)) || new Set(cells).size < cells.length)
    return false;
  const steps = cells.slice(1).filter((cell, index) => Number(cell) - Number(cells[index]) === 1).length;
  return idHeading.test(heading)
    ? steps / (cells.length - 1) >= 0.8 || cells.every((cell) => cell.length === cells[0]?.length)
    : steps / (cells.length - 1) >= 0.8 && !namesAnAmount(heading);
}
