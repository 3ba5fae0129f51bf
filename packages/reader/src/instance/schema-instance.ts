import { setImmediate } from 'node:timers/promises';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { CompiledSchema, SchemaIssue } from '@parley/json-schema';
import { InstanceBuilder } from './instance-builder.ts';
import { readHints, type SchemaHints } from './schema-hints.ts';
import { SchemaShape } from './schema-shape.ts';

const maxVariants = 24;
const maxRounds = 40;
const maxChecks = 1500;

/**
 * Completes what is known into a value that satisfies the schema. Known values stay where the schema takes them; the rest
 * is left out, null, empty or the value that claims least. Undefined when no such value was found within the bounds.
 */
export async function completeInstance(schema: CompiledSchema, known?: JsonValue): Promise<JsonValue | undefined> {
  if (known !== undefined && schema.issues(known).length === 0) return known;
  const search = new InstanceSearch(schema);
  for (let variant = 0; variant < maxVariants; variant++) {
    const found = await search.from(known, variant);
    if (found !== undefined) return found;
  }
  return undefined;
}

class InstanceSearch {
  readonly #schema: CompiledSchema;
  readonly #shape: SchemaShape;
  readonly #hints: SchemaHints;
  #checks = 0;

  constructor(schema: CompiledSchema) {
    this.#schema = schema;
    this.#shape = new SchemaShape(schema.schema);
    this.#hints = readHints(schema.schema);
  }

  /** Builds one value and mends it, issue by issue, as long as every step leaves fewer of them. */
  async from(known: JsonValue | undefined, variant: number): Promise<JsonValue | undefined> {
    let value = new InstanceBuilder(this.#shape, variant).build(this.#schema.schema, known);
    if (value === undefined) return undefined;
    let issues = this.#issues(value);
    const seen = new Set([JSON.stringify(value)]);
    for (let round = 0; round < maxRounds && issues.length > 0; round++) {
      // Hard schemas take many rounds; other requests go on in between.
      if (round > 0) await setImmediate();
      let best: { value: JsonValue; issues: SchemaIssue[] } | null = null;
      for (const candidate of this.#candidates(value, issues, variant)) {
        const text = JSON.stringify(candidate);
        if (seen.has(text)) continue;
        seen.add(text);
        if (this.#checks > maxChecks) return undefined;
        const left = this.#issues(candidate);
        if (left.length === 0) return candidate;
        if (!best || left.length < best.issues.length) best = { value: candidate, issues: left };
      }
      // A step sideways may be needed (a property added, to be filled next); `seen` keeps it from going in circles.
      if (!best || best.issues.length > issues.length + 2) return undefined;
      ({ value, issues } = best);
    }
    return issues.length === 0 ? value : undefined;
  }

  #issues(value: JsonValue): SchemaIssue[] {
    this.#checks++;
    return this.#schema.issues(value);
  }

  *#candidates(root: JsonValue, issues: SchemaIssue[], variant: number): Generator<JsonValue> {
    for (const issue of issues.slice(0, 8)) {
      const place = at(root, issue.path);
      if (place === undefined) continue;
      for (const fix of this.#fixes(place, issue, variant)) {
        if (fix !== removed) yield replaceAt(root, issue.path, fix);
        else if (issue.path.length > 0) yield removeAt(root, issue.path);
      }
    }
  }

  *#fixes(place: JsonValue, issue: SchemaIssue, variant: number): Generator<JsonValue | typeof removed> {
    const { params, parentSchema } = issue;
    switch (issue.keyword) {
      case 'required':
      case 'dependentRequired':
      case 'dependencies':
        if (isJsonObject(place) && typeof params.missingProperty === 'string') {
          yield* this.#withProperty(place, params.missingProperty, parentSchema, variant);
          if (typeof params.property === 'string') yield without(place, params.property);
        }
        return;
      case 'additionalProperties':
      case 'unevaluatedProperties': {
        const name = params.additionalProperty ?? params.unevaluatedProperty;
        if (isJsonObject(place) && typeof name === 'string') yield without(place, name);
        return;
      }
      case 'propertyNames':
        if (isJsonObject(place) && typeof params.propertyName === 'string') yield without(place, params.propertyName);
        return;
      case 'maxProperties':
        if (isJsonObject(place)) for (const name of Object.keys(place).reverse()) yield without(place, name);
        return;
      case 'uniqueItems':
      case 'maxItems':
      case 'additionalItems':
      case 'unevaluatedItems':
        if (Array.isArray(place)) yield place.slice(0, -1);
        yield* this.#rebuilt(place, parentSchema, variant);
        return;
      case 'false schema':
        yield removed;
        return;
      case 'contains':
        if (Array.isArray(place)) {
          for (let step = 0; step < 3; step++) {
            const item = this.#builder(variant + step).build(parentSchema.contains, undefined, 1);
            if (item !== undefined) yield [...place, item];
          }
          yield place.slice(0, -1);
        }
        return;
      case 'not':
        yield* otherValues(place);
        yield removed;
        yield* this.#hinted(place);
        return;
      default:
        yield* this.#rebuilt(place, parentSchema, variant);
        yield removed;
        if (/^(?:oneOf|anyOf|minProperties|if)$/.test(issue.keyword)) yield* this.#hinted(place);
    }
  }

  *#withProperty(place: JsonObject, name: string, schema: JsonObject, variant: number): Generator<JsonValue> {
    const wanted: JsonObject = { ...schema, required: [name] };
    for (let step = 0; step < 3; step++) {
      const built = this.#builder(variant + step).build(wanted, place, 1);
      if (isJsonObject(built) && Object.hasOwn(built, name)) yield { ...place, [name]: built[name] ?? null };
    }
    for (const value of [null, '', 0, {}, [], true]) yield { ...place, [name]: value };
  }

  /** The place built anew around what is there, and from nothing; each alternative of a choice once. */
  *#rebuilt(place: JsonValue, schema: JsonObject, variant: number): Generator<JsonValue> {
    for (let step = 0; step < 4; step++) {
      const builder = this.#builder(variant + step);
      for (const known of [place, undefined]) {
        const built = builder.build(schema, known, 1);
        if (built === undefined) continue;
        yield built;
        // What stood here before may hold what other parts of the schema ask for.
        if (isJsonObject(built) && isJsonObject(place)) yield { ...place, ...built };
      }
    }
    const options = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
    for (const option of options.slice(0, 12)) {
      const built = this.#builder(variant).build(option, place, 1);
      if (built === undefined) continue;
      yield built;
      if (isJsonObject(built) && isJsonObject(place)) yield { ...place, ...built };
    }
  }

  /** The place with a name or value that the schema speaks of somewhere. */
  *#hinted(place: JsonValue): Generator<JsonValue> {
    if (isJsonObject(place)) {
      for (const value of [null, ...this.#hints.values.slice(0, 8)]) {
        for (const name of this.#hints.names) if (!Object.hasOwn(place, name)) yield { ...place, [name]: value };
      }
    } else if (Array.isArray(place)) {
      for (const value of this.#hints.values)
        yield* [
          [...place, value],
          [...place, [value]],
        ];
    } else yield* this.#hints.values;
  }

  #builder(variant: number): InstanceBuilder {
    return new InstanceBuilder(this.#shape, variant);
  }
}

const removed = Symbol('removed');

/** Values of the same kind that differ, for schemas that only say what must not be. */
function* otherValues(place: JsonValue): Generator<JsonValue> {
  if (typeof place === 'number') for (const step of [1, -1, 2, 3, 5, 7, 11, 0.5]) yield place + step;
  else if (typeof place === 'string') yield* [`${place}a`, `${place}0`, '', 'a'];
  else if (typeof place === 'boolean') yield !place;
  else if (Array.isArray(place)) yield* [[], [...place, null], place.slice(1)];
  else if (isJsonObject(place)) {
    for (const name of Object.keys(place)) yield without(place, name);
    for (const name of ['a', 'b', 'c', 'key']) yield { ...place, [name]: null };
    yield {};
  }
  yield* [null, '', 0, {}, [], true, false];
}

function without(value: JsonObject, name: string): JsonObject {
  const { [name]: _, ...rest } = value;
  return rest;
}

function at(value: JsonValue, path: (string | number)[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of path) {
    if (Array.isArray(current) && typeof key === 'number') current = current[key];
    else if (isJsonObject(current) && typeof key === 'string' && Object.hasOwn(current, key)) current = current[key];
    else return undefined;
  }
  return current;
}

function replaceAt(value: JsonValue, path: (string | number)[], replacement: JsonValue): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return replacement;
  if (Array.isArray(value) && typeof key === 'number') {
    return value.map((item, index) => (index === key ? replaceAt(item, rest, replacement) : item));
  }
  if (!isJsonObject(value)) return value;
  return { ...value, [key]: replaceAt(value[key] ?? null, rest, replacement) };
}

function removeAt(value: JsonValue, path: (string | number)[]): JsonValue {
  const parent = at(value, path.slice(0, -1));
  const key = path.at(-1);
  if (Array.isArray(parent) && typeof key === 'number') {
    return replaceAt(
      value,
      path.slice(0, -1),
      parent.filter((_, index) => index !== key),
    );
  }
  if (!isJsonObject(parent) || typeof key !== 'string') return value;
  return replaceAt(value, path.slice(0, -1), without(parent, key));
}
