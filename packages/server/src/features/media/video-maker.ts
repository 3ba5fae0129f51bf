import { buffer } from 'node:stream/consumers';
import { videoSizes } from '@parley/contract';
import type { BlobStore } from '../../ports/blob-store.ts';
import type { Meter } from '../../ports/meter.ts';
import { noUsage } from '../money/billing/cost.ts';
import { withinLimit } from './generation-limit.ts';
import type { MediaEngines, VideoEngine } from './media-engines.ts';
import type { MediaStore } from './media-store.ts';
import type { FinishedVideo, VideoRecord } from './video-types.ts';

export interface VideoMakerParts {
  engines: MediaEngines<VideoEngine>;
  store: MediaStore;
  blobs: BlobStore;
  timeoutMs: number;
  /** Wanted length of every video. */
  seconds: number;
}

/** Makes one video, for a request that waits as for one in the background. */
export class VideoMaker {
  readonly #parts: VideoMakerParts;

  constructor(parts: VideoMakerParts) {
    this.#parts = parts;
  }

  /** The prompt was let through before. Throws `prompt_rejected` (by the vendor), `video_generation_*`, `budget_exceeded`. */
  async make(
    run: Pick<VideoRecord, 'id' | 'workspaceId' | 'request'>,
    context: { meter: Meter; signal: AbortSignal; onProgress: (share: number) => void },
  ): Promise<{ video: FinishedVideo; bytes: Uint8Array }> {
    const { engines, store, timeoutMs, seconds } = this.#parts;
    const { request } = run;
    const { model, price } = engines.resolve(request.model ?? undefined);
    await context.meter.reserve({ costUsd: price.costUsd * seconds, tokens: 0, model: model.id });
    const made = await withinLimit('video', { timeoutMs, signal: context.signal }, async (signal) => {
      const asked = {
        prompt: request.prompt,
        ...videoSizes[request.size],
        durationSeconds: seconds,
        seed: request.seed,
        reference: await this.#reference(request.referenceKey),
      };
      context.meter.trace.asks(model.id, 'else');
      return model.generate(asked, signal, context.onProgress);
    });
    const { bytes, durationSeconds } = made;
    context.meter.add({
      model: model.id,
      usage: noUsage,
      costUsd: price.costUsd * durationSeconds,
      upstreamCostUsd: made.upstreamCostUsd ?? price.upstreamCostUsd * durationSeconds,
    });
    const kept = await store.keep({ workspaceId: run.workspaceId, id: run.id, name: 'video.mp4', bytes });
    const costUsd = price.costUsd * durationSeconds;
    return { video: { ...kept, durationSeconds, model: model.id, costUsd }, bytes };
  }

  async #reference(key: string | null): Promise<Uint8Array | null> {
    const blob = key === null ? null : await this.#parts.blobs.get(key);
    return blob ? buffer(blob.body) : null;
  }
}
