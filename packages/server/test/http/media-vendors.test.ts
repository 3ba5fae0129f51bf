import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';

/** Answers in the shapes that the vendors' references document, over loopback. */
type Answer = { status?: number; headers?: Record<string, string>; json?: unknown; bytes?: Buffer };
interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  text: string;
  body: Record<string, unknown>;
}

let picture: Buffer;
let service: TestService | null = null;
let server: Server | null = null;
const seen: Seen[] = [];

beforeAll(async () => {
  picture = await sharp({ create: { width: 640, height: 640, channels: 3, background: '#c04030' } })
    .png()
    .toBuffer();
});
afterEach(async () => {
  await service?.close();
  server?.closeAllConnections();
  server?.close();
  service = server = null;
  seen.length = 0;
});

async function start(
  type: string,
  model: string,
  answer: (request: Seen, base: string) => Answer,
  media: object = {},
  env: Record<string, string> = {},
) {
  server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString('latin1');
    const isJson = request.headers['content-type']?.includes('json') ?? false;
    const one = { path: request.url ?? '', headers: request.headers, text, body: isJson ? JSON.parse(text) : {} };
    seen.push(one);
    const { status = 200, headers = {}, json, bytes } = answer(one, `http://${request.headers.host}`);
    response.writeHead(status, { 'content-type': json === undefined ? 'image/png' : 'application/json', ...headers });
    response.end(bytes ?? JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const name = `vendor/${model}`;
  const { writeFileSync, mkdtempSync } = await import('node:fs');
  const { join } = await import('node:path');
  const { tmpdir } = await import('node:os');
  const file = join(mkdtempSync(join(tmpdir(), 'parley-media-')), 'parley.config.json');
  const part = {
    image: name,
    video: type === 'google' ? name : 'sketch',
    providers: { vendor: { type, base_url: base, api_key: 'secret' } },
    prices: { [name]: { cost_usd: 0.05, upstream_cost_usd: 0.04 } },
    ...media,
  };
  writeFileSync(file, JSON.stringify({ media: part }));
  service = await startTestService({ env: { PARLEY_CONFIG: file, ...env } });
  return service;
}

const ask = { prompt: 'a red square', aspect_ratio: '16:9', output_format: 'jpeg', seed: 9 };
const generate = (from: TestService, more: object = {}) => from.call('POST', '/v1/generate-image', { ...ask, ...more });

async function expectPicture(reply: { status: number; json: { image_base64: string } }) {
  expect(reply.status, JSON.stringify(reply.json).slice(0, 300)).toBe(200);
  const meta = await sharp(Buffer.from(reply.json.image_base64, 'base64')).metadata();
  expect([meta.width, meta.height, meta.format]).toEqual([1920, 1080, 'jpeg']);
}

const base64 = () => picture.toString('base64');

describe('pictures by vendors', () => {
  it('OpenAI: maps the size, passes the rewritten prompt on, and charges', async () => {
    const from = await start('openai', 'gpt-image-1', () => ({
      json: {
        created: 1,
        data: [{ b64_json: base64(), revised_prompt: 'a crimson square' }],
        usage: { input_tokens: 12, output_tokens: 300, total_tokens: 312 },
      },
    }));
    const reply = await generate(from);
    await expectPicture(reply);
    expect(reply.json).toMatchObject({ revised_prompt: 'a crimson square', model: 'vendor/gpt-image-1', seed: 9 });
    expect(seen[0]).toMatchObject({
      path: '/images/generations',
      body: { model: 'gpt-image-1', size: '1536x1024', output_format: 'jpeg' },
    });
    expect(seen[0]?.headers.authorization).toBe('Bearer secret');
    const records = await from.admin('GET', `/v1/admin/usage/records?request_id=${reply.json.request_id}`);
    expect(records.json.data[0]).toMatchObject({
      cost_usd: 0.05,
      upstream_cost_usd: 0.04,
      input_tokens: 12,
      output_tokens: 300,
      engine: 'vendor/gpt-image-1',
    });
  });

  it('any OpenAI-compatible server is asked for the exact size and seed', async () => {
    await expectPicture(
      await generate(await start('openai', 'flux', () => ({ json: { data: [{ b64_json: base64() }] } }))),
    );
    expect(seen[0]?.body).toMatchObject({ size: '1920x1080', seed: 9 });
  });

  it('OpenAI: a moderated prompt is rejected, other refusals and bad pictures fail', async () => {
    const from = await start('openai', 'gpt-image-1', ({ body }) =>
      body.prompt === 'bad'
        ? {
            status: 400,
            json: {
              error: {
                code: 'moderation_blocked',
                type: 'image_generation_user_error',
                message: 'Your request was rejected by the safety system.',
              },
            },
          }
        : body.prompt === 'broken'
          ? { json: { data: [{ b64_json: 'AAAA' }] } }
          : { status: 500, json: { error: { message: 'secret inner path /srv' } } },
    );
    expect((await generate(from, { prompt: 'bad' })).json).toMatchObject({ code: 'prompt_rejected' });
    for (const prompt of ['broken', 'down']) {
      const { status, text, json } = await generate(from, { prompt });
      expect([status, json.error]).toEqual([500, 'Image generation failed']);
      const records = await from.admin('GET', `/v1/admin/usage/records?request_id=${json.request_id}`);
      expect(records.json.data[0]).toMatchObject({ engine: 'vendor/gpt-image-1', status: 500 });
      expect(text).not.toContain('/srv');
    }
  });

  it('a budget that is too small stops the call before the vendor is asked', async () => {
    const from = await start('openai', 'x', () => ({ json: { data: [{ b64_json: base64() }] } }));
    const key = await from.admin('POST', '/v1/admin/keys', { name: 'poor', budget_usd: 0.01, budget_period: 'total' });
    const reply = await from.call('POST', '/v1/generate-image', ask, { authorization: `Bearer ${key.json.key}` });
    expect([reply.status, seen.length]).toEqual([402, 0]);
  });

  it('a moderation that is connected refuses with its categories', async () => {
    const from = await start(
      'openai',
      'x',
      ({ path }) =>
        path === '/moderations'
          ? {
              json: {
                id: 'm',
                model: 'omni',
                results: [{ flagged: true, categories: { violence: true, hate: false } }],
              },
            }
          : { json: { data: [{ b64_json: base64() }] } },
      { moderation: { provider: 'vendor' } },
    );
    expect((await generate(from)).json).toMatchObject({ code: 'prompt_rejected', details: 'violence' });
    expect(seen.map(({ path }) => path)).toEqual(['/moderations']);
  });

  it('Google Imagen and Gemini, and what their filters say', async () => {
    await expectPicture(
      await generate(
        await start('google', 'imagen-4.0-generate-001', () => ({
          json: { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: base64() }] },
        })),
      ),
    );
    expect(seen[0]).toMatchObject({
      path: '/models/imagen-4.0-generate-001:predict',
      body: { parameters: { aspectRatio: '16:9', sampleCount: 1 } },
    });
    await service?.close();
    server?.closeAllConnections();
    const from = await start('google', 'gemini-2.5-flash-image', ({ text }) =>
      text.includes('bad')
        ? { json: { candidates: [{ finishReason: 'IMAGE_SAFETY' }] } }
        : {
            json: {
              candidates: [
                { content: { parts: [{ text: 'here' }, { inlineData: { mimeType: 'image/png', data: base64() } }] } },
              ],
            },
          },
    );
    await expectPicture(await generate(from));
    expect((await generate(from, { prompt: 'bad' })).json.code).toBe('prompt_rejected');
  });

  it('Black Forest Labs: polls, fetches the sample, tells moderated', async () => {
    let polls = 0;
    const from = await start('bfl', 'flux-pro-1.1', ({ path, body }, base) => {
      if (path === '/sample.png') return { bytes: picture };
      if (path.startsWith('/get_result'))
        return {
          json: path.includes('bad')
            ? { id: 'bad', status: 'Request Moderated' }
            : ++polls < 2
              ? { id: '1', status: 'Pending', result: null }
              : { id: '1', status: 'Ready', result: { sample: `${base}/sample.png`, seed: 9 } },
        };
      return {
        json: {
          id: body.prompt === 'bad' ? 'bad' : '1',
          polling_url: `${base}/get_result?id=${body.prompt === 'bad' ? 'bad' : '1'}`,
        },
      };
    });
    await expectPicture(await generate(from, { safety_tolerance: 4 }));
    expect(seen[0]).toMatchObject({
      path: '/flux-pro-1.1',
      body: { seed: 9, width: 1440, height: 800, safety_tolerance: 4 },
    });
    expect(seen[0]?.headers['x-key']).toBe('secret');
    expect((await generate(from, { prompt: 'bad' })).json.code).toBe('prompt_rejected');
  });

  it('Fireworks and Stability: bytes with their seed, filtered pictures told by a header', async () => {
    await expectPicture(
      await generate(
        await start('fireworks', 'flux-1-schnell-fp8', () => ({ bytes: picture, headers: { seed: '9' } })),
      ),
    );
    expect(seen[0]).toMatchObject({
      path: '/workflows/accounts/fireworks/models/flux-1-schnell-fp8/text_to_image',
      body: { aspect_ratio: '16:9', seed: 9 },
    });
    await service?.close();
    server?.closeAllConnections();
    const from = await start('stability', 'core', ({ text }) => ({
      bytes: picture,
      headers: { seed: '9', 'finish-reason': text.includes('bad') ? 'CONTENT_FILTERED' : 'SUCCESS' },
    }));
    await expectPicture(await generate(from));
    expect(seen.at(-1)?.path).toBe('/v2beta/stable-image/generate/core');
    expect(seen.at(-1)?.text).toMatch(/name="aspect_ratio"\r\n\r\n16:9/);
    expect((await generate(from, { prompt: 'bad' })).json.code).toBe('prompt_rejected');
  });

  it("ComfyUI and Automatic1111 on one's own machine", async () => {
    await expectPicture(
      await generate(
        await start('comfyui', 'sdxl.safetensors', ({ path }) =>
          path === '/prompt'
            ? { json: { prompt_id: 'p1', number: 1, node_errors: {} } }
            : path === '/history/p1'
              ? {
                  json: {
                    p1: {
                      status: { status_str: 'success', completed: true },
                      outputs: { 7: { images: [{ filename: 'a.png', subfolder: '', type: 'output' }] } },
                    },
                  },
                }
              : { bytes: picture },
        ),
      ),
    );
    expect(seen[0]?.text).toContain('sdxl.safetensors');
    expect(seen.at(-1)?.path).toBe('/view?filename=a.png&subfolder=&type=output');
    await service?.close();
    server?.closeAllConnections();
    await expectPicture(
      await generate(
        await start('automatic1111', 'default', () => ({ json: { images: [base64()], parameters: {}, info: '{}' } })),
      ),
    );
    expect(seen.at(-1)).toMatchObject({ path: '/sdapi/v1/txt2img', body: { seed: 9, width: 1368, height: 768 } });
  });

  it('a vendor that is too slow is 504', async () => {
    const from = await start(
      'bfl',
      'm',
      () => ({ json: { id: '1', status: 'Pending' } }),
      {},
      { IMAGE_TIMEOUT_MS: '300' },
    );
    const { status, json } = await generate(from);
    expect([status, json.error]).toEqual([504, 'Image generation timed out']);
  });
});

describe('video by Google', () => {
  const film = Buffer.from('000000186674797069736f6d', 'hex');
  it('begins an operation, asks until it is done, and fetches the video', async () => {
    const from = await start('google', 'veo-3.1', ({ path }, base) =>
      path.endsWith(':predictLongRunning')
        ? { json: { name: 'models/veo/operations/1' } }
        : path.includes('operations')
          ? {
              json: {
                name: 'o',
                done: true,
                response: { generateVideoResponse: { generatedSamples: [{ video: { uri: `${base}/v.mp4` } }] } },
              },
            }
          : { bytes: film },
    );
    const { status, json } = await from.call('POST', '/v1/generate-video', { prompt: 'waves' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: 'completed',
      duration: 8,
      model: 'vendor/veo-3.1',
      video_url: `data:video/mp4;base64,${film.toString('base64')}`,
    });
    expect(seen[0]?.body).toMatchObject({
      parameters: { aspectRatio: '16:9', durationSeconds: 8, resolution: '720p' },
    });
  });
  it('is asked for the length that is set, and charges for that', async () => {
    const finished = { name: 'operations/1', done: true };
    const samples = (base: string) => [{ video: { uri: `${base}/v.mp4` } }];
    const from = await start(
      'google',
      'veo-3.1',
      ({ path }, base) =>
        /operations|predictLongRunning/.test(path)
          ? { json: { ...finished, response: { generateVideoResponse: { generatedSamples: samples(base) } } } }
          : { bytes: film },
      {},
      { VIDEO_SECONDS: '4' },
    );
    const { json } = await from.call('POST', '/v1/generate-video', { prompt: 'waves' });
    expect(json).toMatchObject({ status: 'completed', duration: 4 });
    expect(seen[0]?.body).toMatchObject({ parameters: { durationSeconds: 4 } });
    const records = await from.admin('GET', '/v1/admin/usage/records');
    expect(records.json.data).toMatchObject([{ cost_usd: 0.2, upstream_cost_usd: 0.16 }]);
  });
  it('tells a filtered video as a rejected prompt', async () => {
    const from = await start('google', 'veo-3.1', ({ path }) =>
      path.endsWith(':predictLongRunning')
        ? { json: { name: 'operations/1' } }
        : {
            json: {
              done: true,
              response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['x'] } },
            },
          },
    );
    expect((await from.call('POST', '/v1/generate-video', { prompt: 'waves' })).json.code).toBe('prompt_rejected');
    const [record] = (await from.admin('GET', '/v1/admin/usage/records')).json.data;
    expect(record).toMatchObject({ engine: 'vendor/veo-3.1', cost_usd: 0 });
  });
});
