import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claim, join } from '../accounts/browser.ts';
import { adminKey, startTestService, type TestService } from '../test-service.ts';

/* Against a server that speaks as Ollama does, which tells of each download what the test has it tell. */

const asked: { method: string; path: string; body: Record<string, unknown> }[] = [];
const pulls: ServerResponse[] = [];
let models = [
  {
    name: 'qwen3:8b',
    size: 5_225_388_164,
    modified_at: '2026-11-20T10:00:00.123456789+01:00',
    details: { parameter_size: '8.2B', quantization_level: 'Q4_K_M' },
  },
];
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const [method, path] = [request.method ?? '', request.url ?? ''];
  const body = text === '' ? {} : JSON.parse(text);
  if (path !== '/api/tags') asked.push({ method, path, body });
  if (path === '/api/tags') response.end(JSON.stringify({ models }));
  else if (path === '/api/pull') {
    pulls.push(response);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders();
  } else if (path === '/api/delete') {
    const isThere = models.some(({ name }) => name === body.model);
    models = models.filter(({ name }) => name !== body.model);
    response
      .writeHead(isThere ? 200 : 404)
      .end(isThere ? '' : JSON.stringify({ error: `model '${body.model}' not found` }));
  } else response.writeHead(404).end('404 page not found');
});

let service: TestService;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await startTestService({ env: { OLLAMA_HOST: address } });
  await claim(service, adminKey);
});
afterAll(async () => {
  await service.close();
  server.closeAllConnections();
  server.close();
});

const path = '/v1/admin/local-models';
const report = async () => (await service.admin('GET', path)).json;
const newest = async () => (await report()).downloads[0];
const pull = async (name: string) => {
  const begun = pulls.length;
  const reply = await service.admin('POST', path, { provider: 'ollama', name });
  expect([reply.status, reply.json.name]).toEqual([202, name]);
  await expect.poll(() => pulls.length).toBe(begun + 1);
  const response = pulls[begun]!;
  return { id: reply.json.id, tell: (event: object) => void response.write(`${JSON.stringify(event)}\n`), response };
};

it('lists the models of an Ollama server with what it tells of them', async () => {
  const { servers, downloads } = await report();
  const ollama = servers.find(({ provider }: { provider: string }) => provider === 'ollama');
  const told = { name: 'qwen3:8b', size_bytes: 5_225_388_164, parameters: '8.2B', quantization: 'Q4_K_M' };
  expect(ollama).toEqual({
    provider: 'ollama',
    error: null,
    models: [{ ...told, modified_at: '2026-11-20T09:00:00.123Z' }],
  });
  expect(downloads).toEqual([]);
});

it('downloads a model by one job, whose progress is the sum of its parts', async () => {
  const { id, tell, response } = await pull('llama3.2:1b');
  tell({ status: 'pulling manifest' });
  tell({ status: 'pulling a', digest: 'sha256:a', total: 1000, completed: 250 });
  await expect.poll(async () => (await newest()).step).toBe('pulling manifest');
  // Asking again begins no second one.
  expect((await service.admin('POST', path, { provider: 'ollama', name: 'llama3.2:1b' })).json.id).toBe(id);
  // As often as it is looked at, since not each of them is stored; each in two pieces.
  const tellAndLook = () => {
    response.write('{"status":"pulling b","digest":"sha256:b",');
    response.write('"total":500,"completed":500}\n');
    return newest();
  };
  await expect
    .poll(tellAndLook)
    .toMatchObject({ id, state: 'running', step: 'pulling b', completed_bytes: 750, total_bytes: 1500 });
  models.push({ ...models[0]!, name: 'llama3.2:1b' });
  response.end(`${JSON.stringify({ status: 'success' })}\n`);
  await expect.poll(newest).toMatchObject({ id, state: 'completed', step: 'success', error: null });
  expect(asked).toEqual([{ method: 'POST', path: '/api/pull', body: { model: 'llama3.2:1b', stream: true } }]);
});

it('says of a model that is not there that it is not, and does not ask again', async () => {
  const { id, response } = await pull('nothing:1b');
  response.end(`${JSON.stringify({ error: 'pull model manifest: file does not exist' })}\n`);
  await expect.poll(newest).toMatchObject({
    id,
    state: 'failed',
    error: 'There is no model nothing:1b to download: pull model manifest: file does not exist',
  });
});

it('ends a download whose job is cancelled, and lets go of its connection', async () => {
  const { id, tell, response } = await pull('big:70b');
  tell({ status: 'pulling a', digest: 'sha256:a', total: 9, completed: 1 });
  const closed = new Promise((resolve) => response.once('close', resolve));
  expect((await service.admin('POST', `/v1/admin/jobs/${id}/cancel`)).status).toBe(200);
  await closed;
  await expect.poll(async () => (await newest()).state).not.toBe('running');
});

it('deletes a model, and says which is not there', async () => {
  const gone = await service.admin('DELETE', `${path}?provider=ollama&name=llama3.2:1b`);
  expect([gone.status, gone.json]).toMatchObject([200, { success: true }]);
  expect(models.map(({ name }) => name)).toEqual(['qwen3:8b']);
  const again = await service.admin('DELETE', `${path}?provider=ollama&name=llama3.2:1b`);
  expect([again.status, again.text]).toEqual([404, expect.stringContaining('llama3.2:1b')]);
  const unknown = await service.admin('POST', path, { provider: 'openai', name: 'x' });
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('there are: ollama')]);
  expect((await service.admin('POST', path, { provider: 'ollama', name: '../x y' })).status).toBe(400);
});

it('shows and changes nothing for those who manage one workspace only', async () => {
  const { id } = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Here' })).json;
  const local = await join(service, { email: 'local@example.com', role: 'admin', workspaceId: id });
  expect((await local.call('GET', path)).status).toBe(403);
  expect((await local.call('POST', path, { provider: 'ollama', name: 'x' })).status).toBe(403);
});
