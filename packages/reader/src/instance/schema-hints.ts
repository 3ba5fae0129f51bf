import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { samplePattern, visitSchemas } from '@parley/json-schema';

/** Names and values that a schema speaks of anywhere: what conditions such as `not` ask for is among them more often than not. */
export interface SchemaHints {
  names: string[];
  values: JsonValue[];
}

const maxNames = 80;
const maxValues = 24;
const maxNameLength = 24;

export function readHints(schema: JsonObject): SchemaHints {
  const names = new Set<string>();
  const pieces = new Set<string>();
  const texts = new Set<string>();
  const numbers = new Set<number>();
  visitSchemas(schema, (inner) => {
    for (const name of Object.keys(isJsonObject(inner.properties) ? inner.properties : {})) names.add(name);
    for (const name of Array.isArray(inner.required) ? inner.required : [])
      if (typeof name === 'string') names.add(name);
    for (const source of Object.keys(isJsonObject(inner.patternProperties) ? inner.patternProperties : {}))
      addSamples(source, pieces);
    if (typeof inner.pattern === 'string') addSamples(inner.pattern, texts);
    for (const value of [inner.const, ...(Array.isArray(inner.enum) ? inner.enum : [])])
      if (typeof value === 'string') texts.add(value);
    for (const keyword of ['multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']) {
      const value = inner[keyword];
      if (typeof value === 'number') numbers.add(value);
    }
  });
  for (const piece of [...pieces, ...texts]) names.add(piece);
  // One name may have to match several patterns at once.
  const parts = [...new Set([...pieces, ...texts])].filter((part) => part.length > 0 && part.length < 6).slice(0, 8);
  for (const a of parts) for (const b of parts) if (a !== b) names.add(a + b);
  const joined = parts.slice(0, 4).join('');
  if (joined !== '') names.add(joined);
  return {
    names: [...names].filter((name) => name.length <= maxNameLength).slice(0, maxNames),
    values: [...texts, ...products([...numbers])].slice(0, maxValues),
  };
}

function addSamples(source: string, target: Set<string>): void {
  for (const start of [0, 1, 2]) {
    const sample = samplePattern(source, {}, start);
    if (sample !== null) target.add(sample);
  }
}

/** The numbers, their products, and what lies just beside them. */
function products(numbers: number[]): number[] {
  const few = numbers.slice(0, 6);
  const result = new Set(few);
  for (const a of few) for (const b of few) if (a !== b) result.add(a * b);
  for (const a of few) for (const near of [a + 1, a - 1, a / 2]) result.add(near);
  return [...result];
}
