import { rm } from 'node:fs/promises';
import type { MediaConfig } from '../config/media.ts';
import type { OpenProcesses } from '../lib/open-processes.ts';
import { temporaryFolder } from '../lib/temporary.ts';

type MediaPoolSettings = Pick<MediaConfig, 'processes' | 'imageTimeoutMs' | 'videoTimeoutMs' | 'hasFfmpeg'>;

const memoryBytes = 1_500_000_000;

/**
 * The processes that draw and read pictures, which may do nothing but compute, and those that film: these write into a folder of
 * their own, and may start programs where ffmpeg is there to encode for them.
 */
export function openMediaPools(settings: MediaPoolSettings, open: OpenProcesses) {
  const { processes, imageTimeoutMs, videoTimeoutMs, hasFfmpeg } = settings;
  const folder = temporaryFolder('films');
  const shared = {
    size: processes,
    timeoutMs: Math.max(imageTimeoutMs, videoTimeoutMs),
    memoryBytes,
    idleMs: 60_000,
  };
  const env = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', VIPS_CONCURRENCY: '1' };
  const pictures = open({ ...shared, entry: new URL('./media-worker.ts', import.meta.url), env });
  const pool = open({
    ...shared,
    entry: new URL('./film-worker.ts', import.meta.url),
    env: { ...env, TMPDIR: folder },
    permissions: { write: [folder], startsPrograms: hasFfmpeg },
  });
  const close = async () => {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { pictures, films: { pool, close } };
}
