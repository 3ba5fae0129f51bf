import type { AnswerPair } from '@parley/reader';

/** `JudgedPair.odds` of each pair of a question and a passage; null where nothing is known in time. */
export type JudgeAnswers = (pairs: readonly AnswerPair[], signal: AbortSignal) => Promise<readonly number[] | null>;
