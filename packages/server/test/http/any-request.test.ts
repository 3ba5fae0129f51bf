import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentedStatuses, type Endpoint } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../src/compose.ts';
import { readConfig } from '../../src/config.ts';
import { adminKey, apiKey, startTestService, type TestService } from '../test-service.ts';

/** The same requests in every run; `FUZZ_RUNS` makes more of them, or none where another run makes them. */
const seed = 20_261_121;
const numRuns = Number(process.env.FUZZ_RUNS ?? 8);
const nowhere = 'http://127.0.0.1:9';

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

const oddTexts = [
  '',
  ' ',
  'x',
  '\u0000',
  '\ud800',
  '😀',
  '../..',
  '%00',
  "' OR 1=1 --",
  'http://127.0.0.1:9/',
  'x'.repeat(5000),
];
const oddNumbers = [0, -1, 1, 0.5, 2 ** 31, 2 ** 53, -1e300, 1e-7];

/** Values that satisfy the schema most of the time, with odd ones and wrong ones among them. */
function anyValueOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const fitting = fittingValue(schema, depth);
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });
}

function fittingValue(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (choices.length > 0) return fc.oneof(...choices.map((one) => anyValueOf(one, depth)));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return fc.oneof(fc.constantFrom(...oddTexts), fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }));
    case 'integer':
      return fc.oneof(fc.integer({ min: Number(schema.minimum ?? 0), max: 200 + Number(schema.minimum ?? 0) }), odd);
    case 'number':
      return fc.oneof(fc.double({ min: 0, max: 2, noNaN: true }), odd);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(depth > 4 || !isSchema(schema.items) ? fc.jsonValue() : anyValueOf(schema.items, depth + 1), {
        maxLength: 3,
      });
    case 'object':
      return objectOf(schema, depth);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

const odd = fc.constantFrom(...oddNumbers);

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const names = Object.keys(properties);
  if (names.length === 0 || depth > 4)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { maxKeys: 3 });
  const required = Array.isArray(schema.required) ? schema.required : [];
  const shape = Object.fromEntries(
    names.map((name) => {
      const property = properties[name];
      return [name, isSchema(property) ? anyValueOf(property, depth + 1) : fc.jsonValue()];
    }),
  );
  return fc.record(shape, { requiredKeys: names.filter((name) => required.includes(name)) });
}

interface AnyRequest {
  path: string;
  body: unknown;
}

function requestTo(endpoint: Endpoint): fc.Arbitrary<AnyRequest> {
  const segment = fc.constantFrom(
    'x',
    'hacker_news',
    '0',
    '7d3f1c1e-0000-4000-8000-000000000000',
    '%00',
    'é',
    'y'.repeat(300),
  );
  const params = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([place]) => place);
  const query = endpoint.query ? anyValueOf({ ...endpoint.query }) : fc.constant({});
  // Half of the bodies start from one that works, so that more than the validator is reached.
  const anyBody = endpoint.body ? anyValueOf({ ...endpoint.body }) : fc.constant(undefined);
  const near = isSchema(endpoint.example)
    ? anyBody.map((value) => (isSchema(value) ? { ...value, ...(endpoint.example as object) } : endpoint.example))
    : anyBody;
  return fc
    .record({ segments: fc.tuple(...params.map(() => segment)), query, body: fc.oneof(anyBody, near) })
    .map((one) => {
      let path = endpoint.path;
      params.forEach((place, index) => {
        path = path.replace(place, encodeURIComponent(one.segments[index] ?? 'x'));
      });
      const pairs = isSchema(one.query)
        ? Object.entries(one.query).map(([name, value]) => [name, String(value).toWellFormed()])
        : [];
      const search = new URLSearchParams(pairs as [string, string][]).toString();
      return { path: search === '' ? path : `${path}?${search}`, body: one.body };
    });
}

const endpoints = await allEndpoints();

async function allEndpoints(): Promise<Endpoint[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-endpoints-'));
  const service = await compose(readConfig({ DATA_DIR: dataDir, PARLEY_MODEL: 'reader', LOG_LEVEL: 'silent' }));
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
  return service.endpoints;
}

describe.skipIf(numRuns === 0)('any request', () => {
  let test: TestService;
  const folder = mkdtempSync(join(tmpdir(), 'parley-any-'));
  beforeAll(async () => {
    const PARLEY_CONFIG = join(folder, 'parley.config.json');
    writeFileSync(PARLEY_CONFIG, JSON.stringify({ limits: { requests_per_minute: 1_000_000 } }));
    const env = { PARLEY_CONFIG, WIKIPEDIA_URL: nowhere, IMAGE_TIMEOUT_MS: '300', VIDEO_TIMEOUT_MS: '300' };
    test = await startTestService({ env });
  });
  afterAll(async () => {
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('covers every endpoint of the OpenAPI document', async () => {
    const { json } = await test.call('GET', '/openapi.json');
    const operations = Object.values<object>(json.paths).flatMap((path) => Object.keys(path));
    const aliases = endpoints.flatMap((endpoint) => endpoint.aliases ?? []);
    expect(operations.length).toBe(endpoints.length + aliases.length);
  });

  for (const endpoint of endpoints) {
    it(`${endpoint.id} answers what it documents and never breaks`, { timeout: 120_000 }, async () => {
      const key = endpoint.auth === 'admin' ? adminKey : apiKey;
      const headers: Record<string, string> = endpoint.auth === 'none' ? {} : { authorization: `Bearer ${key}` };
      const property = fc.asyncProperty(requestTo(endpoint), async ({ path, body }) => {
        const reply = await test.call(endpoint.method, path, endpoint.body ? (body ?? {}) : undefined, headers);
        // Every reply is held to its schema here: what does not fit comes as an internal error.
        expect(reply.text).not.toContain('Something went wrong on our side');
        expect(documentedStatuses(endpoint)).toContain(reply.status);
      });
      await fc.assert(property, { seed, numRuns, endOnFailure: true, interruptAfterTimeLimit: 100_000 });
    });
  }
});

it('amounts that could not be kept exactly are refused, not taken for no limit', async () => {
  const test = await startTestService();
  try {
    for (const settings of [{ budget_usd: 1e300 }, { budget_usd: 9_000_001 }, { limits: { storage_bytes: 2 ** 53 } }]) {
      const made = await test.admin('POST', '/v1/admin/workspaces', { name: 'w', ...settings });
      expect([made.status, made.json.code]).toEqual([400, 'invalid_request']);
    }
    expect((await test.admin('GET', '/v1/admin/workspaces')).status).toBe(200);
  } finally {
    await test.close();
  }
});
