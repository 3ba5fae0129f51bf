import { describe, expect, test } from 'vitest';
import { readJson } from './read-json.ts';

const read = (text: string, lines = false) => readJson(Buffer.from(text), lines);

describe('readJson', () => {
  test('tells keys, depth and schema', () => {
    const { metadata, processingSummary } = read('{"a": [{"b": 1}, {"b": 2.5, "c": null}], "d": "x"}');
    expect(metadata).toMatchObject({ top_level_keys: ['a', 'd'], structure_depth: 3, total_keys: 5 });
    expect(metadata.schema).toMatchObject({
      type: 'object',
      required: ['a', 'd'],
      properties: {
        a: { items: { properties: { b: { type: 'number' }, c: { type: 'null' } }, required: ['b'] } },
        d: { type: 'string' },
      },
    });
    expect(processingSummary).toBe('JSON with 2 top-level keys, 5 total keys');
  });

  test.each([
    '[1,]',
    '{"a":1,}',
    '[01]',
    '[1.]',
    '[.5]',
    "['a']",
    '["\t"]',
    '["\\x"]',
    '{"a" 1}',
    '[1] 2',
    '',
    'nul',
    '[NaN]',
    '["a',
  ])('refuses %j', (text) => {
    expect(() => read(text)).toThrow(/not valid JSON: line \d+, column \d+/);
  });

  test.each(['0', '"a"', 'null', ' [-0.1e+10] ', '["\\u00e9\\/"]', '{"":0}', '\ufeff{}'])('accepts %j', (text) => {
    expect(read(text).kind).toBe('json');
  });

  test('says where a document breaks', () => {
    expect(() => read('{\n  "a": 1\n  "b": 2\n}')).toThrow("line 3, column 3: expected ',' or '}'");
  });

  test('keeps numbers as they are written', () => {
    const numbers = '{"id": 12345678901234567890, "huge": 1e400}';
    expect(read(numbers).text).toBe(numbers);
    expect(read(numbers).metadata.preview).toBe(numbers);
  });

  test('counts a repeated key once and takes odd names as names', () => {
    expect(read('{"a":1,"a":2}').metadata.total_keys).toBe(1);
    const { metadata } = read('{"__proto__": {"x": 1}}');
    expect(metadata.top_level_keys).toEqual(['__proto__']);
    expect(JSON.stringify(metadata.schema)).toContain('"__proto__":{"type":"object"');
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  test('survives brackets without end', () => {
    expect(read('['.repeat(300_000) + ']'.repeat(300_000)).metadata.structure_depth).toBe(300_000);
    expect(() => read('['.repeat(300_000))).toThrow('the text ends too early');
  });

  test('folds keys that are data into one description', () => {
    const rows = Array.from({ length: 25_000 }, (_, i) => `"k${i}":{"n":${i}}`).join(',');
    const { metadata } = read(`{"index":{${rows}}}`);
    expect(metadata.total_keys).toBe(1 + 25_000 * 2);
    expect(JSON.stringify(metadata.schema).length).toBeLessThan(500);
  });

  test('reads JSON Lines and names the broken line', () => {
    expect(read('{"a":1}\r\n\r\n{"a":2,"b":null}', true).metadata).toMatchObject({ value_count: 2, total_keys: 3 });
    expect(() => read('{"a":1}\n{"a":\n{"a":3}', true)).toThrow('line 2');
  });
});
