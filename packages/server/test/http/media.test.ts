import { imageSizes } from '@parley/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const image = (body: unknown) => service.call('POST', '/v1/generate-image', body);
const video = (body: unknown) => service.call('POST', '/v1/generate-video', body);

describe('POST /v1/generate-image', () => {
  // Each size once: the format is chosen after the drawing.
  it.each(Object.entries(imageSizes).map(([ratio, size], at) => [ratio, at % 2 === 0 ? 'jpeg' : 'png', size] as const))(
    'draws %s in its size, as %s',
    async (aspect_ratio, output_format, { width, height }) => {
      const { status, json } = await image({ prompt: 'a red boat on the sea', aspect_ratio, output_format, seed: 5 });
      expect(status).toBe(200);
      const meta = await sharp(Buffer.from(json.image_base64, 'base64')).metadata();
      expect([meta.width, meta.height, meta.format]).toEqual([width, height, output_format]);
    },
  );

  it('gives the same bytes for the same seed, others for another, and an address that works', async () => {
    const request = { prompt: 'two cats under a tree', aspect_ratio: '1:1', seed: 77 };
    const [first, again, other] = [await image(request), await image(request), await image({ ...request, seed: 78 })];
    expect(again.json.image_base64).toBe(first.json.image_base64);
    expect(other.json.image_base64).not.toBe(first.json.image_base64);
    expect(first.json).toMatchObject({ success: true, seed: 77, model: 'sketch', width: 1024, height: 1024 });
    const fetched = await fetch(first.json.image_url);
    expect(fetched.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await fetched.arrayBuffer()).toString('base64')).toBe(first.json.image_base64);
    const part = await fetch(first.json.image_url, { headers: { range: 'bytes=0-9' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
    expect((await fetch(`${first.json.image_url}x`)).status).toBe(403);
  });

  it.each([
    [undefined, 'Request body required'],
    [{}, 'Invalid request'],
    [{ prompt: '  ' }, 'Invalid request'],
    [{ prompt: 'x'.repeat(2001) }, 'Invalid request'],
    [{ prompt: 'x', aspect_ratio: '2:1' }, 'Invalid request'],
    [{ prompt: 'x', output_format: 'gif' }, 'Invalid request'],
    [{ prompt: 'x', seed: 4294967296 }, 'Invalid request'],
    [{ prompt: 'x', safety_tolerance: 7 }, 'Invalid request'],
    [{ prompt: 'x', prompt_upsampling: 'yes' }, 'Invalid request'],
  ])('answers 400 to %j', async (body, error) => {
    const { status, json } = await image(body);
    expect([status, json.error]).toEqual([400, error]);
    if (error === 'Invalid request') expect(json.details).toMatch(/\w/);
  });

  it('says which words it could not draw, and what draws them, in both shapes', async () => {
    const drawn = await image({ prompt: 'beehives by a wall', aspect_ratio: '1:1' });
    expect(drawn.json.warnings).toEqual([
      expect.stringMatching(/^Not drawn, because .*sketch.*: beehives, wall\..*IMAGE_ENGINE/),
    ]);
    expect((await image({ prompt: 'a red boat on the sea', aspect_ratio: '1:1' })).json).not.toHaveProperty('warnings');
    const asOpenAI = { prompt: 'a grand piano', size: '256x256', response_format: 'b64_json' };
    const other = await service.call('POST', '/v1/images/generations', asOpenAI);
    expect([other.status, other.json.warnings]).toEqual([200, [expect.stringContaining(': grand.')]]);
  });

  it('refuses what the list blocks, says why, and heeds the tolerance', async () => {
    const refused = await image({ prompt: 'a beheading, gore' });
    expect(refused.json).toMatchObject({ code: 'prompt_rejected', details: 'graphic violence' });
    expect(refused.status).toBe(400);
    expect((await image({ prompt: 'gore mountain', safety_tolerance: 6, aspect_ratio: '1:1' })).status).toBe(200);
  });

  it('answers 503 when switched off, 504 at the limit, and needs its scope', async () => {
    const off = await startTestService({ env: { IMAGE_ENGINE: 'none', VIDEO_ENGINE: 'none' } });
    const slow = await startTestService({ env: { IMAGE_TIMEOUT_MS: '100', VIDEO_TIMEOUT_MS: '100' } });
    try {
      const offImage = await off.call('POST', '/v1/generate-image', { prompt: 'a cat' });
      expect([offImage.status, offImage.json.error]).toEqual([503, 'Image generation is not configured']);
      const offVideo = await off.call('POST', '/v1/generate-video', { prompt: 'a cat' });
      expect([offVideo.status, offVideo.json.error]).toEqual([503, 'Video generation is not configured']);
      const late = await slow.call('POST', '/v1/generate-video', { prompt: 'a cat' });
      expect([late.status, late.json.error]).toEqual([504, 'Video generation timed out']);
      const key = await service.admin('POST', '/v1/admin/keys', { name: 'text only', scopes: ['text'] });
      const denied = await service.call(
        'POST',
        '/v1/generate-image',
        { prompt: 'a cat' },
        { authorization: `Bearer ${key.json.key}` },
      );
      expect(denied.status).toBe(403);
      expect((await service.call('POST', '/v1/generate-image', { prompt: 'a cat' }, {})).status).toBe(401);
    } finally {
      await off.close();
      await slow.close();
    }
  });

  it('is listed as what it is, writes a usage record, and replays under an idempotency key', async () => {
    const models = await service.call('GET', '/v1/models');
    const sketch = models.json.data.find((model: { id: string }) => model.id === 'sketch');
    expect(sketch.description).toMatch(/not a diffusion model/);
    expect(sketch.architecture.output_modalities).toEqual(['image', 'video']);
    const headers = { authorization: 'Bearer test-key-0123456789', 'idempotency-key': 'one picture' };
    const first = await service.call('POST', '/v1/generate-image', { prompt: 'a moon', aspect_ratio: '1:1' }, headers);
    const again = await service.call('POST', '/v1/generate-image', { prompt: 'a moon', aspect_ratio: '1:1' }, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json.seed).toBe(first.json.seed);
    const records = await service.admin('GET', `/v1/admin/usage/records?request_id=${first.json.request_id}`);
    expect(records.json.data).toHaveLength(1);
    expect(records.json.data[0]).toMatchObject({
      model: 'sketch',
      endpoint: 'generateImage',
      cost_usd: 0,
      status: 200,
    });
  });
});

describe('POST /v1/generate-video', () => {
  it.each([
    [undefined, 'Request body required'],
    [{ prompt: '' }, 'Invalid request'],
    [{ prompt: 'x'.repeat(1001) }, 'Invalid request'],
    [{ prompt: 'x', size: '640x480' }, 'Invalid request'],
    [{ prompt: 'x', input_reference: '!!' }, 'Invalid request'],
    [{ prompt: 'x', input_reference: Buffer.from('no image').toString('base64') }, 'Invalid request'],
  ])('answers 400 to %j', async (body, error) => {
    const { status, json } = await video(body);
    expect([status, json.error]).toEqual([400, error]);
  });

  it('runs in the background, is cancelled, and belongs to its workspace', async () => {
    const begun = await video({ prompt: 'rain over a city at night', background: true });
    expect(begun.status).toBe(202);
    const id = begun.json.video_id;
    const seen = await service.call('GET', `/v1/generate-video/${id}`);
    expect(['queued', 'running']).toContain(seen.json.status);
    const cancelled = await service.call('POST', `/v1/generate-video/${id}/cancel`, {});
    expect(cancelled.json.status).toBe('cancelled');
    const other = await service.admin('POST', '/v1/admin/workspaces', { name: 'other' });
    const key = await service.admin('POST', '/v1/admin/keys', { workspace_id: other.json.id, name: 'k' });
    const hidden = await service.call('GET', `/v1/generate-video/${id}`, undefined, {
      authorization: `Bearer ${key.json.key}`,
    });
    expect([hidden.status, hidden.json.code]).toEqual([404, 'video_not_found']);
  });
});
