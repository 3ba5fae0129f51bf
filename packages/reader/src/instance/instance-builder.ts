import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { compilePattern, samplePattern } from '@parley/json-schema';
import { neutralForFormat } from './neutral-formats.ts';
import { mergeSchemas, type SchemaShape } from './schema-shape.ts';
import { hasType, impliedType, typesOf } from './schema-types.ts';

const maxDepth = 24;
const maxFill = 500;

/**
 * Builds a value for a schema around what is known. Unknown things are left out, null or empty where the schema allows
 * it. `variant` chooses among alternatives; 0 is the plainest choice.
 */
export class InstanceBuilder {
  readonly #shape: SchemaShape;
  readonly #variant: number;

  constructor(shape: SchemaShape, variant: number) {
    this.#shape = shape;
    this.#variant = variant;
  }

  /** Undefined when nothing can satisfy the schema. */
  build(schema: JsonValue | undefined, known: JsonValue | undefined, depth = 0): JsonValue | undefined {
    const flat = this.#choose(schema, known, depth);
    if (flat === false) return undefined;
    if (flat.const !== undefined) return flat.const;
    if (Array.isArray(flat.enum)) return this.#fromEnum(flat.enum, flat, known);
    if (known === undefined && flat.default !== undefined && depth > 0) return flat.default;
    const isOpen = typesOf(flat).length === 0 && impliedType(flat) === null;
    if (known !== undefined && isOpen && this.#variant === 0) return known;
    switch (this.#type(flat, known, depth)) {
      case 'object':
        return this.#object(flat, isJsonObject(known) ? known : {}, depth);
      case 'array':
        return this.#array(flat, Array.isArray(known) ? known : [], depth);
      case 'string':
        return this.#string(flat, known);
      case 'number':
      case 'integer':
        return this.#number(flat, known);
      case 'boolean':
        return typeof known === 'boolean' ? known : this.#variant % 2 === 1;
      default:
        return null;
    }
  }

  /** Folds one alternative of each `anyOf` and `oneOf` into the schema. */
  #choose(schema: JsonValue | undefined, known: JsonValue | undefined, depth: number): JsonObject | false {
    let flat = this.#shape.flatten(schema);
    for (let round = 0; round < 12 && flat !== false; round++) {
      const keyword = Array.isArray(flat.anyOf) ? 'anyOf' : Array.isArray(flat.oneOf) ? 'oneOf' : null;
      const more = Array.isArray(flat.allOf);
      if (keyword === null && !more) break;
      if (keyword === null) {
        flat = this.#shape.flatten(flat);
        continue;
      }
      const { [keyword]: options, ...rest } = flat;
      const branches = (Array.isArray(options) ? options : [])
        .map((option) => this.#shape.flatten(option))
        .filter((option) => option !== false)
        .filter((option) => agree(rest, option));
      const branch = branches[this.#pick(branches, known, depth)];
      flat = branch ? this.#shape.flatten(mergeSchemas(rest, branch)) : rest;
    }
    return flat;
  }

  #pick(branches: JsonObject[], known: JsonValue | undefined, depth: number): number {
    if (branches.length < 2) return 0;
    const ranked = branches.map((branch, index) => ({ index, rank: rankBranch(branch, known, depth) }));
    ranked.sort((a, b) => b.rank - a.rank || a.index - b.index);
    return ranked[this.#variant % ranked.length]?.index ?? 0;
  }

  #fromEnum(values: JsonValue[], flat: JsonObject, known: JsonValue | undefined): JsonValue | undefined {
    const fitting = flat.type === undefined ? values : values.filter((value) => hasType(value, typesOf(flat)));
    const texts = fitting.map((value) => JSON.stringify(value));
    const at = known === undefined ? -1 : texts.indexOf(JSON.stringify(known));
    if (at >= 0 && this.#variant === 0) return fitting[at];
    if (typeof known === 'string') {
      const folded = known.trim().toLowerCase();
      const same = fitting.find((value) => typeof value === 'string' && value.toLowerCase() === folded);
      if (same !== undefined) return same;
    }
    // A value that says that nothing is known claims least.
    const open = fitting.find((value) => value === null || (typeof value === 'string' && noAnswer.test(value)));
    if (open !== undefined && this.#variant === 0) return open;
    return fitting[this.#variant % Math.max(1, fitting.length)];
  }

  #type(flat: JsonObject, known: JsonValue | undefined, depth: number): string {
    const types = typesOf(flat);
    const fitting = types.find((type) => known !== undefined && known !== null && hasType(known, [type]));
    if (fitting !== undefined) return fitting;
    if (typeof known === 'number' && types.includes('string')) return 'string';
    if (depth > maxDepth && types.includes('null')) return 'null';
    if (types.length > 0) {
      if (types.includes('null') && this.#variant === 0) return 'null';
      return types[this.#variant % types.length] ?? 'null';
    }
    const implied = impliedType(flat);
    if (implied !== null) return implied;
    if (depth === 0) return 'object';
    return untyped[this.#variant % untyped.length] ?? 'null';
  }

  #object(flat: JsonObject, known: JsonObject, depth: number): JsonObject {
    const properties = isJsonObject(flat.properties) ? flat.properties : {};
    const required = Array.isArray(flat.required) ? flat.required.filter((name) => typeof name === 'string') : [];
    const result: JsonObject = {};
    for (const name of new Set([...Object.keys(known), ...required])) {
      const value =
        depth > maxDepth && !required.includes(name) ? undefined : this.#property(flat, name, known[name], depth);
      if (value !== undefined) set(result, name, value);
    }
    const least = typeof flat.minProperties === 'number' ? Math.min(flat.minProperties, maxFill) : 0;
    const names = [...Object.keys(properties), ...this.#freeNames(flat, least)];
    for (const name of names) {
      if (Object.keys(result).length >= least) break;
      if (Object.hasOwn(result, name)) continue;
      const value = this.#property(flat, name, undefined, depth);
      if (value !== undefined) set(result, name, value);
    }
    return result;
  }

  #property(flat: JsonObject, name: string, known: JsonValue | undefined, depth: number): JsonValue | undefined {
    const schemas: JsonValue[] = [];
    if (isJsonObject(flat.properties) && Object.hasOwn(flat.properties, name)) {
      schemas.push(flat.properties[name] ?? true);
    }
    for (const [source, schema] of Object.entries(isJsonObject(flat.patternProperties) ? flat.patternProperties : {})) {
      if (matches(source, name)) schemas.push(schema);
    }
    if (schemas.length === 0 && flat.additionalProperties !== undefined) schemas.push(flat.additionalProperties);
    if (schemas.length === 0) return known === undefined ? this.build({}, undefined, depth + 1) : known;
    return this.build(schemas.length === 1 ? schemas[0] : { allOf: schemas }, known, depth + 1);
  }

  *#freeNames(flat: JsonObject, count: number): Generator<string> {
    const sources = Object.keys(isJsonObject(flat.patternProperties) ? flat.patternProperties : {});
    for (let i = 0; i < Math.max(count, 1) + 4; i++) {
      for (const source of sources) {
        const name = samplePattern(source, {}, i + this.#variant);
        if (name !== null) yield name;
      }
      const named = this.#shape.flatten(flat.propertyNames);
      if (flat.propertyNames !== undefined && named !== false) {
        const name = new InstanceBuilder(this.#shape, this.#variant + i).build(
          { type: 'string', ...named },
          undefined,
          1,
        );
        if (typeof name === 'string') yield name;
      }
      if (flat.additionalProperties !== false)
        yield ['a', 'b', 'c', 'key', 'name', 'value'][(i + this.#variant) % 6] ?? 'a';
      if (flat.additionalProperties !== false) yield `key${i + 1}`;
    }
  }

  #array(flat: JsonObject, known: JsonValue[], depth: number): JsonValue[] {
    const tuple = Array.isArray(flat.prefixItems) ? flat.prefixItems : Array.isArray(flat.items) ? flat.items : [];
    const rest = Array.isArray(flat.items) ? flat.additionalItems : flat.items;
    const least = Math.min(typeof flat.minItems === 'number' ? flat.minItems : 0, maxFill);
    const most = typeof flat.maxItems === 'number' ? flat.maxItems : Number.POSITIVE_INFINITY;
    const result: JsonValue[] = [];
    const add = (item: JsonValue | undefined): void => {
      if (item === undefined || result.length >= most) return;
      const isTwin =
        flat.uniqueItems === true && result.some((other) => JSON.stringify(other) === JSON.stringify(item));
      if (!isTwin) result.push(item);
    };
    for (const item of known) add(this.build(tuple[result.length] ?? rest ?? true, item, depth + 1));
    const wanted = typeof flat.minContains === 'number' ? flat.minContains : 1;
    for (let i = 0; flat.contains !== undefined && i < wanted; i++)
      add(this.#other(i).build(flat.contains, undefined, depth + 1));
    for (let i = 0; result.length < least && i < least + 30; i++) {
      add(
        this.#other(flat.uniqueItems === true ? i : 0).build(
          tuple[result.length] ?? rest ?? true,
          undefined,
          depth + 1,
        ),
      );
    }
    return result;
  }

  #other(step: number): InstanceBuilder {
    return step === 0 ? this : new InstanceBuilder(this.#shape, this.#variant + step);
  }

  #string(flat: JsonObject, known: JsonValue | undefined): string {
    const min = typeof flat.minLength === 'number' ? flat.minLength : 0;
    const max = typeof flat.maxLength === 'number' ? flat.maxLength : Number.POSITIVE_INFINITY;
    const text = typeof known === 'string' ? known : typeof known === 'number' ? String(known) : '';
    const points = [...text].slice(0, max === Number.POSITIVE_INFINITY ? undefined : max);
    const limits = { minLength: min, ...(max < Number.POSITIVE_INFINITY && { maxLength: max }) };
    if (typeof flat.pattern === 'string' && !(matches(flat.pattern, points.join('')) && points.length >= min)) {
      return samplePattern(flat.pattern, limits, this.#variant) ?? points.join('');
    }
    const neutral = neutralForFormat(flat.format);
    if (neutral !== undefined && (text === '' || this.#variant > 1)) return neutral;
    if (points.length === 0 && this.#variant > 0) points.push(...(this.#variant === 1 ? 'a' : `a${this.#variant}`));
    while (points.length < Math.min(min, 10_000)) points.push('-');
    return points.join('');
  }

  #number(flat: JsonObject, known: JsonValue | undefined): number {
    const isWhole = typesOf(flat).includes('integer') && !typesOf(flat).includes('number');
    const step = typeof flat.multipleOf === 'number' && flat.multipleOf > 0 ? flat.multipleOf : isWhole ? 1 : null;
    const { low, high } = limitsOf(flat, step ?? (isWhole ? 1 : 1e-6));
    let value =
      typeof known === 'number'
        ? known
        : typeof known === 'string' && Number.isFinite(Number(known))
          ? Number(known)
          : 0;
    if (this.#variant > 0) value = (low > Number.NEGATIVE_INFINITY ? low : value) + this.#variant * (step ?? 1);
    value = Math.min(Math.max(value, low), high);
    if (step === null) return value;
    const rounded = Math.round(value / step) * step;
    const up = rounded < low ? Math.ceil(low / step - 1e-9) * step : rounded;
    const fitted = up > high ? Math.floor(high / step + 1e-9) * step : up;
    return Number(fitted.toPrecision(15));
  }
}

const untyped = ['null', 'string', 'number', 'object', 'array', 'boolean'];
const noAnswer =
  /^(?:unknown|none|n\/?a|not[ _-]?(?:specified|available|applicable|given)|unspecified|undefined|other|)$/i;
/** Whether two flat schemas can be satisfied by one type of value. */
function agree(a: JsonObject, b: JsonObject): boolean {
  const left = typesOf(a);
  const right = typesOf(b);
  if (left.length === 0 || right.length === 0) return true;
  return left.some(
    (type) =>
      right.includes(type) || (/integer|number/.test(type) && right.some((other) => /integer|number/.test(other))),
  );
}

/** How well a branch takes what is known; with nothing known, null and small objects come first. */
function rankBranch(branch: JsonObject, known: JsonValue | undefined, depth: number): number {
  const types = typesOf(branch);
  const required = Array.isArray(branch.required) ? branch.required.length : 0;
  if (known === undefined || known === null) return (types.includes('null') && depth > 0 ? 100 : 0) - required;
  if (branch.const !== undefined) return JSON.stringify(branch.const) === JSON.stringify(known) ? 50 : -50;
  let rank = types.length === 0 ? 0 : hasType(known, types) ? 20 : -20;
  if (isJsonObject(known) && isJsonObject(branch.properties)) {
    const declared = new Set(Object.keys(branch.properties));
    for (const name of Object.keys(known)) rank += declared.has(name) ? 3 : -1;
    for (const name of Array.isArray(branch.required) ? branch.required : []) {
      if (typeof name === 'string' && !Object.hasOwn(known, name)) rank -= 1;
    }
  }
  return rank;
}

function limitsOf(flat: JsonObject, step: number): { low: number; high: number } {
  let low = typeof flat.minimum === 'number' ? flat.minimum : Number.NEGATIVE_INFINITY;
  let high = typeof flat.maximum === 'number' ? flat.maximum : Number.POSITIVE_INFINITY;
  if (typeof flat.exclusiveMinimum === 'number') low = Math.max(low, flat.exclusiveMinimum + step);
  if (typeof flat.exclusiveMaximum === 'number') high = Math.min(high, flat.exclusiveMaximum - step);
  if (flat.exclusiveMinimum === true) low += step;
  if (flat.exclusiveMaximum === true) high -= step;
  return { low, high };
}

function matches(source: string, text: string): boolean {
  try {
    return compilePattern(source).test(text);
  } catch {
    return false;
  }
}

function set(target: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
