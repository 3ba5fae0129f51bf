import type { JsonObject } from '@parley/contract';
import type { Consumption } from '../../ports/meter.ts';

/** A connected model as research uses it: one question, one object. */
export interface ResearchModel {
  /** As in the model list. */
  readonly id: string;
  /** The embedded reader: research then quotes and groups instead of writing. */
  readonly isEmbedded: boolean;
  /** Characters of material that fit into one question beside its answer. */
  readonly materialCharacters: number;
  /** `value` is null when no valid object could be had; that was paid for all the same. Throws `upstream_*` errors. */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<{ value: JsonObject | null; consumption: Consumption }>;
  /** An upper estimate of what a question costs, in US dollars. */
  estimateUsd(question: ModelQuestion): number;
}

export interface ModelQuestion {
  system: string;
  text: string;
  schema: JsonObject;
  maxTokens: number;
  /** Material to read the answer from, for the embedded reader. */
  document?: string;
}

/** Finds the model of a run. Throws `model_not_found`. */
export type ResearchModels = (name: string | null) => ResearchModel;

/** The next question would cost more than the run may; what is known already makes the report. */
export class CostLimitReached extends Error {
  constructor(limitUsd: number) {
    super(`the next step would cost more than max_cost_usd (${limitUsd})`);
    this.name = 'CostLimitReached';
  }
}
