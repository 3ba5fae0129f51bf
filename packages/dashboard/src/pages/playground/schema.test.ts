import { describe, expect, it } from 'vitest';
import { type FieldSpec, fieldsOfSchema, newField, schemaOfFields } from './schema-fields.ts';
import { schemaFromSample } from './schema-from-sample.ts';

describe('a schema from a sample', () => {
  it('has types, formats and required fields', () => {
    const sample = {
      id: 7,
      total: 9.5,
      due: '2026-01-31',
      at: '2026-01-31T10:00:00Z',
      mail: 'a@b.de',
      web: 'https://a.de/x',
      paid: true,
    };
    expect(schemaFromSample(sample)).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        total: { type: 'number' },
        due: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        mail: { type: 'string', format: 'email' },
        web: { type: 'string', format: 'uri' },
        paid: { type: 'boolean' },
      },
      required: ['id', 'total', 'due', 'at', 'mail', 'web', 'paid'],
      additionalProperties: false,
    });
  });

  it('takes the items of a list together: what some lack is not required, null may be', () => {
    const schema = schemaFromSample([
      { a: 1, b: 'x' },
      { a: 2.5, b: null, c: [1] },
    ]);
    expect(schema).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          a: { type: 'number' },
          b: { type: ['string', 'null'] },
          c: { type: 'array', items: { type: 'integer' } },
        },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    });
    expect(schemaFromSample([null, 3])).toEqual({ type: 'array', items: { type: ['integer', 'null'] } });
    expect(schemaFromSample(['2026-01-01', 'soon'])).toEqual({ type: 'array', items: { type: 'string' } });
    expect(schemaFromSample([])).toEqual({ type: 'array', items: { type: 'string' } });
  });

  it('ends for samples nested without end', () => {
    let sample: unknown = 1;
    for (let depth = 0; depth < 5000; depth++) sample = [sample];
    expect(JSON.stringify(schemaFromSample(sample)).length).toBeLessThan(1000);
  });
});

describe('a schema as a form', () => {
  const fields: FieldSpec[] = [
    { ...newField('name'), description: 'Who' },
    { ...newField('state'), type: 'choice', choices: ['open', 'paid'], isRequired: false },
    { ...newField('due'), type: 'date' },
    { ...newField('tags'), type: 'list' },
    { ...newField('lines'), type: 'objects', fields: [{ ...newField('price'), type: 'number' }] },
    { ...newField('buyer'), type: 'object', fields: [newField('city')] },
  ];

  it('comes back as it was', () => {
    expect(fieldsOfSchema(schemaOfFields(fields))).toEqual(fields);
  });

  it('leaves out fields that have no name yet', () => {
    expect(schemaOfFields([newField(' ')])).toEqual({
      type: 'object',
      properties: {},
      required: [],
      additionalProperties: false,
    });
  });

  it('declines what it cannot show, so that nothing gets lost', () => {
    for (const schema of [
      null,
      { type: 'array' },
      { type: 'object', properties: { a: { type: 'string', pattern: 'x' } } },
      { type: 'object', properties: { a: { anyOf: [] } } },
      { type: 'object', properties: { a: { type: ['string', 'null'] } } },
      { type: 'object', properties: {}, minProperties: 1 },
      { type: 'object', properties: { a: { type: 'array', items: { type: 'number' } } } },
    ])
      expect(fieldsOfSchema(schema)).toBeNull();
  });
});
