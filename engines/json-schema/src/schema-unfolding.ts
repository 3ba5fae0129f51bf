import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { subschemasOf } from './schema-dialect.ts';

/** Schemas that a schema stands for when every reference is replaced by what it refers to. */
export interface Unfolding {
  /** All of them, down to a schema that contains itself; never above `limit`. */
  total: number;
  /** The most that are applied to one value. */
  atOnce: number;
}

/** Beyond this the exact number does not matter. */
const limit = 1e9;
const maxDepth = 2000;

/** Counts a schema as it unfolds, in time proportional to its text: what was counted once is not walked again. */
export function unfold(root: JsonObject): Unfolding {
  const counter = new Counter(root);
  return counter.count(root, 0);
}

class Counter {
  readonly #root: JsonObject;
  readonly #counted = new Map<JsonObject, Unfolding | 'counting'>();
  #names: Map<string, JsonObject> | undefined;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  count(schema: JsonObject, depth: number): Unfolding {
    const known = this.#counted.get(schema);
    if (known === 'counting' || depth > maxDepth) return { total: 1, atOnce: 1 };
    if (known) return known;
    this.#counted.set(schema, 'counting');
    const result = { total: 1, atOnce: 1 };
    for (const { keyword, schema: inner } of subschemasOf(schema)) {
      // Definitions count where they are referred to.
      if (keyword === '$defs' || keyword === 'definitions') continue;
      this.#add(result, this.count(inner, depth + 1), inPlace.has(keyword));
    }
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = schema[keyword];
      const target = typeof reference === 'string' ? this.#find(reference) : undefined;
      if (target) this.#add(result, this.count(target, depth + 1), true);
    }
    this.#counted.set(schema, result);
    return result;
  }

  #add(sum: Unfolding, inner: Unfolding, isInPlace: boolean): void {
    sum.total = Math.min(limit, sum.total + inner.total);
    sum.atOnce = isInPlace ? Math.min(limit, sum.atOnce + inner.atOnce) : Math.max(sum.atOnce, inner.atOnce);
  }

  /** By pointer, or by the last part of an `$id` or an anchor; relative addresses are not resolved for counting. */
  #find(reference: string): JsonObject | undefined {
    const [address = '', fragment = ''] = reference.split('#');
    const base = address === '' ? this.#root : this.#named(address);
    if (fragment === '' || !base) return base;
    return fragment.startsWith('/') ? follow(base, fragment) : this.#named(`#${fragment}`);
  }

  #named(name: string): JsonObject | undefined {
    this.#names ??= namesIn(this.#root);
    return this.#names.get(name) ?? this.#names.get(lastPart(name));
  }
}

/** Keywords whose schemas are applied to the same value as the schema that holds them. */
const inPlace = new Set(['allOf', 'anyOf', 'dependencies', 'dependentSchemas', 'else', 'if', 'not', 'oneOf', 'then']);

function follow(base: JsonObject, pointer: string): JsonObject | undefined {
  let current: JsonValue | undefined = base;
  for (const part of pointer.split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = current[Number(key)];
    else current = isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  }
  return isJsonObject(current) ? current : undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function namesIn(root: JsonObject): Map<string, JsonObject> {
  const names = new Map<string, JsonObject>();
  const open: JsonValue[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const item of Object.values(value)) open.push(item);
    if (!isJsonObject(value)) continue;
    for (const keyword of ['$id', 'id']) {
      const id = value[keyword];
      if (typeof id === 'string') names.set(lastPart(id), value);
    }
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const anchor = value[keyword];
      if (typeof anchor === 'string') names.set(`#${anchor}`, value);
    }
  }
  return names;
}

function lastPart(address: string): string {
  return address.startsWith('#') ? address : (address.replace(/#$/, '').split('/').at(-1) ?? address);
}
