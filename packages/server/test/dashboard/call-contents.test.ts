import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Browser, claim, join } from '../accounts/browser.ts';
import { adminKey, apiKey, startTestService, type TestReply, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

const secret = 'canary-secret-value';
let service: TestService;
let viewer: Browser;
let owner: Browser;
let local: Browser;
beforeAll(async () => {
  service = await startTestService({ env: { CALL_CONTENTS: 'keep' } });
  owner = await claim(service, adminKey);
  const workspaceId = (await service.admin('GET', '/v1/admin/workspaces')).json.data[0].id;
  viewer = await join(service, { email: 'vera@example.com', role: 'viewer', workspaceId });
  local = await join(service, { email: 'local@example.com', role: 'admin', workspaceId });
});
afterAll(() => service.close());

const send = (path: string, body: unknown, more: Record<string, string> = {}) =>
  service.call('POST', path, body, { authorization: `Bearer ${apiKey}`, ...more });
const callOf = async (reply: Pick<TestReply, 'headers'>, by: { call: Browser['call'] } | null = null) => {
  const path = `/v1/admin/calls/${reply.headers.get('x-request-id')}`;
  return (await (by ? by.call('GET', path) : service.admin('GET', path))).json;
};

it('shows admins what a call asked and was answered, streamed, refused and with no body alike', async () => {
  const context = 'The lamp in the hall is green.';
  const plain = await send('/v1/answer', { query: 'Which colour has the lamp?', context });
  const { contents, contents_kept: kept } = await callOf(plain);
  expect(kept).toBe(true);
  expect(JSON.parse(contents.request)).toMatchObject({ query: 'Which colour has the lamp?', context });
  expect(JSON.parse(contents.reply)).toEqual(plain.json);
  expect(contents.truncated).toBe(false);
  expect(Date.parse(contents.expires_at) - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);

  const streamed = await send('/v1/answer', { query: 'Which colour has the lamp?', context, stream: true });
  expect((await callOf(streamed)).contents.reply).toBe(streamed.text);
  const refused = await send('/v1/answer', { query: ' ' });
  expect((await callOf(refused)).contents.reply).toBe(refused.text);
  const headers = { authorization: `Bearer ${apiKey}`, 'x-request-id': 'an-upload' };
  const uploaded = await uploadFile(service, 'people.csv', 'name,age\nann,3\n', {}, headers);
  expect(uploaded.status).toBe(200);
  const form = (await service.admin('GET', '/v1/admin/calls/an-upload')).json.contents;
  expect([form.request, JSON.parse(form.reply).filename]).toEqual([null, 'people.csv']);
});

it('shows them to nobody who is no admin, and writes down who looked', async () => {
  const reply = await send('/v1/answer', { query: 'Who may read this?', context: 'Admins may read this.' });
  expect(await callOf(reply, viewer)).toMatchObject({ contents: null, contents_kept: true });
  expect((await callOf(reply, local)).contents.request).toContain('Who may read this?');
  expect((await callOf(reply, owner)).contents.request).toContain('Who may read this?');
  const { data } = (await service.admin('GET', '/v1/admin/audit?action=call.read')).json;
  const looked = data.filter(({ target }: { target: string }) => target === reply.headers.get('x-request-id'));
  expect(looked).toHaveLength(2);
});

it('keeps no keys, passwords and signed addresses of requests and replies', async () => {
  const connected = await send('/v1/integrations/github/connect', { user_id: 'ann', api_key: secret });
  expect((await callOf(connected)).contents).toBeNull();
  const other = `parley_abcdefgh_${'x'.repeat(38)}`;
  const body = {
    query: `Is ${apiKey} or ${other} a key?`,
    context: JSON.stringify({ password: secret, note: 'a note' }),
    api_key: secret,
  };
  const { contents } = await callOf(await send('/v1/answer', body));
  for (const word of [secret, apiKey, other]) expect(`${contents.request}${contents.reply}`).not.toContain(word);
  expect(contents.request).toContain('a note');
  const drawn = await send('/v1/generate-image', { prompt: 'a red circle', aspect_ratio: '1:1' });
  const picture = (await callOf(drawn)).contents;
  const token = new URL(drawn.json.image_url).searchParams.get('token') ?? '';
  expect(token.length).toBeGreaterThan(20);
  expect(picture.reply).not.toContain(token);
  expect(picture.reply).not.toContain(drawn.json.image_base64.slice(0, 200));
});

it('keeps so much of each side and says that it is not the whole', async () => {
  const reply = await send('/v1/answer', { query: 'Which word?', context: 'so many words '.repeat(20_000) });
  const { contents } = await callOf(reply);
  expect([contents.request.length, contents.truncated]).toEqual([64 * 1024, true]);
});

it('forgets what concerns an end user with that user, whichever way the call named them', async () => {
  const named = [
    await send('/v1/integrations/hacker_news/execute', { user_id: 'ann', feature_name: 'none', inputs: {} }),
    await send('/v1/chat/completions', { model: 'small-2', user: 'ann', messages: [{ role: 'user', content: 'Hi' }] }),
  ];
  const other = await send('/v1/answer', { query: 'Which?', context: 'The blue one.', user_id: 'bob' });
  for (const reply of named) expect((await callOf(reply)).contents.request).toContain('ann');
  expect((await service.call('DELETE', '/v1/integrations/users/ann')).status).toBe(200);
  for (const reply of named) expect((await callOf(reply)).contents).toBeNull();
  expect((await callOf(other)).contents).not.toBeNull();
});

it('keeps nothing unless the operator asks for it', async () => {
  const quiet = await startTestService();
  const reply = await quiet.call('POST', '/v1/answer', { query: 'Which?', context: 'The blue one.' });
  const { contents, contents_kept: kept } = (
    await quiet.admin('GET', `/v1/admin/calls/${reply.headers.get('x-request-id')}`)
  ).json;
  await quiet.close();
  expect([contents, kept]).toEqual([null, false]);
});

it('is switched on and off in the settings, for all calls or for some keys, with personal data masked', async () => {
  const change = (retention: object) => service.admin('PATCH', '/v1/admin/settings', { retention });
  const ask = (key: string) =>
    service.call(
      'POST',
      '/v1/answer',
      { query: 'Who is ada@example.com?', context: 'Ada.' },
      { authorization: `Bearer ${key}` },
    );
  const other = (await service.admin('POST', '/v1/admin/keys', { name: 'Kept' })).json;
  expect(
    (await change({ contents: 'keys', contents_keys: [other.id], contents_masked: true })).json.retention,
  ).toMatchObject({
    contents: 'keys',
    contents_keys: [other.id],
    contents_masked: true,
  });
  expect((await callOf(await ask(apiKey))).contents).toBeNull();
  const { contents } = await callOf(await ask(other.key));
  expect(contents.request).toContain('Who is [EMAIL]?');
  // What is kept is JSON as it came, and an escape hides nothing.
  const hidden =
    '{"query":"Who is \\u0061da@example.com?","context":"\\"+49\\u0020171 2345678\\" is Ada\\u2019s \\/ phone","stream":true}';
  const head = { authorization: `Bearer ${other.key}`, 'content-type': 'application/json' };
  const streamed = await fetch(`${service.url}/v1/answer`, { method: 'POST', headers: head, body: hidden });
  await streamed.text();
  const masked = (await callOf({ headers: streamed.headers })).contents;
  expect(JSON.parse(masked.request)).toMatchObject({
    query: 'Who is [EMAIL]?',
    context: '"[PHONE]" is [NAME]’s / phone',
  });
  expect(masked.reply).not.toMatch(/2345678|ada@example/);
  for (const line of masked.reply.matchAll(/^data: (\{.*)$/gm)) expect(() => JSON.parse(line[1])).not.toThrow();
  await change({ contents: 'none' });
  expect(await callOf(await ask(other.key))).toMatchObject({ contents: null, contents_kept: false });
  await change({ contents: 'all', contents_masked: false });
  expect((await callOf(await ask(apiKey))).contents.request).toContain('ada@example.com');
});
