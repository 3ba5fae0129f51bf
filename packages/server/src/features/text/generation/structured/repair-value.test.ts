import type { JsonValue } from '@parley/contract';
import { compileSchema, type SchemaIssue } from '@parley/json-schema';
import { describe, expect, it } from 'vitest';
import { repairValue } from './read-object.ts';

const repaired = (value: JsonValue, schema: Parameters<typeof compileSchema>[0]) =>
  repairValue(value, compileSchema(schema));
const person = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    age: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['name'],
  additionalProperties: false,
};

describe('a value', () => {
  it('that fits is not changed', () => {
    expect(repaired({ name: 'Ann', age: 5 }, person)).toEqual({ value: { name: 'Ann', age: 5 }, changes: 0 });
  });

  it('is mended at every place, however deep, and what was given is left as it was', () => {
    const given = { people: [{ name: 'Ann', age: '5' }, { Name: 'Bob', tags: 'x' }, { name: 7 }] };
    const before = structuredClone(given);
    const people = { type: 'object', properties: { people: { type: 'array', items: person } } };
    expect(repaired(given, people)?.value).toEqual({
      people: [{ name: 'Ann', age: 5 }, { name: 'Bob', tags: ['x'] }, { name: '7' }],
    });
    expect(given).toEqual(before);
  });

  it('loses an optional property that is null, as strict modes leave it out', () => {
    expect(repaired({ name: 'Ann', age: null }, person)?.value).toEqual({ name: 'Ann' });
    expect(repaired({ name: null }, person)).toBeNull();
    expect(repaired({ list: [null] }, { properties: { list: { items: { type: 'integer' } } } })).toBeNull();
  });

  it('is taken out of a wrapper, in which more is to be mended', () => {
    const open = { type: 'object', properties: { age: { type: 'integer' } }, required: ['name'] };
    expect(repaired({ result: { name: 'Ann', age: '5' } }, open)).toEqual({
      value: { name: 'Ann', age: 5 },
      changes: 2,
    });
    expect(repaired({ result: { name: 'Ann', age: 5 } }, person)?.value).toEqual({ name: 'Ann', age: 5 });
  });

  it('is not guessed at: where nothing can be read, or two things could', () => {
    expect(repaired({ name: 'Ann', age: 'five' }, person)).toBeNull();
    expect(repaired('1', { type: ['number', 'boolean'] })?.value).toBe(1);
    expect(repaired(['1', '2'], { items: { type: ['number', 'array'] } })).toBeNull();
    expect(repaired('1', { anyOf: [{ type: 'number' }, { type: 'array', items: { type: 'string' } }] })).toBeNull();
    expect(repaired({ v: '1' }, { properties: { v: { oneOf: [{ type: 'number' }, { type: 'array' }] } } })).toBeNull();
  });

  it('is mended within one of several alternatives', () => {
    const schema = { properties: { v: { anyOf: [{ type: 'integer' }, { type: 'null' }] } } };
    expect(repaired({ v: '12' }, schema)?.value).toEqual({ v: 12 });
  });

  it('with many of one mistake is mended at once', () => {
    const list = { type: 'array', items: { type: 'integer' } };
    const mended = repaired(
      Array.from({ length: 40 }, (_, index) => String(index)),
      list,
    );
    expect(mended?.value).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(mended?.changes).toBeLessThan(10);
  });

  it('that is too deep to be checked is not mended', () => {
    let deep: JsonValue = '1';
    for (let level = 0; level < 3_000; level++) deep = [deep];
    expect(repaired(deep, { type: 'object' })).toBeNull();
  });
});

describe('the work of a repair', () => {
  /** How often a list of so many texts is checked for numbers, and whether that mended it. */
  const work = (count: number, isHopeless: boolean) => {
    const texts = Array.from({ length: count }, (_, index) => `${(index % 9) + 1}`);
    let checks = 0;
    const issues = (value: JsonValue): SchemaIssue[] => {
      checks++;
      // Where nothing helps every single change is tried.
      const looked = Array.isArray(value) && !isHopeless ? value : texts;
      const wrong = looked.flatMap((item, index) => (typeof item === 'string' ? [index] : []));
      return wrong.map((index) => ({
        path: [index],
        keyword: 'type',
        params: { type: 'integer' },
        message: '',
        schemaPath: '#/items/anyOf/0/type',
        parentSchema: {},
      }));
    };
    const mended = repairValue(texts, { ...compileSchema({}), issues });
    return { checks, value: mended?.value };
  };

  it('is four hundred checks at most, whether each step helps or none', () => {
    expect(work(20, false).value).toEqual(Array.from({ length: 20 }, (_, index) => (index % 9) + 1));
    expect(work(50, false)).toEqual({ checks: 400, value: undefined });
    expect(work(450, true)).toEqual({ checks: 400, value: undefined });
    expect(work(30, true)).toEqual({ checks: 31, value: undefined });
  });

  it('is a few checks of a large value', () => {
    expect(work(2_000, true)).toEqual({ checks: Math.ceil(100_000 / (1 + (2_000 * 4 + 1) / 10)), value: undefined });
  });
});
