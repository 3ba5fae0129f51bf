import { expect, it } from 'vitest';
import { GalleryService } from '../src/features/media/gallery-service.ts';
import { PictureRepository } from '../src/features/media/picture-repository.ts';
import type { VideoTypes } from '../src/features/media/video-types.ts';
import { WorkspaceService } from '../src/features/people/workspaces/workspace-service.ts';
import { RunRepository } from '../src/features/runs/background/run-repository.ts';
import { onBothDatabases } from './database.ts';
import { FakeClock } from './fake-clock.ts';

const dayMs = 24 * 60 * 60_000;

onBothDatabases('gallery', (open) => {
  it('reads pictures and videos in one order page by page, for 30 days, and none twice', async () => {
    const { db, close } = await open();
    const clock = new FakeClock();
    const { id: workspaceId } = await new WorkspaceService({ db, clock, cleaners: [] }).first();
    const [pictures, videos] = [new PictureRepository({ db }), new RunRepository<VideoTypes>({ db, kind: 'video' })];
    const store = {
      address: ({ key, expiresAt }: { key: string; expiresAt: number }) => (expiresAt > clock.now() ? key : null),
    };
    const gallery = new GalleryService({ pictures, videos, store, clock });
    const call = { workspaceId, origin: 'http://localhost' };
    const draw = (id: string) =>
      pictures.insert({
        id,
        workspace_id: workspaceId,
        key_id: 'key_1',
        request_id: 'req_1',
        prompt: id,
        revised_prompt: null,
        model: 'sketch',
        seed: 2 ** 32,
        width: 1024,
        height: 1024,
        format: 'png',
        cost_nanos: 40_000_000,
        blob_key: id,
        expires_at: clock.now() + 60 * 60_000,
        created_at: clock.now(),
      });
    const film = (id: string) => {
      const request = {
        prompt: id,
        size: '1080x1920',
        seed: 3,
        safetyTolerance: 2,
        model: 'sketch',
        referenceKey: null,
        requestId: 'req_2',
      } as const;
      const times = { createdAt: clock.now(), startedAt: null, finishedAt: null, settledAt: null, expiresAt: null };
      const progress = { step: 'queued', percent: 0 } as const;
      return videos.create({
        id,
        workspaceId,
        keyId: 'key_1',
        request,
        status: 'queued',
        progress,
        result: null,
        ...times,
      });
    };
    const made: string[] = [];
    // Two of them in the same millisecond each time.
    for (let turn = 0; turn < 6; turn++) {
      clock.advance(1);
      await draw(`image_${turn}`);
      if (turn % 2 === 0) await film(`video_${turn}`);
      else await draw(`jmage_${turn}`);
      made.unshift(turn % 2 === 0 ? `video_${turn}` : `jmage_${turn}`, `image_${turn}`);
    }
    const read = async (kind?: 'image' | 'video') => {
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const page = await gallery.list(
          { limit: 5, ...(next !== null && { after: next }), ...(kind && { kind }) },
          call,
        );
        seen.push(...page.data.map(({ id }) => id));
        ({ next } = page);
      } while (next !== null && seen.length < 50);
      return seen;
    };
    expect(await read()).toEqual(made);
    expect(await read('video')).toEqual(['video_4', 'video_2', 'video_0']);
    expect(await read('image')).toEqual(made.filter((id) => !id.startsWith('video')));
    const drawn = { seed: 2 ** 32, cost_usd: 0.04, url: 'image_5', created_at: new Date(clock.now()).toISOString() };
    expect(await gallery.get('image_5', call)).toMatchObject(drawn);
    clock.advance(60 * 60_000);
    expect(await gallery.get('image_5', call)).toMatchObject({ ...drawn, url: null });

    clock.advance(30 * dayMs);
    expect(await read()).toEqual([]);
    await draw('image_new');
    await gallery.sweep();
    expect(await read()).toEqual(['image_new']);
    expect(await pictures.find(workspaceId, 'image_5')).toBeUndefined();
    await close();
  });
});
