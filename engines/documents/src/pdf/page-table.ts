import type { Box } from './raw-page.ts';

/** A table found on a page. Every row has the same number of cells. */
export interface PageTable {
  box: Box;
  rows: string[][];
}

/** Leaves out rows and columns without any text. */
export function trimTable(rows: string[][]): string[][] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, i) => i).filter((i) => rows.some((row) => (row[i] ?? '') !== ''));
  return rows.filter((row) => row.some((cell) => cell !== '')).map((row) => columns.map((i) => row[i] ?? ''));
}

export const isValue = (text: string): boolean =>
  /^[-–—+(<>≤≥~≈*]*\s*(?:[$€£¥]\s*)?[.,]*\d[\d.,\s]*[%)*†‡a-e]{0,3}(?:\s?\(\d+\))?$|^[-–—]$|^n\/?\.?a\.?$/i.test(
    text.trim(),
  );
