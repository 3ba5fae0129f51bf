import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it, vi } from 'vitest';
import { FakeClock } from '../fake-clock.ts';
import { startTestService } from '../test-service.ts';

const root = mkdtempSync(join(tmpdir(), 'parley-killed-video-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('ends a video that somebody waited for when its process was killed', async () => {
  const clock = new FakeClock();
  const startAt = (directory: string) =>
    startTestService({ env: { DATA_DIR: join(root, directory) }, replacements: { clock } });
  const first = await startAt('first');
  const waited = first.call('POST', '/v1/generate-video', { prompt: 'rain over a city at night' }).catch(() => null);
  const database = new DatabaseSync(join(root, 'first', 'parley.db'), { readOnly: true });
  const find = () => database.prepare("select id from runs where kind = 'video' and status = 'running'").get();
  const row = await vi.waitUntil(find, { timeout: 60_000, interval: 5 });
  // What a process that is killed at this moment leaves behind.
  cpSync(join(root, 'first'), join(root, 'second'), { recursive: true });
  database.close();
  await first.close();
  await waited;
  const stateIn = async () => {
    const service = await startAt('second');
    const { json } = await service.call('GET', `/v1/generate-video/${row.id}`);
    await service.close();
    return json;
  };
  // Another process of the same database may still be at it.
  expect(await stateIn()).toMatchObject({ status: 'running' });
  clock.advance(600_000 + 61_000);
  expect(await stateIn()).toMatchObject({ status: 'failed', code: 'video_generation_failed', success: false });
});
