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
  /** Of the tokens that the vendor counts besides, in US dollars; absent for none. */
  costOfTokens?(usage: { inputTokens: number; outputTokens: number }): number;
}

export interface VideoEngine {
  model: VideoModel;
  /** Of one second. */
  price: MediaPrice;
}

/** The names that requests may use: the usual engine first, then the embedded one unless all is switched off, then those listed. */
export function engineNames(usual: string | null, more: readonly string[], embeddedId: string): string[] {
  return [...new Set(usual === null ? more : [usual, embeddedId, ...more])];
}

/** What the operator set for an engine; nothing where no price is set. */
export function mediaPriceOf(prices: Readonly<Record<string, MediaPrice>>, id: string): MediaPrice {
  return prices[id] ?? { costUsd: 0, upstreamCostUsd: 0 };
}

/** Stands for an engine of a vendor that makes no video: asked for one, it says so. */
export function withoutVideo(id: string, vendor: string): VideoModel {
  const problem = `Providers of type ${vendor} make no video here.`;
  return { id, generate: () => Promise.reject(new AppError('model_not_configured', problem)) };
}

/** Engines by the names that requests may use. */
export class MediaEngines<Engine extends ImageEngine | VideoEngine> {
  readonly #engines: Map<string, Engine>;
  readonly #usual: string | null;
  readonly #kind: 'image' | 'video';
  readonly #others: (name: string) => Engine | null;

  /** `usual` serves requests that name no model; null: nothing does. `others`: further engines by their names, as they are now. */
  constructor(
    kind: 'image' | 'video',
    engines: Engine[],
    usual: string | null,
    others: (name: string) => Engine | null = () => null,
  ) {
    this.#others = others;
    this.#engines = new Map(engines.map((engine) => [engine.model.id, engine]));
    this.#usual = usual;
    this.#kind = kind;
  }

  /** Throws `model_not_found` for a name that is not listed. */
  resolve(name: string | undefined): Engine {
    const wanted = name ?? this.#usual;
    if (wanted === null) {
      throw new AppError(
        `${this.#kind}_generation_not_configured`,
        'The operator has switched this off. IMAGE_ENGINE and VIDEO_ENGINE set it up.',
      );
    }
    const engine = this.#engines.get(wanted) ?? this.#others(wanted);
    if (engine) return engine;
    const known = [...this.#engines.keys()].join(', ') || 'none';
    throw new AppError('model_not_found', `There is no such media model. Known here: ${known}.`, { param: 'model' });
  }
}
