import type { JsonObject } from '@parley/contract';
import type { Brief, Claim, Finding, ReportDraft, Source } from './research-types.ts';

/** A source with what was found in it. */
export interface ReadSource {
  /** Index in the run's sources. */
  index: number;
  source: Source;
  findings: Finding[];
}

/** A statement and the quote it claims to rest on; nothing of it is believed yet. */
export interface ClaimDraft {
  text: string;
  quote: string;
  /** Index in the run's sources. */
  source: number;
  question: number;
}

/** A statement beside the only text it may rest on. */
export interface StatementPair {
  statement: string;
  quote: string;
}

/** A claim that was made and did not hold. */
export interface RejectedClaim {
  text: string;
  question: number;
  /** Why, in words for the model. */
  reason: string;
}

export interface ResearchState {
  brief: Brief;
  sources: Source[];
  /** Verified, best first. */
  claims: Claim[];
  /** The newest last. */
  rejected: RejectedClaim[];
  /** Everything that was searched for. */
  searched: readonly string[];
  /** How many of the claims a report can cite. */
  maxCitations: number;
}

/**
 * What thinks in a run: a connected model, or nothing but the embedded reader. Every call is a stored step of its own.
 * What it says is checked by code afterwards.
 */
export interface Researcher {
  /** As in the model list. */
  readonly modelId: string;
  brief(): Promise<Brief>;
  /** Statements that the sources prove, each with its quote. `batch` numbers the calls of a run. */
  claims(brief: Brief, batch: number, sources: ReadSource[]): Promise<ClaimDraft[]>;
  /**
   * Whether each quote by itself says its statement. Null where nobody can tell: no model is connected, or it gave no
   * verdict. `name` numbers the question within the run.
   */
  confirm(name: string, pairs: readonly StatementPair[]): Promise<(boolean | null)[]>;
  /** Searches that would fill the gaps; empty when there are none. */
  reflect(round: number, state: ResearchState): Promise<string[]>;
  report(state: ResearchState): Promise<ReportDraft>;
  /** An object that satisfies the schema; strings in it mark claims as `[[c1]]`. */
  structured(state: ResearchState, schema: JsonObject, problems: string[]): Promise<JsonObject>;
}
