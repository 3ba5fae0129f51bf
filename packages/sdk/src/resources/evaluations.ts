import type { Operations } from '../generated/operations.ts';
import type {
  AddedCases,
  EvaluationCase,
  EvaluationComparison,
  EvaluationResult,
  EvaluationRun,
  EvaluationSet,
} from '../generated/types.ts';
import type { HttpClient, RequestOptions } from '../http-client.ts';
import { Pages } from '../pages.ts';
import { pollUntil } from '../poll.ts';
import type { WaitOptions } from './research.ts';

type Body<Id extends keyof Operations> = Operations[Id] extends { body: infer Given } ? Given : never;

/** Sets of calls, played against models, routes and prompts, and checked. */
export class EvaluationsResource {
  readonly #client: HttpClient;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  createSet(set: Body<'createEvaluationSet'>, options?: RequestOptions): Promise<EvaluationSet> {
    return this.#client.request('createEvaluationSet', { body: set }, options);
  }

  /** Newest first. */
  sets(query: Operations['listEvaluationSets']['query'] = {}, options?: RequestOptions): Pages<EvaluationSet> {
    return new Pages((after = query.after) =>
      this.#client.request('listEvaluationSets', { query: { ...query, after } }, options),
    );
  }

  getSet(id: string, options?: RequestOptions): Promise<EvaluationSet> {
    return this.#client.request('getEvaluationSet', { params: { set_id: id } }, options);
  }

  async deleteSet(id: string, options?: RequestOptions): Promise<void> {
    await this.#client.request('deleteEvaluationSet', { params: { set_id: id } }, options);
  }

  updateSet(id: string, changes: Body<'updateEvaluationSet'>, options?: RequestOptions): Promise<EvaluationSet> {
    return this.#client.request('updateEvaluationSet', { params: { set_id: id }, body: changes }, options);
  }

  /** By hand (`cases`), or from calls whose contents are kept (`from_calls`). */
  addCases(setId: string, cases: Body<'addEvaluationCases'>, options?: RequestOptions): Promise<AddedCases> {
    return this.#client.request('addEvaluationCases', { params: { set_id: setId }, body: cases }, options);
  }

  /** In their order. */
  cases(setId: string, options?: RequestOptions): Pages<EvaluationCase> {
    const params = { set_id: setId };
    return byPosition((after) =>
      this.#client.request('listEvaluationCases', { params, query: { limit: 100, after } }, options),
    );
  }

  updateCase(
    setId: string,
    caseId: string,
    changes: Body<'updateEvaluationCase'>,
    options?: RequestOptions,
  ): Promise<EvaluationCase> {
    const params = { set_id: setId, case_id: caseId };
    return this.#client.request('updateEvaluationCase', { params, body: changes }, options);
  }

  async deleteCase(setId: string, caseId: string, options?: RequestOptions): Promise<void> {
    await this.#client.request('deleteEvaluationCase', { params: { set_id: setId, case_id: caseId } }, options);
  }

  /**
   * Plays a set in the background.
   *
   * ```ts
   * const runs = await Promise.all(['small-2', 'openai/gpt-5'].map((model) => parley.evaluations.start({ set_id, model })));
   * await Promise.all(runs.map(({ id }) => parley.evaluations.wait(id)));
   * const { runs: figures, cases } = await parley.evaluations.compare(runs.map(({ id }) => id));
   * ```
   */
  start(run: Body<'createEvaluationRun'>, options?: RequestOptions): Promise<EvaluationRun> {
    return this.#client.request('createEvaluationRun', { body: run }, options);
  }

  get(id: string, options?: RequestOptions): Promise<EvaluationRun> {
    return this.#client.request('getEvaluationRun', { params: { run_id: id } }, options);
  }

  /** Newest first. */
  runs(query: Operations['listEvaluationRuns']['query'] = {}, options?: RequestOptions): Pages<EvaluationRun> {
    return new Pages((after = query.after) =>
      this.#client.request('listEvaluationRuns', { query: { ...query, after } }, options),
    );
  }

  /** What was done stays. */
  cancel(id: string, options?: RequestOptions): Promise<EvaluationRun> {
    return this.#client.request('cancelEvaluationRun', { params: { run_id: id } }, options);
  }

  /** With its results. */
  async delete(id: string, options?: RequestOptions): Promise<void> {
    await this.#client.request('deleteEvaluationRun', { params: { run_id: id } }, options);
  }

  /** Waits until a run has ended, whichever way; when the signal ends the waiting, it goes on. */
  wait(id: string, options: WaitOptions<EvaluationRun> = {}): Promise<EvaluationRun> {
    return pollUntil(
      (signal) => this.get(id, { ...options, signal }),
      ({ finished_at }) => finished_at !== null,
      { ...options, wait: this.#client.settings.wait, onLook: (run) => options.onProgress?.(run) },
    );
  }

  /** What was said to each case, in the order of the set. */
  results(id: string, options?: RequestOptions): Pages<EvaluationResult> {
    const params = { run_id: id };
    return byPosition((after) =>
      this.#client.request('listEvaluationResults', { params, query: { limit: 100, after } }, options),
    );
  }

  /** Two to eight runs of one set side by side. */
  compare(
    runs: readonly string[],
    query: { limit?: number; after?: number } = {},
    options?: RequestOptions,
  ): Promise<EvaluationComparison> {
    return this.#client.request('compareEvaluationRuns', { query: { runs: runs.join(','), ...query } }, options);
  }
}

/** A list whose pages go on after a position. */
function byPosition<Item>(
  fetch: (after: number | undefined) => Promise<{ data: Item[]; has_more: boolean; next: number | null }>,
): Pages<Item> {
  return new Pages(async (after) => {
    const page = await fetch(after === undefined ? undefined : Number(after));
    return { ...page, next: page.next === null ? null : String(page.next) };
  });
}
