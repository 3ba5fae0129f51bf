import { isJsonObject, type JsonValue } from '@parley/contract';
import { giveWay, readDate, readNumber } from '@parley/text';
import type { FieldOrigin, ModelSource } from '../../../../ports/language-model.ts';
import type { NumberedPassage } from './number-passages.ts';
import { fold, ShownText } from './shown-text.ts';

/** A value without parts, and the names on the way to it. */
export interface Leaf {
  pointer: string;
  path: (string | number)[];
  value: JsonValue;
}

/** Leaves that are traced; a longer object is data of its own making. */
const mostLeaves = 5_000;
const currencies: Record<string, string> = { EUR: '€', USD: '$', GBP: '£', JPY: '¥', INR: '₹' };

/**
 * For each leaf of an object that a model made from documents where it stands in the passages that the model was shown: as
 * it is, written otherwise, as the sum of other values of the object, or nowhere.
 */
export async function traceFields(
  value: JsonValue,
  passages: readonly NumberedPassage[],
): Promise<Record<string, FieldOrigin>> {
  const pause = giveWay();
  const texts: ShownText[] = [];
  for (const passage of passages) {
    texts.push(new ShownText(passage));
    await pause();
  }
  const fields: Record<string, FieldOrigin> = {};
  const leaves = leavesOf(value, mostLeaves);
  const shown = { texts, longest: texts.reduce((most, text) => Math.max(most, text.foldedLength), 0) };
  for (const leaf of leaves) fields[leaf.pointer] = await originOf(leaf, shown, pause);
  const columns = columnsOf(leaves, fields);
  for (const leaf of leaves) {
    const parts = fields[leaf.pointer]?.found === 'none' ? sumOf(leaf, columns) : null;
    if (parts) fields[leaf.pointer] = { found: 'computed', parts };
  }
  return fields;
}

/** The first values without parts, in order; an empty list or object is none. */
export function leavesOf(value: JsonValue, most = Number.POSITIVE_INFINITY): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (one: JsonValue, path: (string | number)[]): void => {
    if (leaves.length >= most) return;
    if (Array.isArray(one)) {
      for (const [index, item] of one.entries()) visit(item, [...path, index]);
    } else if (isJsonObject(one)) {
      for (const [key, item] of Object.entries(one)) visit(item, [...path, key]);
    } else leaves.push({ pointer: pointerOf(path), path, value: one });
  };
  visit(value, []);
  return leaves;
}

/** Passages that are looked through between two looks at the clock. */
const textsAtOnce = 20;

interface Shown {
  texts: readonly ShownText[];
  /** Characters of the longest of them, folded: a value that is longer stands in none. */
  longest: number;
}

async function originOf(
  { value, path }: Leaf,
  { texts, longest }: Shown,
  pause: () => Promise<void>,
): Promise<FieldOrigin> {
  const words = wordsOf(path);
  const find = async (read: (text: ShownText) => (ModelSource & { near: number })[]) => {
    let best: (ModelSource & { near: number }) | null = null;
    for (const [at, text] of texts.entries()) {
      if (at % textsAtOnce === 0) await pause();
      for (const place of read(text)) if (best === null || place.near > best.near) best = place;
    }
    return best && { document: best.document, start: best.start, end: best.end };
  };
  if (value === null || value === '') return { found: 'none' };
  const written = String(value);
  const exact = typeof value === 'boolean' ? null : await find((text) => text.exact(written, words));
  if (exact) return { found: 'quoted', source: exact };
  for (const form of rewrittenForms(value, path, longest)) {
    const source = await find((text) => formPlaces(text, form, words));
    if (source) return { found: 'normalised', source };
  }
  return { found: 'none' };
}

type Form = { number: number } | { day: number } | { text: string };

function formPlaces(text: ShownText, form: Form, words: readonly string[]) {
  if ('number' in form) return text.number(form.number, words);
  return 'day' in form ? text.day(form.day, words) : text.alike(form.text, words);
}

/** The ways in which a value may be written otherwise. */
function rewrittenForms(value: JsonValue, path: (string | number)[], longest: number): Form[] {
  if (typeof value === 'number') return [{ number: value }];
  // A yes or no stands there as what it is called: `paid`, `in_stock`.
  if (typeof value === 'boolean') return value ? [{ text: wordsOf(path.slice(-1)).join(' ') }] : [];
  if (typeof value !== 'string') return [];
  // A space at either end falls away afterwards.
  const forms: Form[] = [{ text: fold(value, longest + 2).text.trim() }];
  const date = readDate(value.trim());
  if (date) forms.push({ day: date.dayFirst });
  const number = readNumber(value.trim(), false) ?? readNumber(value.trim(), true);
  if (number) forms.push({ number: number.value });
  const sign = currencies[value.trim().toUpperCase()];
  if (sign) forms.push({ text: sign });
  return forms;
}

/** The numbers of one name in the items of one list. */
interface Column {
  name: string;
  count: number;
  sum: number;
  /** Where those stand that stand anywhere. */
  parts: ModelSource[];
}

function columnsOf(leaves: readonly Leaf[], fields: Readonly<Record<string, FieldOrigin>>): Map<string, Column> {
  const columns = new Map<string, Column>();
  for (const { value, path, pointer } of leaves) {
    const name = columnOf(path);
    if (typeof value !== 'number' || name === null) continue;
    const column = columns.get(name) ?? { name, count: 0, sum: 0, parts: [] };
    const source = fields[pointer]?.source;
    column.count++;
    column.sum += value;
    if (source) column.parts.push(source);
    columns.set(name, column);
  }
  return columns;
}

/** What the numbers of one name in a list have in common; null for what stands in no list. */
function columnOf(path: readonly (string | number)[]): string | null {
  if (!path.some((step) => typeof step === 'number')) return null;
  return path.map((step) => (typeof step === 'number' ? '*' : step)).join('/');
}

/** The places of the values whose sum a number is: those of one name in the items of one list, itself left out. */
function sumOf({ value, path }: Leaf, columns: ReadonlyMap<string, Column>): ModelSource[] | null {
  if (typeof value !== 'number') return null;
  const own = columnOf(path);
  for (const { sum, count, parts, name } of columns.values()) {
    const [others, rest] = name === own ? [count - 1, sum - value] : [count, sum];
    if (others < 2 || parts.length !== others) continue;
    if (Math.abs(rest - value) <= Math.max(1e-9, Math.abs(rest) * 1e-9) + 0.005) return parts;
  }
  return null;
}

/** The words of the names on the way to a value. */
function wordsOf(path: readonly (string | number)[]): string[] {
  return path
    .filter((step) => typeof step === 'string')
    .flatMap((name) => fold(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).text.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 2);
}

function pointerOf(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
