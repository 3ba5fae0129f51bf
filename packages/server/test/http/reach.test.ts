import { type Endpoint, reachingFields, reachingPaths, scopes } from '@parley/contract';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErasureStore, erasureSettings, hasServers, openErasureStore } from '../erasure-store.ts';
import { FakeClock } from '../fake-clock.ts';
import { startTestService, type TestService } from '../test-service.ts';

const clock = new FakeClock();
let store: ErasureStore;
let service: TestService;

/** An address of its own for every call: the limit on failed keys counts by address, and Redis by a clock of its own. */
let callers = 0;
const anotherCaller = () => ({ 'x-forwarded-for': `10.${callers >> 16}.${(callers >> 8) & 255}.${callers++ & 255}` });

const keysPath = '/v1/admin/keys';
const newKey = async (settings: object) => (await service.admin('POST', keysPath, settings)).json;
const headerForms = (key: string): Record<string, string>[] => [
  { authorization: `Bearer ${key}` },
  { authorization: `bearer  ${key} ` },
  { 'x-api-key': key },
];
const unknownId = '7d3f1c1e-0000-4000-8000-000000000000';

/** A body that the endpoint accepts and that uses the field at the path. */
function bodyWith(endpoint: Endpoint, path: readonly string[]): unknown {
  const body: unknown = structuredClone(endpoint.example ?? {});
  return withField(body, path, endpoint);
}

function withField(value: unknown, [step, ...rest]: readonly string[], endpoint: Endpoint): unknown {
  if (step === undefined) return null;
  if (step === '*') {
    const items = Array.isArray(value) && value.length > 0 ? value : [{ type: 'text', text: 'x' }];
    return [withField(items[0], rest, endpoint), ...items.slice(1)];
  }
  const object = typeof value === 'object' && value !== null ? value : {};
  if (rest.length > 0) return { ...object, [step]: withField(Reflect.get(object, step), rest, endpoint) };
  return { ...object, ...fieldValue(step) };
}

function fieldValue(name: string): object {
  if (name === 'integrations') return { integrations: [{ id: 'github' }], user_id: 'u' };
  if (name === 'include_files') return { include_files: true };
  return { [name]: name.endsWith('s') ? [unknownId] : unknownId };
}

const reaching = () =>
  service.service.endpoints.flatMap((endpoint) =>
    reachingPaths(endpoint).map(({ path, scope }) => ({ endpoint, path, scope })),
  );

const settings = erasureSettings.filter((setting) => setting === 'files' || (hasServers && setting !== 'S3'));
describe.each(settings)('reaching fields, kept in %s', (setting) => {
  beforeAll(async () => {
    store = await openErasureStore(setting);
    service = await startTestService({ env: { ...store.env, TRUST_PROXY: '1' }, replacements: { clock } });
  });
  afterAll(async () => {
    await service.close();
    await store.close();
  });

  it('finds every field of the contract that reaches a capability', () => {
    const places = reaching().map(({ endpoint, path }) => `${endpoint.id} ${path.join('/')}`);
    expect(places).toEqual(
      expect.arrayContaining([
        'createAnswer file_ids',
        'createConversationReply messages/*/file_ids',
        'createAgentReply integrations',
        'createChatCompletion messages/*/file_ids',
        'createOpenAIChatCompletion file_ids',
        'createOpenAIChatCompletion messages/*/content/*/file/file_id',
        'createMessage messages/*/content/*/source/file_id',
        'createMessage messages/*/content/*/content/*/source/file_id',
        'createDeepResearch include_files',
        'webSearch include_files',
      ]),
    );
  });

  it('finds each of the reaching fields, also those that no endpoint takes yet, the day one does', () => {
    const [endpoint] = service.service.endpoints.filter(({ id }) => id === 'createAnswer');
    for (const [name, scope] of Object.entries(reachingFields)) {
      const body = Type.Object({ options: Type.Array(Type.Object({ [name]: Type.Unknown() })) });
      expect(reachingPaths({ ...endpoint!, body })).toEqual([{ path: ['options', '*', name], scope }]);
    }
  });

  it('knows of every field whose name sounds as if it reached one', () => {
    // `file`, `file_data`: bytes that come with the request, or an object whose `file_id` is found by itself; a filter narrows.
    const harmless = new Set([
      'filename',
      'file_size',
      'file',
      'file_data',
      'file_url',
      'collection_filter',
      'data_collection',
    ]);
    const named = new Set<string>();
    const visit = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const name of Object.keys(Reflect.get(schema, 'properties') ?? {})) named.add(name);
      for (const part of Object.values(schema)) visit(part);
    };
    for (const { auth, body, query, otherBodies } of service.service.endpoints) {
      if (auth === 'admin' || auth === 'files') continue;
      visit(body);
      // Nothing that reaches further may stand where the guard of bodies does not look.
      const elsewhere = [query, ...Object.values(otherBodies ?? {})].flatMap((schema) =>
        Object.keys(Reflect.get(schema ?? {}, 'properties') ?? {}),
      );
      expect(elsewhere.filter((name) => Object.hasOwn(reachingFields, name))).toEqual([]);
      for (const name of elsewhere) named.add(name);
    }
    const suspicious = [...named].filter((name) => /file|collection|vector_store|integration|connection/.test(name));
    expect(suspicious.filter((name) => !harmless.has(name) && !Object.hasOwn(reachingFields, name))).toEqual([]);
  });

  it('lets no key reach further than its scopes, by any route, field, key state and header form', async () => {
    const places = reaching();
    expect(places.length).toBeGreaterThan(10);
    let checked = 0;
    for (const { endpoint, path, scope } of places) {
      const own = scopes.find((name) => name === endpoint.auth) ?? 'text';
      const body = bodyWith(endpoint, path);
      const wanted = [endpoint.id, path.join('/')];
      const send = (headers: Record<string, string>) =>
        service.call(endpoint.method, endpoint.path, body, { ...headers, ...anotherCaller() });
      const without = await newKey({ scopes: scopes.filter((name) => name !== scope) });
      for (const headers of headerForms(without.key)) {
        const reply = await send(headers);
        expect([...wanted, reply.status, reply.text]).toEqual([...wanted, 403, expect.stringContaining(scope)]);
        checked++;
      }
      const holder = await newKey({ scopes: [own, scope] });
      for (const headers of headerForms(holder.key)) {
        const reply = await send(headers);
        expect([...wanted, reply.status === 403 || reply.status === 401]).toEqual([...wanted, false]);
      }
      const ended = await newKey({ scopes: [own, scope], expires_at: new Date(clock.now() + 1000).toISOString() });
      const paused = await newKey({ scopes: [own, scope], active: false });
      await service.admin('DELETE', `${keysPath}/${holder.id}`);
      clock.advance(61_000);
      const refused = endpoint.errorShape === 'anthropic' || endpoint.errorShape === 'openai' ? 401 : 503;
      for (const { key } of [ended, paused, holder]) {
        for (const headers of headerForms(key)) {
          expect([...wanted, (await send(headers)).status]).toEqual([...wanted, refused]);
          checked++;
        }
      }
    }
    expect(checked).toBe(places.length * 12);
  }, 120_000);

  it('reaches nothing with a field that is empty, null or a name in user data', async () => {
    const { key } = await newKey({ scopes: ['text'] });
    const [headers = {}] = headerForms(key);
    const harmless = [
      { query: 'Who?', context: 'Ann.', file_ids: [] },
      {
        query: 'Which files?',
        context: 'The file is a.txt.',
        response_format: {
          type: 'object',
          properties: { file_ids: { type: 'string' }, integrations: { type: 'string' } },
        },
      },
    ];
    for (const body of harmless) expect((await service.call('POST', '/v1/answer', body, headers)).status).not.toBe(403);
  });
});
