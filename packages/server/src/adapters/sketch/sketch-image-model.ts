import type { PictureTask } from '@parley/sketch';
import type { Processes } from '../../lib/open-processes.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';

export const sketchId = 'sketch';
const notDrawn = 'Not drawn, because the embedded engine sketch has no drawing of it';
const connect = 'An image model draws it: IMAGE_ENGINE and a vendor’s key, see /docs/media';

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
    // The vocabulary is loaded with the first prompt.
    const { describePrompt, undrawnWords } = await import('@parley/sketch/describe');
    const undrawn = undrawnWords(prompt);
    return {
      bytes,
      ...(isUpsampled && { revisedPrompt: describePrompt(prompt) }),
      ...(undrawn.length > 0 && { warnings: [`${notDrawn}: ${undrawn.join(', ')}. ${connect}`] }),
    };
  }
}
