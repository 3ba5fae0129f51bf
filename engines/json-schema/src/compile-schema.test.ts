import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.ts';

describe('compileSchema', () => {
  it('tells errors with their paths', () => {
    const schema = compileSchema({
      type: 'object',
      properties: {
        items: { type: 'array', items: { type: 'object', properties: { 'unit price': { type: 'number' } } } },
      },
      required: ['id'],
    });
    expect(schema.validate({ items: [{ 'unit price': 'x' }] })).toEqual([
      "$ must have required property 'id'",
      '$.items[0]["unit price"] must be number',
    ]);
    expect(schema.validate({ id: 1 })).toEqual([]);
  });

  it('reads each draft in its own way', () => {
    const tuple = { type: 'array', items: [{ type: 'string' }], additionalItems: false };
    expect(
      compileSchema({ $schema: 'http://json-schema.org/draft-07/schema#', ...tuple }).validate(['a', 1]),
    ).toHaveLength(1);
    expect(compileSchema(tuple).dialect).toBe('draft-07');
    expect(compileSchema({ prefixItems: [{ type: 'string' }] }).dialect).toBe('2020-12');
    const old = compileSchema({
      $schema: 'http://json-schema.org/draft-04/schema#',
      minimum: 3,
      exclusiveMinimum: true,
    });
    expect(old.validate(3)).toHaveLength(1);
    expect(old.validate(4)).toEqual([]);
  });

  it('knows formats', () => {
    expect(compileSchema({ type: 'string', format: 'date-time' }).validate('yesterday')).toHaveLength(1);
  });

  it('follows references inside the schema, also round in circles', () => {
    const tree = compileSchema({ type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } });
    expect(tree.validate({ children: [{ children: [{ children: 5 }] }] })).toEqual([
      '$.children[0].children[0].children must be array',
    ]);
  });

  it('keeps the schemas of callers apart', () => {
    compileSchema({ $id: 'http://example.com/a', $defs: { secret: { $id: 'http://example.com/secret', const: 1 } } });
    expect(() => compileSchema({ $ref: 'http://example.com/secret' })).toThrow('not inside the schema');
  });

  it.each<[string, object, string]>([
    ['references that are files', { $ref: 'file:///etc/passwd' }, 'schema_not_supported'],
    ['references to nowhere but itself', { $ref: '#' }, 'schema_not_supported'],
    ['unknown drafts', { $schema: 'http://example.com/my-draft' }, 'schema_not_supported'],
    [
      'more than can be compiled quickly',
      { properties: Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`p${i}`, { type: 'string' }])) },
      'schema_not_supported',
    ],
    ['what nests without end', JSON.parse(`${'{"not":'.repeat(200)}{}${'}'.repeat(200)}`), 'schema_not_supported'],
    ['wrong keywords', { properties: 5 }, 'invalid_request'],
  ])('refuses %s', (_, schema, code) => {
    expect(() => compileSchema(schema)).toThrow(expect.objectContaining({ code }));
  });

  it.each([[null], ['x'], [5], [[]]])('refuses %j, which is no schema object', (schema) => {
    expect(() => compileSchema(schema)).toThrow('response_format must be a valid JSON schema object');
  });
});

it('looks up long choices of single values', () => {
  const branches = Array.from({ length: 60 }, (_, i) => ({ const: i % 2 === 0 ? i : `v${i}`, title: `No. ${i}` }));
  const schema = compileSchema({ type: 'array', items: { anyOf: [...branches, { const: null }] } });
  expect(schema.validate([0, 'v1', 58, 'v59', null])).toEqual([]);
  expect(schema.validate(['0', 1, undefined])).toHaveLength(3);
  expect(schema.issues(['v2'])[0]).toMatchObject({ path: [0], keyword: 'anyOf', schemaPath: '#/items/anyOf' });
  const typed = compileSchema({ anyOf: branches.map((branch) => ({ ...branch, type: 'string' })) });
  // A number that is to be a text as well fits nothing.
  expect(typed.validate('v1')).toEqual([]);
  expect(typed.validate(2)).not.toEqual([]);
});
