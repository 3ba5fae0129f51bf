import type { PictureTask } from '@parley/sketch';
import type { Processes } from '../../lib/open-processes.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';

export const sketchId = 'sketch';

/** A drawing program, not a diffusion model: it composes a scene of drawn things from the words of the prompt. */
export class SketchImageModel implements ImageModel {
  readonly id = sketchId;
  readonly #pool: Processes;

  constructor(pool: Processes) {
    this.#pool = pool;
  }

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const { prompt, seed, width, height, format, isUpsampled } = request;
    const task: PictureTask = { prompt, seed, width, height, format };
    const bytes = await this.#pool.run<Uint8Array>('draw', task, { signal });
    if (!isUpsampled) return { bytes };
    // The vocabulary is loaded with the first prompt that asks for it.
    const { describePrompt } = await import('@parley/sketch/describe');
    return { bytes, revisedPrompt: describePrompt(prompt) };
  }
}
