import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finish, ScriptedLanguageModel } from '../scripted-language-model.ts';
import { apiKey, routerOf, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let service: TestService;
let receiver: Server;
let url: string;
const taken: { type: string; data: Record<string, Record<string, unknown>> }[] = [];
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      taken.push(JSON.parse(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/hook`;
  const usage = { inputTokens: 100, cachedTokens: 0, outputTokens: 50 };
  const model = new ScriptedLanguageModel(() => [
    { type: 'text-delta', text: 'Four.' },
    { ...finish(), usage },
  ]);
  service = await startTestService({
    env: { ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${port}` },
    replacements: { models: routerOf(model) },
  });
  await service.admin('POST', '/v1/admin/webhooks', { url });
});
afterAll(async () => {
  await service.close();
  receiver.closeAllConnections();
  receiver.close();
});

/** What came of a kind, once there is as much of it. */
async function told(type: string, count: number) {
  const found = () => taken.filter((event) => event.type === type).map(({ data }) => data);
  await expect.poll(() => found().length, { timeout: 10_000 }).toBe(count);
  return found();
}

it('tells of the ends of files', async () => {
  const { json } = await uploadFile(service, 'lease.txt', 'The lease ends on 4 May 2031.');
  expect(await told('file.ready', 1)).toEqual([
    { file: { id: json.file_id, filename: 'lease.txt', size_bytes: 29, status: 'ready', error: null } },
  ]);
  await uploadFile(service, 'broken.pdf', '%PDF-1.4 nothing');
  expect(await told('file.failed', 1)).toMatchObject([
    {
      file: {
        filename: 'broken.pdf',
        status: 'failed',
        error: { code: expect.any(String), message: expect.any(String) },
      },
    },
  ]);
});

it('tells of the ends of runs', async () => {
  const body = { model: 'small-1', input: 'What is 2+2?', background: true };
  const { id } = (await service.call('POST', '/v1/responses', body)).json;
  expect(await told('run.completed', 1)).toMatchObject([{ run: { id, status: 'completed', error: null } }]);
});

it('tells of the shares that a budget has spent, each once in its period', async () => {
  const settings = { scope: 'tag', target: 'told', amount_usd: 1.3, warn_at: [0.4, 0.9], name: 'Told' };
  const { id } = (await service.admin('POST', '/v1/admin/budgets', settings)).json;
  const ask = () => service.call('POST', '/v1/answer', { query: 'Hi', max_tokens: 50, tags: ['told'] });
  expect((await ask()).status).toBe(200);
  const first = { id, name: 'Told', scope: 'tag', subject: 'told', action: 'stop', share: 0.4, amount_usd: 1.3 };
  expect(await told('budget.warning', 1)).toMatchObject([{ budget: { ...first, spent_usd: 0.6 } }]);
  expect((await ask()).status).toBe(200);
  expect(await told('budget.warning', 2)).toMatchObject([{}, { budget: { share: 0.9, spent_usd: 1.2 } }]);
  expect((await ask()).status).toBe(402);
  expect(await told('budget.reached', 1)).toMatchObject([{ budget: { of: 'tag', id, name: 'Told', spent_usd: 1.2 } }]);
  expect((await told('budget.warning', 2)).length).toBe(2);
  taken.splice(0);
});

it('tells of a budget that is used up, once in its period', async () => {
  const made = (await service.admin('POST', '/v1/admin/keys', { budget_usd: 0.7, budget_period: 'day' })).json;
  const ask = async () =>
    (
      await service.call(
        'POST',
        '/v1/answer',
        { query: 'Hi', max_tokens: 50 },
        { authorization: `Bearer ${made.key ?? apiKey}` },
      )
    ).status;
  expect([await ask(), await ask(), await ask()]).toEqual([200, 402, 402]);
  expect(await told('budget.reached', 1)).toMatchObject([
    { budget: { of: 'key', id: made.id, budget_usd: 0.7, spent_usd: expect.closeTo(0.6) } },
  ]);
  await ask();
  expect((await told('budget.reached', 1)).length).toBe(1);
});
