import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';

const mergeDepth = 40;

/** Reads a schema with its references resolved and its `allOf` folded into it. */
export class SchemaShape {
  readonly #root: JsonObject;
  readonly #named = new Map<string, JsonValue>();

  constructor(root: JsonObject) {
    this.#root = root;
    this.#index(root, 0);
  }

  /** The schema as one flat object, or false when nothing can satisfy it. */
  flatten(schema: JsonValue | undefined, depth = 0): JsonObject | false {
    if (schema === false) return false;
    if (!isJsonObject(schema) || depth > mergeDepth) return {};
    const { $ref, $dynamicRef, $recursiveRef, allOf, ...own } = schema;
    let result: JsonObject = own;
    for (const reference of [$ref, $dynamicRef, $recursiveRef]) {
      if (typeof reference !== 'string') continue;
      const target = this.flatten(this.resolve(reference), depth + 1);
      if (target === false) return false;
      result = mergeSchemas(target, result);
    }
    for (const part of Array.isArray(allOf) ? allOf : []) {
      const flat = this.flatten(part, depth + 1);
      if (flat === false) return false;
      result = mergeSchemas(result, flat);
    }
    return result;
  }

  resolve(reference: string): JsonValue | undefined {
    if (reference === '#' || reference === '') return this.#root;
    const named = this.#named.get(reference) ?? this.#named.get(reference.replace(/#$/, ''));
    if (named !== undefined) return named;
    const hashAt = reference.indexOf('#');
    const base = hashAt > 0 ? (this.#named.get(reference.slice(0, hashAt)) ?? this.#root) : this.#root;
    const pointer = hashAt < 0 ? '' : reference.slice(hashAt + 1);
    if (!pointer.startsWith('/')) return undefined;
    let current: JsonValue | undefined = base;
    for (const part of pointer.slice(1).split('/')) {
      const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(current)) current = current[Number(key)];
      else if (isJsonObject(current) && Object.hasOwn(current, key)) current = current[key];
      else return undefined;
    }
    return current;
  }

  #index(value: JsonValue, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 60) return;
    if (isJsonObject(value)) {
      for (const keyword of ['$id', 'id']) {
        const id = value[keyword];
        if (typeof id !== 'string') continue;
        this.#named.set(id.replace(/#$/, ''), value);
        this.#named.set(id.replace(/^.*\//, '').replace(/#$/, ''), value);
      }
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const anchor = value[keyword];
        if (typeof anchor === 'string') this.#named.set(`#${anchor}`, value);
      }
    }
    for (const item of Object.values(value)) this.#index(item, depth + 1);
  }
}

/** Both schemas at once, as far as one flat schema can say it; what it cannot say is found by validating. */
function mergeSchemas(a: JsonObject, b: JsonObject): JsonObject {
  const result: JsonObject = { ...a };
  for (const [keyword, value] of Object.entries(b)) {
    const known = result[keyword];
    result[keyword] = known === undefined ? value : mergeKeyword(keyword, known, value);
  }
  // Alternatives on both sides must both be chosen from.
  for (const keyword of ['anyOf', 'oneOf', 'not', 'if'] as const) {
    if (a[keyword] === undefined || b[keyword] === undefined || a[keyword] === b[keyword]) continue;
    const rest = Array.isArray(result.allOf) ? result.allOf : [];
    const extra: JsonObject = { [keyword]: b[keyword] };
    if (keyword === 'if') for (const part of ['then', 'else']) if (b[part] !== undefined) extra[part] = b[part];
    result.allOf = [...rest, extra];
    result[keyword] = a[keyword];
  }
  return result;
}

function mergeKeyword(keyword: string, a: JsonValue, b: JsonValue): JsonValue {
  if (typeof a === 'number' && typeof b === 'number') {
    if (/^(?:min|exclusiveMin)/.test(keyword)) return Math.max(a, b);
    if (/^(?:max|exclusiveMax)/.test(keyword)) return Math.min(a, b);
    if (keyword === 'multipleOf') return leastCommonMultiple(a, b);
  }
  if (keyword === 'required' && Array.isArray(a) && Array.isArray(b)) return [...new Set([...a, ...b])];
  if (keyword === 'enum' && Array.isArray(a) && Array.isArray(b)) {
    const texts = new Set(b.map((item) => JSON.stringify(item)));
    return a.filter((item) => texts.has(JSON.stringify(item)));
  }
  if (keyword === 'type') return commonTypes(a, b);
  if (
    ['properties', 'patternProperties', '$defs', 'definitions'].includes(keyword) &&
    isJsonObject(a) &&
    isJsonObject(b)
  ) {
    const result: JsonObject = { ...a };
    for (const [name, schema] of Object.entries(b)) {
      const known = result[name];
      result[name] = known === undefined ? schema : { allOf: [known, schema] };
    }
    return result;
  }
  if (['items', 'additionalProperties', 'propertyNames'].includes(keyword)) {
    if (a === true) return b;
    if (b === true) return a;
    return a === false || b === false || Array.isArray(a) || Array.isArray(b)
      ? a === false
        ? a
        : b
      : { allOf: [a, b] };
  }
  return b;
}

function commonTypes(a: JsonValue, b: JsonValue): JsonValue {
  const left = Array.isArray(a) ? a : [a];
  const right = Array.isArray(b) ? b : [b];
  const common = left.filter((type) => right.includes(type));
  if (left.includes('number') && right.includes('integer')) common.push('integer');
  if (left.includes('integer') && right.includes('number')) common.push('integer');
  return common.length === 1 ? (common[0] ?? a) : common.length === 0 ? a : [...new Set(common)];
}

function leastCommonMultiple(a: number, b: number): number {
  const scale = 1e6;
  let [x, y] = [Math.round(a * scale), Math.round(b * scale)];
  const product = x * y;
  while (y !== 0) [x, y] = [y, x % y];
  return x === 0 ? a : product / x / scale;
}
