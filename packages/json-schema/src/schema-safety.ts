import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { patternCost } from './pattern-safety.ts';
import { visitSchemas } from './schema-dialect.ts';

const maxBytes = 512 * 1024;
/** About what Ajv compiles in 50 ms. */
const maxKeywords = 3000;
const maxDepth = 100;
const maxPatterns = 300;

/** Why a schema cannot be compiled safely, or null. Cheap: one walk, before any compiler sees the schema. */
export function checkSchemaSafety(schema: JsonObject): string | null {
  if (depthOf(schema, 0) > maxDepth) return `it is nested deeper than ${maxDepth} levels`;
  if (JSON.stringify(schema).length > maxBytes) return `it is larger than ${maxBytes / 1024} KB`;
  let keywords = 0;
  const patterns = new Set<string>();
  let remote: string | null = null;
  visitSchemas(schema, (inner) => {
    keywords += Object.keys(inner).length;
    if (typeof inner.pattern === 'string') patterns.add(inner.pattern);
    if (isJsonObject(inner.patternProperties))
      for (const key of Object.keys(inner.patternProperties)) patterns.add(key);
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const reference = inner[keyword];
      if (typeof reference === 'string' && isFileReference(reference)) remote ??= reference;
    }
  });
  if (remote !== null)
    return `the $ref ${JSON.stringify(remote)} is not inside the schema (references are not fetched)`;
  if (keywords > maxKeywords) return `it has more than ${maxKeywords} keywords and takes too long to compile`;
  if (patterns.size > maxPatterns) return `it has more than ${maxPatterns} patterns`;
  for (const pattern of patterns) {
    const cost = patternCost(pattern);
    if (!cost.isSafe) return `the pattern ${JSON.stringify(pattern.slice(0, 200))} could take for ever: ${cost.reason}`;
  }
  return null;
}

/** Web addresses may name an `$id` inside the schema, so the compiler decides about those; nothing else can. */
function isFileReference(reference: string): boolean {
  return /^(file|ftp|data):/i.test(reference);
}

function depthOf(value: JsonValue, depth: number): number {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return depth;
  let deepest = depth;
  for (const item of Object.values(value)) deepest = Math.max(deepest, depthOf(item, depth + 1));
  return deepest;
}
