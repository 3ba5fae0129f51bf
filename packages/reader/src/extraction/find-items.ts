import type { JsonObject, JsonValue } from '@parley/contract';
import { readDigits } from '@parley/text';
import type { SchemaShape } from '../schema/schema-shape.ts';
import { conceptOf, type Field, wordsOf } from './find-field.ts';
import type { Cell, Line } from './layout.ts';
import type { SourceText } from './source-text.ts';
import { writeFound } from './write-found.ts';

/** One row: its values, and where each of them stands. */
export interface FoundItem {
  item: JsonObject;
  places: Map<string, { value: JsonValue; start: number; end: number }>;
}

/** The rows of a table, or the things listed in a sentence, as objects with the given properties. */
export function findItems(source: SourceText, shape: SchemaShape, properties: JsonObject): FoundItem[] {
  const fields = Object.entries(properties).map(([name, schema]): Field => {
    const flat = shape.flatten(schema);
    return { name, schema: flat === false ? {} : flat };
  });
  const rows = tableRows(source, fields);
  return rows.length > 0 ? rows : listedThings(source, fields);
}

function tableRows(source: SourceText, fields: Field[]): FoundItem[] {
  for (const [index, line] of source.lines.entries()) {
    const columns = matchHeader(line, fields);
    if (columns.size < Math.min(2, fields.length)) continue;
    const rows: FoundItem[] = [];
    let blank = 0;
    for (const row of source.lines.slice(index + 1)) {
      if (/^[\s|:+-]*$/.test(row.text)) {
        if (row.text.trim() === '' && ++blank > 2) break;
        continue;
      }
      if (/^\s*(?:sub ?total|total|tax|vat|grand|thank|notes?)\b/i.test(row.text)) break;
      const item = readRow(row, columns);
      if (item.places.size >= Math.min(2, columns.size)) rows.push(item);
      // Rows of a table end with the table.
      else if (rows.length > 0) break;
    }
    if (rows.length > 0) return rows;
  }
  return [];
}

function matchHeader(line: Line, fields: Field[]): Map<Field, Cell> {
  const columns = new Map<Field, Cell>();
  for (const field of fields) {
    const words = wordsOf(field.name);
    const labels = conceptOf(field)?.labels ?? [];
    const free = line.cells.filter((cell) => cell.text.length < 30 && ![...columns.values()].includes(cell));
    const cell =
      free.find((each) => fits(each.text, words)) ??
      free.find((each) => labels.some((label) => label.test(each.text.toLowerCase())) || isItemName(words, each.text));
    if (cell) columns.set(field, cell);
  }
  return columns;
}

const fits = (header: string, words: string): boolean =>
  wordsOf(header) === words || wordsOf(header).split(' ').includes(words) || words.split(' ').includes(wordsOf(header));
const isItemName = (words: string, header: string): boolean =>
  /^(?:name|description|item|product|title|article)$/.test(words) &&
  /item|product|description|title|article|name|désignation|omschrijving|bezeichnung/i.test(header);

function readRow(row: Line, columns: Map<Field, Cell>): FoundItem {
  const found: FoundItem = { item: {}, places: new Map() };
  for (const [field, header] of columns) {
    const cell = row.cells
      .map((each) => ({
        each,
        distance: Math.min(
          Math.abs(each.left - header.left),
          Math.abs(each.right - header.right),
          Math.abs((each.left + each.right - header.left - header.right) / 2),
        ),
      }))
      .filter(({ each, distance }) => distance < 8 || (each.left < header.right && each.right > header.left))
      .sort((a, b) => a.distance - b.distance)[0]?.each;
    const value = cell && toValue(cell.text, field);
    if (cell && value !== undefined) add(found, field.name, value, cell);
  }
  return found;
}

function add({ item, places }: FoundItem, name: string, value: JsonValue, place: { start: number; end: number }): void {
  item[name] = value;
  places.set(name, { value, start: place.start, end: place.end });
}

function toValue(text: string, field: Field): JsonValue | undefined {
  const number = /-?\d[\d.,']*/.exec(text)?.[0];
  const value = number === undefined ? undefined : readDigits(number);
  return writeFound({ text, ...(value === undefined ? {} : { value }) }, field);
}

const listed =
  /(?<![\p{L}\d.,])(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:x\s+)?((?:[\p{L}-]+\s){0,3}[\p{L}-]+?)\s+(?:at|for|@|à|a|zu|je)\s+([$€£]?\s?\d+(?:[.,]\d+)?)/giu;
const counts = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** "2 notebooks at 4.50 EUR each and 1 lamp at 31.90 EUR". */
function listedThings(source: SourceText, fields: Field[]): FoundItem[] {
  const items: FoundItem[] = [];
  for (const match of source.text.matchAll(listed)) {
    const [whole, count = '', name = '', price = ''] = match;
    const quantity = /^\d/.test(count) ? Number(count) : Math.max(1, counts.indexOf(count.toLowerCase()));
    const placeOf = (part: string, from = 0) => {
      const start = match.index + whole.indexOf(part, from);
      return { start, end: start + part.length };
    };
    const found: FoundItem = { item: {}, places: new Map() };
    for (const field of fields) {
      const words = wordsOf(field.name);
      const [value, place] = /\b(?:quantity|qty|count|amount of|number)\b/.test(words)
        ? [writeFound({ text: String(quantity), value: quantity }, field), placeOf(count)]
        : /\b(?:price|cost|unit|rate)\b/.test(words)
          ? [toValue(price, field), placeOf(price, whole.length - price.length)]
          : /\b(?:name|item|product|description|title|article|label)\b/.test(words)
            ? [writeFound({ text: name }, field), placeOf(name, count.length)]
            : [undefined, placeOf(name)];
      if (value !== undefined) add(found, field.name, value, place);
    }
    if (found.places.size > 0) items.push(found);
  }
  return items;
}
