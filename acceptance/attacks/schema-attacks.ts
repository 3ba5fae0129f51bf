import type { Case } from './attack.ts';

type Schema = Record<string, unknown>;

interface SchemaCase {
  name: string;
  schema: Schema;
  /** What the model says; half of the time bounds are only met while it is checked. */
  value: unknown;
}

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const named = <T>(count: number, make: (i: number) => T): Record<string, T> =>
  Object.fromEntries(many(count, (i) => [`p${i}`, make(i)]));
const nest = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = {};
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
};

/** Every case through every field that takes a schema. */
export function schemaAttacks(random: () => number): Case[] {
  return [...multiplying(), ...large(), ...patterns(random), ...generated(random)].flatMap(throughEveryField);
}

function throughEveryField({ name, schema, value }: SchemaCase, index: number): Case[] {
  const object = schema.type === 'object' ? schema : { type: 'object', properties: { v: schema } };
  const reply = JSON.stringify(schema.type === 'object' ? value : { v: value });
  const messages = [{ role: 'user', content: 'Go!' }];
  const tool = { name: 'go', description: 'Goes.', input_schema: object };
  const tools = [tool];
  const manifest = {
    id: `attack-${index}`,
    name: 'Attack',
    description: 'Attacks.',
    base_url: 'https://example.com',
    auth: { method: 'NONE' },
    features: [{ name: 'GO', description: 'Goes.', input_schema: object, request: { method: 'GET', path: '/' } }],
  };
  const fields: [string, string, unknown, boolean?][] = [
    ['response_format', '/v1/answer', { query: 'Go!', response_format: object }],
    ['response_format', '/v1/conversation', { messages, response_format: object }],
    ['tools', '/v1/agent', { messages, tools }],
    ['functions', '/v1/chat-completion', { messages, functions: [{ ...tool, parameters: object }] }],
    ['tools', '/v1/messages', { model: 'small-1', max_tokens: 100, messages, tools }],
    ['integrations', '/v1/admin/integrations', { manifest }, true],
  ];
  return fields.map(([field, path, body, isAdmin = false]) => ({
    name,
    field: `POST ${path} ${field}`,
    request: { method: 'POST', path, json: body, isAdmin },
    reply,
  }));
}

function multiplying(): SchemaCase[] {
  const chain = (link: (next: Schema) => Schema): Schema => ({
    type: 'object',
    properties: { v: { $ref: '#/$defs/d0' } },
    $defs: Object.fromEntries(
      many(40, (i) => [`d${i}`, i < 39 ? link({ $ref: `#/$defs/d${i + 1}` }) : { type: 'null' }]),
    ),
  });
  const node = { properties: { c: { allOf: [{ $ref: '#/$defs/n' }, { $ref: '#/$defs/n' }] } } };
  return [
    ...['allOf', 'anyOf', 'oneOf'].map((word) => ({
      name: `forty definitions doubled by ${word}`,
      schema: chain((next) => ({ [word]: [next, next] })),
      value: { v: 1 },
    })),
    {
      name: 'forty definitions doubled by properties',
      schema: chain((next) => ({ properties: { a: next, b: next } })),
      value: { v: {} },
    },
    {
      name: 'recursion that doubles',
      schema: { type: 'object', $ref: '#/$defs/n', $defs: { n: node } },
      value: nest(90, (c) => ({ c })),
    },
    { name: 'a reference to itself', schema: { type: 'object', $ref: '#' }, value: {} },
    {
      name: 'nesting',
      schema: { type: 'object', properties: { v: nest(95, (not) => ({ not })) } },
      value: { v: nest(400, (v) => [v]) },
    },
  ];
}

function large(): SchemaCase[] {
  return [
    {
      name: 'all keywords that are allowed',
      schema: { type: 'object', properties: named(410, (i) => ({ type: 'string', minLength: i })) },
      value: named(410, (i) => i),
    },
    {
      name: 'a wide form',
      schema: { type: 'object', properties: named(2400, (i) => ({ type: 'string', minLength: i % 9 })) },
      value: named(2400, (i) => i),
    },
    {
      name: 'too many keywords',
      schema: { type: 'object', properties: named(20_000, () => ({ type: 'string' })) },
      value: {},
    },
    {
      name: 'an enum of texts against a list',
      schema: { type: 'array', items: { enum: many(30_000, (i) => `v${i}`) } },
      value: many(60_000, () => 'x'),
    },
    {
      name: 'equal objects',
      schema: { type: 'array', uniqueItems: true },
      value: many(40_000, (i) => ({ a: i, b: [i] })),
    },
    {
      name: 'alternatives against a list',
      schema: { type: 'array', items: { anyOf: many(700, (i) => ({ const: i })) } },
      value: many(60_000, () => 'x'),
    },
    {
      name: 'lists within lists',
      schema: { type: 'array', items: { allOf: many(300, () => ({ items: { type: 'integer' } })) } },
      value: many(300, () => many(300, () => 'x')),
    },
    {
      name: 'dependencies',
      schema: { type: 'object', dependentRequired: named(50, () => many(30, (j) => `q${j}`)) },
      value: named(5000, (i) => i),
    },
    {
      name: 'unevaluated',
      schema: {
        type: 'object',
        unevaluatedProperties: false,
        allOf: many(240, (i) => ({ properties: { [`p${i}`]: { type: 'integer' } } })),
      },
      value: named(9000, (i) => i),
    },
    { name: 'long required list', schema: { type: 'object', required: many(40_000, (i) => `p${i}`) }, value: {} },
    {
      name: 'a value too large',
      schema: { type: 'array', items: { type: 'integer' } },
      value: many(120_000, (i) => i),
    },
  ];
}

function patterns(random: () => number): SchemaCase[] {
  const sources = [
    '(.*a){25}$',
    '^(a+)+$',
    '^(a|aa)+$',
    '^(a?){60}a{60}$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(x+x+)+y',
    '^.*a.*a.*a.*a.*a.*b$',
    '^(?=(a+)+$)',
    '(a)\\1',
    '^(?:a{1000}){1000}$',
    '\\p{L}{1000}'.repeat(3),
    `^(?:${many(400, (i) => `w${i}`).join('|')})*$`,
  ];
  const text = () => `${'a'.repeat(30 + Math.floor(random() * 50_000))}!`;
  const short = `${'a'.repeat(60)}!`;
  return [
    ...sources.flatMap((pattern) => [
      { name: `pattern ${pattern.slice(0, 40)} against 60`, schema: { type: 'string', pattern }, value: short },
      { name: `pattern ${pattern.slice(0, 40)} against many`, schema: { type: 'string', pattern }, value: text() },
    ]),
    {
      name: 'many patterns against many names',
      schema: {
        type: 'object',
        patternProperties: Object.fromEntries(many(150, (i) => [`^(a|b)*${i}$`, { type: 'integer' }])),
      },
      value: named(20_000, (i) => i),
    },
    {
      name: 'large patterns together',
      schema: {
        type: 'object',
        patternProperties: Object.fromEntries(many(40, (i) => [`^(?:a?b?){45}${i}$`, { type: 'integer' }])),
      },
      value: named(2000, (i) => i),
    },
    ...['uri', 'email', 'url', 'date-time', 'uri-template', 'regex'].map((format) => ({
      name: `format ${format}`,
      schema: { type: 'string', format },
      value: `http://${'a.'.repeat(150_000)}!`,
    })),
  ];
}

/** Schemas that nobody thought of. */
function generated(random: () => number): SchemaCase[] {
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T; // the index is within the list
  const make = (depth: number): Schema => {
    if (depth === 0)
      return pick<Schema>([
        { type: 'string' },
        { pattern: '^(a+)+$' },
        { $ref: '#/$defs/r' },
        { enum: many(50, (i) => i) },
        {},
      ]);
    const inner = () => make(depth - 1);
    return pick<() => Schema>([
      () => ({ allOf: many(1 + Math.floor(random() * 4), inner) }),
      () => ({ anyOf: many(1 + Math.floor(random() * 4), inner) }),
      () => ({ items: inner(), uniqueItems: true }),
      () => ({ properties: { a: inner(), b: inner() }, additionalProperties: inner() }),
      () => ({ patternProperties: { '^(a|b)*$': inner() }, propertyNames: inner() }),
      () => ({ contains: inner(), items: inner() }),
      () => ({ not: inner() }),
    ])();
  };
  const value = (depth: number): unknown =>
    depth === 0
      ? 'a'.repeat(40)
      : random() < 0.5
        ? many(5, () => value(depth - 1))
        : { a: value(depth - 1), b: value(depth - 1) };
  return many(6, (i) => ({
    name: `generated schema ${i}`,
    schema: { type: 'object', properties: { v: make(5) }, $defs: { r: make(3) } },
    value: { v: value(6) },
  }));
}
