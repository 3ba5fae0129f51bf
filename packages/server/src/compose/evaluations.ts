import type { EvaluationTarget } from '@parley/contract';
import { CallsMade } from '../features/evaluation/calls-made.ts';
import { evaluationKind } from '../features/evaluation/evaluation-kind.ts';
import { EvaluationResultRepository } from '../features/evaluation/evaluation-result-repository.ts';
import { EvaluationRuns } from '../features/evaluation/evaluation-runs.ts';
import { EvaluationSetRepository } from '../features/evaluation/evaluation-set-repository.ts';
import { EvaluationSets } from '../features/evaluation/evaluation-sets.ts';
import { EvaluationWork } from '../features/evaluation/evaluation-work.ts';
import type { ModelRouter } from '../features/models/model-router.ts';
import type { RunMeters } from '../features/money/billing/run-meters.ts';
import type { CallContentsStore } from '../features/money/usage-reports/call-contents.ts';
import type { CallFeedback } from '../features/money/usage-reports/call-feedback.ts';
import type { ReportRepository } from '../features/money/usage-reports/report-repository.ts';
import type { AuditLog } from '../features/people/audit/audit-log.ts';
import type { LineCaller } from '../features/runs/lines/line-caller.ts';
import { LineSlots } from '../features/runs/lines/line-slots.ts';
import type { PromptBook } from '../features/text/kept-prompts/prompt-book.ts';
import type { PromptLibrary } from '../features/text/prompts/prompt-library.ts';
import { evaluationRoutes } from '../http/routes/evaluation/evaluation-routes.ts';
import { userOf } from '../http/user-of.ts';
import type { Platform } from './platform.ts';
import type { RunRoom } from './runs.ts';

export interface EvaluationParts {
  runs: RunRoom;
  meters: RunMeters;
  caller: LineCaller;
  models: ModelRouter;
  prompts: PromptLibrary;
  keptPrompts: PromptBook;
  ledger: ReportRepository;
  contents: CallContentsStore;
  feedback: CallFeedback;
  audit: AuditLog;
  flush: () => Promise<void>;
}

/** Calls of all evaluations at once, in one process. */
const callsAtOnce = 8;

/** Sets of calls that are played against models, routes and prompts. */
export function composeEvaluations({ clock, database: { db } }: Platform, parts: EvaluationParts) {
  const { caller, models, prompts, keptPrompts, meters, ledger, contents, feedback, flush, audit } = parts;
  const sets = new EvaluationSetRepository({ db });
  const results = new EvaluationResultRepository({ db });
  const work = new EvaluationWork({
    sets,
    results,
    caller,
    clock,
    models,
    prompts,
    slots: new LineSlots(callsAtOnce),
    openMeter: (call, endpoint) => meters.open(call, endpoint),
  });
  const kind = evaluationKind({
    work: (run, context) => work.work(run, context),
    tidy: (run) => work.tidy(run),
    forget: (run) => results.forget(run),
    told: (run) => runs.view(run),
  });
  const runs: EvaluationRuns = new EvaluationRuns({
    runs: parts.runs.open(kind),
    sets,
    results,
    feedback,
    models,
    clock,
    prompt: (workspaceId, prompt) => keptPrompts.find(workspaceId, prompt),
  });
  const calls = new CallsMade({
    ledger,
    contents,
    flush,
    endpointId: (path: EvaluationTarget) => caller.endpointId(path),
  });
  const kept = new EvaluationSets({ repository: sets, calls, clock, userOf });
  return {
    routes: evaluationRoutes({ sets: kept, runs, audit }),
    requireSet: (workspaceId: string, setId: string) => kept.get(workspaceId, setId),
    ofVersions: (...given: Parameters<EvaluationRuns['ofVersions']>) => runs.ofVersions(...given),
    async forgetUser(user: { workspaceId: string; userId: string }): Promise<void> {
      await sets.forgetUser(user);
      await results.forgetUser(user);
    },
  };
}
