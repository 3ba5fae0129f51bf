import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, eventsIn, startTestService, type TestService } from '../../test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const draw = (body: object, headers?: Record<string, string>) =>
  service.call('POST', '/v1/images/generations', { prompt: 'a red boat on the sea', ...body }, headers);
const sizeOf = async (base64: string) => {
  const { width, height, format } = await sharp(Buffer.from(base64, 'base64')).metadata();
  return `${width}x${height} ${format}`;
};

describe('POST /v1/images/generations', () => {
  it('draws a square PNG as bytes and as an address, and says what drew it', async () => {
    const { status, json } = await draw({});
    expect(status).toBe(200);
    const [picture] = json.data;
    expect(await sizeOf(picture.b64_json)).toBe('1024x1024 png');
    const fetched = await fetch(picture.url);
    expect(Buffer.from(await fetched.arrayBuffer()).toString('base64')).toBe(picture.b64_json);
    expect(json).toMatchObject({ size: '1024x1024', output_format: 'png', background: 'opaque', model: 'sketch' });
    expect(json.usage).toEqual({
      total_tokens: 0,
      input_tokens: 0,
      output_tokens: 0,
      input_tokens_details: { text_tokens: 0, image_tokens: 0 },
    });
  });

  it('draws several different ones in the size and form that were asked for', async () => {
    const { json } = await draw({ n: 3, size: '256x256', output_format: 'jpeg', response_format: 'b64_json' });
    expect(await Promise.all(json.data.map((one: { b64_json: string }) => sizeOf(one.b64_json)))).toEqual(
      Array(3).fill('256x256 jpeg'),
    );
    expect(new Set(json.data.map((one: { b64_json: string }) => one.b64_json)).size).toBe(3);
    expect(json.data.every((one: object) => !('url' in one))).toBe(true);
    const addresses = await draw({ size: '512x512', response_format: 'url' });
    expect(Object.keys(addresses.json.data[0])).toEqual(['url']);
  });

  it.each([
    [{ background: 'transparent' }, 'background'],
    [{ output_format: 'webp' }, 'output_format'],
    [{ output_format: 'jpeg', output_compression: 50 }, 'output_compression'],
    [{ quality: 'high' }, 'quality'],
    [{ style: 'natural' }, 'style'],
    [{ size: '1000x10' }, 'size'],
    [{ n: 11 }, 'n'],
    [{ prompt: ' ' }, 'prompt'],
  ])('refuses %j by name', async (body, param) => {
    const { status, json } = await draw(body);
    expect([status, json.error.param, json.error.type]).toEqual([400, param, 'invalid_request_error']);
  });

  it('takes what makes no difference, nulls too', async () => {
    const harmless = {
      quality: 'auto',
      style: 'vivid',
      background: 'opaque',
      moderation: 'auto',
      user: 'u',
      partial_images: 0,
    };
    expect((await draw({ ...harmless, n: null, model: null, size: 'auto', response_format: 'url' })).status).toBe(200);
  });

  it('answers as OpenAI does to unknown models, bad keys, blocked prompts, and keys without the scope', async () => {
    expect((await draw({ model: 'nobody' })).status).toBe(404);
    expect((await draw({}, { authorization: 'Bearer wrong-wrong-wrong' })).status).toBe(401);
    const blocked = await draw({ prompt: 'a beheading, gore' });
    expect([blocked.status, blocked.json.error.code]).toEqual([400, 'prompt_rejected']);
    const { key } = (await service.admin('POST', '/v1/admin/keys', { scopes: ['text'] })).json;
    expect((await draw({}, { authorization: `Bearer ${key}` })).status).toBe(403);
  });

  it('streams finished pictures and ends after the last', async () => {
    const { text } = await draw({ stream: true, n: 2, size: '256x256', partial_images: 2 });
    const events = eventsIn(text) as { type: string; b64_json: string }[];
    expect(events.map(({ type }) => type)).toEqual(Array(2).fill('image_generation.completed'));
    expect(await sizeOf(events[1]?.b64_json ?? '')).toBe('256x256 png');
    const failed = await draw({ stream: true, model: 'nobody' });
    expect(failed.status).toBe(404);
  });

  it('is what the client library of OpenAI expects', async () => {
    const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0 });
    const stream = await client.images.generate({ prompt: 'a tree', size: '256x256', stream: true });
    const seen: string[] = [];
    for await (const event of stream) seen.push(event.type);
    expect(seen).toEqual(['image_generation.completed']);
  });

  it('is counted as one call, whatever the number of pictures', async () => {
    const { headers } = await draw({ n: 2, size: '256x256' });
    const path = `/v1/admin/usage/records?request_id=${headers.get('x-request-id')}`;
    expect((await service.admin('GET', path)).json.data).toMatchObject([
      { endpoint: 'createOpenAIImage', model: 'sketch', status: 200 },
    ]);
  });
});

describe('pictures made of pictures', () => {
  interface Seen {
    path: string;
    fields: Record<string, string[]>;
  }
  const seen: Seen[] = [];
  let picture: Buffer;
  let vendor: Server;
  let connected: TestService;
  let client: OpenAI;
  beforeAll(async () => {
    picture = await sharp({ create: { width: 64, height: 64, channels: 4, background: 'red' } })
      .png()
      .toBuffer();
    vendor = createServer(async (request, response) => {
      const bytes = new Uint8Array(await buffer(request));
      const type = String(request.headers['content-type']);
      const fields: Record<string, string[]> = {};
      for (const [name, value] of await new Response(bytes, { headers: { 'content-type': type } }).formData()) {
        const text = typeof value === 'string' ? value : `${value.name} ${value.type} ${value.size}`;
        fields[name] = [...(fields[name] ?? []), text];
      }
      seen.push({ path: request.url ?? '', fields });
      const usage = { input_tokens: 40, output_tokens: 300, total_tokens: 340 };
      const data = [{ b64_json: picture.toString('base64') }];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ created: 1, data, usage }));
    });
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
    const base_url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/v1`;
    const path = join(mkdtempSync(join(tmpdir(), 'parley-config-')), 'parley.config.json');
    const media = {
      image: 'wire/gpt-image-1',
      providers: { wire: { type: 'openai', base_url, api_key: 'sk-1' } },
      prices: { 'wire/gpt-image-1': { cost_usd: 0.05, upstream_cost_usd: 0.04 } },
    };
    writeFileSync(path, JSON.stringify({ media }));
    connected = await startTestService({ env: { PARLEY_CONFIG: path } });
    client = new OpenAI({ baseURL: `${connected.url}/v1`, apiKey, maxRetries: 0 });
  });
  afterAll(async () => {
    await connected.close();
    vendor.closeAllConnections();
    vendor.close();
  });
  const file = (name = 'boat.png') => toFile(picture, name, { type: 'image/png' });

  it("edits through OpenAI's client, with a mask and several pictures, at the price of each", async () => {
    const made = await client.images.edit({
      image: [await file('one.png'), await file('two.png')],
      mask: await file('mask.png'),
      prompt: 'a blue sail',
      n: 2,
      size: '1024x1024',
    });
    expect(await Promise.all((made.data ?? []).map(({ b64_json }) => sizeOf(b64_json ?? '')))).toEqual(
      Array(2).fill('1024x1024 png'),
    );
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatchObject({
      path: '/v1/images/edits',
      fields: {
        model: ['gpt-image-1'],
        prompt: ['a blue sail'],
        size: ['1024x1024'],
        'image[]': [`image.png image/png ${picture.length}`, `image.png image/png ${picture.length}`],
        mask: [`mask.png image/png ${picture.length}`],
      },
    });
    const { json } = await connected.admin('GET', '/v1/admin/usage/records?limit=1');
    expect(json.data[0]).toMatchObject({
      endpoint: 'createImageEdit',
      model: 'wire/gpt-image-1',
      cost_usd: 0.1,
      upstream_cost_usd: 0.08,
      output_tokens: 600,
    });
  });

  it('makes variations', async () => {
    const made = await client.images.createVariation({
      image: await file(),
      size: '512x512',
      response_format: 'b64_json',
    });
    expect(await sizeOf(made.data?.[0]?.b64_json ?? '')).toBe('512x512 png');
    expect(seen.at(-1)).toMatchObject({ path: '/v1/images/variations' });
    expect(seen.at(-1)?.fields.prompt).toBeUndefined();
  });

  it('refuses what is no picture, lacks its words, or asks an engine that cannot', async () => {
    const before = seen.length;
    const broken = client.images.edit({ image: await toFile(Buffer.from('no picture'), 'x.png'), prompt: 'a' });
    await expect(broken).rejects.toMatchObject({ status: 400, param: 'image' });
    const silent = client.images.edit({ image: await file(), prompt: ' ' });
    await expect(silent).rejects.toMatchObject({ status: 400, param: 'prompt' });
    const embedded = new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0 });
    const sketched = embedded.images.edit({ image: await file(), prompt: 'a blue sail' });
    await expect(sketched).rejects.toMatchObject({ status: 400, param: 'model' });
    expect(seen).toHaveLength(before);
  });
});
