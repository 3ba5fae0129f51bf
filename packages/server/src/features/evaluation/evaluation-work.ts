import type { EvaluationCheck } from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import type { RunContext } from '../runs/background/run-types.ts';
import type { LineSlots } from '../runs/lines/line-slots.ts';
import { addNoted } from '../runs/lines/noting-meter.ts';
import type { EvaluationResultRepository, ResultFigures } from './evaluation-result-repository.ts';
import type { CaseRow, EvaluationSetRepository } from './evaluation-set-repository.ts';
import { checksOf, toCase } from './evaluation-sets.ts';
import type { EvaluationTypes, PlayedRun } from './evaluation-types.ts';
import { countedOf, FigureTally } from './figure-tally.ts';
import { CasePlayer, evaluationEndpoint, judgeIdOf, type NotedUse, type PlayCaseParts } from './play-case.ts';

export interface EvaluationWorkParts extends Omit<PlayCaseParts, 'keep'> {
  sets: EvaluationSetRepository;
  results: EvaluationResultRepository;
  /** Calls at once in this process. */
  slots: LineSlots;
}

const pageCases = 20;
const usualConcurrency = 4;
const usualChecks: EvaluationCheck[] = [{ type: 'contains', ignore_case: true }];

/** Plays the cases of a set, a few at a time; those that a run has a result of are not played again. */
export class EvaluationWork {
  readonly #parts: EvaluationWorkParts;
  readonly #player: CasePlayer;

  constructor(parts: EvaluationWorkParts) {
    this.#parts = parts;
    this.#player = new CasePlayer({ ...parts, keep: (row) => parts.results.keep(row) });
  }

  async work(run: PlayedRun, { call, tell }: RunContext<EvaluationTypes>): Promise<EvaluationTypes['result']> {
    const { sets } = this.#parts;
    const name = { id: run.request.body.set_id, workspaceId: run.workspaceId };
    const set = await sets.find(name);
    if (!set) throw new AppError('not_found', `There is no evaluation set ${name.id}`);
    const done = new Set<string>();
    const tally = new FigureTally(Math.max(set.cases, run.progress.cases));
    for await (const row of this.#parts.results.figures(run)) {
      done.add(row.case_id);
      tally.add(countedOf(row));
      if (row.is_settled === 0) await this.#charge(run, row);
    }
    await tell(tally.figures());
    const ofSet = checksOf(set);
    await this.#each(run, this.#cases(name, done), call.signal, async (row) => {
      const one = { ...toCase(row), userId: row.user_id };
      const result = await this.#player.play(run, one, checksFor(one, ofSet), call.signal);
      await this.#parts.results.settled(run, row.id);
      tally.add(countedOf(result));
      await tell(tally.figures());
    });
    return tally.figures();
  }

  /** Charges what a killed process has left uncharged. */
  async tidy(run: PlayedRun): Promise<void> {
    for await (const row of this.#parts.results.figures(run)) if (row.is_settled === 0) await this.#charge(run, row);
  }

  async *#cases(set: { id: string; workspaceId: string }, done: ReadonlySet<string>): AsyncGenerator<CaseRow> {
    for (let after = 0; ; ) {
      const rows = await this.#parts.sets.cases(set, { after, limit: pageCases });
      for (const row of rows) if (!done.has(row.id)) yield row;
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageCases) return;
      after = last.position;
    }
  }

  /** As many at once as the run asks and the process lets it. What fails ends the run; it waits for those that are open. */
  async #each(
    run: PlayedRun,
    cases: AsyncIterable<CaseRow>,
    signal: AbortSignal,
    play: (row: CaseRow) => Promise<void>,
  ): Promise<void> {
    const most = run.request.body.concurrency ?? usualConcurrency;
    const running = new Set<Promise<void>>();
    let failure: { error: unknown } | null = null;
    const one = async (row: CaseRow) => {
      let free: (() => void) | null = null;
      try {
        free = await this.#parts.slots.take(run.workspaceId, signal);
        await play(row);
      } catch (error) {
        failure ??= { error };
      } finally {
        free?.();
      }
    };
    try {
      for await (const row of cases) {
        signal.throwIfAborted();
        const open = one(row).finally(() => running.delete(open));
        running.add(open);
        if (running.size >= most) await Promise.race(running);
        if (failure) break;
      }
    } finally {
      await Promise.all(running);
    }
    const failed = failure as { error: unknown } | null;
    if (failed) throw failed.error;
  }

  async #charge(run: PlayedRun, row: ResultFigures): Promise<void> {
    const { openMeter, results } = this.#parts;
    const { workspaceId, keyId } = run;
    // Written by the player.
    const { call, judges }: NotedUse = JSON.parse(row.consumption);
    const charge = async (requestId: string, used: NotedUse['call'], status: number) => {
      const meter = await openMeter({ id: requestId, keyId, workspaceId, request: { requestId } }, evaluationEndpoint);
      addNoted(meter, used);
      await meter.settle({ status, isStreamed: false, errorCode: status === row.status ? row.error_code : null });
    };
    await charge(row.request_id, call, row.status);
    if (judges.length > 0) await charge(judgeIdOf(row.request_id), judges, 200);
    await results.settled(run, row.case_id);
  }
}

function checksFor(
  { checks, expected }: Pick<ReturnType<typeof toCase>, 'checks' | 'expected'>,
  ofSet: EvaluationCheck[],
): EvaluationCheck[] {
  if (checks !== null) return checks;
  if (ofSet.length > 0 || expected === null) return ofSet;
  return typeof expected === 'object' ? [{ type: 'equals' }] : usualChecks;
}
