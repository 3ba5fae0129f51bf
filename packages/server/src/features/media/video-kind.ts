import { AppError } from '../../lib/app-error.ts';
import type { RunKind } from '../runs/background/run-types.ts';
import { listedMs } from './gallery-service.ts';
import type { MediaStore } from './media-store.ts';
import type { VideoMaker } from './video-maker.ts';
import type { VideoTypes } from './video-types.ts';

const attempts = 2;
/** What making takes beside the engine's own time: storing what it made. */
const storingMs = 60_000;

/** Makes the videos that were asked for in the background. `timeoutMs` is the limit of one attempt. */
export function videoKind({
  maker,
  store,
  timeoutMs,
}: {
  maker: VideoMaker;
  store: Pick<MediaStore, 'forget'>;
  timeoutMs: number;
}): RunKind<VideoTypes> {
  return {
    name: 'video',
    job: 'generate-video',
    endpoint: 'generateVideo',
    concurrency: 2,
    // The second is for what a killed process began: what an engine refuses it refuses again.
    maxAttempts: attempts,
    retry: { isLater: () => false, mostFailures: 1 },
    backoffMs: 2000,
    deadlineMs: timeoutMs * (attempts + 1),
    keptMs: listedMs,
    progressMs: 1000,
    failure: { code: 'video_generation_failed', message: 'Try again.' },
    missing: (id) => new AppError('video_not_found', `There is no video ${id}`, { fields: { video_id: id } }),
    awaited: {
      longestMs: timeoutMs + storingMs,
      lost: new AppError('video_generation_failed', 'The service was stopped while it made this video. Try again.'),
    },
    async work(run, { call, tell }) {
      const onProgress = (share: number) => {
        void tell({ step: 'rendering', percent: Math.min(99, Math.round(share * 100)) });
      };
      const { video } = await maker.make(run, { meter: call.meter, signal: call.signal, onProgress });
      return video;
    },
    forget: (run) => store.forget(run),
  };
}
