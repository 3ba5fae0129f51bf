import { currencyPattern } from '@parley/text';
import type { Grid } from './document-part.ts';
import { type FieldWords, unitOf } from './field-words.ts';
import { labelWords } from './label-words.ts';
import type { SourceText } from './source-text.ts';
import { typedValue } from './typed-value.ts';

const clock = /^\s*(?:[01]?\d|2[0-3])(?::[0-5]\d|[:.]?(?:[0-5]\d)?\s?(?:[ap]\.?m\b|uhr\b))/iu;
const money = new RegExp(`\\p{Sc}|(?<!\\p{L})${currencyPattern}`, 'iu');
const properName = /^(?:\p{Lu}[\p{L}'’.&-]*)(?:\s+(?:\p{Lu}[\p{L}'’.&-]*|&|de|van|von|of)){1,4}$/u;
const number = /^[\s\d.,'-]+$/u;
const wholeSum = /^(?:total|sum|amount|grand-total|value)$/;
const bareName = /^(?:name|full)$/;
const bareTime = /^(?:time|hour|at)$/;

/**
 * The column of a table that a property names by its form alone: `time` where one column holds times of day, `total` where one is
 * of money, `litres` where one is headed with that unit, `name` where one holds names. Undefined when none is free or two are.
 */
export function columnByForm(
  words: FieldWords,
  grid: Grid,
  taken: ReadonlySet<number>,
  source: SourceText,
): number | undefined {
  const isLike = formOf(words);
  if (!isLike) return undefined;
  const like = [...grid.headings.keys()].filter((at) => isLike(grid, at));
  const [only] = like;
  if (only === undefined || like.length > 1 || taken.has(only)) return undefined;
  const cells = cellsOf(grid, only);
  return cells.length > 0 && cells.every((cell) => typedValue(words, cell, source) !== undefined) ? only : undefined;
}

/** How to tell a column of the form; undefined for a property that names more than a form. */
function formOf({ telling, sort, form, unit, isMoney }: FieldWords): ((grid: Grid, at: number) => boolean) | undefined {
  const words = [...telling, ...sort].map(({ word }) => word);
  const areAll = (pattern: RegExp): boolean => words.every((word) => pattern.test(word));
  if (form === 'time' && areAll(bareTime)) return (grid, at) => holds(grid, at, clock);
  if (isMoney && areAll(wholeSum)) return isOfMoney;
  const [only = ''] = words;
  const measure = unit ?? (words.length === 1 && form === 'number' ? unitOf(only) : undefined);
  if (measure !== undefined && words.every((word) => unitOf(word) === measure))
    return (grid, at) => isOfUnit(grid, at, measure);
  if (form === 'name' && areAll(bareName)) return (grid, at) => holds(grid, at, properName);
  return undefined;
}

const cellsOf = ({ rows }: Grid, at: number) =>
  rows.slice(0, 30).flatMap((row) => (row[at] && row[at].text !== '' ? [row[at]] : []));

const holds = (grid: Grid, at: number, pattern: RegExp): boolean => {
  const cells = cellsOf(grid, at);
  return cells.length > 0 && cells.every(({ text }) => pattern.test(text));
};

const isOfMoney = (grid: Grid, at: number): boolean =>
  holds(grid, at, money) || (money.test(grid.headings[at]?.text ?? '') && holds(grid, at, number));

const isOfUnit = (grid: Grid, at: number, unit: string): boolean =>
  labelWords(grid.headings[at]?.text ?? '').some(({ word }) => unitOf(word) === unit) && holds(grid, at, number);
