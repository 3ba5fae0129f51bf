import { LRUCache } from 'lru-cache';
import type { ResponseFormatMode } from '../../../ports/language-model.ts';

/** The ways of asking for an object, best first. */
export const modes: readonly ResponseFormatMode[] = ['strict', 'tool', 'json', 'prompt'];

interface Known {
  /** Modes that the upstream refused, with the schemas it refused them for. */
  refused: Map<ResponseFormatMode, Set<string>>;
  /** Modes that have worked. */
  worked: Set<ResponseFormatMode>;
}

const rememberedModels = 500;
const rememberedSchemas = 3;
/** Vendors learn new modes, so what is known about them grows old. */
const rememberedMs = 6 * 3600_000;

/** Which modes work, per upstream and model, so that the next request starts where the last one ended. */
export class ModeMemory {
  readonly #models = new LRUCache<string, Known>({ max: rememberedModels, ttl: rememberedMs });

  /** The modes worth trying for this schema, best first; the last one always stays. */
  order(modelId: string, schemaHash: string): ResponseFormatMode[] {
    const known = this.#models.get(modelId);
    return modes.filter((mode) => {
      const refusals = known?.refused.get(mode);
      if (!refusals || mode === 'prompt') return true;
      if (refusals.has(schemaHash)) return false;
      // One refusal may be about one schema; more of them without a success are about the mode.
      return known?.worked.has(mode) === true || refusals.size < 2;
    });
  }

  worked(modelId: string, mode: ResponseFormatMode): void {
    this.#known(modelId).worked.add(mode);
  }

  refused(modelId: string, schemaHash: string, mode: ResponseFormatMode): void {
    const known = this.#known(modelId);
    const refusals = known.refused.get(mode) ?? new Set<string>();
    if (refusals.size >= rememberedSchemas) {
      const [oldest] = refusals;
      if (oldest !== undefined) refusals.delete(oldest);
    }
    refusals.add(schemaHash);
    known.refused.set(mode, refusals);
  }

  #known(modelId: string): Known {
    let known = this.#models.get(modelId);
    if (!known) {
      known = { refused: new Map(), worked: new Set() };
      this.#models.set(modelId, known);
    }
    return known;
  }
}
