import type { CallLabels, GuardDecision } from '@parley/contract';
import type { TracedStep } from '../lib/traced.ts';
import type { TokenUsage } from './language-model.ts';

/** What one piece of work used. */
export interface Consumption {
  /** Model id of the wire, as in the model list. */
  model: string;
  usage: TokenUsage;
  /** By the model list's prices, in US dollars: what the workspace is charged. */
  costUsd: number;
  /** By the vendor's own prices, in US dollars; 0 for embedded engines. */
  upstreamCostUsd: number;
  /** Each call to an engine that it took, in their order. Default: none. */
  rounds?: readonly ModelRound[];
}

/** One call to one engine. */
export interface ModelRound {
  /** `provider/model`. */
  engine: string;
  usage: TokenUsage;
  /** What its vendor asks, in US dollars. */
  upstreamCostUsd: number;
  /** The code of what it failed with, `abandoned` where it was given up; null for a reply. */
  error: string | null;
  times: RoundTimes;
  /** What its vendor said when it failed, without keys. */
  said?: string;
  /** The reply was kept and given once more: what it had cost the workspace, in US dollars. */
  savedUsd?: number;
}

export interface RoundTimes {
  /** When it was asked, by the clock of `performance.now()`, in milliseconds. */
  startedAt: number;
  durationMs: number;
  /** Until its first piece; null where none came. */
  firstTokenMs: number | null;
}

/** What a caller was told of an error, and what the vendor had said. */
export interface ToldProblem {
  message: string;
  vendor?: string;
}

/** `bypass`: the call wanted none, or the prompt is too long to be looked for. */
export type CacheOutcome = 'hit' | 'miss' | 'bypass';

/** Which engines a call was put to, and when it was answered. */
export interface CallTrace {
  /** `provider/model` of the engine that answered last or, while none has, was asked last; null while none was asked. */
  readonly engine: string | null;
  /** Calls to engines so far, those that failed included. */
  readonly attempts: number;
  /** From the beginning of the call to the first word of the first reply, in milliseconds. */
  readonly firstTokenMs: number | null;
  /** A sentence for each field of the caller that the engine which answered does not have and was not sent. */
  readonly leftOut?: readonly string[];
  /** Whether replies came from those that were kept: all of them, or not. Absent where nothing was looked for. */
  readonly cache?: CacheOutcome | undefined;
  /** Some of them were given to a prompt that only asked the same. */
  readonly isCachedByMeaning?: boolean;
  /** A reply was looked for among those that are kept. */
  looked?(outcome: CacheOutcome, byMeaning?: boolean): void;
  /** A step of the work is done. */
  did?(step: TracedStep): void;
  /** A call to an engine begins. */
  attempt(): void;
  /** An engine is asked, for the words of the reply or for something else; the one for words is named where there are both. */
  asks(engine: string, wants: 'words' | 'else'): void;
  /** The first word of an engine's reply is there. */
  answeredBy(engine: string, leftOut?: readonly string[]): void;
}

/** How a call ended. */
export interface Outcome {
  status: number;
  isStreamed: boolean;
  /** Of the error that the caller got; absent for none. */
  errorCode?: string | null;
  problem?: ToldProblem | undefined;
}

/** What a piece of work may use, and the model that it asks, as it will be added. */
export interface Estimate {
  costUsd: number;
  tokens: number;
  model?: string;
}

/** What a caller is told of the tightest budget of a call. */
export interface BudgetNotice {
  /** Id of the budget, or `key`, `maker` or `workspace` for what is set there. */
  id: string;
  leftUsd: number;
  /** Until the next period, in milliseconds; null where none comes. */
  resetsAfterMs: number | null;
  /** A sentence for each budget that only warns and is used up. */
  warnings: readonly string[];
}

/**
 * The meter of one call: reserve before the work, add what was used, and the call's end settles it with one record.
 * Reservation and settlement are the ledger's; services see only this.
 */
export interface Meter {
  readonly trace: CallTrace;
  /**
   * Holds an estimate against the budgets and the token limit of key and workspace.
   * Throws `budget_exceeded` or `rate_limit_exceeded`. May be called more than once; estimates add up.
   */
  reserve(estimate: Estimate): Promise<void>;
  /** What the budgets have left besides all that is held, in US dollars; those of a model are asked where it is named. Absent where there is no budget. */
  readonly leftUsd?: ((model?: string) => Promise<number>) | undefined;
  /** What the caller is told of the tightest of the budgets that the call met; absent where it met none. */
  readonly budgetNotice?: BudgetNotice | undefined;
  /** How the caller labels the call, once that has been read. */
  label?(labels: CallLabels): void;
  /** The version of a kept prompt that the call began with, for its record. */
  prompted?(mark: string): void;
  /** What guards found in the call, for its record. */
  guarded?(decisions: readonly GuardDecision[]): void;
  readonly labels?: CallLabels | null;
  add(consumption: Consumption): void;
  /**
   * The work goes on under a meter of its own, which charges it and stores its record: this one only gives back what it
   * holds when the call ends.
   */
  handOver(): void;
  /** Gives back what was reserved, charges what was used and stores the record. Later calls change nothing. */
  settle(outcome: Outcome): Promise<void>;
}
