import { LRUCache } from 'lru-cache';
import type { ResponseFormatMode } from '../../../ports/language-model.ts';

/** The ways of asking for an object, best first. */
export const rungs: readonly ResponseFormatMode[] = ['strict', 'tool', 'json', 'prompt'];

interface Known {
  /** Rungs that the upstream refused, with the schemas it refused them for. */
  refused: Map<ResponseFormatMode, Set<string>>;
  /** Rungs that have worked. */
  worked: Set<ResponseFormatMode>;
}

const rememberedModels = 500;
const rememberedSchemas = 3;
/** Vendors learn new modes, so what is known about them grows old. */
const rememberedMs = 6 * 3600_000;

/** Which rungs work, per upstream and model, so that the next request starts where the last one ended. */
export class RungMemory {
  readonly #models = new LRUCache<string, Known>({ max: rememberedModels, ttl: rememberedMs });

  /** The rungs worth trying for this schema, best first; the last one always stays. */
  order(modelId: string, schemaHash: string): ResponseFormatMode[] {
    const known = this.#models.get(modelId);
    return rungs.filter((rung) => {
      const refusals = known?.refused.get(rung);
      if (!refusals || rung === 'prompt') return true;
      if (refusals.has(schemaHash)) return false;
      // One refusal may be about one schema; more of them without a success are about the mode.
      return known?.worked.has(rung) === true || refusals.size < 2;
    });
  }

  worked(modelId: string, rung: ResponseFormatMode): void {
    this.#known(modelId).worked.add(rung);
  }

  refused(modelId: string, schemaHash: string, rung: ResponseFormatMode): void {
    const known = this.#known(modelId);
    const refusals = known.refused.get(rung) ?? new Set<string>();
    if (refusals.size >= rememberedSchemas) {
      const [oldest] = refusals;
      if (oldest !== undefined) refusals.delete(oldest);
    }
    refusals.add(schemaHash);
    known.refused.set(rung, refusals);
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
