import type { JsonObject, JsonValue } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { proposeFixes } from './value-fixes.ts';

const fixes = (
  value: JsonValue,
  keyword: string,
  params: Record<string, unknown> = {},
  parentSchema: JsonObject = {},
) =>
  proposeFixes(value, { path: [], keyword, params, message: '', schemaPath: '', parentSchema } as Parameters<
    typeof proposeFixes
  >[1]);
const asType = (value: JsonValue, type: string | string[]) => fixes(value, 'type', { type });

describe('a number', () => {
  it.each<[JsonValue, number]>([
    ['5', 5],
    [' -5.5 ', -5.5],
    ['+7', 7],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['2E-2', 0.02],
    ['$ 12', 12],
    ['€12', 12],
    ['12 €', 12],
    ['12 %', 12],
    ['12%', 12],
    ['.55', 0.55],
    ['1e10', 1e10],
    ['+1,234,567', 1_234_567],
    ['12,345,678', 12_345_678],
    ['1,234.50', 1234.5],
    ['1,234,567', 1_234_567],
    ['-12,345,678.9', -12_345_678.9],
    [['8'], 8],
    [[['8']], 8],
  ])('is read from %j', (value, number) => expect(asType(value, 'number')).toEqual([number]));

  it.each<JsonValue>([
    '',
    'five',
    '1,234',
    '12,34,567',
    '1,2345,678',
    '5 apples',
    '5$6',
    '5%6',
    '1e999',
    '0x10',
    '--5',
    '5e',
    true,
    null,
    [],
    ['1', '2'],
    {},
  ])('is not read from %j', (value) => expect(asType(value, 'number')).toEqual([]));

  it('that must be whole is not rounded', () => {
    expect([asType('5', 'integer'), asType('5.0', 'integer'), asType('5.5', 'integer')]).toEqual([[5], [5], []]);
  });
});

describe('a boolean', () => {
  it.each<[JsonValue, boolean]>([
    [1, true],
    [0, false],
    [' True ', true],
    ['YES', true],
    ['false', false],
    ['no', false],
  ])('is read from %j', (value, wanted) => expect(asType(value, 'boolean')).toEqual([wanted]));

  it.each<JsonValue>([2, '1', 'maybe', 'untrue', [], null])('is not read from %j', (value) => {
    expect(asType(value, 'boolean')).toEqual([]);
  });
});

describe('text, null, lists and objects', () => {
  it('take what has one reading as text', () => {
    expect([asType(5.5, 'string'), asType(false, 'string'), asType(['a'], 'string')]).toEqual([
      ['5.5'],
      ['false'],
      ['a'],
    ]);
    expect(asType([7], 'string')).toEqual(['7']);
    for (const value of [null, {}, [], ['a', 'b']]) expect(asType(value, 'string')).toEqual([]);
  });

  it('take words for nothing as null', () => {
    for (const value of ['null', ' None ', 'NIL', 'n/a', 'undefined', '', ' '])
      expect(asType(value, 'null')).toEqual([null]);
    for (const value of ['nothing', 'nullable', 'a null', 0, false]) expect(asType(value, 'null')).toEqual([]);
  });

  it('take a list out of its text, its wrapper or its numbers, and one item for a list of it', () => {
    expect(asType('see [1, 2]', 'array')).toEqual([[1, 2]]);
    expect(asType('[1, 2', 'array')).toEqual([['[1, 2']]);
    expect(asType('one', 'array')).toEqual([['one']]);
    expect(asType({ items: [1] }, 'array')).toEqual([[1]]);
    expect(asType({ 0: 'a', 1: 'b' }, 'array')).toEqual([['a', 'b']]);
    expect(asType({ 1: 'a', 2: 'b' }, 'array')).toEqual([[{ 1: 'a', 2: 'b' }]]);
    expect(asType({ 0: 'a', 2: 'b' }, 'array')).toEqual([[{ 0: 'a', 2: 'b' }]]);
    expect(asType({ a: [1], b: [2] }, 'array')).toEqual([[{ a: [1], b: [2] }]]);
    expect([asType({}, 'array'), asType(null, 'array')]).toEqual([[[{}]], []]);
  });

  it('take an object out of a list of one and out of its text', () => {
    expect(asType([{ a: 1 }], 'object')).toEqual([{ a: 1 }]);
    expect(asType('so: {"a": 1}', 'object')).toEqual([{ a: 1 }]);
    for (const value of [[{ a: 1 }, { b: 2 }], [7], 'none', '[1]', 7, '{"a": 1'])
      expect(asType(value, 'object')).toEqual([]);
  });

  it('are tried for each allowed type', () => {
    expect(asType('1', ['number', 'array'])).toEqual([1, ['1']]);
    expect([asType('1', 'unheard-of'), fixes('1', 'type', { type: 7 })]).toEqual([[], []]);
  });
});

describe('an allowed value', () => {
  const nearest = (value: JsonValue, allowedValues: unknown) => fixes(value, 'enum', { allowedValues });

  it('is found by another writing of it, or as text', () => {
    expect(nearest('In Progress', ['in_progress', 'done'])).toEqual(['in_progress']);
    expect(nearest('IN-PROGRESS', ['in_progress', 'done'])).toEqual(['in_progress']);
    expect([nearest('5', [5, 6]), nearest(true, ['true']), nearest('TRUE', [true])]).toEqual([[5], ['true'], [true]]);
    expect(nearest('ﬁne', ['fine'])).toEqual(['fine']);
    expect(fixes('Yes!', 'const', { allowedValue: 'yes' })).toEqual(['yes']);
  });

  it('is not found where two could be meant, or none', () => {
    expect(nearest('a b', ['a-b', 'a_b'])).toEqual([]);
    expect([nearest('c++', ['c', 'd']), nearest('!', ['?']), nearest('x', 'x')]).toEqual([[], [], []]);
    expect([nearest(null, ['null']), nearest({}, ['a']), nearest('null', [null, { a: 1 }])]).toEqual([[], [], []]);
  });
});

describe('a property', () => {
  const extra = (value: JsonValue, additionalProperty: string, names: string[] = []) => {
    const properties = Object.fromEntries(names.map((name) => [name, {}]));
    return fixes(value, 'additionalProperties', { additionalProperty }, { properties });
  };

  it('too many is renamed to the declared one that is written otherwise, else left out', () => {
    expect(extra({ First_Name: 1, b: 2 }, 'First_Name', ['firstName', 'b'])).toEqual([{ b: 2, firstName: 1 }]);
    expect(extra({ x: 1, b: 2 }, 'x', ['firstName'])).toEqual([{ b: 2 }]);
    expect(extra({ First: 1, first: 2 }, 'First', ['first'])).toEqual([{ first: 2 }]);
    expect(extra({ 'a b': 1 }, 'a b', ['a_b', 'a-b'])).toEqual([{}]);
    expect(fixes({ x: 1, y: 2 }, 'unevaluatedProperties', { unevaluatedProperty: 'x' })).toEqual([{ y: 2 }]);
    expect([extra([1], 'x'), extra({ a: 1 }, 'x'), fixes({ x: 1 }, 'additionalProperties')]).toEqual([[], [], []]);
  });

  it('missing is found under another writing, or inside a wrapper', () => {
    const missing = (value: JsonValue, name: string) => fixes(value, 'required', { missingProperty: name });
    expect(missing({ First_Name: 1, b: 2 }, 'firstName')).toEqual([{ b: 2, firstName: 1 }]);
    expect(missing({ result: { name: 'x' } }, 'name')).toEqual([{ name: 'x' }]);
    expect(missing({ a: { name: 'x' }, b: { name: 'y' } }, 'name')).toEqual([]);
    expect(missing({ result: { other: 'x' } }, 'name')).toEqual([]);
    expect(missing({ na_me: 1, NAME: 2 }, 'name')).toEqual([]);
    expect([missing({ a: 1 }, 'name'), missing([], 'name'), fixes({ a: 1 }, 'required')]).toEqual([[], [], []]);
  });
});

describe('a format', () => {
  it.each([
    ['date', '2026-01-02T10:00:00Z', '2026-01-02'],
    ['date', '2026-01-02 10:00', '2026-01-02'],
    ['date', '2026/01/02', '2026-01-02'],
    ['date', '2026.01.02', '2026-01-02'],
    ['date-time', '2026-01-02 10:00:00Z', '2026-01-02T10:00:00Z'],
    ['date-time', '2026-01-02 10:00:00.5+01:00', '2026-01-02T10:00:00.5+01:00'],
    ['email', 'mailto:a@b.example', 'a@b.example'],
    ['email', 'Ann <a@b.example>', 'a@b.example'],
    ['uri', ' https://a.example ', 'https://a.example'],
  ])('%s is read from %j', (format, value, wanted) => expect(fixes(value, 'format', { format })).toEqual([wanted]));

  it.each([
    ['date', '02/01/2026'],
    ['date', '2026/01/02/03'],
    ['date', 'on 2026-01-02 at ten'],
    ['date', 'on 2026/01/02'],
    ['time', '2026-01-02 10:00:00Z'],
    ['date-time', '2026-01-02 10:00:00Z or later'],
    ['uri', 'mailto:a@b.example'],
    ['email', 'mailto:a@b.example or call'],
    ['email', 'Ann <a@b.example> or call'],
    ['date-time', '2026-01-02 10:00:00'],
    ['date-time', 'on 2026-01-02 10:00:00Z'],
    ['email', 'Ann <a b>'],
    ['email', 'write to mailto:a@b.example'],
    ['uri', 'a.example'],
  ])('%s is not read from %j', (format, value) => expect(fixes(value, 'format', { format })).toEqual([]));

  it('is not looked for in what is no text', () => expect(fixes(5, 'format', { format: 'date' })).toEqual([]));
});

it('trims what is too short or of another pattern, and leaves out items that come twice', () => {
  expect([fixes(' a ', 'pattern'), fixes(' a', 'minLength'), fixes('a', 'pattern'), fixes(7, 'pattern')]).toEqual([
    ['a'],
    ['a'],
    [],
    [],
  ]);
  expect(fixes([1, { a: 1 }, 1, { a: 1 }], 'uniqueItems')).toEqual([[1, { a: 1 }]]);
  expect([fixes('a', 'uniqueItems'), fixes([1], 'minItems'), fixes(1, 'maximum')]).toEqual([[], [], []]);
});
