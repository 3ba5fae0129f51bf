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
  const names = filled.length - values;
  return contrast > 0 ? contrast >= values : names > values && values <= 2 && areYears(first, classes);
}

function areYears(first: string[], classes: number[]): boolean {
  return first.every(
    (cell, i) => classes[i] === cellClass.text || cell.trim() === '' || /^(19|20)\d\d$/.test(cell.trim()),
  );
}

function classOf(cell: string): number {
  const bytes = Buffer.from(cell.trim());
  return new CellReader().read(bytes, 0, bytes.length);
}
