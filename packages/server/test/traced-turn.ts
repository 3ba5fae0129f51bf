import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FakeVendor } from './fake-vendor.ts';
import { startJsonServer } from './json-server.ts';
import { apiKey, startTestService, type TestService } from './test-service.ts';
import { uploadFile } from './upload-file.ts';

/** A span in OTLP's JSON. */
export interface SentSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** Nanoseconds since 1970, in digits. */
  startTimeUnixNano: string;
  status?: { code?: number };
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Stands in the question, the file, what the tool finds and the answer. */
export const planted = {
  canary: `canary-${randomUUID()}`,
  personal: ['ann.okafor@example.org', 'DE89 3704 0044 0532 0130 00', '4111 1111 1111 1111'],
  secret: 'sk-proj-Xq7pV0b2mT9sL4dK8rW3nZ6cJ1yH5gF0aQ2eU7iO',
};
const everything = [planted.canary, ...planted.personal, planted.secret].join(' and ');

const shop = (url: string) => ({
  id: 'shop',
  name: 'Shop',
  description: 'A shop.',
  base_url: url,
  auth: { method: 'API_KEY', headers: { authorization: 'Bearer {{connection.api_key}}' } },
  features: [
    {
      name: 'FIND',
      description: 'Finds things of the shop.',
      input_schema: { type: 'object', properties: { item: { type: 'string' } }, additionalProperties: false },
      request: { method: 'GET', path: '/find' },
    },
  ],
});

const completion = (message: object, reason: string) => ({
  body: {
    id: 'c',
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: reason }],
    usage: { prompt_tokens: 50, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 20 } },
  },
});

export type TracedTurn = Awaited<ReturnType<typeof startTracedTurn>>;

/** One turn of an agent with a file and a tool of ours, whose first engine fails; planted texts stand wherever a text can. */
export async function startTracedTurn() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-traces-'));
  const broken = await startJsonServer(() => ({ status: 500, body: { error: { message: `no ${everything}` } } }));
  const engine = await startJsonServer(({ body }) => {
    const isAnswered = body.messages?.some((message: { role: string }) => message.role === 'tool');
    const call = { id: 'call_1', type: 'function', function: { name: 'shop__FIND', arguments: '{"item":"tea"}' } };
    return isAnswered
      ? completion({ content: `There is tea, and ${everything}.` }, 'stop')
      : completion({ tool_calls: [call] }, 'tool_calls');
  });
  const third = await new FakeVendor().start();
  third.answer(() => ({ body: { found: `tea, ${everything}` } }));
  mkdirSync(join(folder, 'integrations'));
  writeFileSync(join(folder, 'integrations/shop.json'), JSON.stringify(shop(third.url)));
  writeFileSync(
    join(folder, 'parley.config.json'),
    JSON.stringify({
      providers: {
        first: { base_url: broken.url, api_key: 'k' },
        second: { base_url: engine.url, api_key: 'k' },
      },
      models: [{ id: 'desk', engine: 'first/m', fallbacks: ['second/m'] }],
    }),
  );
  return {
    /** What the engine that answers was sent. */
    engineCalls: engine.calls,
    startService: (env: Record<string, string>) =>
      startTestService({
        env: {
          PARLEY_CONFIG: join(folder, 'parley.config.json'),
          INTEGRATIONS_DIR: join(folder, 'integrations'),
          ALLOW_PRIVATE_ADDRESSES: `127.0.0.1:${third.port}`,
          ...env,
        },
      }),
    async ask(service: TestService, headers: Record<string, string> = {}): Promise<void> {
      const { json } = await uploadFile(service, 'stock.md', `# Stock\n\nThere are 40 boxes of tea. ${everything}`);
      await service.call('POST', '/v1/integrations/shop/connect', { user_id: 'ann', api_key: 'k' });
      const reply = await service.call(
        'POST',
        '/v1/agent',
        {
          model: 'desk',
          messages: [{ role: 'user', content: `Is there tea? ${everything}` }],
          integrations: [{ id: 'shop' }],
          user_id: 'ann',
          execute: true,
          file_ids: [json.file_id],
        },
        { authorization: `Bearer ${apiKey}`, ...headers },
      );
      expect(reply.text).toContain('There is tea');
    },
    async close(): Promise<void> {
      await Promise.all([broken.close(), engine.close(), third.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** What a span says, by the names of its attributes. */
export const factsOf = ({ attributes }: SentSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The spans of batches in OTLP's JSON. */
export const spansIn = (batches: readonly Batch[]): SentSpan[] =>
  batches.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );

interface Batch {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
}
