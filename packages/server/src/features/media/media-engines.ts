import { AppError } from '../../lib/app-error.ts';
import type { ImageModel } from '../../ports/image-model.ts';
import type { VideoModel } from '../../ports/video-model.ts';

/** What one picture or second costs, in US dollars. */
export interface MediaPrice {
  /** What the workspace is charged. */
  costUsd: number;
  /** The vendor's own price. */
  upstreamCostUsd: number;
}

export interface ImageEngine {
  model: ImageModel;
  /** Of one picture. */
  price: MediaPrice;
}

export interface VideoEngine {
  model: VideoModel;
  /** Of one second. */
  price: MediaPrice;
}

/** Engines by the names that requests may use. */
export class MediaEngines<Engine extends ImageEngine | VideoEngine> {
  readonly #engines: Map<string, Engine>;
  readonly #usual: string | null;
  readonly #missing: 'image_generation_not_configured' | 'video_generation_not_configured';

  /** `usual` serves requests that name no model; null: nothing does. */
  constructor(
    engines: Engine[],
    usual: string | null,
    missing: 'image_generation_not_configured' | 'video_generation_not_configured',
  ) {
    this.#engines = new Map(engines.map((engine) => [engine.model.id, engine]));
    this.#usual = usual;
    this.#missing = missing;
  }

  /** Throws `model_not_found` for a name that is not listed. */
  resolve(name: string | undefined): Engine {
    const wanted = name ?? this.#usual;
    if (wanted === null) {
      throw new AppError(this.#missing, 'The operator has switched this off. IMAGE_ENGINE and VIDEO_ENGINE set it up.');
    }
    const engine = this.#engines.get(wanted);
    if (engine) return engine;
    const known = [...this.#engines.keys()].join(', ') || 'none';
    throw new AppError('model_not_found', `There is no such media model. Known here: ${known}.`);
  }
}
