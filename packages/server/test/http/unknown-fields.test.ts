import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, eventsIn, startTestService, type TestService } from '../test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const told = 'file_id is not known and was ignored; did you mean file_ids?';
const asked = { query: 'What is 2+2?', file_id: 'f_1' };
const authorization = `Bearer ${apiKey}`;

describe('a field that no endpoint knows', () => {
  it('is told in the reply and a header', async () => {
    const reply = await service.call('POST', '/v1/answer', asked);
    expect([reply.status, reply.json.warnings, reply.headers.get('x-parley-warnings')]).toEqual([200, [told], told]);
    const plain = await service.call('POST', '/v1/answer', { query: 'What is 2+2?' });
    expect([plain.json.warnings, plain.headers.get('x-parley-warnings')]).toEqual([undefined, null]);
  });

  it('is told at the end of a stream, and to those who repeat a call', async () => {
    const { text, headers } = await service.call('POST', '/v1/answer', { ...asked, stream: true });
    expect(headers.get('x-parley-warnings')).toBe(told);
    expect(eventsIn(text).at(-1)).toMatchObject({ done: true, warnings: [told] });
    const once = { authorization, 'idempotency-key': 'unknown-fields' };
    for (const _ of [1, 2]) {
      expect((await service.call('POST', '/v1/answer', asked, once)).json.warnings).toEqual([told]);
    }
  });

  it('leaves the last line of older streams as it is', async () => {
    const body = {
      model: 'small-1',
      messages: [{ role: 'user', content: 'What is 2+2?', file_id: 'f_1' }],
      stream: true,
    };
    const { text, headers } = await service.call('POST', '/v1/chat-completion', body);
    expect(headers.get('x-parley-warnings')).toContain('messages[0].file_id');
    expect(text.trimEnd().endsWith('data: {"content":"[DONE]"}')).toBe(true);
  });

  it('is kept out of headers where it is none of their letters', async () => {
    const { headers } = await service.call('POST', '/v1/answer', { query: 'What is 2+2?', 'größe\r\nx: 1': 1 });
    expect(headers.get('x-parley-warnings')).toBe('gr??e??x: 1 is not known and was ignored');
  });

  it('is refused by name with the header, and for a key that says so', async () => {
    const strict = await service.call('POST', '/v1/answer', asked, { authorization, 'x-parley-strict': 'true' });
    expect(strict).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    expect(strict.json.message).toBe('file_id is not known; did you mean file_ids?');
    const { json: key } = await service.admin('POST', '/v1/admin/keys', { strict: true });
    expect(key.strict).toBe(true);
    const headers = { authorization: `Bearer ${key.key}` };
    expect((await service.call('POST', '/v1/answer', asked, headers)).status).toBe(400);
    expect((await service.call('POST', '/v1/answer', { query: 'What is 2+2?' }, headers)).status).toBe(200);
    await service.admin('PATCH', `/v1/admin/keys/${key.id}`, { strict: null });
    expect((await service.call('POST', '/v1/answer', asked, headers)).status).toBe(200);
  });
});
