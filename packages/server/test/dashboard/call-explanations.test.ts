import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, claim, join } from '../accounts/browser.ts';
import { adminKey, apiKey, startTestService, type TestReply, type TestService } from '../test-service.ts';
import { UpstreamServer } from '../upstream-server.ts';

/* What a call's page tells of an error and of the steps within the call. */

const vendorKey = 'sk-vendor-key-that-nobody-sees';
let upstream: UpstreamServer;
let service: TestService;
let viewer: Browser;
beforeAll(async () => {
  upstream = await UpstreamServer.start();
  service = await startTestService({
    env: { PARLEY_MODEL: 'reader', OPENAI_BASE_URL: `${upstream.url}/v1`, OPENAI_API_KEY: vendorKey },
  });
  await claim(service, adminKey);
  const workspaceId = (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id;
  viewer = await join(service, { email: 'vera@example.com', role: 'viewer', workspaceId });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
});

const head = { authorization: `Bearer ${apiKey}` };
const send = (body: object) => service.call('POST', '/v1/answer', body, head);
const pathOf = (reply: TestReply) => `/v1/admin/calls/${reply.headers.get('x-request-id')}`;
const callOf = async (reply: TestReply) => (await service.admin('GET', pathOf(reply))).json.calls[0];

it('tells what the caller was told and what the vendor said, without keys, and the latter to admins alone', async () => {
  const said = `Your account is on hold, see ${vendorKey}`;
  upstream.answer = () => ({ status: 401, pieces: [JSON.stringify({ error: { message: said } })] });
  const reply = await send({ query: 'Who?', model: 'openai/held' });
  expect(reply.status).toBe(502);
  const call = await callOf(reply);
  expect(call).toMatchObject({ error_code: 'upstream_unauthorized', error_message: reply.json.message });
  expect(call.vendor_message).toMatch(/401: .*Your account is on hold/);
  expect(call.rounds.at(-1).error_message).toContain('Your account is on hold');
  expect(JSON.stringify(call)).not.toContain(vendorKey);
  const seen = (await viewer.call('GET', pathOf(reply))).json.calls[0];
  expect(seen).toMatchObject({ error_message: reply.json.message, vendor_message: null });
  expect(JSON.stringify(seen)).not.toContain('on hold');
  const listed = (await service.admin('GET', '/v1/admin/calls?limit=1')).json.data[0];
  expect(JSON.stringify(listed)).not.toContain('on hold');
});

it('shows the retrieval with the places of its passages, and none where nothing was read', async () => {
  const context = 'The lamp in the hall is green.';
  const reply = await send({ query: 'Which colour has the lamp?', context });
  expect(reply.status).toBe(200);
  const { steps, duration_ms: whole } = await callOf(reply);
  expect(steps).toMatchObject([{ kind: 'retrieval', name: 'files', error: null }]);
  expect(steps[0].passages[0]).toMatchObject({ file_id: null, start: 0, end: context.length });
  expect(steps[0].started_ms + steps[0].duration_ms).toBeLessThanOrEqual(whole + 1);
  const plain = await callOf(await send({ query: 'What is 2 plus 2?' }));
  expect(plain).toMatchObject({ error_message: null, vendor_message: null, steps: [] });
});

it('shows each way in which an object was asked for, and which of them met the schema', async () => {
  const texts = ['no object at all', '{"name": "Ana"}'];
  upstream.answer = (_, index) => {
    const choices = [{ index: 0, message: { role: 'assistant', content: texts[index % 2] }, finish_reason: 'stop' }];
    const chunk = {
      id: 'c',
      object: 'chat.completion.chunk',
      choices: [{ ...choices[0], delta: choices[0]?.message }],
    };
    return {
      headers: { 'content-type': 'text/event-stream' },
      pieces: [`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`],
    };
  };
  upstream.requests.length = 0;
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const reply = await send({ query: 'Who?', model: 'openai/shaped', response_format: schema });
  expect(reply.json.data).toEqual({ name: 'Ana' });
  const { steps } = await callOf(reply);
  expect(steps.map(({ kind, error }: { kind: string; error: string | null }) => [kind, error])).toEqual([
    ['schema', 'schema_not_met'],
    ['schema', null],
  ]);
  expect(steps[1].started_ms).toBeGreaterThanOrEqual(steps[0].started_ms);
});

it('shows of an upload how long storing and reading took, and how they ended', async () => {
  const upload = async (name: string, text: string): Promise<Response> => {
    const form = new FormData();
    form.set('wait_ms', '30000');
    form.set('file', new File([text], name));
    return fetch(`${service.url}/v1/files/upload`, { method: 'POST', headers: head, body: form });
  };
  const stepsOf = async ({ headers }: Response) =>
    (await service.admin('GET', `/v1/admin/calls/${headers.get('x-request-id')}`)).json.calls[0].steps.map(
      ({ kind, name, error }: Record<string, unknown>) => [kind, name, error],
    );
  const whole = await upload('note.txt', 'The lamp is green.');
  expect(await stepsOf(whole)).toEqual([
    ['run', 'store', null],
    ['run', 'read', null],
  ]);
  const broken = await upload('broken.pdf', '%PDF-1.7 and nothing more');
  expect(await stepsOf(broken)).toEqual([
    ['run', 'store', null],
    ['run', 'read', JSON.parse(await broken.text()).code],
  ]);
});

it('sums by the users and tags of calls, a call with two tags for each of them and once in the total', async () => {
  await send({ query: 'What is 2 plus 2?', user_id: 'ann', tags: ['night', 'eu'] });
  await send({ query: 'What is 2 plus 2?', user_id: 'bob', tags: ['eu'] });
  const series = async (query: string) => (await service.admin('GET', `/v1/admin/usage/series?${query}`)).json;
  const counts = ({ groups }: { groups: { group: string | null; total: { requests: number } }[] }) =>
    Object.fromEntries(groups.map(({ group, total }) => [String(group), total.requests]));
  const byUser = await series('group_by=user');
  expect(counts(byUser)).toMatchObject({ ann: 1, bob: 1 });
  const byTag = await series('group_by=tag&interval=hour');
  expect(counts(byTag)).toMatchObject({ eu: 2, night: 1 });
  expect(byTag.total.requests).toBe(byUser.total.requests);
  expect((await series('tag=eu')).total.requests).toBe(2);
  expect((await series('user_id=ann&interval=day')).total.requests).toBe(1);
  const failed = await series('status=failed&group_by=model');
  expect([failed.total.requests, counts(failed)]).toEqual([1, { 'openai/held': 1 }]);
  expect((await series('slower_than_ms=600000')).total.requests).toBe(0);
});
