import { AppError } from '../../lib/app-error.ts';
import type { Processes } from '../../lib/open-processes.ts';
import { TaskError } from '../../lib/process-pool.ts';
import type { FitRequest, ImageFitter } from './image-fitter.ts';

/** Fits pictures in a worker process. */
export class PoolImageFitter implements ImageFitter {
  readonly #pool: Processes;

  constructor(pool: Processes) {
    this.#pool = pool;
  }

  async fit(bytes: Uint8Array, wanted: FitRequest, signal: AbortSignal): Promise<Uint8Array> {
    try {
      return await this.#pool.run<Uint8Array>('fit', { bytes, ...wanted }, { signal });
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      throw new AppError('upstream_invalid', 'The engine answered with something that is no picture.', {
        cause: error,
      });
    }
  }

  async measure(bytes: Uint8Array, signal: AbortSignal): Promise<{ width: number; height: number }> {
    try {
      return await this.#pool.run('measure', { bytes }, { signal });
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      throw new AppError('invalid_image', 'The picture cannot be read.', { cause: error });
    }
  }
}
