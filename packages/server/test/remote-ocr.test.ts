import type { PageReading } from '@parley/documents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MistralPageReader } from '../src/adapters/mistral/mistral-page-reader.ts';
import { OpenAIProvider } from '../src/adapters/openai/openai-language-model.ts';
import { VisionPageReader } from '../src/adapters/vision-model/vision-page-reader.ts';
import { RemoteOcr } from '../src/features/knowledge/ocr/remote-ocr.ts';
import {
  type MeteredPageReader,
  modelPageReader,
  pricedPageReader,
} from '../src/features/knowledge/ocr/remote-reading.ts';
import { CallTrace } from '../src/features/money/billing/call-trace.ts';
import { AppError } from '../src/lib/app-error.ts';
import { GuardedFetcher } from '../src/outbound/guard/guarded-fetcher.ts';
import { UpstreamClient } from '../src/outbound/model-http/upstream-client.ts';
import type { Call } from '../src/ports/call.ts';
import type { Consumption, Meter } from '../src/ports/meter.ts';
import { longestWaitOf } from './growth.ts';
import { routerOf } from './test-service.ts';
import { jsonHeaders, type ScriptedAnswer, UpstreamServer } from './upstream-server.ts';

const printed = ['Harbour Bakery', '2 rye loaves 7.80', '1 seed cake 12.40', 'Total 20.20'];
const faithful =
  '# Harbour Bakery\n\n| Item | Price |\n|---|---|\n| 2 rye loaves | 7.80 |\n| 1 seed cake | 12.40 |\n\nTotal 20.20';
const page = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]);
const pageAsUrl = `data:image/jpeg;base64,${Buffer.from(page).toString('base64')}`;

const reading = (lines: string[], confidence = 0.96): PageReading => ({
  pages: 1,
  markdown: lines.join('\n'),
  text: lines.join('\n'),
  confidence,
  width: 400,
  height: 300,
  blocks: [],
  lines: lines.map((text) => ({ text, confidence })),
  isBlank: false,
  model: 'pp-ocr',
  jpeg: page,
});

let server: UpstreamServer;
let fetcher: GuardedFetcher;
const client = new UpstreamClient({ totalMs: 5_000 });

beforeAll(async () => {
  server = await UpstreamServer.start();
  fetcher = new GuardedFetcher({ userAgent: 'Parley/test', allowedAddresses: [new URL(server.url).host] });
});
afterAll(async () => {
  await client.close();
  await fetcher.close();
  await server.close();
});

function createCall(
  signal = new AbortController().signal,
  reserve: Meter['reserve'] = async () => {},
): { call: Call; consumed: Consumption[] } {
  const consumed: Consumption[] = [];
  const meter: Call['meter'] = {
    trace: new CallTrace(() => 0),
    reserve,
    add: (consumption) => void consumed.push(consumption),
    handOver: () => {},
    settle: async () => {},
  };
  const call: Call = {
    requestId: 'req_1',
    endpoint: 'ocrImage',
    workspaceId: 'ws_1',
    keyId: 'key_1',
    scopes: [],
    confirmChanges: 'never',
    models: null,
    mayAskWeb: true,
    signal,
    address: '127.0.0.1',
    origin: 'http://127.0.0.1',
    meter,
  };
  return { call, consumed };
}

const prices = { input: 2e-6, output: 10e-6, request: 0.001 };
const visionReader = (): MeteredPageReader => {
  const model = new OpenAIProvider({ id: 'openai', baseUrl: `${server.url}/v1`, apiKey: 'k', client }).model('sees');
  return modelPageReader(
    routerOf(model, prices).resolve('openai/sees'),
    (metered) => new VisionPageReader({ model: metered }),
  );
};
const mistralReader = (): MeteredPageReader => {
  const model = 'mistral-ocr-latest';
  const reader = new MistralPageReader({ fetcher, apiKey: 'mk', model, baseUrl: server.url, timeoutMs: 5_000 });
  return pricedPageReader(reader, 0.001);
};

/** A whole chat completion, as the vendor documents it. */
const completion = (content: string, finish = 'stop'): ScriptedAnswer => ({
  headers: jsonHeaders,
  pieces: [
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
    }),
  ],
});
/** An answer of POST /v1/ocr, as the vendor documents it. */
const ocrAnswer = (...pages: string[]): ScriptedAnswer => ({
  headers: jsonHeaders,
  pieces: [
    JSON.stringify({
      pages: pages.map((markdown, index) => ({
        index,
        markdown,
        images: [
          {
            id: 'img-0.jpeg',
            top_left_x: 4,
            top_left_y: 4,
            bottom_right_x: 90,
            bottom_right_y: 40,
            image_base64: null,
          },
        ],
        dimensions: { dpi: 200, width: 400, height: 300 },
      })),
      model: 'mistral-ocr-2505',
      document_annotation: null,
      usage_info: { pages_processed: pages.length, doc_size_bytes: null },
    }),
  ],
});

async function improve(reader: MeteredPageReader, answer: ScriptedAnswer, local = reading(printed)) {
  server.answer = () => answer;
  const { call, consumed } = createCall();
  const result = await new RemoteOcr({ reader }).improve(page, local, call);
  return { ...result, consumed, request: server.requests.at(-1)! };
}

describe('a vision model as the reader of pages', () => {
  it('is sent the upright page with the order to transcribe, and its faithful reading is answered', async () => {
    const { reading: answered, warnings, consumed, request } = await improve(visionReader(), completion(faithful));
    expect(request.path).toBe('/v1/chat/completions');
    expect(request.body.model).toBe('sees');
    expect(JSON.stringify(request.body.messages)).toContain(pageAsUrl);
    expect(answered.markdown).toBe(faithful);
    expect(answered.text).toBe('Harbour Bakery\n\nItem\tPrice\n2 rye loaves\t7.80\n1 seed cake\t12.40\n\nTotal 20.20');
    expect(answered.model).toBe('openai/sees, checked by pp-ocr');
    expect(warnings).toEqual([]);
    expect(consumed).toHaveLength(1);
    expect(consumed[0]!.costUsd).toBeCloseTo(0.002 + 0.001 + 0.001, 10);
  });

  it('may put a fence around its Markdown', async () => {
    const { reading: answered } = await improve(visionReader(), completion(`\`\`\`markdown\n${faithful}\n\`\`\``));
    expect(answered.markdown).toBe(faithful);
  });

  it('is refused when it invents text for an empty page', async () => {
    const blank = { ...reading([]), isBlank: true };
    const { reading: answered, warnings } = await improve(visionReader(), completion(faithful), blank);
    expect(answered.text).toBe('');
    expect(warnings.join()).toMatch(/nothing is drawn/);
  });

  it('is answered, marked as doubtful, where the local engines see nothing: faint print, handwriting', async () => {
    const faint = reading([], 0);
    const { reading: answered, warnings, readings } = await improve(visionReader(), completion(faithful), faint);
    expect(answered).toMatchObject({ markdown: faithful, confidence: 0.3, model: 'openai/sees' });
    expect(warnings.join()).toMatch(/nothing confirms/);
    expect(readings.map(({ engine, confidence }) => [engine, confidence])).toEqual([
      ['openai/sees', 0],
      ['pp-ocr', 0],
    ]);
    expect(readings[0]?.unconfirmed).toContain('harbour');
  });

  it('leaves an empty page empty by saying so', async () => {
    const { reading: answered, warnings } = await improve(visionReader(), completion('NO TEXT.'), reading([]));
    expect(answered.text).toBe('');
    expect(warnings).toEqual([]);
  });

  it('is refused when it tells of another page, repeats itself, or breaks off', async () => {
    const invented =
      'The committee approved all proposals of its chairman in the spring session without any objection.';
    const endless = `${printed.join('\n')}\n${'Total 20.20\n'.repeat(60)}`;
    const cases: [ScriptedAnswer, RegExp][] = [
      [completion(invented), /does not match/],
      [completion(endless), /repeated itself/],
      [completion(faithful.slice(0, 60), 'length'), /broke off/],
    ];
    for (const [answer, reason] of cases) {
      const { reading: answered, warnings, consumed, readings } = await improve(visionReader(), answer);
      expect(answered).toEqual(reading(printed));
      expect(readings[0]?.text, 'what was paid for is shown').not.toBe('');
      expect(warnings.join()).toMatch(reason);
      expect(consumed, 'what was used is charged all the same').toHaveLength(1);
    }
  });

  it('is answered with a warning when it says more, or less, than stands there for certain', async () => {
    const more = `${faithful}\n\nThank you kindly for visiting us today and see you again very soon dear customer friend`;
    expect((await improve(visionReader(), completion(more))).warnings.join()).toMatch(/not confirmed/);
    expect((await improve(visionReader(), completion('# Harbour Bakery'))).warnings.join()).toMatch(/leaves out/);
  });
});

describe("Mistral's OCR service as the reader of pages", () => {
  it('is sent the page as its API wants it, and its pages are answered without pictures', async () => {
    const answer = ocrAnswer(`![img-0.jpeg](img-0.jpeg)\n\n${faithful}`);
    const { reading: answered, warnings, consumed, request } = await improve(mistralReader(), answer);
    expect(request.path).toBe('/v1/ocr');
    expect(request.headers.authorization).toBe('Bearer mk');
    expect(request.body).toEqual({
      model: 'mistral-ocr-latest',
      document: { type: 'image_url', image_url: pageAsUrl },
      include_image_base64: false,
    });
    expect(answered.markdown).toBe(faithful);
    expect(answered.model).toBe('mistral/mistral-ocr-latest, checked by pp-ocr');
    expect(warnings).toEqual([]);
    expect(consumed[0]!.costUsd).toBeCloseTo(0.001, 10);
  });

  it('may say a great deal of a page, which is parsed with the event loop free', async () => {
    const words = Array.from({ length: 200_000 }, (_, id) => ({ id, word: `w${id}`, box: [id, id, id + 1, id + 1] }));
    const body = JSON.stringify({ pages: [{ markdown: faithful, words }] });
    server.answer = () => ({ headers: jsonHeaders, pieces: [body] });
    const options = { fetcher, apiKey: 'mk', model: 'm', baseUrl: server.url, timeoutMs: 60_000 };
    const image = { bytes: page, mediaType: 'image/jpeg' };
    const read = () => new MistralPageReader(options).read(image, AbortSignal.timeout(60_000));
    expect((await read()).markdown).toBe(faithful);
    // What the code does it does each time; what a busy machine does it does now and then.
    const waits = [await longestWaitOf(read), await longestWaitOf(read), await longestWaitOf(read)];
    expect(Math.min(...waits)).toBeLessThan(50);
  });

  it('is held against the page as well', async () => {
    const blank = { ...reading([]), isBlank: true };
    const { reading: answered, warnings } = await improve(mistralReader(), ocrAnswer(faithful), blank);
    expect(answered.text).toBe('');
    expect(warnings.join()).toMatch(/nothing is drawn/);
  });

  it('leaves the local reading standing when it fails, with the reason and without a charge', async () => {
    const failures: [ScriptedAnswer, RegExp][] = [
      [{ status: 401, headers: jsonHeaders, pieces: ['{"detail":"Unauthorized"}'] }, /401/],
      [{ status: 429, headers: jsonHeaders, pieces: ['{"message":"slow down"}'] }, /429/],
      [{ status: 200, headers: jsonHeaders, pieces: ['<html>'] }, /JSON/],
      [{ status: 200, headers: jsonHeaders, pieces: ['{"pages":['], afterwards: 'reset' }, /could not be reached/],
    ];
    for (const [answer, reason] of failures) {
      const { reading: answered, warnings, consumed } = await improve(mistralReader(), answer);
      expect(answered).toEqual(reading(printed));
      expect(warnings.join()).toMatch(reason);
      expect(consumed).toEqual([]);
    }
  });

  it('ends with the caller', async () => {
    server.answer = () => ({ pieces: [''], afterwards: 'hold' });
    const caller = new AbortController();
    const { call } = createCall(caller.signal);
    const seen = server.requests.length;
    const improved = new RemoteOcr({ reader: mistralReader() }).improve(page, reading(printed), call);
    await expect.poll(() => server.requests.length).toBe(seen + 1);
    caller.abort(new Error('the caller left'));
    await expect(improved).rejects.toThrow();
    await server.requests.at(-1)!.left;
  });
});

describe('what a page read elsewhere may cost', () => {
  const spent = new AppError('budget_exceeded', 'nothing is left');

  it.each([
    ['a model', visionReader, completion(faithful), expect.closeTo(0.001 + 8000 * 10e-6, 2)],
    ['a fixed price', mistralReader, ocrAnswer(faithful), 0.001],
  ])('is held before it is read: %s', async (_, readerOf, answer, costUsd) => {
    server.answer = () => answer;
    const before = server.requests.length;
    const held: number[] = [];
    const { call } = createCall(undefined, async (estimate) => {
      expect(server.requests).toHaveLength(before);
      held.push(estimate.costUsd);
    });
    await new RemoteOcr({ reader: readerOf() }).improve(page, reading(printed), call);
    expect(held).toEqual([costUsd]);
    expect(server.requests).toHaveLength(before + 1);
  });

  it.each([
    ['a model', visionReader],
    ['a fixed price', mistralReader],
  ])('is refused, and nobody is asked, when the budget does not pay for it: %s', async (_, readerOf) => {
    const before = server.requests.length;
    const { call, consumed } = createCall(undefined, () => Promise.reject(spent));
    const improved = new RemoteOcr({ reader: readerOf() }).improve(page, reading(printed), call);
    await expect(improved).rejects.toBe(spent);
    expect(server.requests).toHaveLength(before);
    expect(consumed.filter(({ costUsd }) => costUsd > 0)).toEqual([]);
  });
});
