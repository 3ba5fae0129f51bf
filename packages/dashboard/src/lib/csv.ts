export type CsvValue = string | number | boolean | null;

/**
 * Rows as CSV (RFC 4180) with a line of names. Texts that a spreadsheet would take for a formula get an apostrophe before them, so
 * that a name of a key cannot run anything there.
 */
export function toCsv(names: readonly string[], rows: ReadonlyArray<readonly CsvValue[]>): Blob {
  const lines = [names, ...rows].map((row) => row.map(cellOf).join(','));
  // The mark at the beginning has Excel read it as UTF-8.
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}

function cellOf(value: CsvValue): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
