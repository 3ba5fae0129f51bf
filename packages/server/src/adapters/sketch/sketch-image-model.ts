import type { PictureTask } from '../../../../sketch/src/render/sketch-tasks.ts';
import type { ProcessPool } from '../../lib/process-pool.ts';
import type { ImageModel, ImageRequest, ModelImage } from '../../ports/image-model.ts';

export const sketchId = 'sketch';

/** A drawing program, not a diffusion model: it composes a scene of drawn things from the words of the prompt. */
export class SketchImageModel implements ImageModel {
  readonly id = sketchId;
  readonly #pool: ProcessPool;

  constructor(pool: ProcessPool) {
    this.#pool = pool;
  }

  async generate(request: ImageRequest, signal: AbortSignal): Promise<ModelImage> {
    const { prompt, seed, width, height, format, isUpsampled } = request;
    const task: PictureTask = { prompt, seed, width, height, format };
    const bytes = await this.#pool.run<Uint8Array>('draw', task, { signal });
    return { bytes, ...(isUpsampled && { revisedPrompt: await revised(prompt) }) };
  }
}

/** The vocabulary is loaded with the first prompt that asks for it. */
async function revised(prompt: string): Promise<string> {
  const [{ describeReading }, { readPrompt }] = await Promise.all([
    import('../../../../sketch/src/words/describe-reading.ts'),
    import('../../../../sketch/src/words/read-prompt.ts'),
  ]);
  return describeReading(readPrompt(prompt));
}
