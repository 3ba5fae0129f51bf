import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { readDigits } from '@parley/text';
import { longestOption } from '../bounds/bounds.ts';
import { toPointer } from '../schema/fit-known.ts';
import type { SchemaShape } from '../schema/schema-shape.ts';
import { assignValues, chancesOf, leastChance } from '../statements/assign-values.ts';
import type { Contexts } from '../statements/contexts.ts';
import { leastTruth, likelier, loadTruthJudge } from '../statements/judge-truth.ts';
import { loadValueJudge } from '../statements/judge-value.ts';
import { isShort, matchTruth } from '../statements/match-truth.ts';
import { truthCandidates } from '../statements/truth-features.ts';
import { candidatesOf, type ValueView } from '../statements/value-features.ts';
import { likeness, meantWords } from '../statements/words.ts';
import { fieldWords } from './field-words.ts';
import { findEntry, findFlag } from './find-entry.ts';
import { type Field, wordsOf } from './find-field.ts';
import { findList } from './find-list.ts';
import { findRows } from './find-rows.ts';
import type { Found } from './found.ts';
import type { LabelWord } from './label-words.ts';
import { mayStand, type SourceText } from './source-text.ts';
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
  readonly #topic: readonly LabelWord[];
  readonly #contexts: Contexts;
  /** What was found for properties, by pointer; undefined where nothing is likely enough. */
  readonly #looked = new Map<string, { value: JsonValue; start: number; end: number } | undefined>();
  /** Values of single properties: no place is used twice. */
  readonly #taken: Leaf[] = [];
  readonly leaves: Leaf[] = [];

  constructor(shape: SchemaShape, { source, contexts, topic }: ValueView, ask: AskText) {
    this.#shape = shape;
    this.#source = source;
    this.#contexts = contexts;
    this.#topic = topic;
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
    if (types.includes('boolean')) return this.#truth({ name, schema: flat }, path);
    return this.#plain(flat, name, path);
  }

  /** Takes a value over, unless what it stands on is another value already. */
  #take(value: JsonValue, path: Path, { start, end }: { start: number; end: number }): JsonValue | undefined {
    if (this.#taken.some((leaf) => leaf.start < end && start < leaf.end)) return undefined;
    const leaf = { pointer: toPointer(path), value, start, end };
    this.#taken.push(leaf);
    this.leaves.push(leaf);
    return value;
  }

  /** Takes a value over that may stand where others do. */
  #keep(value: JsonValue, path: Path, { start, end }: { start: number; end: number }): JsonValue {
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
    const plain = plainFields(flat, outer, this.#shape);
    await this.#look(plain.map(({ key, field }) => ({ field, pointer: toPointer([...path, key]) })));
    for (const [name, schema] of Object.entries(properties)) {
      const value = await this.read(schema, nameIn(outer, name), [...path, name]);
      if (value !== undefined) result[name] = value;
    }
    return Object.keys(result).length > 0 || path.length === 0 ? result : undefined;
  }

  async #array(flat: JsonObject, name: string, path: Path): Promise<JsonValue | undefined> {
    const items = this.#shape.flatten(flat.items);
    if (items === false) return undefined;
    const limit = typeof flat.maxItems === 'number' ? flat.maxItems : 200;
    if (isJsonObject(items.properties)) return this.#rows(items.properties, name, path, limit);
    const isNumber = items.type === 'number' || items.type === 'integer';
    const listed = findList(name, this.#source, this.#topic).flatMap(({ text, start, end }) => {
      const value = isNumber ? readDigits(text) : text;
      return value === undefined ? [] : [{ value, start, end }];
    });
    if (listed.length === 0) return undefined;
    // Who stands in a list may be told of elsewhere too: a list uses no place up.
    return listed.slice(0, limit).map((each, index) => {
      this.leaves.push({ pointer: toPointer([...path, index]), ...each });
      return each.value;
    });
  }

  #rows(properties: JsonObject, name: string, path: Path, limit: number): JsonValue | undefined {
    const fields = Object.entries(properties).map(([key, schema]): Field => {
      const flat = this.#shape.flatten(schema);
      return { name: key, schema: flat === false ? {} : flat };
    });
    const rows = findRows(name, fields, this.#source, this.#topic).slice(0, limit);
    for (const [index, { places }] of rows.entries()) {
      for (const [key, place] of places) this.leaves.push({ pointer: toPointer([...path, index, key]), ...place });
    }
    return rows.length > 0 ? rows.map(({ item }) => item) : undefined;
  }

  /** The enum value that stands beside the property's name; without one there, the only value that the text names at all. */
  #choice(values: JsonValue[], name: string, path: Path): JsonValue | undefined {
    const kind = this.#kindOfDocument(values, name);
    if (kind !== undefined) return this.#keep(kind.value, path, kind);
    const beside = findEntry(fieldWords({ name, schema: {} }), this.#source, this.#topic);
    const named = values.flatMap((value) => {
      if (
        typeof value !== 'string' ||
        value === '' ||
        value.length > longestOption ||
        !mayStand(wordsOf(value), this.#source)
      )
        return [];
      const words = escapePattern(wordsOf(value)).replace(/\s+/g, '[\\s_-]*');
      // such as: /(?<![\p{L}\d])in[\s_-]*full[\s_-]*use(?![\p{L}\d])/giu
      const pattern = new RegExp(`(?<![\\p{L}\\d])${words}(?![\\p{L}\\d])`, 'giu');
      const match = pattern.exec(this.#source.text);
      return match ? [{ value, pattern, start: match.index, end: match.index + match[0].length }] : [];
    });
    // such as: /(?<![\p{L}\d])in[\s_-]*full[\s_-]*use(?![\p{L}\d])/iu
    const labelled = beside && named.find(({ pattern }) => new RegExp(pattern.source, 'iu').test(beside.text));
    if (labelled) return this.#take(labelled.value, path, beside);
    const [only, ...others] = named;
    return only && others.length === 0 && !this.#isNegated(only.start) ? this.#take(only.value, path, only) : undefined;
  }

  /** What a text calls itself in its title: an invoice, a credit note. */
  #kindOfDocument(
    values: readonly JsonValue[],
    name: string,
  ): { value: JsonValue; start: number; end: number } | undefined {
    if (!asksKind.test(wordsOf(name))) return undefined;
    for (const title of this.#contexts.titles()) {
      const said = meantWords(title.text);
      const named = values.filter(
        (value) =>
          typeof value === 'string' &&
          value.length <= longestOption &&
          meantWords(value).every((word) => said.some((each) => likeness(word, each) >= sameKind)),
      );
      const [only, ...others] = named;
      if (only !== undefined && others.length === 0) return { value: only, start: title.start, end: title.end };
    }
    return undefined;
  }

  /** Whether the text states that something is so, or that it is not. */
  async #truth(field: Field, path: Path): Promise<JsonValue | undefined> {
    const flag = findFlag(fieldWords(field), this.#source);
    if (flag) return this.#keep(flag.isSo, path, flag);
    const ruled = isShort(this.#source.text) ? matchTruth(field, this.#source, this.#contexts) : undefined;
    if (ruled) return this.#keep(ruled.isSo, path, ruled);
    const judge = await loadTruthJudge();
    const said = likelier(truthCandidates(field, this.#source, this.#contexts), judge);
    return said && said.chance >= leastTruth ? this.#keep(said.isSo, path, said) : undefined;
  }

  #isNegated(at: number): boolean {
    const before = this.#source.text.slice(Math.max(0, at - 25), at);
    // bounded: what stands right before, at most 25 characters
    return /\b(?:not|no|never|without|isn['’]t|wasn['’]t|un)\s*(?:\p{L}+\s)?$/iu.test(before);
  }

  async #plain(flat: JsonObject, name: string, path: Path): Promise<JsonValue | undefined> {
    const pointer = toPointer(path);
    const field: Field = { name, schema: flat };
    if (!this.#looked.has(pointer)) await this.#look([{ field, pointer }]);
    const found = this.#looked.get(pointer) ?? (await this.#asked(field));
    return found && this.#take(found.value, path, found);
  }

  /** Gives properties that stand together their values: each the one that is likeliest for it, if it is likely enough. */
  async #look(asked: readonly { field: Field; pointer: string }[]): Promise<void> {
    const judge = await loadValueJudge();
    const fields = asked.map(({ field }) => field);
    const candidates = candidatesOf(fields, { source: this.#source, contexts: this.#contexts, topic: this.#topic });
    const likely = candidates.map((list) => {
      const chances = chancesOf(list, judge);
      return list.flatMap(({ value, found: { start, end }, signs }, index) => {
        const chance = chances[index] ?? 0;
        return chance >= leastChance ? [{ value, start, end, chance, isBare: signs.bare === 1 }] : [];
      });
    });
    const chosen = assignValues(likely);
    for (const [index, { pointer }] of asked.entries()) this.#looked.set(pointer, chosen[index]);
  }

  async #asked(field: Field): Promise<{ value: JsonValue; start: number; end: number } | undefined> {
    const found = await this.#ask(field);
    const value = found && writeFound(found, field);
    return found && value !== undefined ? { value, start: found.start, end: found.end } : undefined;
  }
}

/** The properties of an object that have one value each, a text or a number; `outer` is what the object is called. */
export function plainFields(flat: JsonObject, outer: string, shape: SchemaShape): { key: string; field: Field }[] {
  return Object.entries(isJsonObject(flat.properties) ? flat.properties : {}).flatMap(([key, schema]) => {
    const plain = plainOf(shape.flatten(schema), shape);
    return plain ? [{ key, field: { name: nameIn(outer, key), schema: plain } }] : [];
  });
}

function plainOf(flat: JsonObject | false, shape: SchemaShape): JsonObject | undefined {
  if (flat === false || flat.const !== undefined || Array.isArray(flat.enum)) return undefined;
  const alternatives = [flat.anyOf, flat.oneOf].find(Array.isArray);
  if (alternatives && flat.properties === undefined && flat.type === undefined) {
    const described = typeof flat.description === 'string' ? { description: flat.description } : {};
    const [only, ...others] = alternatives.flatMap((alternative) => {
      const each = shape.flatten(alternative);
      return each === false || each.type === 'null' ? [] : [each];
    });
    return only && others.length === 0 ? plainOf({ ...described, ...only }, shape) : undefined;
  }
  const types = [flat.type].flat();
  const isWhole = isJsonObject(flat.properties) || flat.items !== undefined;
  return isWhole || types.some((type) => type === 'object' || type === 'array' || type === 'boolean')
    ? undefined
    : flat;
}

const nameIn = (outer: string, key: string): string =>
  outer !== '' && !empty.test(wordsOf(outer)) ? `${outer} ${key}` : key;

/** What sort of paper a text is. */
const asksKind =
  /^(?:(?:document|doc|paper|record|letter) ?(?:type|kind)|type of document|beleg ?art|dokument(?:en)? ?(?:art|typ)|art|typ|type|tipo(?: de documento)?|type de document)$/;
const sameKind = 0.7;

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
