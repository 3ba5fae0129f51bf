import { isoDay, readDate, readDigits } from '@parley/text';

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
  headings: readonly string[];
  kinds: readonly ColumnKind[];
  rows: readonly TableRow[];
  /** True where numbers are written 1.234,5. */
  hasDecimalComma: boolean;
  /** How deep the list stands in a JSON text; 0 elsewhere. */
  depth: number;
  /** No other table stands in the document. */
  isOnly: boolean;
  /** Of a table put together from two: how many columns the first has. Those of the second repeat and are not summed. */
  ownColumns?: number;
  /** False when the text holds only part of the rows: nothing may be counted or summed. */
  isWhole: boolean;
}

/** A month, a time of day, or a day in a form with a time zone: what sorts as it is written. */
const sortablePattern = /^(?:(?:1[5-9]|20)\d{2}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}.*)?|\d{1,2}:\d{2}(?::\d{2})?)$/;
const yearPattern = /^(?:1[5-9]|20)\d{2}$/;
const booleanPattern = /^(?:yes|no|true|false|ja|nein|oui|non|sí|si|x|✓|✗)$/i;
const leastShare = 0.8;

/** Headings, rows and title as a table whose columns know what they hold. */
export function toDataTable(parts: Omit<DataTable, 'kinds' | 'hasDecimalComma'>): DataTable {
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
  if (share((cell) => cellNumber(cell, hasDecimalComma) !== null) >= leastShare) return 'number';
  return 'text';
}

/** A cell's number without currency, unit and grouping; null when the cell is more than a number. */
export function cellNumber(cell: string, hasDecimalComma: boolean): number | null {
  const match =
    /^[^\p{L}\p{N}−(-]{0,3}(?<sign>[-−(])?[^\p{L}\p{N}]?(?:[A-Z]{3} )?(?<digits>\d[\d.,'’\u00a0\u202f ]*)(?<unit>\s?(?:%|°?\p{L}{1,5}[²³]?|[$€£¥])?)\)?$/u.exec(
      cell.trim(),
    );
  const digits = match?.groups?.digits?.trim();
  if (digits === undefined) return null;
  const value = readDigits(digits, hasDecimalComma ? ',' : '.');
  if (value === undefined) return null;
  return match?.groups?.sign === undefined ? value : -value;
}

const minutesIn: Record<string, number> = { s: 1 / 60, m: 1, h: 60, d: 1440, w: 10_080 };
const durationPart =
  /(\d+(?:[.,]\d+)?)\s?(s|sec|secs|seconds?|min|mins|minutes?|h|hr|hrs|hours?|std|d|days?|weeks?)\b\.?/giu;

/** How many minutes a cell like "3 h 05 min" tells; null when it is no time span. */
export function cellMinutes(cell: string): number | null {
  const parts = [...cell.matchAll(durationPart)];
  if (parts.length === 0 || cell.replaceAll(durationPart, '').trim() !== '') return null;
  return parts.reduce((sum, [, digits = '', unit = '']) => {
    const letter = unit[0]?.toLowerCase() === 's' && /^std/i.test(unit) ? 'h' : (unit[0]?.toLowerCase() ?? '');
    return sum + Number(digits.replace(',', '.')) * (minutesIn[letter] ?? Number.NaN);
  }, 0);
}

/** The units of a time span: spans of one unit are numbers. */
const unitsOf = (cell: string): string => [...cell.matchAll(durationPart)].map(([, , unit = '']) => unit[0]).join(' ');

/** A cell's date or time in a form that sorts; null when it is none. */
export function cellDate(cell: string): string | null {
  const text = cell.trim();
  if (yearPattern.test(text)) return text;
  if (sortablePattern.test(text)) return text.padStart(text.includes(':') && text.length < 6 ? 5 : 0, '0');
  const date = readDate(text);
  return date && `${isoDay(date.dayFirst)}${date.time === undefined ? '' : `T${date.time}`}`;
}

/** Numbers that name rows instead of measuring them: whole, each once, counted up or headed as such. */
function isIdentifier(cells: readonly string[], heading: string): boolean {
  if (cells.length < 3 || !cells.every((cell) => /^\d+$/.test(cell)) || new Set(cells).size < cells.length)
    return false;
  const steps = cells.slice(1).filter((cell, index) => Number(cell) - Number(cells[index]) === 1).length;
  return (
    steps / (cells.length - 1) >= 0.8 ||
    (idHeading.test(heading.replaceAll('_', ' ')) && cells.every((cell) => cell.length === cells[0]?.length))
  );
}
