import { isoDay, readDate, readNumber } from '@parley/text';
import type { ColumnType, SheetCell } from './sheet-data.ts';
import type { PackedColumn } from './sheet-packer.ts';

const plainNumber = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;

/** What a cell is worth to a reader: numbers and truth values typed, an empty cell null, everything else as written. */
export function toSheetCell(text: string, type: ColumnType, style: PackedColumn | undefined): SheetCell {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'integer' || type === 'number') return plainNumber.test(trimmed) ? Number(trimmed) : text;
  if (type === 'boolean') return /^true$/i.test(trimmed) ? true : /^false$/i.test(trimmed) ? false : text;
  if (type === 'mixed' && style && !style.decimalComma && /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(trimmed))
    return Number(trimmed);
  return text;
}

/** The number that a cell stands for, also `$1,234.50`; null when it is none. */
export function toNumber(text: string, style: PackedColumn): number | null {
  const trimmed = text.trim();
  if (plainNumber.test(trimmed)) {
    const value = Number(trimmed);
    return Number.isFinite(value) ? value : null;
  }
  if (style.decimalComma && /^[-+]?\d*,\d+$/.test(trimmed)) return Number(trimmed.replace(',', '.'));
  return readNumber(trimmed, style.decimalComma)?.value ?? null;
}

/** A date as text that sorts in order of time: `2024-12-31`, with the time behind it when there is one. */
export function toSortableDate(text: string, style: PackedColumn): string | null {
  const trimmed = text.trim();
  if (/^\d{4}-\d{2}-\d{2}/.test(trimmed)) return trimmed.replace(' ', 'T');
  const date = readDate(trimmed);
  if (!date) return null;
  const day = isoDay(style.dayFirst ? date.dayFirst : date.monthFirst);
  return date.time === undefined ? day : `${day}T${date.time}`;
}
