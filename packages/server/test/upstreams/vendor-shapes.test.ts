import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsIn, startTestService, type TestService } from '../test-service.ts';
import { UpstreamServer } from '../upstream-server.ts';
import { anthropicShape, googleShape, type ShapedDeed, type VendorShape } from './vendor-shapes.ts';

const kinds = {
  anthropic: { overloaded: 'overloaded_error', limited: 'rate_limit_error', wrong: 'invalid_request_error' },
  google: { overloaded: 'UNAVAILABLE', limited: 'RESOURCE_EXHAUSTED', wrong: 'INVALID_ARGUMENT' },
};
const tool = {
  name: 'look',
  description: 'Looks.',
  input_schema: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
};

describe.each([anthropicShape, googleShape])('a vendor of the shape $provider that', (shape: VendorShape) => {
  const kind = kinds[shape.provider];
  let upstream: UpstreamServer;
  let parley: TestService;
  let folder: string;
  beforeAll(async () => {
    upstream = await UpstreamServer.start();
    folder = mkdtempSync(join(tmpdir(), 'parley-shapes-'));
    const config = join(folder, 'parley.config.json');
    const upstream_prices = { '*': { input: 10, cached_input: 1, output: 100 } };
    const provider = { base_url: upstream.url, api_key: 'k', upstream_prices };
    writeFileSync(config, JSON.stringify({ providers: { [shape.provider]: provider } }));
    parley = await startTestService({ env: { PARLEY_MODEL: `${shape.provider}/m`, PARLEY_CONFIG: config } });
  });
  afterAll(async () => {
    await parley.close();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Plays a script, the last deed for all further calls, and gives what a caller sees and what it cost. */
  async function play(
    deeds: ShapedDeed[],
    { path = '/v1/answer', ...body }: { path?: string; [field: string]: unknown } = {},
  ) {
    const before = upstream.requests.length;
    upstream.answer = (asked, index) => {
      const deed = deeds[Math.min(index - before, deeds.length - 1)];
      if (!deed) throw new Error('the script is empty');
      return deed(shape.wasStreamed(asked.path, asked.body));
    };
    const reply = await parley.call('POST', path, { query: 'Is it?', ...body });
    const usage = `/v1/admin/usage/records?request_id=${reply.headers.get('x-request-id')}`;
    const records = (await parley.admin('GET', usage)).json.data;
    expect(records).toHaveLength(1);
    return { ...reply, record: records[0], asked: upstream.requests.length - before };
  }
  const once = { input_tokens: 100, output_tokens: 10 };
  const costUsd = 100 * 10e-6 + 10 * 100e-6;

  it.each([false, true])('answers costs the same streamed and not (streamed: %s)', async (stream) => {
    const { status, record, asked } = await play([shape.says('Yes.')], { stream });
    expect([status, asked]).toEqual([200, 1]);
    expect(record).toMatchObject(once);
    expect(record.cost_usd).toBeCloseTo(costUsd, 9);
  });

  it('fails once is asked again, and costs what it answered', async () => {
    const { json, record, asked } = await play([shape.refuses(500, 'internal'), shape.says('Yes.')]);
    expect([json.answer, asked]).toEqual(['Yes.', 2]);
    expect(record.cost_usd).toBeCloseTo(costUsd, 9);
  });

  it('is overloaded always is given up after three times, for nothing', async () => {
    const status = shape.provider === 'anthropic' ? 529 : 503;
    const { json, record, asked } = await play([shape.refuses(status, kind.overloaded)]);
    expect([json.code, asked, record.cost_usd]).toEqual(['upstream_overloaded', 3, 0]);
  });

  it('limits the rate is told as that', async () => {
    const { status, json } = await play([shape.refuses(429, kind.limited)]);
    expect([status, json.code]).toEqual([429, 'upstream_rate_limited']);
  });

  it('refuses the request is not asked again', async () => {
    const { json, asked } = await play([shape.refuses(400, kind.wrong, 'nonsense')]);
    expect([json.code, asked]).toEqual(['request_refused', 1]);
  });

  it('reaches the limit says so', async () => {
    const { json } = await play([shape.says('Yes, be', 'length')]);
    expect([json.answer, json.finish_reason]).toEqual(['Yes, be', 'length']);
  });

  it.each([
    ['stopsShort', 'upstream_cut'],
    ['failsMidway', 'upstream_overloaded'],
  ] as const)('%s in a stream ends it with one error and no done', async (deed, code) => {
    const { text } = await play([shape[deed]('Yes, it')], { stream: true });
    const events = eventsIn(text) as { done?: boolean; code?: string }[];
    const ends = events.filter(({ done }) => done);
    expect(ends).toEqual([expect.objectContaining({ code })]);
  });

  it('calls a tool with the wrong inputs is asked once more, and both are paid', async () => {
    const deeds = [shape.calls('look', { where: 'x' }), shape.calls('look', { at: 'home' })];
    const agent = { path: '/v1/agent', messages: [{ role: 'user', content: 'Look.' }], tools: [tool] };
    const { json, record, asked } = await play(deeds, agent);
    expect([asked, json.tool_calls?.[0]?.inputs]).toEqual([2, { at: 'home' }]);
    expect(record).toMatchObject({ input_tokens: 200, output_tokens: 20 });
    const never = await play([shape.calls('look', { where: 'x' })], agent);
    expect([never.status, never.json.code]).toEqual([502, 'tool_inputs_invalid']);
  });

  it('answers past the schema is asked once more', async () => {
    const response_format = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const { json, status } = await play([shape.says('{"m": 1}'), shape.says('{"n": 1}')], { response_format });
    expect([status, json.data]).toEqual([200, { n: 1 }]);
  });
});
