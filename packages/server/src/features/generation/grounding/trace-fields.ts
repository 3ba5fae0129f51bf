import { isJsonObject, type JsonValue } from '@parley/contract';
import { giveWay, readDate, readNumber } from '@parley/text';
import type { FieldOrigin, ModelSource } from '../../../ports/language-model.ts';
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
  const leaves = leavesOf(value).slice(0, mostLeaves);
  for (const leaf of leaves) {
    fields[leaf.pointer] = originOf(leaf, texts);
    await pause();
  }
  for (const leaf of leaves) {
    const parts = fields[leaf.pointer]?.found === 'none' ? sumOf(leaf, leaves, fields) : null;
    if (parts) fields[leaf.pointer] = { found: 'computed', parts };
  }
  return fields;
}

/** All values without parts, in order; an empty list or object is none. */
export function leavesOf(value: JsonValue, path: (string | number)[] = []): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
  return [{ pointer: pointerOf(path), path, value }];
}

function originOf({ value, path }: Leaf, texts: readonly ShownText[]): FieldOrigin {
  const words = wordsOf(path);
  const find = (read: (text: ShownText) => (ModelSource & { near: number })[]) => {
    const found = texts
      .flatMap(read)
      .reduce<(ModelSource & { near: number }) | null>(
        (best, place) => (best === null || place.near > best.near ? place : best),
        null,
      );
    return found && { document: found.document, start: found.start, end: found.end };
  };
  if (value === null || value === '') return { found: 'none' };
  const written = String(value);
  const exact = typeof value === 'boolean' ? null : find((text) => text.exact(written, words));
  if (exact) return { found: 'quoted', source: exact };
  const source = rewrittenForms(value, path)
    .map((form) => find((text) => formPlaces(text, form, words)))
    .find((place) => place !== null);
  return source ? { found: 'normalised', source } : { found: 'none' };
}

type Form = { number: number } | { day: number } | { text: string };

function formPlaces(text: ShownText, form: Form, words: readonly string[]) {
  if ('number' in form) return text.number(form.number, words);
  return 'day' in form ? text.day(form.day, words) : text.alike(form.text, words);
}

/** The ways in which a value may be written otherwise. */
function rewrittenForms(value: JsonValue, path: (string | number)[]): Form[] {
  if (typeof value === 'number') return [{ number: value }];
  // A yes or no stands there as what it is called: `paid`, `in_stock`.
  if (typeof value === 'boolean') return value ? [{ text: wordsOf(path.slice(-1)).join(' ') }] : [];
  if (typeof value !== 'string') return [];
  const forms: Form[] = [{ text: value }];
  const date = readDate(value.trim());
  if (date) forms.push({ day: date.dayFirst });
  const number = readNumber(value.trim(), false) ?? readNumber(value.trim(), true);
  if (number) forms.push({ number: number.value });
  const sign = currencies[value.trim().toUpperCase()];
  if (sign) forms.push({ text: sign });
  return forms;
}

/** The places of the values whose sum a number is: those of one name in the items of one list. */
function sumOf(leaf: Leaf, leaves: readonly Leaf[], fields: Record<string, FieldOrigin>): ModelSource[] | null {
  if (typeof leaf.value !== 'number') return null;
  const columns = new Map<string, Leaf[]>();
  for (const other of leaves) {
    if (typeof other.value !== 'number' || other === leaf || !other.path.some((step) => typeof step === 'number'))
      continue;
    const column = other.path.map((step) => (typeof step === 'number' ? '*' : step)).join('/');
    columns.set(column, [...(columns.get(column) ?? []), other]);
  }
  for (const column of columns.values()) {
    const sum = column.reduce((total, { value }) => total + Number(value), 0);
    const parts = column.flatMap(({ pointer }) => fields[pointer]?.source ?? []);
    const isSum = Math.abs(sum - leaf.value) <= Math.max(1e-9, Math.abs(sum) * 1e-9) + 0.005;
    if (column.length > 1 && parts.length === column.length && isSum) return parts;
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
