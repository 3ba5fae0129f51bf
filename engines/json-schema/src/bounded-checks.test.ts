import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.ts';

/** Generous for a machine that does other things; without bounds each of these takes minutes or for ever. */
const limitMs = 1000;

function inTime<T>(work: () => T): T {
  const started = process.threadCpuUsage();
  const result = work();
  const { user, system } = process.threadCpuUsage(started);
  expect((user + system) / 1000).toBeLessThan(limitMs);
  return result;
}

const chain = (length: number, link: (next: { $ref: string }) => object) =>
  Object.fromEntries(
    Array.from({ length }, (_, i) => [
      `d${i}`,
      i + 1 < length ? link({ $ref: `#/$defs/d${i + 1}` }) : { type: 'integer' },
    ]),
  );

describe('schemas that multiply', () => {
  it.each([
    ['allOf', (next: object) => ({ allOf: [next, next] })],
    ['anyOf', (next: object) => ({ anyOf: [next, next] })],
    ['if', (next: object) => Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, next]))],
    ['properties', (next: object) => ({ properties: { a: next, b: next } })],
  ])('forty definitions, each the next one twice by %s, are refused before they are compiled', (_, link) => {
    const schema = { $ref: '#/$defs/d0', $defs: chain(40, link) };
    expect(() => inTime(() => compileSchema(schema))).toThrow('with its references followed');
  });

  it('counts definitions wherever they stand and however they are named', () => {
    const elsewhere = {
      $ref: '#/x/d0',
      x: JSON.parse(JSON.stringify(chain(40, (next) => ({ allOf: [next, next] }))).replaceAll('$defs', 'x')),
    };
    expect(() => inTime(() => compileSchema(elsewhere))).toThrow('with its references followed');
    const links = Array.from({ length: 40 }, (_, i) => ({
      $anchor: `a${i}`,
      ...(i < 39 ? { allOf: [{ $ref: `#a${i + 1}` }, { $ref: `#a${i + 1}` }] } : {}),
    }));
    expect(() => inTime(() => compileSchema({ $ref: '#a0', $defs: { ...links } }))).toThrow(
      'with its references followed',
    );
  });

  it('a reference to itself that doubles with every level of the value ends in one issue', () => {
    const schema = compileSchema({
      $ref: '#/$defs/node',
      $defs: { node: { properties: { child: { allOf: [{ $ref: '#/$defs/node' }, { $ref: '#/$defs/node' }] } } } },
    });
    let value: object = {};
    for (let i = 0; i < 60; i++) value = { child: value };
    expect(inTime(() => schema.validate(value))).toEqual(['$ takes too long to check against its schema']);
    expect(schema.validate({ child: { child: {} } })).toEqual([]);
  });

  it('as many keywords as are allowed compile in time', () => {
    const properties = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`p${i}`, { pattern: `^x${i}$` }]));
    expect(() => inTime(() => compileSchema({ properties }))).toThrow('patterns');
    const plain = Object.fromEntries(
      Array.from({ length: 310 }, (_, i) => [`p${i}`, { type: 'string', minLength: i, maxLength: 9999 }]),
    );
    const schema = inTime(() => compileSchema({ properties: plain }));
    expect(schema.validate({ p3: 'a' })).toHaveLength(1);
  });

  it('names that are each written with all others count as what that comes to', () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `name${i}`);
    const schema = inTime(() => compileSchema({ dependentRequired: { a: names(300) } }));
    expect(schema.validate({ a: 1 })[0]).toContain('name0');
    for (const keyword of ['dependentRequired', 'dependencies']) {
      expect(() => inTime(() => compileSchema({ [keyword]: { a: names(2500) } }))).toThrow('keywords and names');
      const long = names(100).map((name) => name.padEnd(1000, 'x'));
      expect(() => inTime(() => compileSchema({ [keyword]: { a: long } }))).toThrow('keywords and names');
    }
  });

  it('a property that is called dependencies is a property', () => {
    const values = Array.from({ length: 1000 }, (_, i) => `some-package-${i}`);
    const schema = compileSchema({ properties: { dependencies: { enum: values } } });
    expect(schema.validate({ dependencies: 'some-package-7' })).toEqual([]);
    expect(schema.validate({ dependencies: 'another' })).toHaveLength(1);
  });

  it('names longer than names are count as what they come to', () => {
    const schema = compileSchema({ properties: { ['x'.repeat(50_000)]: { type: 'string' } } });
    expect(schema.validate({ ['x'.repeat(50_000)]: 1 })).toHaveLength(1);
    expect(() => compileSchema({ properties: { ['x'.repeat(200_000)]: { type: 'string' } } })).toThrow(
      'keywords and names',
    );
    const alike = Array.from({ length: 200 }, (_, i) => [`${'x'.repeat(1000)}${i}`, { type: 'string' }]);
    expect(() => compileSchema({ properties: Object.fromEntries(alike) })).toThrow('keywords and names');
  });

  it.each(['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'])(
    'long lists in a schema of %s are looked at once',
    ($schema) => {
      const values = Array.from({ length: 40_000 }, (_, i) => ({ v: i })).map((v) => [v.v]);
      inTime(() => compileSchema({ $schema, enum: values }));
    },
  );
});

describe('values that are long', () => {
  it('equal items are found among thirty thousand, whatever the order of their keys', () => {
    const schema = compileSchema({ type: 'array', uniqueItems: true });
    const items: unknown[] = Array.from({ length: 30_000 }, (_, i) => ({ a: i, b: [i] }));
    expect(inTime(() => schema.validate(items))).toEqual([]);
    items.push({ b: [7], a: 7 });
    expect(inTime(() => schema.validate(items))).toEqual([
      '$ must NOT have duplicate items (items ## 7 and 30000 are identical)',
    ]);
  });

  it.each<[string, object, () => unknown]>([
    [
      'a list against a large enum',
      { items: { enum: Array.from({ length: 20_000 }, (_, i) => `v${i}`) } },
      () => Array(100_000).fill('x'),
    ],
    [
      'a list against many alternatives',
      { items: { anyOf: Array.from({ length: 700 }, (_, i) => ({ const: i })) } },
      () => Array(100_000).fill('x'),
    ],
    [
      'names against many patterns',
      { patternProperties: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x{${i % 9}}${i}`, false])) },
      () => Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i])),
    ],
    [
      'a list against many types',
      { allOf: Array.from({ length: 480 }, () => ({ items: { type: 'integer' } })) },
      () => Array(100_000).fill(1),
    ],
  ])('%s ends in one issue', (_, schema, value) => {
    const compiled = compileSchema(schema);
    const given = value();
    expect(inTime(() => compiled.validate(given))).toEqual(['$ takes too long to check against its schema']);
  });

  it('what holds too many values or nests too deeply is not checked', () => {
    const schema = compileSchema({ $ref: '#/$defs/list', $defs: { list: { items: { $ref: '#/$defs/list' } } } });
    expect(inTime(() => schema.validate(Array(1_000_000).fill(1)))[0]).toContain('more than 200000 values');
    let deep: unknown[] = [];
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(inTime(() => schema.validate(deep))[0]).toContain('nested too deeply');
  });

  it('messages stay short', () => {
    const schema = compileSchema({ items: { enum: Array.from({ length: 2000 }, (_, i) => `value ${i}`) } });
    for (const message of schema.validate(Array(100).fill('x'))) expect(message.length).toBeLessThan(400);
  });
});

describe('formats', () => {
  const formats = [
    'date',
    'time',
    'date-time',
    'duration',
    'uri',
    'uri-reference',
    'uri-template',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
    'regex',
    'uuid',
    'json-pointer',
    'relative-json-pointer',
    'byte',
    'iso-time',
    'iso-date-time',
    'url',
  ];
  const texts = [
    'a',
    '1',
    '.',
    '-',
    ':',
    '/',
    '@',
    '%',
    '{',
    'a.',
    'a-',
    '1.',
    ':1',
    '{a}',
    '%20',
    '(',
    'a@',
    '0:',
    'P1D',
    '//a:',
    'http://a/',
  ].map((piece) => piece.repeat(200_000 / piece.length));
  it.each(formats)('%s takes no longer than its text is long', (format) => {
    const schema = compileSchema({ type: 'string', format });
    inTime(() => {
      for (const text of texts) schema.validate(`${text}!`);
    });
  });
});

it('schemas in the cache are bounded by their bytes', () => {
  // One of the first is compiled anew after eight megabytes of others.
  const first = { title: 'first', description: 'x'.repeat(1000) };
  const kept = compileSchema(first);
  expect(compileSchema(first)).toBe(kept);
  for (let i = 0; i < 20; i++) compileSchema({ title: `${i}`, description: 'y'.repeat(400_000) });
  expect(compileSchema(first)).not.toBe(kept);
});
