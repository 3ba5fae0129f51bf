import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The test that the last cell of a row of a guide names: its file, and what it is called. Null for a cell of another kind. */
export function namedTest(cell: string): { file: string; title: string } | null {
  const [, file, title] = /^`([\w./-]+)` (.+)$/.exec(cell.trim()) ?? [];
  return file === undefined || title === undefined ? null : { file, title };
}

/** Whether the file has a test of that name: as the first thing that `it` is given, or a line of a table of behaviours. */
export function isThere({ file, title }: { file: string; title: string }): boolean {
  if (!existsSync(join(root, file))) return false;
  const source = readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ');
  return [`('${title}', `, `( '${title}', `, `behaviour: '${title}'`].some((place) => source.includes(place));
}
