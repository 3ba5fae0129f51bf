import type { QuotablePassage } from '../../../ports/language-model.ts';
import { passagesOf, quotableOf, type Readable } from './readable.ts';

/** A table of no more rows is read as it stands. */
const fewRows = 50;
const sampleLines = 8;
const sampleCharacters = 2_000;

/** The first lines of a long table, which show what its rows are like; undefined for all that is none. */
export function tableSample(readable: Readable): QuotablePassage | undefined {
  const rows = readable.structure.sheets.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const [first] = quotableOf(readable, passagesOf(readable), [0]);
  if (rows <= fewRows || !first) return undefined;
  const { start } = first;
  const lines = readable.text.slice(start, Math.min(first.end, start + sampleCharacters)).split('\n');
  return { ...first, end: start + lines.slice(0, sampleLines).join('\n').length };
}
