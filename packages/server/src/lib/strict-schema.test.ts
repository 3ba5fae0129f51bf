import type { JsonObject } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { isStrictSchema, toStrictSchema, toToolSchema, unwrap } from './strict-schema.ts';

const text = { type: 'string' };
const closed = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

describe('a schema for strict modes', () => {
  const strict = (schema: JsonObject) => toStrictSchema(schema)?.schema;

  it('requires every property, lets optional ones be null, and allows no others', () => {
    const schema = { type: 'object', properties: { a: text, b: { type: 'integer' } }, required: ['a'] };
    const result = strict({ $schema: 'x', title: 'T', ...schema });
    expect(result).toMatchObject({ title: 'T', required: ['a', 'b'], additionalProperties: false });
    expect(result).not.toHaveProperty('$schema');
    expect(result?.properties).toMatchObject({ a: text });
    expect(JSON.stringify(result?.properties)).toContain('null');
    const whole = strict({ ...schema, required: ['a', 'b'] });
    expect(whole).toMatchObject(closed({ a: text, b: { type: 'integer' } }));
    expect(JSON.stringify(whole)).not.toContain('null');
  });

  it('goes as it stands where it says nothing that strict modes refuse: not a character is added', () => {
    const list = {
      type: 'array',
      items: closed({ name: { ...text, description: 'Its name' }, kind: { type: 'string', enum: ['a', 'b'] } }),
    };
    const schema = { ...closed({ list, either: { anyOf: [text, { type: 'null' }] } }), title: 'Goods' };
    const sorted = (value: unknown) => [...JSON.stringify(value)].sort().join('');
    expect(strict(schema)).toEqual(schema);
    expect(sorted(strict(schema))).toBe(sorted(schema));
    expect(toToolSchema(schema)).toEqual({ schema, wrapper: null });
  });

  it('tells limits in descriptions, and keeps what is there', () => {
    const a = { type: 'string', minLength: 2, pattern: '^x', description: 'A name' };
    const told = JSON.stringify(strict(closed({ a })));
    for (const word of ['A name', 'minLength', '2', 'pattern', '^x']) expect(told).toContain(word);
    const property = JSON.parse(told).properties.a;
    expect([property.minLength, property.pattern, property.type]).toEqual([undefined, undefined, 'string']);
  });

  it.each([
    ...['minLength', 'maxLength', 'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
    ...['multipleOf', 'minItems', 'maxItems', 'uniqueItems', 'default', 'examples'],
  ])('tells %s instead of sending it, for strict modes refuse it', (keyword) => {
    const a = { type: 'string', title: 'T', [keyword]: 7 };
    expect(strict(closed({ a }))?.properties).toEqual({
      a: { type: 'string', title: 'T', description: `(${keyword}: 7)` },
    });
  });

  it('tells several limits in a row, in two thousand characters at most', () => {
    const told = (a: JsonObject) => JSON.parse(JSON.stringify(strict(closed({ a })))).properties.a.description;
    expect(told({ ...text, description: 'A name', minLength: 2, maxLength: 5 })).toBe(
      'A name (minLength: 2, maxLength: 5)',
    );
    expect(told({ ...text, description: 'A name' })).toBe('A name');
    expect(told({ ...text, default: 'x'.repeat(5_000) })).toHaveLength(2_000);
  });

  it('writes oneOf as anyOf, and goes into items, alternatives and definitions', () => {
    const inner = closed({ x: text });
    const open = { type: 'object', properties: { x: text }, required: ['x'] };
    expect(strict(closed({ a: { oneOf: [open, text] } }))?.properties).toMatchObject({ a: { anyOf: [inner, text] } });
    expect(strict(closed({ a: { type: 'array', items: open } }))?.properties).toMatchObject({ a: { items: inner } });
    const named = strict({ ...closed({ a: { $ref: '#/$defs/n' } }), $defs: { n: open } });
    expect(named).toMatchObject({ properties: { a: { $ref: '#/$defs/n' } }, $defs: { n: inner } });
    const older = strict({ ...closed({ a: { $ref: '#/definitions/name' } }), definitions: { name: open } });
    expect(older).toMatchObject({ properties: { a: { $ref: '#/$defs/name' } }, $defs: { name: inner } });
  });

  it.each([
    ...['allOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependentRequired', 'dependencies'],
    ...['patternProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'contains', 'prefixItems'],
    ...['additionalItems', 'minProperties', 'maxProperties', '$dynamicRef', '$recursiveRef'],
  ])('is not there where %s would be lost, at any depth', (keyword) => {
    expect(strict({ ...closed({ a: text }), [keyword]: [] })).toBeUndefined();
    expect(strict(closed({ a: { type: 'array', items: { ...text, [keyword]: {} } } }))).toBeUndefined();
  });

  it('is not there for what is too deep, or no schema', () => {
    const nested = (levels: number): JsonObject => (levels === 0 ? text : { type: 'array', items: nested(levels - 1) });
    expect(strict(closed({ a: nested(59) }))).toBeDefined();
    expect(strict(closed({ a: nested(60) }))).toBeUndefined();
    expect(strict(closed({ a: 7 }))).toBeUndefined();
    const either = (levels: number): JsonObject => (levels === 0 ? text : { anyOf: [either(levels - 1)] });
    expect([strict(closed({ a: either(59) })) === undefined, strict(closed({ a: either(60) }))]).toEqual([
      false,
      undefined,
    ]);
    expect(toStrictSchema({ anyOf: 'x' })).toBeNull();
  });

  it('is not there for what has no type, free keys, or a reference that leads elsewhere', () => {
    const free: JsonObject[] = [
      { description: 'anything' },
      { type: 'object' },
      { type: 'object', properties: { a: text }, additionalProperties: true },
      { type: 'object', additionalProperties: text },
      { type: 'array' },
      { $ref: 'https://a.example/schema' },
      { $ref: '#/properties/a' },
      { $ref: '#/$defs/a/b' },
      { $ref: 'https://a.example#/$defs/a' },
    ];
    for (const a of free) expect([a, strict(closed({ a }))]).toEqual([a, undefined]);
    expect(strict(closed({ a: { type: 'object', additionalProperties: false } }))?.properties).toEqual({
      a: closed({}),
    });
    expect(strict(closed({ a: { $ref: '#' } }))?.properties).toEqual({ a: { $ref: '#' } });
  });

  it('writes an optional property as one that may be null, in the form its kind takes', () => {
    const optional = (a: JsonObject) => {
      const properties = strict({ type: 'object', properties: { a } })?.properties;
      return (properties as { a: JsonObject } | undefined)?.a;
    };
    const nothing = { type: 'null' };
    expect(optional(text)).toEqual({ type: ['string', 'null'] });
    expect(optional(nothing)).toEqual(nothing);
    expect(optional({ type: 'string', enum: ['x'] })).toEqual({ anyOf: [{ type: 'string', enum: ['x'] }, nothing] });
    expect(optional({ type: 'string', const: 'x' })).toEqual({ anyOf: [{ type: 'string', const: 'x' }, nothing] });
    expect(optional({ const: 5 })).toEqual({ anyOf: [{ const: 5 }, nothing] });
    expect(optional({ type: ['string', 'integer'] })).toEqual({ anyOf: [{ type: ['string', 'integer'] }, nothing] });
    expect(optional({ properties: { x: text }, required: ['x'] })).toEqual({
      ...closed({ x: text }),
      type: ['object', 'null'],
    });
  });

  it('is wrapped where the root is no plain object', () => {
    expect(toStrictSchema({ type: 'string' })).toEqual({ schema: closed({ value: text }), wrapper: 'value' });
    for (const choice of ['anyOf', 'oneOf']) {
      const either = toStrictSchema({ ...closed({ a: text }), [choice]: [closed({ a: text })] });
      expect(either?.wrapper).toBe('value');
    }
    expect(toStrictSchema(closed({ a: text }))?.wrapper).toBeNull();
    // Within a wrapper the root is no longer what "#" means.
    expect(toStrictSchema({ type: 'array', items: { $ref: '#' } })).toBeNull();
  });
});

describe('a schema for the input of a tool', () => {
  it('stays as it is for an object, and wraps what is none', () => {
    const object = { type: 'object', properties: { a: text } };
    expect(toToolSchema({ $schema: 'x', ...object })).toEqual({ schema: object, wrapper: null });
    expect(toToolSchema(text)).toEqual({ schema: closed({ value: text }), wrapper: 'value' });
    const recursive = { anyOf: [{ $ref: '#/$defs/a' }], $defs: { a: text } };
    expect(toToolSchema(recursive)).toEqual({ schema: { type: 'object', ...recursive }, wrapper: null });
  });
});

it('takes a value out of its wrapper only where it came in one', () => {
  expect([unwrap({ value: 5 }, 'value'), unwrap({ value: null }, 'value')]).toEqual([5, null]);
  expect(unwrap({ value: 5 }, null)).toEqual({ value: 5 });
  expect(unwrap({ value: 5, more: 1 }, 'value')).toEqual({ value: 5, more: 1 });
  expect([unwrap({ other: 5 }, 'value'), unwrap('x', 'value'), unwrap([1], 'value')]).toEqual([{ other: 5 }, 'x', [1]]);
});

describe('whether a schema is strict as it was given', () => {
  it('is what the rewriting makes', () => {
    const loose = {
      type: 'object',
      properties: { a: text, b: { type: 'array', items: { type: 'object', properties: { c: text } } } },
    };
    expect(isStrictSchema(loose)).toBe(false);
    expect(isStrictSchema(toStrictSchema(loose)?.schema ?? {})).toBe(true);
  });

  it.each([
    ['a list at the root', { type: 'array', items: text }],
    ['alternatives at the root', { ...closed({ a: text }), anyOf: [closed({ a: text })] }],
    ['a property that may be left out', closed({ a: text }, [])],
    ['further properties', { type: 'object', properties: { a: text }, required: ['a'] }],
    ['a keyword that vendors do not know', closed({ a: { type: 'string', not: { const: 'x' } } })],
    ['an open object within', closed({ a: { type: 'object', properties: { b: text }, required: ['b'] } })],
  ])('is false for %s', (_, schema) => {
    expect(isStrictSchema(schema)).toBe(false);
  });
});
