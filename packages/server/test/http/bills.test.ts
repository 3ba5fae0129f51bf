import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import { FakeClock } from '../fake-clock.ts';
import { finish } from '../scripted-language-model.ts';
import { routerOf, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';
import { jsonHeaders, type ScriptedAnswer, streamHeaders, toEventText, UpstreamServer } from '../upstream-server.ts';

// US dollars per million tokens, so that a token costs 0.001, 0.0001, 0.00125 and 0.005.
const prices = { input: 1000, cached_input: 100, cache_write: 1250, output: 5000 };
const counted = { input_tokens: 5, cache_read_input_tokens: 6289, cache_creation_input_tokens: 300, output_tokens: 9 };

const begin = { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], usage: counted } };
const whole = {
  type: 'message',
  role: 'assistant',
  stop_reason: 'end_turn',
  content: [{ type: 'text', text: 'Four.' }],
  usage: counted,
};
const streamed = [
  begin,
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Four.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];
const cutAfter = (events: object[]): ScriptedAnswer => ({
  headers: streamHeaders,
  pieces: toEventText(events, { named: true }),
  afterwards: 'reset',
});

let upstream: UpstreamServer;
let parley: TestService;
let folder: string;

beforeAll(async () => {
  upstream = await UpstreamServer.start();
  folder = mkdtempSync(join(tmpdir(), 'parley-bills-'));
  const config = join(folder, 'parley.config.json');
  const anthropic = { base_url: upstream.url, api_key: 'k', upstream_prices: { '*': prices } };
  writeFileSync(config, JSON.stringify({ providers: { anthropic } }));
  parley = await startTestService({ env: { PARLEY_MODEL: 'anthropic/m', PARLEY_CONFIG: config } });
});
afterAll(async () => {
  await parley.close();
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

function answerWell(): void {
  upstream.answer = ({ body }) =>
    body.stream
      ? { headers: streamHeaders, pieces: toEventText(streamed, { named: true }) }
      : { headers: jsonHeaders, pieces: [JSON.stringify(whole)] };
}

const recordOf = async (headers: Headers, of = parley) => {
  const { json } = await of.admin('GET', `/v1/admin/usage/records?request_id=${headers.get('x-request-id')}`);
  expect(json.data).toHaveLength(1);
  return json.data[0];
};
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const keyWith = async (settings: object, of = parley): Promise<string> =>
  (await of.admin('POST', '/v1/admin/keys', settings)).json.key;

describe('what a vendor counted', () => {
  it('is in input_tokens with all of the cache, and each part has its price', async () => {
    answerWell();
    const costUsd = 5 * 0.001 + 6289 * 0.0001 + 300 * 0.00125 + 9 * 0.005;
    for (const stream of [false, true]) {
      const reply = await parley.call('POST', '/v1/answer', { query: 'What is 2+2?', stream });
      expect(reply.status).toBe(200);
      expect(await recordOf(reply.headers)).toMatchObject({
        input_tokens: 6594,
        cached_tokens: 6289,
        cache_write_tokens: 300,
        output_tokens: 9,
        cost_usd: expect.closeTo(costUsd, 9),
        upstream_cost_usd: expect.closeTo(costUsd, 9),
      });
      if (!stream) expect(reply.json.usage).toMatchObject({ input_tokens: 6594, output_tokens: 9 });
    }
  });

  it("keeps Anthropic's own meaning on /v1/messages, where input_tokens leaves the cache out", async () => {
    answerWell();
    const messages = [{ role: 'user', content: 'What is 2+2?' }];
    const { json } = await parley.call('POST', '/v1/messages', { model: 'small-1', max_tokens: 50, messages });
    expect(json.usage).toMatchObject(counted);
  });

  it('is charged for a reply that is cut before its first word, and for each time it was tried', async () => {
    upstream.answer = () => cutAfter([begin]);
    const before = upstream.requests.length;
    const reply = await parley.call('POST', '/v1/answer', { query: 'Go', stream: true });
    const tries = upstream.requests.length - before;
    expect(reply.status).toBe(502);
    expect(tries).toBeGreaterThan(1);
    const record = await recordOf(reply.headers);
    expect(record).toMatchObject({ status: 502, input_tokens: 6594 * tries, cached_tokens: 6289 * tries });
    expect(record.cost_usd).toBeGreaterThan(1 * tries);
  });

  it('is charged for a tool call that is cut in the middle', async () => {
    const piece = '{"text":"one two three four five six seven eight nine ten"';
    const start = { type: 'tool_use', id: 'toolu_1', name: 'note', input: {} };
    upstream.answer = () =>
      cutAfter([
        begin,
        { type: 'content_block_start', index: 0, content_block: start },
        { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: piece } },
      ]);
    const reply = await parley.call('POST', '/v1/agent', {
      messages: [{ role: 'user', content: 'Note it' }],
      tools: [{ name: 'note', description: 'Notes', input_schema: { type: 'object' } }],
      stream: true,
    });
    expect(reply.text).toContain('upstream_cut');
    expect((await recordOf(reply.headers)).output_tokens).toBeGreaterThan(12);
  });
});

describe('what is held', () => {
  it('is what goes out of a long file, not the file', async () => {
    answerWell();
    const paragraph = (index: number) =>
      `Paragraph ${index} tells of the harbour of Port ${index} and its old mills.\n\n`;
    const text = Array.from({ length: 20_000 }, (_, index) => paragraph(index)).join('');
    const { file_id } = (await uploadFile(parley, 'long.txt', text, {}, bearer('test-key-0123456789'))).json;
    // The whole is over 300,000 tokens; what fits into the model's context is less than 130,000.
    const key = await keyWith({ budget_usd: 200, budget_period: 'total' });
    const body = { query: 'What does paragraph 77 tell?', file_ids: [file_id], max_tokens: 50 };
    expect((await parley.call('POST', '/v1/answer', body, bearer(key))).status).toBe(200);
  });

  it("is what the vendor's rule makes of an image, not the length of its bytes", async () => {
    answerWell();
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), randomBytes(3_000_000)]);
    png.writeUInt32BE(1000, 16);
    png.writeUInt32BE(1000, 20);
    // 1000 × 1000 / 750 = 1,334 tokens: $1.334 and a little.
    const source = { type: 'base64', media_type: 'image/png', data: png.toString('base64') };
    const messages = [{ role: 'user', content: [{ type: 'image', source }] }];
    const ask = async (budget: number) => {
      const key = await keyWith({ budget_usd: budget, budget_period: 'total' });
      return parley.call(
        'POST',
        '/v1/messages',
        { model: 'anthropic/claude-4', max_tokens: 50, messages },
        bearer(key),
      );
    };
    expect((await ask(1.4)).status).toBe(402);
    expect((await ask(1.7)).status).toBe(200);
  });

  it('follows the output limit that goes to the vendor when the caller names none', async () => {
    answerWell();
    const key = await keyWith({ budget_usd: 50, budget_period: 'total' });
    // 16,000 tokens are asked for: $80.
    const refused = await parley.call('POST', '/v1/answer', { query: 'Go' }, bearer(key));
    expect(refused.status).toBe(402);
    expect(refused.json.message).toMatch(/\$50\.00 in all.* \$0\.00 is spent, \$0\.00 is held .* may need \$80\.\d\d/);
    expect((await parley.call('POST', '/v1/answer', { query: 'Go', max_tokens: 100 }, bearer(key))).status).toBe(200);
    expect(upstream.requests.at(-1)?.body.max_tokens).toBe(100);
  });

  it.each([true, false])(
    'grows with a reply that nobody limits, which ends where the budget ends (stream: %s)',
    async (stream) => {
      let words = 0;
      const endless: LanguageModel = {
        id: 'endless',
        embedded: false,
        async *stream(prompt) {
          expect(prompt.isStreamed).not.toBe(false);
          for (; words < 100_000; words += 10)
            yield { type: 'text-delta', text: ' word word word word word word word word word word' };
          yield finish();
        },
      };
      const own = await startTestService({ replacements: { models: routerOf(endless) } });
      // 4,096 output tokens, which are held at first, are $40.96 here: the budget pays for about 20,000.
      const key = await keyWith({ budget_usd: 200, budget_period: 'total' }, own);
      const body = { model: 'small-1', messages: [{ role: 'user', content: 'Go on for ever' }], stream };
      const reply = await own.call('POST', '/v1/chat/completions', body, bearer(key));
      expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"finish_reason":"length"')]);
      const { cost_usd } = await recordOf(reply.headers, own);
      expect(cost_usd).toBeGreaterThan(150);
      expect(cost_usd).toBeLessThan(201);
      expect(words).toBeLessThan(25_000);
      const after = await own.call('POST', '/v1/answer', { query: 'And now?' }, bearer(key));
      expect(after.status).toBe(402);
      await own.close();
    },
  );

  it('is bounded for a single call, too: what would need more is refused, and a reply that nobody limits ends there', async () => {
    answerWell();
    const key = await keyWith({ limits: { max_call_usd: 50 } });
    const refused = await parley.call('POST', '/v1/answer', { query: 'Go' }, bearer(key));
    expect([refused.status, refused.json.error]).toEqual([402, 'This call would cost too much']);
    expect(refused.json.message).toContain('may cost at most $50');
    for (let call = 0; call < 3; call++) {
      expect((await parley.call('POST', '/v1/answer', { query: 'Go', max_tokens: 100 }, bearer(key))).status).toBe(200);
    }
    let words = 0;
    const endless: LanguageModel = {
      id: 'endless',
      embedded: false,
      async *stream() {
        for (; words < 100_000; words += 10)
          yield { type: 'text-delta', text: ' word word word word word word word word word word' };
        yield finish();
      },
    };
    const own = await startTestService({ replacements: { models: routerOf(endless) } });
    const limited = await keyWith({ limits: { max_call_usd: 200 } }, own);
    const body = { model: 'small-1', messages: [{ role: 'user', content: 'Go on for ever' }] };
    for (let call = 0; call < 2; call++) {
      words = 0;
      const reply = await own.call('POST', '/v1/chat/completions', body, bearer(limited));
      expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('"finish_reason":"length"')]);
      expect((await recordOf(reply.headers, own)).cost_usd).toBeLessThan(201);
    }
    await own.close();
  });

  it('stays held for as long as its call runs, and budget messages show it', async () => {
    const clock = new FakeClock();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: LanguageModel = {
      id: 'slow',
      embedded: false,
      async *stream(prompt) {
        yield { type: 'text-delta', text: 'a' };
        if (JSON.stringify(prompt.messages).includes('wait')) await gate;
        yield finish();
      },
    };
    const own = await startTestService({ replacements: { clock, models: routerOf(slow) } });
    const key = await keyWith({ budget_usd: 1.5, budget_period: 'total' }, own);
    const ask = (query: string) => own.call('POST', '/v1/answer', { query, max_tokens: 100 }, bearer(key));
    const running = ask('wait');
    await expect.poll(async () => (await ask('Hi')).status).toBe(402);
    clock.advance(55 * 60_000);
    const refused = await ask('Hi');
    expect(refused.status).toBe(402);
    expect(refused.json.message).toMatch(/\$0\.00 is spent, \$1\.0\d is held .* may need \$1\.0/);
    release();
    expect((await running).status).toBe(200);
    expect((await ask('Hi')).status).toBe(200);
    await own.close();
  });
});

describe('what is charged', () => {
  const prompt = { messages: [{ role: 'user', content: 'What is 2+2?' }] };
  const list = async (of: TestService) => (await of.call('GET', '/v1/models/small-1', undefined, {})).json;

  it('is nothing for the embedded engine, whatever the list says, and no budget refuses it', async () => {
    const own = await startTestService();
    expect(await list(own)).toMatchObject({ pricing: { prompt: '0.001' }, charged: { prompt: '0', completion: '0' } });
    const key = await keyWith({ budget_usd: 0.01, budget_period: 'day' }, own);
    for (let call = 0; call < 3; call++) {
      const reply = await own.call('POST', '/v1/conversation', prompt, bearer(key));
      expect(reply.status).toBe(200);
      expect(await recordOf(reply.headers, own)).toMatchObject({ cost_usd: 0, upstream_cost_usd: 0 });
    }
    await own.close();
  });

  it("is the list's price with CHARGE=listed", async () => {
    const own = await startTestService({ env: { CHARGE: 'listed' } });
    expect(await list(own)).toMatchObject({ charged: { prompt: '0.001', completion: '0.005', request: '0' } });
    const reply = await own.call('POST', '/v1/conversation', { ...prompt, model: 'small-1' });
    const { input_tokens, output_tokens, cost_usd } = await recordOf(reply.headers, own);
    expect(cost_usd).toBeCloseTo(input_tokens * 0.001 + output_tokens * 0.005, 9);
    await own.close();
  });

  it('is what the vendor asks for a connected model, and the model list says so', async () => {
    expect(await list(parley)).toMatchObject({
      pricing: { prompt: '0.001', completion: '0.005' },
      charged: { prompt: '0.001', completion: '0.005', input_cache_read: '0.0001', input_cache_write: '0.00125' },
    });
  });
});
