import type { JsonObject, JsonValue } from '@parley/contract';
import { compileSchema } from '@parley/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeInstance } from './schema-instance.ts';

async function complete(schema: JsonObject, known?: JsonValue): Promise<JsonValue | undefined> {
  const compiled = compileSchema(schema);
  const value = await completeInstance(compiled, known);
  if (value !== undefined) expect(compiled.validate(value)).toEqual([]);
  return value;
}

describe('completeInstance', () => {
  it('keeps what is known and leaves the rest out, null or empty', async () => {
    const schema: JsonObject = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        age: { type: ['integer', 'null'] },
        tags: { type: 'array', items: { type: 'string' } },
        nickname: { type: 'string' },
        kind: { enum: ['person', 'company', 'unknown'] },
      },
      required: ['name', 'age', 'tags', 'kind'],
    };
    expect(await complete(schema, { name: 'Ana' })).toEqual({ name: 'Ana', age: null, tags: [], kind: 'unknown' });
  });

  it.each<[string, JsonObject]>([
    ['patterns with lengths', { type: 'string', pattern: '^[A-Z]{2}-\\d+$', minLength: 8 }],
    [
      'formats',
      { type: 'object', required: ['a', 'b'], properties: { a: { format: 'uuid' }, b: { format: 'date-time' } } },
    ],
    ['limits of numbers', { type: 'number', exclusiveMinimum: 3, multipleOf: 0.25, maximum: 4 }],
    [
      'lists of different items',
      { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'integer', minimum: 5 } },
    ],
    ['tuples', { type: 'array', prefixItems: [{ const: 1 }, { type: 'string' }], minItems: 2, items: false }],
    ['contained items', { type: 'array', contains: { type: 'string', minLength: 2 }, minContains: 2 }],
    [
      'conditions',
      {
        type: 'object',
        required: ['a'],
        properties: { a: { const: 1 } },
        if: { required: ['a'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['b'], properties: { b: { minLength: 3, type: 'string' } } },
      },
    ],
    [
      'dependencies',
      {
        type: 'object',
        required: ['a'],
        dependentRequired: { a: ['b'] },
        dependentSchemas: { b: { required: ['c'] } },
      },
    ],
    [
      'combined parts',
      {
        allOf: [
          { type: 'object', required: ['x'] },
          { properties: { x: { type: 'integer' } } },
          { properties: { x: { minimum: 7 } } },
        ],
      },
    ],
    [
      'one of several',
      {
        oneOf: [
          { type: 'object', required: ['a'], additionalProperties: false, properties: { a: { const: 1 } } },
          { type: 'array' },
        ],
      },
    ],
    [
      'recursive trees',
      {
        $ref: '#/$defs/node',
        $defs: {
          node: {
            type: 'object',
            required: ['name', 'children'],
            properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          },
        },
      },
    ],
    [
      'free keys',
      {
        type: 'object',
        minProperties: 2,
        propertyNames: { pattern: '^[a-z]{3}$' },
        additionalProperties: { type: 'integer' },
      },
    ],
    ['what must not be', { type: 'integer', not: { const: 0 } }],
  ])('satisfies %s', async (_, schema) => {
    expect(await complete(schema)).not.toBeUndefined();
  });

  it('gives up on what nothing can satisfy', async () => {
    expect(await complete({ type: 'object', required: ['a'], properties: { a: false } })).toBeUndefined();
  });

  it('never gives a value that does not hold', async () => {
    const leaf = fc.oneof(
      fc.record({ type: fc.constant('string'), minLength: fc.nat(4), maxLength: fc.nat({ max: 9 }) }),
      fc.record({
        type: fc.constant('integer'),
        minimum: fc.integer({ min: -9, max: 9 }),
        multipleOf: fc.integer({ min: 1, max: 5 }),
      }),
      fc.record({ enum: fc.uniqueArray(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1 }) }),
      fc.record({ type: fc.constant('boolean') }),
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
        fc.record({
          type: fc.constant('object'),
          properties: fc.record({ a: tie('schema'), b: tie('schema') }),
          required: fc.subarray(['a', 'b']),
        }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(schema, fc.jsonValue(), async (given, known) => {
        const compiled = compileSchema(JSON.parse(JSON.stringify(given)));
        const value = await completeInstance(compiled, JSON.parse(JSON.stringify(known)));
        if (value !== undefined) expect(compiled.validate(value)).toEqual([]);
      }),
      { numRuns: 150, seed: 7 },
    );
  });
});
