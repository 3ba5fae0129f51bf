import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { compilePattern } from './compile-pattern.ts';
import { visitSchemas } from './schema-dialect.ts';
import { SchemaError, type SchemaErrorCode } from './schema-error.ts';
import { unfold } from './schema-unfolding.ts';
import { sharedLeaves } from './shared-leaves.ts';

const maxBytes = 512 * 1024;
/** What the compiler turns into code in about 100 ms. */
const maxCodeSize = 1250;
/** Keeping account of what was evaluated takes the square of the number of schemas. */
const maxUnevaluatedSize = 400;
const maxDepth = 100;
const maxPatterns = 300;
/** Instructions of all patterns together. */
const maxPatternSize = 4000;
const maxUnfolded = 100_000;
const maxAtOnce = 5000;

/** How large a schema is that may be compiled. */
export interface SchemaSize {
  /** Schemas with every reference followed. */
  unfolded: number;
}

/** Why a schema is not compiled: it is wrong, or right and beyond what can be held to a bound. */
export interface UnsafeSchema {
  code: SchemaErrorCode;
  reason: string;
}

/** How large a schema is, or why it cannot be compiled within bounds. One walk, before any compiler sees the schema. */
export function checkSchemaSafety(schema: JsonObject, sizeBytes: number): SchemaSize | UnsafeSchema {
  try {
    const size = sizeOf(schema, sizeBytes);
    return typeof size === 'string' ? { code: 'schema_not_supported', reason: size } : size;
  } catch (error) {
    if (error instanceof SchemaError) return { code: error.code, reason: error.message };
    throw error;
  }
}

/** Throws the SchemaError of a pattern. */
function sizeOf(schema: JsonObject, sizeBytes: number): SchemaSize | string {
  if (sizeBytes > maxBytes) return `it is larger than ${maxBytes / 1024} KB`;
  if (depthOf(schema, 0) > maxDepth) return `it is nested deeper than ${maxDepth} levels`;
  const limit = hasKey(schema, /^unevaluated/) ? maxUnevaluatedSize : maxCodeSize;
  if (codeSize(schema) > limit) return `it has more than ${limit} keywords and names and takes too long to compile`;
  const unsafe = remoteReference(schema) ?? unsafePatterns(schema);
  if (unsafe !== null) return unsafe;
  const { total, atOnce } = unfold(schema);
  if (atOnce > maxAtOnce) {
    return `with its references followed it applies more than ${maxAtOnce} schemas to one value`;
  }
  if (total > maxUnfolded) return `with its references followed it has more than ${maxUnfolded} schemas`;
  return { unfolded: total };
}

function remoteReference(schema: JsonObject): string | null {
  let remote: string | null = null;
  visitSchemas(schema, (inner) => {
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = inner[keyword];
      if (typeof reference === 'string' && isFileReference(reference)) remote ??= reference;
    }
  });
  return remote === null
    ? null
    : `the $ref ${JSON.stringify(remote)} is not inside the schema (references are not fetched)`;
}

function unsafePatterns(schema: JsonObject): string | null {
  const patterns = new Set<string>();
  visitSchemas(schema, (inner) => {
    if (typeof inner.pattern === 'string') patterns.add(inner.pattern);
    if (isJsonObject(inner.patternProperties)) {
      for (const key of Object.keys(inner.patternProperties)) patterns.add(key);
    }
  });
  if (patterns.size > maxPatterns) return `it has more than ${maxPatterns} patterns`;
  let size = 0;
  for (const pattern of patterns) {
    size += compilePattern(pattern).size;
    if (size > maxPatternSize) return `its patterns together are larger than ${maxPatternSize} instructions`;
  }
  return null;
}

/** Web addresses may name an `$id` inside the schema, so the compiler decides about those; nothing else can. */
function isFileReference(reference: string): boolean {
  return /^(file|ftp|data):/i.test(reference);
}

const annotations = new Set(['$comment', 'description', 'title']);
/** A property that is checked in a loop beside others of its kind. */
const sharedSize = 0.5;
/** Characters of a name that is as short as names are. */
const usualName = 64;
/** Ajv writes a loop for longer lists. */
const inlineListLength = 200;

/**
 * About how many tests the compiler writes: keys of all objects, also where no schema is expected, because a reference may
 * point anywhere, and entries of lists that are written out one by one.
 */
function codeSize(value: JsonValue, keyword = '', isData = false): number {
  if (Array.isArray(value)) {
    const isLoop = isData || ((keyword === 'enum' || keyword === 'required') && value.length > inlineListLength);
    return value.reduce<number>((sum, item) => sum + codeSize(item, '', isLoop) + (isLoop ? 0 : 0.5), 0);
  }
  if (!isJsonObject(value)) return 0;
  const shared = keyword === 'properties' && !isData ? sharedLeaves(value) : new Map<string, JsonObject>();
  const written = [...new Set(shared.values())].reduce((sum, leaf) => sum + codeSize(leaf), shared.size * sharedSize);
  return Object.entries(value).reduce((sum, [key, item]) => {
    if (shared.has(key)) return sum + excessOf(key);
    if (annotations.has(key) && typeof item === 'string') return sum;
    const isPairs = keyword !== 'properties' && (key === 'dependentRequired' || key === 'dependencies');
    const pairs = isPairs ? sizeOfPairs(item) : 0;
    return sum + 1 + excessOf(key) + pairs + codeSize(item, key, isData);
  }, written);
}

/** The error of each name that is missing names all that are required with it. */
function sizeOfPairs(dependencies: JsonValue): number {
  if (!isJsonObject(dependencies)) return 0;
  const lists = Object.values(dependencies).filter((names) => Array.isArray(names));
  return lists.reduce((sum, names) => sum + (names.length * JSON.stringify(names).length) / 6500, 0);
}

/** A name is written into the code once for each thing that is said of it. */
const excessOf = (name: string): number => Math.max(0, name.length - usualName) / 100;

function hasKey(value: JsonValue, name: RegExp): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => name.test(key) || hasKey(item, name));
}

function depthOf(value: JsonValue, depth: number): number {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return depth;
  let deepest = depth;
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item, depth + 1));
  return deepest;
}
