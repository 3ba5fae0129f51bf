import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMisconfigurations, type SetupFacts } from '../../src/features/operating/status/find-misconfigurations.ts';
import { statusWords } from '../../src/features/operating/status/words/in-languages.ts';
import { claim, join } from '../accounts/browser.ts';
import { adminKey, startTestService, type TestService } from '../test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { PARLEY_MODLE: 'x' } });
});
afterAll(() => service.close());

it('says what serves what, what happened today and what to do', async () => {
  await service.call('POST', '/v1/answer', { query: 'When?', context: 'It was opened on 4 May 1932.' });
  await service.call('POST', '/v1/answer', { query: 'When?', context: 7 });
  const { json } = await service.admin('GET', '/v1/admin/overview');
  const text = json.capabilities.find(({ capability }: { capability: string }) => capability === 'text');
  expect(text).toMatchObject({ served_by: 'reader', embedded: true, state: 'ok', seen_at: expect.any(String) });
  const search = json.capabilities.find(({ capability }: { capability: string }) => capability === 'search');
  expect(search).toMatchObject({ served_by: 'wikipedia', state: 'untried', seen_at: null });
  expect(json.today).toMatchObject({ requests: 2, errors: 1, p50_ms: expect.any(Number) });
  expect(json).toMatchObject({
    base_url: service.url,
    yesterday: { requests: 0, p50_ms: null },
    last_call_at: expect.any(String),
  });
  expect(json.counts).toMatchObject({ keys: 2, members: 0, files: 0, collections: 0, waiting_jobs: 0 });
  const ids = json.misconfigurations.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining(['embedded-model', 'notice-0', 'few-search-backends']));
  const [notice] = json.misconfigurations.filter(({ id }: { id: string }) => id === 'notice-0');
  expect(notice.message).toContain('PARLEY_MODLE');
});

it('counts among the members of a workspace those of the whole installation', async () => {
  const { id } = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Another' })).json;
  const members = async () => (await service.admin('GET', `/v1/admin/overview?workspace_id=${id}`)).json.counts.members;
  await claim(service, adminKey);
  expect(await members()).toBe(1);
  await join(service, { email: 'grace@example.com', role: 'member', workspaceId: id });
  const vera = await join(service, { email: 'vera@example.com', role: 'viewer', workspaceId: null });
  expect(await members()).toBe(3);
  // Whoever may look at the workspace sees all of them, and themselves.
  vera.workspaceId = id;
  const { data } = (await vera.call('GET', '/v1/admin/members')).json;
  expect(data.map(({ user }: { user: { email: string } }) => user.email)).toEqual([
    'vera@example.com',
    'grace@example.com',
    'owner@example.com',
  ]);
});

it('tells of every engine how it did on the last day', async () => {
  const { json } = await service.admin('GET', '/v1/admin/models');
  const reader = json.engines.find(({ engine }: { engine: string }) => engine === 'reader');
  expect(reader).toMatchObject({
    kind: 'text',
    embedded: true,
    models: ['small-2', 'small-1'],
    state: 'working',
    seen_at: expect.any(String),
    last_day: { requests: 1, errors: 0, p50_ms: expect.any(Number), last_used_at: expect.any(String) },
  });
  expect(json.engines.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['text', 'embeddings', 'images', 'videos']),
  );
  expect(json.search).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'wikipedia', state: 'untried', seen_at: null })]),
  );
});

const fine: SetupFacts = {
  engine: 'openai/gpt',
  embedding: 'openai/embed',
  host: '127.0.0.1',
  publicUrl: undefined,
  hasPostgres: false,
  hasRedis: false,
  hasObjectStore: false,
  corsOrigins: [],
  sessionsOverHttp: false,
  searchBackends: ['searxng', 'brave'],
  unpriced: [],
  unpricedMedia: [],
  unpricedCalls: 0,
  notices: [],
  brokenParts: [],
};

it.each<[Partial<SetupFacts>, string[]]>([
  [{}, []],
  [{ host: '0.0.0.0' }, ['no-public-url']],
  [{ host: '0.0.0.0', publicUrl: 'https://x.example' }, []],
  [{ publicUrl: 'http://x.example' }, ['public-without-https']],
  [{ publicUrl: 'http://127.0.0.1:8484' }, []],
  [{ corsOrigins: ['*'] }, ['cors-any']],
  [{ hasPostgres: true }, ['no-redis', 'no-object-store']],
  [{ hasPostgres: true, hasRedis: true, hasObjectStore: true }, []],
  [{ engine: 'reader', brokenParts: [{ name: 'storage', message: 'x' }] }, ['broken-storage', 'embedded-model']],
  [{ searchBackends: [], embedding: 'lexical' }, ['lexical-embeddings', 'few-search-backends']],
  [{ unpricedCalls: 1 }, ['unpriced-calls']],
  [{ unpricedCalls: 7 }, ['unpriced-calls']],
  [{ unpriced: ['openai/x'], sessionsOverHttp: true }, ['sessions-over-http', 'unpriced-0']],
])('finds in %j what is wrong, the worst first', (facts, ids) => {
  const found = findMisconfigurations({ ...fine, ...facts }, statusWords.en);
  expect(found.map(({ id }) => id)).toEqual(ids);
  for (const { message, advice } of found) expect([message.length > 0, advice.length > 10]).toEqual([true, true]);
});

it('says all of it in German as well', async () => {
  const everything = {
    ...fine,
    engine: 'reader',
    host: '0.0.0.0',
    hasPostgres: true,
    corsOrigins: ['*'],
    sessionsOverHttp: true,
    embedding: 'lexical',
    searchBackends: [],
    unpriced: ['openai/x'],
    unpricedMedia: ['openai/pictures'],
    unpricedCalls: 2,
    notices: ['X'],
    brokenParts: [{ name: 'storage', message: undefined }],
  };
  for (const facts of [everything, { ...everything, publicUrl: 'http://x.example', searchBackends: ['wikipedia'] }]) {
    const [english, german] = [statusWords.en, statusWords.de].map((words) => findMisconfigurations(facts, words));
    expect(german?.map(({ id }) => id)).toEqual(english?.map(({ id }) => id));
    const sentences = (found: typeof english) => found?.flatMap(({ message, advice }) => [message, advice]) ?? [];
    expect(sentences(german).filter((sentence) => sentences(english).includes(sentence))).toEqual([]);
    expect(sentences(german)).toHaveLength(2 * (english?.length ?? 0));
  }
  for (const reason of [
    'because PARLEY_MODEL says so (small-1 as parley.config.json says)',
    'because OPENAI_API_KEY is set',
    'because OPENAI_BASE_URL is set and its server answers',
    'because a local ollama server answers',
    'because no vendor key is set and no local model server answers (nor the one of OPENAI_BASE_URL)',
  ])
    expect(statusWords.de.chosen(reason)).toMatch(/^weil .*\.$/);
  const { json } = await service.admin('GET', '/v1/admin/overview?language=de');
  const [text] = json.capabilities;
  expect(text.reason).toMatch(/^weil /);
  const [model] = json.misconfigurations.filter(({ id }: { id: string }) => id === 'embedded-model');
  expect(model.advice).toMatch(/^Setze OPENAI_API_KEY/);
});
