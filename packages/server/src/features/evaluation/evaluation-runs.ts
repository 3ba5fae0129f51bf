import {
  type EvaluationCheckOutcome,
  type EvaluationComparison,
  type EvaluationResult,
  type EvaluationRun,
  type EvaluationRunRequest,
  evaluationLimits,
  type PromptEvaluation,
  type StoredPrompt,
} from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { cursorOf, type Page, parseCursor } from '../../lib/page.ts';
import { requireModel } from '../../lib/require-model.ts';
import { restoreError } from '../../lib/stored-error.ts';
import type { Call } from '../../ports/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelRouter } from '../models/model-router.ts';
import type { CallFeedback } from '../money/usage-reports/call-feedback.ts';
import type { Runs } from '../runs/background/runs.ts';
import type { EvaluationResultRepository, ResultFigures, ResultRow } from './evaluation-result-repository.ts';
import type { EvaluationSetRepository } from './evaluation-set-repository.ts';
import type { CheckOutcome, EvaluationTypes, PlayedRun } from './evaluation-types.ts';
import { countedOf, FigureTally } from './figure-tally.ts';
import { withFeedback } from './judge-case.ts';

export interface EvaluationRunParts {
  runs: Runs<EvaluationTypes>;
  sets: EvaluationSetRepository;
  results: EvaluationResultRepository;
  feedback: Pick<CallFeedback, 'of'>;
  /** Throws for a model that is not there. */
  models: Pick<ModelRouter, 'resolve'>;
  /** A kept prompt. Throws `not_found` for one that is not there, or has no such version. */
  prompt(workspaceId: string, prompt: { id: string; version?: number }): Promise<StoredPrompt>;
  clock: Clock;
}

const usualConcurrency = 4;

/** Runs of sets as the API has them. */
export class EvaluationRuns {
  readonly #parts: EvaluationRunParts;

  constructor(parts: EvaluationRunParts) {
    this.#parts = parts;
  }

  async create(body: EvaluationRunRequest, call: Call): Promise<EvaluationRun> {
    const { runs, sets, results, clock } = this.#parts;
    const { workspaceId, keyId, requestId, origin, keepsNothing } = call;
    const { model, prompt, judge_model: judge } = body;
    const kept = prompt ? await this.#parts.prompt(workspaceId, prompt) : null;
    const setId = body.set_id ?? kept?.evaluation_set_id ?? null;
    if (setId === null) throw invalid('set_id', 'name a set, or a prompt that has one');
    const set = await sets.find({ id: setId, workspaceId });
    if (!set) throw new AppError('not_found', `There is no evaluation set ${setId}`, { param: 'set_id' });
    if (set.cases === 0) throw invalid('set_id', 'the set has no cases');
    for (const name of [model, judge]) if (name !== undefined) requireModel(call, this.#parts.models.resolve(name).id);
    const webhookUrl = body.webhook_url ?? null;
    runs.checkWebhook(webhookUrl);
    if ((await runs.countOpen(workspaceId)) >= evaluationLimits.openRuns) {
      throw new AppError('rate_limit_exceeded', `A workspace may have ${evaluationLimits.openRuns} runs open at once`, {
        retryAfterMs: 30_000,
      });
    }
    const id = newId('evrun');
    const version = prompt?.version === undefined ? null : prompt.version;
    const name = body.name ?? nameOf(body);
    await results.noteRun({
      id,
      workspace_id: workspaceId,
      set_id: set.id,
      prompt_id: kept?.id ?? null,
      prompt_version: version,
      created_at: clock.now(),
    });
    const run = await runs
      .start(
        {
          id,
          request: { body: { ...body, set_id: setId }, requestId, origin, webhookUrl, name },
          progress: new FigureTally(set.cases).figures(),
        },
        // The call itself is free and has a record of its own; each case has another.
        { workspaceId, keyId, ...(keepsNothing !== undefined && { keepsNothing }) },
      )
      .catch(async (error: unknown) => {
        await results.forget({ id, workspaceId });
        throw error;
      });
    return { ...toRun(run), ...runs.secretFor(run) };
  }

  async get(workspaceId: string, id: string): Promise<EvaluationRun> {
    return this.view(await this.#parts.runs.get(workspaceId, id));
  }

  /** What came of the last whole run of each version of a prompt with a set. */
  async ofVersions(
    { id, workspaceId, setId }: { id: string; workspaceId: string; setId: string },
    versions: readonly number[],
  ): Promise<Map<number, PromptEvaluation>> {
    const { results, runs } = this.#parts;
    const found = new Map<number, PromptEvaluation>();
    for (const version of versions) {
      const runId = await results.lastWhole(workspaceId, { setId, promptId: id, version });
      const run = runId === null ? null : await runs.find(workspaceId, runId);
      if (!run) continue;
      const { score, passed, cases, cost_usd, p50_ms, finished_at } = await this.view(run);
      found.set(version, { run_id: run.id, score, passed, cases, cost_usd, p50_ms, finished_at });
    }
    return found;
  }

  /** Newest first. The figures of each are those of its end: what feedback came later is told of one run. */
  async list(
    workspaceId: string,
    query: { limit?: number; after?: string; set_id?: string },
  ): Promise<Page<EvaluationRun>> {
    const { results, runs } = this.#parts;
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    const names = await results.listRuns(workspaceId, { setId: query.set_id, after, limit: limit + 1 });
    const shown = names.slice(0, limit);
    const found = await Promise.all(shown.map(({ id }) => runs.find(workspaceId, id)));
    const last = shown.at(-1);
    const hasMore = names.length > limit;
    return {
      data: found.flatMap((run) => (run ? [toRun(run)] : [])),
      has_more: hasMore,
      next: hasMore && last !== undefined ? cursorOf(last.created_at, last.id) : null,
    };
  }

  /** Cancelling what has ended changes nothing. */
  async cancel(workspaceId: string, id: string): Promise<EvaluationRun> {
    return this.view(await this.#parts.runs.cancel(workspaceId, id));
  }

  delete(workspaceId: string, id: string): Promise<void> {
    return this.#parts.runs.delete(workspaceId, id);
  }

  async results(workspaceId: string, id: string, { limit = 20, after = 0 }: { limit?: number; after?: number }) {
    await this.#parts.runs.get(workspaceId, id);
    const rows = await this.#parts.results.list({ id, workspaceId }, { after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const said = await this.#saidOf(shown);
    const hasMore = rows.length > limit;
    return {
      data: shown.map((row) => ({ ...caseOf(row), ...toOutcome(row, said(row)) })),
      has_more: hasMore,
      next: hasMore ? (shown.at(-1)?.position ?? null) : null,
    };
  }

  async compare(
    workspaceId: string,
    { runs: named, limit = 20, after = 0 }: { runs: string; limit?: number; after?: number },
  ): Promise<EvaluationComparison> {
    const { results } = this.#parts;
    const ids = [...new Set(named.split(',').map((id) => id.trim()))];
    const runs = await Promise.all(ids.map((id) => this.get(workspaceId, id)));
    const [first] = runs;
    if (!first || runs.length < 2) throw invalid('runs', 'name two runs or more');
    const other = runs.find((run) => run.set_id !== first.set_id);
    if (other) throw invalid('runs', `${other.id} played another set than ${first.id}`);
    const positions = await results.positions(workspaceId, ids, { after, limit: limit + 1 });
    const shown = positions.slice(0, limit);
    const rows = await results.at(workspaceId, ids, shown);
    const said = await this.#saidOf(rows);
    const hasMore = positions.length > limit;
    return {
      set_id: first.set_id,
      runs,
      cases: shown.flatMap((position) => {
        const byRun = ids.map((id) => rows.find((row) => row.run_id === id && row.position === position) ?? null);
        const any = byRun.find((row) => row !== null);
        if (!any) return [];
        const ofRuns = byRun.map((row) => row && toOutcome(row, said(row)));
        return [{ case_id: any.case_id, position, name: any.name, results: ofRuns }];
      }),
      has_more: hasMore,
      next: hasMore ? (shown.at(-1) ?? null) : null,
    };
  }

  /** With what was said by feedback until now. */
  async view(run: PlayedRun): Promise<EvaluationRun> {
    const tally = new FigureTally((run.result ?? run.progress).cases);
    const waiting: ResultFigures[] = [];
    const count = async (rows: ResultFigures[]) => {
      const said = await this.#parts.feedback.of(rows);
      for (const row of rows) tally.add({ ...countedOf(row), ...judgedNow(row, said(row)) });
    };
    for await (const row of this.#parts.results.figures(run)) {
      if (row.awaits_feedback === 0) tally.add(countedOf(row));
      else waiting.push(row);
      if (waiting.length >= 100) await count(waiting.splice(0));
    }
    await count(waiting);
    return { ...toRun(run), ...tally.figures() };
  }

  #saidOf(rows: readonly ResultFigures[]) {
    return this.#parts.feedback.of(rows.filter((row) => row.awaits_feedback === 1));
  }
}

type Said = { score: number; comment: string | null } | null;

/** Written by the player. */
const outcomesOf = ({ checks }: Pick<ResultFigures, 'checks'>): CheckOutcome[] => JSON.parse(checks);

function judgedNow(row: ResultFigures, said: Said) {
  if (row.awaits_feedback === 0 || row.status !== 200) {
    const passed = row.passed === null ? null : row.passed === 1;
    return { checks: outcomesOf(row), passed, score: row.score };
  }
  return withFeedback(outcomesOf(row), said);
}

const caseOf = ({ case_id, position, name }: ResultRow) => ({ case_id, position, name });

function toOutcome(row: ResultRow, said: Said): Omit<EvaluationResult, keyof ReturnType<typeof caseOf>> {
  const { checks, passed, score } = judgedNow(row, said);
  return {
    request_id: row.request_id,
    status: row.status,
    error_code: row.error_code,
    output: row.output,
    model: row.model,
    passed,
    score,
    checks: checks.map(
      ({ type, passed: isPassed, score: ofCheck, reason }): EvaluationCheckOutcome => ({
        type,
        passed: isPassed,
        score: ofCheck,
        reason,
      }),
    ),
    cost_usd: row.cost_nanos / 1e9,
    judge_cost_usd: row.judge_cost_nanos / 1e9,
    duration_ms: row.duration_ms,
  };
}

function nameOf({ model, prompt }: EvaluationRunRequest): string {
  const version = prompt?.version === undefined ? (prompt?.label ?? '') : String(prompt.version);
  const ofPrompt = prompt ? (version === '' ? prompt.id : `${prompt.id}@${version}`) : null;
  return [model, ofPrompt].filter((one) => one !== undefined && one !== null).join(' · ') || 'as each case says';
}

function toRun(run: PlayedRun): EvaluationRun {
  const { body, name } = run.request;
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: run.id,
    set_id: body.set_id,
    name,
    model: body.model ?? null,
    prompt: body.prompt ?? null,
    judge_model: body.judge_model ?? null,
    concurrency: body.concurrency ?? usualConcurrency,
    status: run.status,
    ...(run.result ?? run.progress),
    error: run.error === null ? null : errorOf(run.error),
    created_at: new Date(run.createdAt).toISOString(),
    started_at: time(run.startedAt),
    finished_at: time(run.finishedAt),
  };
}

function errorOf(stored: NonNullable<PlayedRun['error']>): { code: string; message: string } {
  const { message } = restoreError(stored);
  return { code: typeof stored.code === 'string' ? stored.code : 'internal_error', message };
}

const invalid = (param: string, message: string): AppError =>
  new AppError('invalid_request', `${param}: ${message}`, { title: `${param} is not valid`, param });
