import { CellReader, cellClass } from './cell-value.ts';

/** Whether the first row names the columns. Most tables have names, so it takes a reason to say that this one has none. */
export function looksLikeHeader(rows: string[][]): boolean {
  const [first, ...rest] = rows;
  if (!first || first.length === 0) return false;
  const classes = first.map(classOf);
  const filled = classes.filter((found) => found !== cellClass.empty);
  if (filled.length === 0) return false;
  const values = filled.filter((found) => found !== cellClass.text && found !== cellClass.missing).length;
  if (values === 0) return true;
  if (rest.length === 0) return false;
  // Years and other numbers may stand above a column of something else, or beside names above data.
  const columns = rest.slice(0, 50);
  const contrast = classes.filter((found, i) => {
    if (found !== cellClass.text) return false;
    const below = columns.map((row) => classOf(row[i] ?? '')).filter((other) => other !== cellClass.empty);
    return below.length > 0 && below.every((other) => other !== cellClass.text);
  }).length;
  return contrast > 0 ? contrast >= values || areYears(first, columns) : areYears(first, columns);
}

/** Years (and names) above columns of something else than years. */
function areYears(first: string[], below: string[][]): boolean {
  const isYear = (cell: string | undefined) => /^(19|20)\d\d$/.test(cell?.trim() ?? '');
  const years = first.flatMap((cell, i) => (isYear(cell) ? [i] : []));
  const others = first.filter((cell) => cell.trim() !== '' && !isYear(cell));
  if (years.length === 0 || others.some((cell) => classOf(cell) !== cellClass.text)) return false;
  return below.some((row) => years.some((i) => (row[i] ?? '').trim() !== '' && !isYear(row[i])));
}

function classOf(cell: string): number {
  const text = cell.trim();
  if (text === '') return cellClass.empty;
  const bytes = Buffer.from(text);
  return new CellReader().read(bytes, 0, bytes.length);
}
