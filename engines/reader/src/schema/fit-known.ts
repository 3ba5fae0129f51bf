import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { SchemaShape } from './schema-shape.ts';

/** What is known, in the shape of a schema, and the JSON Pointers of what the schema requires and nobody told. */
export interface FittedValue {
  value: JsonValue;
  /** Leaves that are null because nothing is known. */
  empty: string[];
  missing: string[];
}

const maxDepth = 24;
const maxRounds = 20;

/**
 * Brings what is known into the shape of a schema without adding anything: what is not known is left out where it is
 * optional, null where null is allowed, and missing otherwise. A known value that breaks the schema counts as not known.
 */
export function fitKnown(schema: CompiledSchema, known: JsonValue | undefined): FittedValue {
  const shape = new SchemaShape(schema.schema);
  let rest = known;
  for (let round = 0; ; round++) {
    const fitted = new Fitting(shape).run(schema.schema, rest);
    const issues = fitted.missing.length > 0 ? [] : schema.issues(fitted.value);
    if (fitted.missing.length === 0 && issues.length === 0) return fitted;
    const broken = issues.map(({ path }) => path).filter((path) => valueAt(rest, path) !== undefined);
    if (broken.length === 0 || round >= maxRounds) {
      const at = issues.map(({ path, params }) => toPointer([...path, ...namedIn(params)]));
      return { ...fitted, missing: [...new Set([...fitted.missing, ...at])] };
    }
    for (const path of broken) rest = without(rest, path);
  }
}

const namedIn = (params: Record<string, unknown>): string[] =>
  typeof params.missingProperty === 'string' ? [params.missingProperty] : [];

/** The JSON Pointer (RFC 6901) of a path. */
export const toPointer = (path: readonly (string | number)[]): string =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

class Fitting {
  readonly #shape: SchemaShape;
  readonly #empty: string[] = [];
  readonly #missing: string[] = [];

  constructor(shape: SchemaShape) {
    this.#shape = shape;
  }

  run(schema: JsonValue, known: JsonValue | undefined): FittedValue {
    const value = this.#fit(schema, known, [], true) ?? null;
    return { value, empty: this.#empty, missing: this.#missing };
  }

  /** Undefined when nothing is known and nothing is required. */
  #fit(
    schema: JsonValue | undefined,
    known: JsonValue | undefined,
    path: (string | number)[],
    isRequired: boolean,
  ): JsonValue | undefined {
    const flat = this.#shape.flatten(schema);
    if (flat === false || path.length > maxDepth) return undefined;
    if (isJsonObject(known)) return this.#object(flat, known, path);
    if (Array.isArray(known))
      return known.map((item, index) => this.#fit(itemOf(flat), item, [...path, index], true) ?? item);
    if (known !== undefined) return known;
    if (!isRequired) return undefined;
    if (flat.const !== undefined) return flat.const;
    if (this.#allowsNull(flat)) {
      this.#empty.push(toPointer(path));
      return null;
    }
    const types = typesOf(flat);
    if (types.includes('object') || isJsonObject(flat.properties)) return this.#object(flat, {}, path);
    // No row was found: an empty list says just that.
    if (types.includes('array') && flat.minItems === undefined) return [];
    this.#missing.push(toPointer(path));
    return undefined;
  }

  #object(flat: JsonObject, known: JsonObject, path: (string | number)[]): JsonObject {
    const properties = isJsonObject(flat.properties) ? flat.properties : {};
    const required = new Set(Array.isArray(flat.required) ? flat.required : []);
    const names = new Set([...Object.keys(properties), ...[...required].filter((name) => typeof name === 'string')]);
    const result: JsonObject = {};
    for (const name of names) {
      const given = Object.hasOwn(known, name) ? known[name] : undefined;
      const value = this.#fit(properties[name], given, [...path, name], required.has(name));
      if (value !== undefined)
        Object.defineProperty(result, name, { value, enumerable: true, writable: true, configurable: true });
    }
    return result;
  }

  #allowsNull(flat: JsonObject): boolean {
    if (typesOf(flat).includes('null')) return true;
    if (Array.isArray(flat.enum)) return flat.enum.includes(null);
    return [flat.anyOf, flat.oneOf].some(
      (options) =>
        Array.isArray(options) &&
        options.some((option) => {
          const part = this.#shape.flatten(option);
          return part !== false && this.#allowsNull(part);
        }),
    );
  }
}

const itemOf = (flat: JsonObject): JsonValue | undefined => (Array.isArray(flat.items) ? undefined : flat.items);

function valueAt(value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue | undefined {
  let current = value;
  for (const key of path) {
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isJsonObject(current) && Object.hasOwn(current, String(key))) current = current[String(key)];
    else return undefined;
  }
  return current;
}

/** The same value without what stands at a path; a broken item takes its list's place with it only when the list is broken. */
function without(value: JsonValue | undefined, [key, ...rest]: readonly (string | number)[]): JsonValue | undefined {
  if (key === undefined) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item, index) => (index === Number(key) ? without(item, rest) : item));
    return items.filter((item) => item !== undefined);
  }
  if (!isJsonObject(value)) return value;
  const { [String(key)]: inner, ...others } = value;
  const kept = without(inner, rest);
  return kept === undefined ? others : { ...others, [String(key)]: kept };
}

function typesOf(flat: JsonObject): string[] {
  if (typeof flat.type === 'string') return [flat.type];
  return Array.isArray(flat.type) ? flat.type.filter((type) => typeof type === 'string') : [];
}
