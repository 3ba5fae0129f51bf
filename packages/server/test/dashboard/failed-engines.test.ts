import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { jsonHeaders, UpstreamServer } from '../upstream-server.ts';

/* Of a call that failed one wants to know first which engine was asked. */

let upstream: UpstreamServer;
let service: TestService;
beforeAll(async () => {
  upstream = await UpstreamServer.start();
  const down = { status: 500, headers: jsonHeaders, pieces: ['{"error":{"message":"The vendor is down"}}'] };
  const passes = { headers: jsonHeaders, pieces: ['{"results":[{"flagged":false,"categories":{}}]}'] };
  upstream.answer = ({ path, body }) =>
    path.endsWith('/moderations') && body.input !== 'a lamp that nobody can judge' ? passes : down;
  service = await startTestService({
    env: {
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: `${upstream.url}/v1`,
      PARLEY_MODEL: 'openai/gpt',
      EMBEDDING_MODEL: 'openai/text-embedding-3-small',
      IMAGE_ENGINE: 'openai/gpt-image-1',
    },
  });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

it.each([
  ['/v1/answer', { query: 'Which colour?' }, 'openai/gpt'],
  ['/v1/embeddings', { input: 'a lamp', model: 'openai/text-embedding-3-small' }, 'openai/text-embedding-3-small'],
  ['/v1/generate-image', { prompt: 'a lamp' }, 'openai/gpt-image-1'],
])('names the engine of a failed %s, which then counts as failing', async (path, body, engine) => {
  const reply = await service.call('POST', path, body);
  expect(reply.status).toBeGreaterThanOrEqual(500);
  const [call] = (await service.admin('GET', '/v1/admin/calls?limit=1')).json.data;
  expect(call).toMatchObject({ status: reply.status, engine });
  const { engines } = (await service.admin('GET', '/v1/admin/models')).json;
  const seen = engines.find((one: { engine: string }) => one.engine === engine);
  expect(seen).toMatchObject({ state: 'failing', seen_at: expect.any(String) });
});

it('names the engine that judges prompts where that one failed', async () => {
  const reply = await service.call('POST', '/v1/generate-image', { prompt: 'a lamp that nobody can judge' });
  expect(reply.status).toBeGreaterThanOrEqual(500);
  const [call] = (await service.admin('GET', '/v1/admin/calls?limit=1')).json.data;
  expect(call).toMatchObject({ status: reply.status, engine: 'openai/omni-moderation-latest' });
});
