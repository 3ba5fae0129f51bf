import type { JsonObject, JsonValue } from '@parley/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.ts';
import { sharedLeaves } from './shared-leaves.ts';

const fields = (count: number, schemaOf: (index: number) => JsonObject): Record<string, JsonObject> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, schemaOf(index)]));

const wide: JsonObject = {
  type: 'object',
  properties: {
    ...fields(12, (index) => ({ type: 'string', minLength: 2, description: `The ${index}th.` })),
    ...{ 'a/b~c d': { type: 'string', minLength: 2 }, list: { type: 'array', items: { type: 'integer' } } },
    toString: { type: 'string', minLength: 2 },
    day: { type: 'string', format: 'date' },
  },
  required: ['f0', 'day'],
  additionalProperties: false,
};

const values: JsonObject[] = [
  { f0: 'abc', day: '2026-01-31', f3: 'xy', list: [1] },
  { f0: 'a', f1: 2, 'a/b~c d': '', list: ['x'], day: 'never', more: 1 },
  { f2: null, toString: 5 },
  {},
];

/** The errors as Ajv alone tells them, in an order of their own. */
function byAjv(schema: JsonObject, value: JsonValue): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, ownProperties: true });
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map(({ keyword, schemaPath, params }) => told(keyword, schemaPath, params)).sort();
}

const told = (keyword: string, schemaPath: string, params: unknown) =>
  `${keyword} ${schemaPath} ${JSON.stringify(params)}`;

describe('sharedLeaves', () => {
  it('takes together what wide objects say of plain values, whatever they tell readers', () => {
    const shared = sharedLeaves(wide.properties);
    expect([...shared.keys()]).toEqual([...Object.keys(fields(12, () => ({}))), 'a/b~c d', 'toString']);
    expect(new Set(shared.values()).size).toBe(1);
  });

  it.each([
    ['narrow objects', fields(7, () => ({ type: 'string' }))],
    ['fewer than three of a kind', fields(9, (index) => ({ type: 'string', minLength: index >> 1 }))],
    ['what refers elsewhere', fields(9, () => ({ $ref: '#/$defs/x' }))],
    ['what has a name', fields(9, () => ({ $anchor: 'x', type: 'string' }))],
    ['lists and objects', fields(9, () => ({ type: 'array', items: { type: 'string' } }))],
  ])('leaves alone %s', (_, properties) => {
    expect(sharedLeaves(properties).size).toBe(0);
  });

  it.each<[string, JsonObject, (value: JsonObject) => JsonValue]>([
    ['as it stands', wide, (value) => value],
    ['in a list', { items: wide }, (value) => [value, value]],
    ['in an object', { properties: { inner: wide } }, (value) => ({ inner: value })],
    ['in a choice', { anyOf: [wide, { type: 'null' }] }, (value) => value],
    ['where it must not be', { not: wide }, (value) => value],
    ['behind a reference', { $defs: { wide }, properties: { a: { $ref: '#/$defs/wide' } } }, (value) => ({ a: value })],
    ['behind a reference to a property', { allOf: [wide, { $ref: '#/allOf/0/properties/f0' }] }, (value) => value],
    ['beside what is unevaluated', { allOf: [wide], unevaluatedProperties: false }, (value) => value],
  ])('finds what Ajv finds: %s', (_, schema, place) => {
    const compiled = compileSchema(schema);
    for (const value of values) {
      const found = compiled.issues(place(value)).map((issue) => told(issue.keyword, issue.schemaPath, issue.params));
      expect(found.sort()).toEqual(byAjv(schema, place(value)));
    }
  });

  it('says where in the value each error is', () => {
    const paths = compileSchema({ properties: { inner: wide } })
      .issues({ inner: { f0: 'a', 'a/b~c d': 1, day: '2026-01-31' } })
      .map(({ path }) => path);
    expect(paths).toEqual([
      ['inner', 'f0'],
      ['inner', 'a/b~c d'],
    ]);
  });

  it('takes forms of 2,400 fields', () => {
    const schema = { type: 'object', properties: fields(2400, () => ({ type: 'string' })) };
    const issues = compileSchema(schema).validate({ f0: 1, f2399: 2 });
    expect(issues).toEqual(['$.f0 must be string', '$.f2399 must be string']);
  });
});
