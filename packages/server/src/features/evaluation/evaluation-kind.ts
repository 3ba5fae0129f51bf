import { AppError } from '../../lib/app-error.ts';
import type { RunContext, RunKind } from '../runs/background/run-types.ts';
import type { EvaluationTypes, PlayedRun } from './evaluation-types.ts';

const dayMs = 24 * 60 * 60_000;

export interface EvaluationKindParts {
  work(run: PlayedRun, context: RunContext<EvaluationTypes>): Promise<EvaluationTypes['result']>;
  tidy(run: PlayedRun): Promise<void>;
  forget(run: { id: string; workspaceId: string }): Promise<void>;
  told(run: PlayedRun): Promise<object>;
}

/** Plays of sets as a kind of run. Their cases are charged one by one, the run itself is free. */
export function evaluationKind({ work, tidy, forget, told }: EvaluationKindParts): RunKind<EvaluationTypes> {
  return {
    name: 'evaluation',
    job: 'play-evaluation',
    endpoint: null,
    concurrency: 4,
    // What fails a run as a whole is the database: it goes on when that is back.
    maxAttempts: 100,
    backoffMs: 2000,
    deadlineMs: dayMs,
    keptMs: 90 * dayMs,
    failure: {
      code: 'internal_error',
      message: 'The run could not be finished. What was played stands in its results.',
    },
    missing: (id) => new AppError('not_found', `There is no evaluation run ${id.slice(0, 100)}`, { param: 'run_id' }),
    work,
    tidy,
    forget,
    told,
  };
}
