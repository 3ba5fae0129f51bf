import type { EvaluationCheckOutcome, EvaluationFigures, EvaluationRunRequest } from '@parley/contract';
import type { Run, RunTypes } from '../runs/background/run-types.ts';

/** What is stored of a run. Times in milliseconds. */
export interface EvaluationTypes extends RunTypes {
  request: {
    body: EvaluationRunRequest & { set_id: string };
    requestId: string;
    origin: string;
    webhookUrl: string | null;
    /** Of the run, where its caller gave none. */
    name: string;
  };
  progress: EvaluationFigures;
  result: EvaluationFigures;
}

export type PlayedRun = Run<EvaluationTypes>;

/** What a check came to. A `feedback` check waits until somebody looks. */
export type CheckOutcome = EvaluationCheckOutcome & { minScore?: number };

/** What the cases of a run came to, one by one. */
export interface Judged {
  checks: CheckOutcome[];
  passed: boolean | null;
  score: number | null;
}
