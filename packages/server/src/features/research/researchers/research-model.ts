import type { JsonObject } from '@parley/contract';
import type { Call } from '../../../ports/call.ts';
import type { Consumption } from '../../../ports/meter.ts';

/** A connected model as research uses it: one question, one object. */
export interface ResearchModel {
  /** As in the model list. */
  readonly id: string;
  /** The embedded reader: research then quotes and groups instead of writing. */
  readonly isEmbedded: boolean;
  /** Characters of material that fit into one question beside its answer. */
  readonly materialCharacters: number;
  /**
   * `value` is null when the model gave no valid object; its cost counts nevertheless. Throws `upstream_*` errors and the
   * signal's reason, after `onLoss` got the cost of the question.
   */
  ask(
    question: ModelQuestion,
    signal: AbortSignal,
    onLoss?: (consumption: Consumption) => Promise<void>,
  ): Promise<{ value: JsonObject | null; consumption: Consumption }>;
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

/** For whom a run asks, without the signal that each question brings. */
export type ResearchCall = Omit<Call, 'signal'>;

/** Finds the model of a run. Throws `model_not_found`. */
export type ResearchModels = (name: string | null, call: ResearchCall) => ResearchModel;

/** The next question would cost more than the run may or the budget holds; what is known already makes the report. */
export class CostLimitReached extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'CostLimitReached';
  }
}

/** The model refuses or fails: two questions in a row had no usable answer. What is known already makes the report. */
export class ModelGaveUp extends Error {
  readonly counts: ModelCounts;

  constructor(counts: ModelCounts) {
    super(counts.reason);
    this.name = 'ModelGaveUp';
    this.counts = counts;
  }
}

/** Questions that were put to the model, how many had no usable answer, and why the last one had none. */
export interface ModelCounts {
  calls: number;
  failed: number;
  reason: string;
}
