import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startTestService, type TestReply, type TestService } from '../../test-service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const ours = { authorization: `Bearer ${apiKey}` };
const theirs = { ...ours, 'user-agent': 'OpenAI/JS 7.57.0' };
const upload = async (fields: Record<string, string>, text: string | null = 'The code word is heron.') => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (text !== null) form.append('file', new Blob([text]), 'notes.txt');
  const reply = await fetch(`${test.url}/v1/files`, { method: 'POST', body: form, headers: ours });
  const json: TestReply['json'] = await reply.json();
  return { status: reply.status, json };
};

describe('POST /v1/files', () => {
  it("takes OpenAI's form, and the file is the same as any other", async () => {
    const { status, json } = await upload({ purpose: 'assistants' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      object: 'file',
      bytes: 23,
      filename: 'notes.txt',
      purpose: 'assistants',
      status: 'processed',
      expires_at: null,
    });
    expect(Math.abs(json.created_at - Date.now() / 1000)).toBeLessThan(60);
    const own = await test.call('GET', `/v1/files/${json.id}`, undefined, ours);
    expect(own.json).toMatchObject({ success: true, file_id: json.id, status: 'ready', kind: 'document' });
    expect(typeof own.json.created_at).toBe('string');
  });

  it("gives OpenAI's libraries their own shape of a file, a list and a deletion, and their errors", async () => {
    const first = (await upload({ purpose: 'user_data', 'expires_after[seconds]': '3600' })).json;
    const second = (await upload({ purpose: 'user_data' })).json;
    expect(first.expires_at - first.created_at).toBeGreaterThan(3500);
    const get = await test.call('GET', `/v1/files/${first.id}`, undefined, theirs);
    expect(get.json).toMatchObject({ object: 'file', status: 'processed', bytes: 23 });
    const list = await test.call('GET', '/v1/files?limit=1', undefined, theirs);
    expect(list.json).toMatchObject({ object: 'list', has_more: true, last_id: second.id });
    const rest = await test.call('GET', `/v1/files?after=${second.id}&limit=1`, undefined, theirs);
    expect(rest.json.data[0]).toMatchObject({ id: first.id });
    const gone = await test.call('DELETE', `/v1/files/${first.id}`, undefined, theirs);
    expect(gone.json).toEqual({ id: first.id, object: 'file', deleted: true });
    const missing = await test.call('GET', `/v1/files/${first.id}`, undefined, theirs);
    expect([missing.status, missing.json.error.code]).toEqual([404, 'file_not_found']);
    const wrong = { ...theirs, authorization: 'Bearer wrong-wrong-wrong' };
    expect((await test.call('GET', '/v1/files', undefined, wrong)).status).toBe(401);
    const plain = await test.call('GET', '/v1/files', undefined, ours);
    expect(plain.json).toMatchObject({ success: true, has_more: false, next: null });
  });

  it.each([
    ['purpose', { purpose: 'fine-tune' }, 'x'],
    ['purpose', {}, 'x'],
    ['expires_after[seconds]', { purpose: 'user_data', 'expires_after[seconds]': '5' }, 'x'],
    ['file', { purpose: 'user_data' }, null],
  ])('names %s when it cannot be used, and keeps nothing', async (param, fields, text) => {
    const before = (await test.call('GET', '/v1/files', undefined, ours)).json.data.length;
    const { status, json } = await upload(fields as Record<string, string>, text);
    expect([status, json.error.param]).toEqual([400, param]);
    expect((await test.call('GET', '/v1/files', undefined, ours)).json.data).toHaveLength(before);
  });
});
