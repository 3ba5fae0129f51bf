import { errorCatalogue, type JsonObject } from '@parley/contract';
import { AppError, isAppError } from '../../lib/app-error.ts';
import { storeError } from '../../lib/stored-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Job, JobKind, JobQueue } from '../../ports/job-queue.ts';
import type { Meter } from '../../ports/meter.ts';
import type { VideoMaker } from './video-maker.ts';
import type { VideoRepository } from './video-repository.ts';
import type { VideoRecord } from './video-types.ts';

export interface VideoRunnerParts {
  repository: VideoRepository;
  maker: VideoMaker;
  jobs: JobQueue;
  clock: Clock;
  /** A meter whose record is stored once, however often a run is taken up. */
  openMeter(run: VideoRecord): Promise<Meter>;
  /** Limit of one attempt, in milliseconds. */
  timeoutMs: number;
}

export const videoKind = 'generate-video';

const attempts = 2;
const backoffMs = 2000;
const progressMs = 1000;
/** What making takes beside the engine's own time: storing what it made. */
const storingMs = 60_000;

interface VideoPayload extends JsonObject {
  workspaceId: string;
  videoId: string;
}

/** Makes the videos that were asked for in the background. */
export class VideoRunner {
  readonly #parts: VideoRunnerParts;

  constructor(parts: VideoRunnerParts) {
    this.#parts = parts;
  }

  get kind(): JobKind<VideoPayload> {
    return {
      name: videoKind,
      concurrency: 2,
      maxAttempts: attempts,
      backoffMs,
      deadlineMs: this.#parts.timeoutMs * (attempts + 1),
      run: (job) => this.#work(job),
      onFailed: ({ payload }, error) => this.#fail(payload, error),
    };
  }

  /** Puts every waiting video into the queue; those that are in it already stay as they are. */
  async recover(): Promise<void> {
    for (const { id, workspaceId } of await this.#parts.repository.listQueued()) {
      await this.#parts.jobs.enqueue(videoKind, { workspaceId, videoId: id }, { id });
    }
  }

  /** Fails what nobody makes any more: its caller's request must have ended long ago, so its process was killed. */
  async endAbandoned(): Promise<void> {
    const { repository, clock, timeoutMs } = this.#parts;
    for (const { id, workspaceId, request } of await repository.listRunning(clock.now() - timeoutMs - storingMs)) {
      if (request.isAwaited !== true) continue;
      const error = new AppError(
        'video_generation_failed',
        'The service was stopped while it made this video. Try again.',
      );
      await this.#fail({ workspaceId, videoId: id }, error);
    }
  }

  async #work({ payload, signal }: Job<VideoPayload>): Promise<void> {
    const { repository, clock } = this.#parts;
    const run = await repository.find(payload.workspaceId, payload.videoId);
    if (!run || !(await repository.move(run, 'running'))) return;
    const meter = await this.#parts.openMeter(run);
    let status = 200;
    try {
      const onProgress = this.#progress(run);
      const { video } = await this.#parts.maker.make(run, { meter, signal, onProgress });
      await repository.move(run, 'completed', { finishedAt: clock.now(), result: video });
      await repository.setProgress(run, { step: 'ended', percent: 100 });
    } catch (error) {
      status = isAppError(error) ? errorCatalogue[error.code].status : 500;
      if (signal.aborted) throw error;
      await this.#fail(payload, error);
    } finally {
      await meter.settle({ status, isStreamed: false });
    }
  }

  #progress(run: VideoRecord): (share: number) => void {
    const { repository, clock } = this.#parts;
    let last = 0;
    return (share) => {
      const now = clock.now();
      if (now - last < progressMs) return;
      last = now;
      const percent = Math.min(99, Math.round(share * 100));
      // Progress that is not stored is no failure of the video.
      repository.setProgress(run, { step: 'rendering', percent }).catch(() => {});
    };
  }

  async #fail({ workspaceId, videoId }: VideoPayload, error: unknown): Promise<void> {
    const { repository, clock } = this.#parts;
    const stored = storeError(isAppError(error) ? error : new AppError('video_generation_failed', 'Try again.'));
    await repository.move({ workspaceId, id: videoId }, 'failed', { finishedAt: clock.now(), error: stored });
  }
}
