import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { SchemaShape } from '../instance/schema-shape.ts';
import { type Field, findField, findLabelled, wordsOf, writeFound } from './find-field.ts';
import { findItems } from './find-items.ts';
import type { SourceText } from './source-text.ts';

/** Finds one value by asking the text a question; used where no label and no form tells. */
export type AskText = (field: Field) => Promise<string | undefined>;

const maxDepth = 8;

/** Collects what a text tells about the properties of a schema. What it does not tell is left out. */
export class KnownValues {
  readonly #shape: SchemaShape;
  readonly #source: SourceText;
  readonly #ask: AskText;
  /** Names of properties that were found. */
  readonly found: string[] = [];

  constructor(shape: SchemaShape, source: SourceText, ask: AskText) {
    this.#shape = shape;
    this.#source = source;
    this.#ask = ask;
  }

  async read(schema: JsonValue | undefined, name: string, depth = 0): Promise<JsonValue | undefined> {
    const flat = this.#shape.flatten(schema);
    if (flat === false || depth > maxDepth) return undefined;
    if (flat.const !== undefined) return flat.const;
    const alternatives = [flat.anyOf, flat.oneOf].find(Array.isArray);
    const types = [flat.type].flat();
    if (alternatives && flat.properties === undefined && flat.type === undefined)
      return this.#firstOf(alternatives, name, depth, flat);
    if (isJsonObject(flat.properties) || types.includes('object')) return this.#object(flat, depth);
    if (types.includes('array') || flat.items !== undefined) return this.#array(flat, name, depth);
    if (Array.isArray(flat.enum)) return this.#choice(flat.enum, name, flat);
    if (types.includes('boolean')) return this.#truth(name, flat);
    return this.#plain(flat, name);
  }

  async #firstOf(
    alternatives: JsonValue[],
    name: string,
    depth: number,
    outer: JsonObject,
  ): Promise<JsonValue | undefined> {
    for (const alternative of alternatives) {
      const flat = this.#shape.flatten(alternative);
      if (flat === false || flat.type === 'null') continue;
      const value = await this.read(
        { ...(typeof outer.description === 'string' ? { description: outer.description } : {}), ...flat },
        name,
        depth + 1,
      );
      if (value !== undefined) return value;
    }
    return undefined;
  }

  async #object(flat: JsonObject, depth: number): Promise<JsonObject | undefined> {
    const properties = isJsonObject(flat.properties) ? flat.properties : {};
    const result: JsonObject = {};
    for (const [name, schema] of Object.entries(properties)) {
      const value = await this.read(schema, name, depth + 1);
      if (value !== undefined) result[name] = value;
    }
    return Object.keys(result).length > 0 || depth === 0 ? result : undefined;
  }

  async #array(flat: JsonObject, name: string, depth: number): Promise<JsonValue | undefined> {
    const items = this.#shape.flatten(flat.items);
    if (items === false) return undefined;
    const limit = typeof flat.maxItems === 'number' ? flat.maxItems : 200;
    if (isJsonObject(items.properties)) {
      const rows = findItems(this.#source, this.#shape, items.properties);
      if (rows.length > 0) this.found.push(name);
      return rows.length > 0 ? rows.slice(0, limit) : undefined;
    }
    const listed = this.#list(name);
    if (listed.length > 0) {
      this.found.push(name);
      const isNumber = items.type === 'number' || items.type === 'integer';
      return (isNumber ? listed.map(Number).filter((value) => Number.isFinite(value)) : listed).slice(0, limit);
    }
    const single = depth < maxDepth && items.type !== undefined ? await this.read(items, name, depth + 1) : undefined;
    return single === undefined ? undefined : [single];
  }

  /** "Label: a, b and c", or the lines with bullets below a label. */
  #list(name: string): string[] {
    const label = new RegExp(`(?<![\\p{L}])${wordsOf(name).replace(/s$/, '')}(?:s|es)?(?![\\p{L}])`, 'iu');
    const value = findLabelled([label], this.#source, false)?.text;
    if (value !== undefined && !/^[-*•]/.test(value))
      return value
        .split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/)
        .map((part) => part.trim())
        .filter((part) => part !== '');
    const at = this.#source.lines.findIndex((line) => label.test(line.text) && line.text.length < 60);
    const found: string[] = [];
    for (const line of at < 0 ? [] : this.#source.lines.slice(at + 1)) {
      const item = /^\s*(?:[-*•–]|\d+[.)])\s+(.+)$/.exec(line.text)?.[1];
      if (item === undefined && (found.length > 0 || line.text.trim() !== '')) break;
      if (item !== undefined) found.push(item.trim());
    }
    return found;
  }

  /** The enum value that the text names; the one nearest to the property's own name when it names several. */
  #choice(values: JsonValue[], name: string, schema: JsonObject): JsonValue | undefined {
    if (values.length === 1) return values[0];
    const text = this.#source.text.toLowerCase();
    const labelled = findField({ name, schema: {} }, this.#source)?.text.toLowerCase() ?? '';
    let best: { value: JsonValue; score: number } | undefined;
    for (const value of values) {
      if (typeof value !== 'string' || value === '') continue;
      const words = wordsOf(value);
      const pattern = new RegExp(
        `(?<![\\p{L}\\d])${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '[\\s_-]*')}(?![\\p{L}\\d])`,
        'iu',
      );
      const score = (pattern.test(labelled) ? 2 : 0) + (pattern.test(text) ? 1 + words.length / 100 : 0);
      if (score > (best?.score ?? 0)) best = { value, score };
    }
    if (best) this.found.push(name);
    return best?.value ?? (typeof schema.default === 'string' ? schema.default : undefined);
  }

  /** Whether the text says that something is so: the property's word stands in it, negated or not. */
  #truth(name: string, schema: JsonObject): boolean | undefined {
    const words = wordsOf(name).replace(/^(?:is|has|was|are|can|does) /, '');
    const match = new RegExp(
      `(?<![\\p{L}])${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/e?d$/, '(?:e?d)?')}(?![\\p{L}])`,
      'iu',
    ).exec(this.#source.text);
    if (!match) return typeof schema.default === 'boolean' ? schema.default : undefined;
    this.found.push(name);
    const before = this.#source.text.slice(Math.max(0, match.index - 25), match.index);
    const after = this.#source.text.slice(match.index + match[0].length, match.index + match[0].length + 12);
    if (/^\s*[:=]\s*(?:no|false|n\b|0)/i.test(after)) return false;
    return !/\b(?:not|no|never|without|isn['’]t|wasn['’]t|un)\s*(?:\p{L}+\s)?$/iu.test(before);
  }

  async #plain(flat: JsonObject, name: string): Promise<JsonValue | undefined> {
    const field: Field = { name, schema: flat };
    const found = findField(field, this.#source);
    const value = found && writeFound(found, field);
    if (value !== undefined) {
      this.found.push(name);
      return value;
    }
    if (found) return undefined;
    const asked = await this.#ask(field);
    const answer = asked === undefined ? undefined : writeFound({ text: asked, score: 0.5 }, field);
    if (answer !== undefined) this.found.push(name);
    return answer;
  }
}
