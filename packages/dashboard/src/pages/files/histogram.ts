import { parseMarkdown } from '../../lib/markdown.ts';

/** One bar: what it stands for and how many rows are in it. */
export interface Bar {
  label: string;
  count: number;
}

/** Values of a sheet by the names of its columns, as the extracted text has them. */
export type SheetColumns = ReadonlyMap<string, readonly string[]>;

const maxBars = 12;
const escapedBar = /\\\|/g;

/** Reads the sheets of a spreadsheet's text: one table for each, in their order, at most so many rows. */
export function readSheets(text: string, maxRows: number): SheetColumns[] {
  const sheets: SheetColumns[] = [];
  for (const block of parseMarkdown(text)) {
    if (block.kind !== 'table') continue;
    const cell = ({ start, end }: { start: number; end: number }) => text.slice(start, end).replace(escapedBar, '|');
    const rows = block.rows.slice(0, maxRows);
    const columns = block.header.map((head, index) => {
      const values = rows.map((row) => {
        const span = row[index];
        return span ? cell(span) : '';
      });
      return [cell(head), values] as const;
    });
    sheets.push(new Map(columns));
  }
  return sheets;
}

/** Bars of a column: of equal width for numbers and days, the most frequent values for the rest. Empty when nothing can be told. */
export function histogramOf(values: readonly string[], type: string, format: (value: number) => string): Bar[] {
  const filled = values.filter((value) => value !== '');
  if (filled.length === 0) return [];
  if (type === 'integer' || type === 'number') return binned(filled.map(Number), format);
  if (type === 'date' || type === 'datetime') {
    return binned(
      filled.map((value) => Date.parse(value)),
      (time) => new Date(time).toISOString().slice(0, 10),
    );
  }
  return frequent(filled);
}

function binned(all: number[], format: (value: number) => string): Bar[] {
  const values = all.filter(Number.isFinite);
  if (values.length === 0) return [];
  const { min, max } = values.reduce(
    (range, value) => ({ min: Math.min(range.min, value), max: Math.max(range.max, value) }),
    { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
  );
  if (min === max) return [{ label: format(min), count: values.length }];
  const width = (max - min) / maxBars;
  const counts = new Array<number>(maxBars).fill(0);
  for (const value of values) {
    const bin = Math.min(maxBars - 1, Math.floor((value - min) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, bin) => ({
    label: `${format(min + bin * width)} – ${format(min + (bin + 1) * width)}`,
    count,
  }));
}

function frequent(values: readonly string[]): Bar[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const bars = [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count);
  // Where nearly every value is its own, there is no distribution to show.
  return bars.length > maxBars && (bars[0]?.count ?? 0) < 2 ? [] : bars.slice(0, maxBars);
}
