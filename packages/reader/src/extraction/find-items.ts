import type { JsonObject, JsonValue } from '@parley/contract';
import { readDigits } from '@parley/text';
import type { SchemaShape } from '../schema/schema-shape.ts';
import { type Field, wordsOf } from './find-field.ts';
import type { FoundItem } from './find-rows.ts';
import type { SourceText } from './source-text.ts';
import { writeFound } from './write-found.ts';

/** The things listed in a sentence, as objects with the given properties. */
export function findItems(source: SourceText, shape: SchemaShape, properties: JsonObject): FoundItem[] {
  const fields = Object.entries(properties).map(([name, schema]): Field => {
    const flat = shape.flatten(schema);
    return { name, schema: flat === false ? {} : flat };
  });
  return listedThings(source, fields);
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
  /(?<![\p{L}\d.,:])(\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:x\s+)?(?!(?:and|or|to|und|bis|until)\s)((?:[\p{L}-]+\s){0,3}[\p{L}-]+?)\s+(?:at|for|@|à|a|zu|je)\s+([$€£]?\s?\d+(?:[.,]\d+)?)(?!:?\d)/giu;
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
