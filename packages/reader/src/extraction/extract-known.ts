import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { readDigits } from '@parley/text';
import { toPointer } from '../schema/fit-known.ts';
import type { SchemaShape } from '../schema/schema-shape.ts';
import { type Field, findField, wordsOf } from './find-field.ts';
import { findItems } from './find-items.ts';
import { type Found, findLabelled } from './labelled-value.ts';
import type { SourceText } from './source-text.ts';
import { writeFound } from './write-found.ts';

/** Finds one value by asking the text a question; used where no label and no form tells. */
export type AskText = (field: Field) => Promise<Found | undefined>;

/** A value that was found, where it goes (JSON Pointer), and where it stands in the text. */
export interface Leaf {
  pointer: string;
  value: JsonValue;
  start: number;
  end: number;
}

type Path = readonly (string | number)[];

const maxDepth = 8;

/** Names of objects that say nothing about what stands in them. */
const empty =
  /^(?:data|result|results|document|info|information|details|fields|output|response|properties|header|object)$/;

/** Collects what a text tells about the properties of a schema. What it does not tell is left out; no place is used twice. */
export class KnownValues {
  readonly #shape: SchemaShape;
  readonly #source: SourceText;
  readonly #ask: AskText;
  readonly leaves: Leaf[] = [];

  constructor(shape: SchemaShape, source: SourceText, ask: AskText) {
    this.#shape = shape;
    this.#source = source;
    this.#ask = ask;
  }

  /** `name` is the property's, with that of its object before it. */
  async read(schema: JsonValue | undefined, name: string, path: Path = []): Promise<JsonValue | undefined> {
    const flat = this.#shape.flatten(schema);
    if (flat === false || path.length > maxDepth || flat.const !== undefined) return undefined;
    const alternatives = [flat.anyOf, flat.oneOf].find(Array.isArray);
    const types = [flat.type].flat();
    if (alternatives && flat.properties === undefined && flat.type === undefined)
      return this.#firstOf(alternatives, name, path, flat);
    if (isJsonObject(flat.properties) || types.includes('object')) return this.#object(flat, name, path);
    if (types.includes('array') || flat.items !== undefined) return this.#array(flat, name, path);
    if (Array.isArray(flat.enum)) return this.#choice(flat.enum, name, path);
    if (types.includes('boolean')) return this.#truth(name, path);
    return this.#plain(flat, name, path);
  }

  /** Takes a value over, unless what it stands on is another value already. */
  #take(value: JsonValue, path: Path, { start, end }: { start: number; end: number }): JsonValue | undefined {
    if (this.leaves.some((leaf) => leaf.start < end && start < leaf.end)) return undefined;
    this.leaves.push({ pointer: toPointer(path), value, start, end });
    return value;
  }

  async #firstOf(
    alternatives: JsonValue[],
    name: string,
    path: Path,
    outer: JsonObject,
  ): Promise<JsonValue | undefined> {
    for (const alternative of alternatives) {
      const flat = this.#shape.flatten(alternative);
      if (flat === false || flat.type === 'null') continue;
      const described = typeof outer.description === 'string' ? { description: outer.description } : {};
      const value = await this.read({ ...described, ...flat }, name, path);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  async #object(flat: JsonObject, outer: string, path: Path): Promise<JsonObject | undefined> {
    const properties = isJsonObject(flat.properties) ? flat.properties : {};
    const result: JsonObject = {};
    for (const [name, schema] of Object.entries(properties)) {
      const isPart = outer !== '' && !empty.test(wordsOf(outer));
      const value = await this.read(schema, isPart ? `${outer} ${name}` : name, [...path, name]);
      if (value !== undefined) result[name] = value;
    }
    return Object.keys(result).length > 0 || path.length === 0 ? result : undefined;
  }

  async #array(flat: JsonObject, name: string, path: Path): Promise<JsonValue | undefined> {
    const items = this.#shape.flatten(flat.items);
    if (items === false) return undefined;
    const limit = typeof flat.maxItems === 'number' ? flat.maxItems : 200;
    if (isJsonObject(items.properties)) {
      const rows = findItems(this.#source, this.#shape, items.properties).slice(0, limit);
      for (const [index, { places }] of rows.entries()) {
        for (const [key, place] of places) this.leaves.push({ pointer: toPointer([...path, index, key]), ...place });
      }
      return rows.length > 0 ? rows.map(({ item }) => item) : undefined;
    }
    const isNumber = items.type === 'number' || items.type === 'integer';
    const listed = this.#list(name).flatMap(({ text, start, end }) => {
      const value = isNumber ? readDigits(text) : text;
      return value === undefined ? [] : [{ value, start, end }];
    });
    if (listed.length === 0) return undefined;
    return listed.slice(0, limit).flatMap((each, index) => this.#take(each.value, [...path, index], each) ?? []);
  }

  /** "Label: a, b and c", or the lines with bullets below a label. */
  #list(name: string): { text: string; start: number; end: number }[] {
    const label = new RegExp(
      `(?<![\\p{L}])${escapePattern(wordsOf(name).replace(/s$/, ''))}(?:s|es)?(?![\\p{L}])`,
      'iu',
    );
    const value = findLabelled([label], this.#source, false);
    if (value !== undefined && !/^[-*•]/.test(value.text)) return partsOf(value);
    const at = this.#source.lines.findIndex((line) => label.test(line.text) && line.text.length < 60);
    const found: { text: string; start: number; end: number }[] = [];
    for (const line of at < 0 ? [] : this.#source.lines.slice(at + 1)) {
      const item = /^\s*(?:[-*•–]|\d+[.)])\s+(.+?)\s*$/.exec(line.text)?.[1];
      if (item === undefined && (found.length > 0 || line.text.trim() !== '')) break;
      const start = line.start + line.text.indexOf(item ?? '');
      if (item !== undefined) found.push({ text: item, start, end: start + item.length });
    }
    return found;
  }

  /** The enum value that stands beside the property's name; without one there, the only value that the text names at all. */
  #choice(values: JsonValue[], name: string, path: Path): JsonValue | undefined {
    const beside = findField({ name, schema: {} }, this.#source);
    const named = values.flatMap((value) => {
      if (typeof value !== 'string' || value === '') return [];
      const words = escapePattern(wordsOf(value)).replace(/\s+/g, '[\\s_-]*');
      const pattern = new RegExp(`(?<![\\p{L}\\d])${words}(?![\\p{L}\\d])`, 'giu');
      const match = pattern.exec(this.#source.text);
      return match ? [{ value, pattern, start: match.index, end: match.index + match[0].length }] : [];
    });
    const labelled = beside && named.find(({ pattern }) => new RegExp(pattern.source, 'iu').test(beside.text));
    if (labelled) return this.#take(labelled.value, path, beside);
    const [only, ...others] = named;
    return only && others.length === 0 && !this.#isNegated(only.start) ? this.#take(only.value, path, only) : undefined;
  }

  /** Whether the text says that something is so: the property's word stands in it, negated or not. */
  #truth(name: string, path: Path): JsonValue | undefined {
    const words = escapePattern(wordsOf(name).replace(/^(?:is|has|was|are|can|does) /, ''));
    const match = new RegExp(`(?<![\\p{L}])${words.replace(/e?d$/, '(?:e?d)?')}(?![\\p{L}])`, 'iu').exec(
      this.#source.text,
    );
    if (!match) return undefined;
    const place = { start: match.index, end: match.index + match[0].length };
    const after = this.#source.text.slice(place.end, place.end + 12);
    if (/^\s*[:=]\s*(?:no|false|n\b|0)/i.test(after)) return this.#take(false, path, place);
    return this.#take(!this.#isNegated(place.start), path, place);
  }

  #isNegated(at: number): boolean {
    const before = this.#source.text.slice(Math.max(0, at - 25), at);
    return /\b(?:not|no|never|without|isn['’]t|wasn['’]t|un)\s*(?:\p{L}+\s)?$/iu.test(before);
  }

  async #plain(flat: JsonObject, name: string, path: Path): Promise<JsonValue | undefined> {
    const field: Field = { name, schema: flat };
    const found = findField(field, this.#source) ?? (await this.#ask(field));
    const value = found && writeFound(found, field);
    return found && value !== undefined ? this.#take(value, path, found) : undefined;
  }
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** "a, b and c" as its parts, each with its place. */
function partsOf({ text, start }: Found): { text: string; start: number; end: number }[] {
  const parts: { text: string; start: number; end: number }[] = [];
  for (const match of text.matchAll(/(?:(?!\s*[,;]|\s+and\s).)+/gs)) {
    const part = match[0].replace(/^[\s,;]*(?:and\s+)?/, '').trim();
    if (part === '') continue;
    const at = start + match.index + match[0].lastIndexOf(part);
    parts.push({ text: part, start: at, end: at + part.length });
  }
  return parts;
}
