import type { FilmTask } from '@parley/sketch';
import type { Processes } from '../../lib/open-processes.ts';
import type { ModelVideo, VideoModel, VideoRequest } from '../../ports/video-model.ts';
import { sketchId } from './sketch-image-model.ts';

/** Moves through the scene that the image engine would draw, with things and weather in motion. */
export class SketchVideoModel implements VideoModel {
  readonly id = sketchId;
  readonly #pool: Processes;

  constructor(pool: Processes) {
    this.#pool = pool;
  }

  async generate(request: VideoRequest, signal: AbortSignal, onProgress: (share: number) => void): Promise<ModelVideo> {
    const { prompt, seed, width, height, durationSeconds, reference } = request;
    const task: FilmTask = { prompt, seed, width, height, durationSeconds, reference };
    const bytes = await this.#pool.run<Uint8Array>('film', task, {
      signal,
      onProgress: (share) => typeof share === 'number' && onProgress(share),
    });
    return { bytes, durationSeconds };
  }
}
