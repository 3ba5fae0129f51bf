import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const list = async (query = '') => (await service.call('GET', `/v1/media${query}`)).json;

it('lists pictures and videos of the workspace with what they were made from, newest first, page by page', async () => {
  const request = { prompt: 'a red boat', aspect_ratio: '1:1', output_format: 'png', seed: 7 };
  const drawn = await service.call('POST', '/v1/generate-image', request);
  const film = { prompt: 'rain', size: '1024x1024', seed: 3, background: true };
  const { video_id: videoId } = (await service.call('POST', '/v1/generate-video', film)).json;
  const all = await list();
  expect(all.data).toMatchObject([
    { id: videoId, kind: 'video', prompt: 'rain', seed: 3, width: 1024, height: 1024, format: 'mp4', url: null },
    {
      kind: 'image',
      status: 'completed',
      prompt: 'a red boat',
      model: 'sketch',
      seed: 7,
      width: 1024,
      height: 1024,
      format: 'png',
      cost_usd: 0,
      request_id: drawn.json.request_id,
    },
  ]);
  const picture = all.data[1];
  const bytes = Buffer.from(await (await fetch(picture.url)).arrayBuffer());
  expect(bytes.equals(Buffer.from(drawn.json.image_base64, 'base64'))).toBe(true);
  expect((await service.call('GET', `/v1/media/${picture.id}`)).json).toMatchObject({ id: picture.id, seed: 7 });
  const first = await list('?limit=1');
  const rest = await list(`?limit=1&after=${first.next}`);
  expect([first.data[0].id, rest.data[0].id, rest.has_more]).toEqual([videoId, picture.id, false]);
  expect((await list('?kind=image')).data.map(({ id }: { id: string }) => id)).toEqual([picture.id]);
  await service.call('POST', `/v1/generate-video/${videoId}/cancel`);

  const other = (await service.admin('POST', '/v1/admin/workspaces', { name: 'Other' })).json;
  const { key } = (await service.admin('POST', '/v1/admin/keys', { workspace_id: other.id, name: 'K' })).json;
  const headers = { authorization: `Bearer ${key}` };
  expect((await service.call('GET', '/v1/media', undefined, headers)).json.data).toEqual([]);
  expect((await service.call('GET', `/v1/media/${picture.id}`, undefined, headers)).status).toBe(404);
});
