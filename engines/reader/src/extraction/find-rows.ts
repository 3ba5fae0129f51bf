import type { JsonObject, JsonValue } from '@parley/contract';
import { columnByForm } from './columns-by-form.ts';
import type { Grid, ListBlock, Span } from './document-part.ts';
import { type FieldWords, fieldWords } from './field-words.ts';
import type { Field } from './find-field.ts';
import { isSameThing, type LabelWord, labelWords } from './label-words.ts';
import { matchLabel } from './match-label.ts';
import type { SourceText } from './source-text.ts';
import { typedValue } from './typed-value.ts';
import { writeFound } from './write-found.ts';

/** One row: its values, and where each of them stands. */
export interface FoundItem {
  item: JsonObject;
  places: Map<string, { value: JsonValue; start: number; end: number }>;
}

interface Column {
  field: Field;
  words: FieldWords;
  at: number;
  score: number;
}

/** Names of lists that say nothing about what is in them. */
const generic =
  /^(?:items?|rows?|entr(?:y|ies)|lines?|lists?|records?|data|results?|elements?|table|things?|objects?|values?)$/;
/** Words for the thing itself that a list is of: its name is in the column headed with what the list is called. */
const nameOfThing = /^(?:name|title|description|label|item|text)$/;
const total = /^(?:sub ?-?total|grand total|total|sum|summe|gesamt|zwischensumme|net|vat|tax|amount due|balance)\b/i;
const leastScore = 0.5;

/** The rows of the table whose headings name the properties of a list of objects; columns are given to properties one to one. */
export function findRows(
  name: string,
  fields: readonly Field[],
  source: SourceText,
  topic: readonly LabelWord[],
): FoundItem[] {
  const list = labelWords(name);
  const read = fields.map((field) => ({ field, words: fieldWords(field) }));
  let best: { items: FoundItem[]; score: number } | undefined;
  for (const grid of source.parts.grids) {
    const columns = assignColumns(list, read, grid, source);
    if (!isAbout(list, columns, fields.length, grid, source, topic)) continue;
    const items = rowsOf(grid, columns, source);
    const score = columns.reduce((sum, column) => sum + column.score, 0) + (isHeaded(list, grid) ? 0.5 : 0);
    if (items.length > 0 && score > (best?.score ?? 0)) best = { items, score };
  }
  if (best) return best.items;
  const block = source.parts.lists.find(
    ({ label }) => label.length > 0 && list.some((word) => label.some(({ stem }) => isSameThing(stem, word.stem))),
  );
  return block ? itemsOf(block, read, source) : [];
}

/** Best pairs first; a column goes to one property, a property to one column, and to none when two fit equally well. */
function assignColumns(
  list: readonly LabelWord[],
  read: { field: Field; words: FieldWords }[],
  grid: Grid,
  source: SourceText,
): Column[] {
  const pairs: Column[] = [];
  for (const { field, words } of read) {
    for (const [at, heading] of grid.headings.entries()) {
      const around = { context: [...list, ...grid.context], title: source.parts.title, topic: [] };
      const label = labelWords(heading.text);
      const isThing =
        nameOfThing.test(field.name.toLowerCase()) &&
        label.length > 0 &&
        label.every((word) => list.some(({ stem }) => isSameThing(stem, word.stem)) || nameOfThing.test(word.word));
      const score = Math.max(matchLabel(words, label, around), isThing ? 0.8 : 0);
      if (score >= leastScore && fitsColumn(words, grid, at, source)) pairs.push({ field, words, at, score });
    }
  }
  pairs.sort((one, other) => other.score - one.score);
  const chosen: Column[] = [];
  for (const pair of pairs) {
    if (chosen.some(({ field, at }) => field === pair.field || at === pair.at)) continue;
    const rival = pairs.find(
      (each) =>
        each !== pair &&
        each.field === pair.field &&
        each.score > pair.score - 0.05 &&
        !chosen.some(({ at }) => at === each.at) &&
        !isWanted(each, pair, pairs),
    );
    if (!rival) chosen.push(pair);
  }
  return withFormsOfTheirOwn(read, grid, withNameOfThing(list, read, grid, chosen, source), source);
}

/** Properties that name no more than a form take the one column of it, beside columns that headings name. */
function withFormsOfTheirOwn(
  read: { field: Field; words: FieldWords }[],
  grid: Grid,
  chosen: Column[],
  source: SourceText,
): Column[] {
  if (chosen.length === 0) return chosen;
  const all = [...chosen];
  for (const { field, words } of read) {
    if (all.some((column) => column.field === field)) continue;
    const at = columnByForm(words, grid, new Set(all.map((column) => column.at)), source);
    if (at !== undefined) all.push({ field, words, at, score: 0.4 });
  }
  const [first] = read;
  return first &&
    !all.some(({ field, at }) => field === first.field || at === 0) &&
    isKey(first.words, grid, all.length)
    ? [...all, { ...first, at: 0, score: 0.3 }]
    : all;
}

/** What comes first in a table and first in a list of properties, both texts, is what the rows are of, where the rest fits. */
const isKey = ({ form }: FieldWords, { headings, rows }: Grid, others: number): boolean =>
  (form === 'text' || form === 'name') &&
  others >= 2 &&
  others + 2 >= headings.length &&
  rows.every((row) => /^(?!.*\d[.,:-]\d)\p{L}/u.test(row[0]?.text ?? ''));

/** Whether another property has a better claim to the rival's column. */
const isWanted = (rival: Column, pair: Column, pairs: readonly Column[]): boolean =>
  pairs.some((each) => each.at === rival.at && each.field !== pair.field && each.score >= rival.score);

/** The name of the things listed stands in the first column, where no heading says so and nothing else is in it. */
function withNameOfThing(
  list: readonly LabelWord[],
  read: { field: Field; words: FieldWords }[],
  grid: Grid,
  chosen: Column[],
  source: SourceText,
): Column[] {
  const missing = read.find(
    ({ field }) => nameOfThing.test(field.name.toLowerCase()) && !chosen.some((column) => column.field === field),
  );
  if (!missing || chosen.length === 0 || !isHeaded(list, grid) || chosen.some(({ at }) => at === 0)) return chosen;
  const isText =
    fitsColumn(missing.words, grid, 0, source) && grid.rows.every((row) => !/^[\d.,\s]*$/.test(row[0]?.text ?? ''));
  return isText ? [...chosen, { ...missing, at: 0, score: 0.4 }] : chosen;
}

/** Most cells of the column have the form that the property wants. */
function fitsColumn(words: FieldWords, grid: Grid, at: number, source: SourceText): boolean {
  const cells = grid.rows.slice(0, 30).flatMap((row) => (row[at] && row[at].text !== '' ? [row[at]] : []));
  return (
    cells.length === 0 ||
    cells.filter((cell) => typedValue(words, cell, source) !== undefined).length >= cells.length * 0.6
  );
}

const isHeaded = (list: readonly LabelWord[], { context, headings }: Grid): boolean =>
  list.some((word) =>
    [...context, ...headings.flatMap(({ text }) => labelWords(text))].some(({ stem }) => isSameThing(stem, word.stem)),
  );

/** Whether a table is the list that is asked for: what the list is called stands in it or above it, or all its columns do. */
function isAbout(
  list: readonly LabelWord[],
  columns: readonly Column[],
  wanted: number,
  grid: Grid,
  source: SourceText,
  topic: readonly LabelWord[],
): boolean {
  const telling = columns.filter(({ field }) => !nameOfThing.test(field.name.toLowerCase()));
  const [only] = columns;
  if (!only) return false;
  // One column is enough where it is headed with what the list is called, or with just the word of the property.
  if (columns.length === 1 && wanted > 1)
    return (
      grid.rows.length > 1 &&
      only.score >= 0.8 &&
      (isHeaded(list, { ...grid, headings: grid.headings.slice(only.at, only.at + 1) }) ||
        (telling.length === 1 && only.score >= 0.95 && list.every(({ word }) => generic.test(word))))
    );
  const isNamed =
    list.every(({ word }) => generic.test(word)) ||
    isHeaded(list, grid) ||
    list.some((word) => source.parts.title.some(({ stem }) => isSameThing(stem, word.stem)));
  if (isNamed) return telling.length > 0 || wanted === 1;
  const isOnly = source.parts.grids.length === 1;
  return (
    columns.length === wanted &&
    (columns.length > 2 || (isOnly && topic.some((word) => list.some(({ stem }) => isSameThing(stem, word.stem)))))
  );
}

function rowsOf(grid: Grid, columns: readonly Column[], source: SourceText): FoundItem[] {
  const items: FoundItem[] = [];
  for (const row of grid.rows) {
    const filled = row.filter(({ text }) => text !== '');
    if (total.test(filled[0]?.text ?? '') && filled.length < grid.headings.length) continue;
    const found: FoundItem = { item: {}, places: new Map() };
    for (const { field, words, at } of columns) add(found, field, words, row[at], source);
    if (found.places.size > 0) items.push(found);
  }
  return items;
}

function add(
  { item, places }: FoundItem,
  field: Field,
  words: FieldWords,
  cell: Span | undefined,
  source: SourceText,
): void {
  const found = cell && cell.text !== '' ? typedValue(words, cell, source) : undefined;
  const value = found && writeFound(found, field);
  if (!found || value === undefined) return;
  item[field.name] = value;
  places.set(field.name, { value, start: found.start, end: found.end });
}

const nameFirst =
  /^((?:\p{Lu}[\p{L}'’.-]*)(?:\s+\p{Lu}[\p{L}'’.-]*){0,3})(?:\s*[:–—-]\s+|\s+(?:to|will|shall|should|soll)\s+)/u;
// bounded: a line, a cell or a value in it, at most 2,000 characters
const dated = /[\s,(]*(?:\b(?:by|until|till|before|on|due|bis|am)\b:?\s*)?(?:the\s+)?$/i;

/** Items such as "Leo to write to the band by 3 May 2031": who, what, and by when. */
function itemsOf({ items }: ListBlock, read: { field: Field; words: FieldWords }[], source: SourceText): FoundItem[] {
  const who = read.find(({ words, field }) => words.form === 'name' && !nameOfThing.test(field.name.toLowerCase()));
  const when = read.find(
    ({ words }) =>
      words.form === 'date' || /due|deadline|date|until/i.test(words.telling.map(({ word }) => word).join(' ')),
  );
  const what = read.find(
    ({ words, field }) =>
      words.form === 'text' &&
      field !== when?.field &&
      (nameOfThing.test(field.name.toLowerCase()) ||
        /task|action|do|what|work|activity|decision|topic|content|step/i.test(field.name)),
  );
  return items.flatMap((span) => {
    const found: FoundItem = { item: {}, places: new Map() };
    const lead = nameFirst.exec(span.text);
    if (who && lead?.[1] !== undefined)
      add(found, who.field, who.words, { text: lead[1], start: span.start, end: span.start + lead[1].length }, source);
    const from = who ? (lead?.[0].length ?? 0) : 0;
    const date = source.dates.find(({ start, end }) => start >= span.start && end <= span.end);
    if (when && date) add(found, when.field, when.words, date, source);
    const raw = span.text.slice(from, date ? date.start - span.start : undefined);
    const text = date ? raw.replace(dated, '') : raw.replace(/[.;]$/, '');
    if (what && (!who || lead))
      add(
        found,
        what.field,
        what.words,
        { text, start: span.start + from, end: span.start + from + text.length },
        source,
      );
    return found.places.size > 0 && (who === undefined || found.places.has(who.field.name)) ? [found] : [];
  });
}
