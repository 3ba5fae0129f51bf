import {
  type AddedCases,
  type CasesFromCalls,
  type EvaluationCase,
  type EvaluationCaseChanges,
  type EvaluationCheck,
  type EvaluationSet,
  type EvaluationSetChanges,
  type EvaluationSetRequest,
  type EvaluationTarget,
  evaluationLimits,
  type JsonObject,
  type JsonValue,
  type NewEvaluationCase,
} from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../lib/page.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CallsMade, Taker } from './calls-made.ts';
import { requireChecks } from './code-checks.ts';
import { type CaseRow, type EvaluationSetRepository, type SetRow, TooManyCases } from './evaluation-set-repository.ts';

export interface EvaluationSetParts {
  repository: EvaluationSetRepository;
  calls: CallsMade;
  clock: Clock;
  /** The caller's own user whom a request names. */
  userOf(request: unknown): string | null;
}

/** A case before it has a place. */
interface GivenCase extends NewEvaluationCase {
  fromRequestId?: string;
  userId?: string | null;
}

interface Keeper {
  workspaceId: string;
  /** Nothing of what is said may be kept. */
  keepsNothing?: boolean;
}

/** Sets of calls as the API has them. */
export class EvaluationSets {
  readonly #parts: EvaluationSetParts;

  constructor(parts: EvaluationSetParts) {
    this.#parts = parts;
  }

  async create(request: EvaluationSetRequest, call: Keeper): Promise<EvaluationSet> {
    const { repository, clock } = this.#parts;
    const { workspaceId } = call;
    refuseKept(call);
    const { name, description = null, checks = [], cases = [] } = request;
    // Where cases expect something, the set's checks may go by that: they are looked at with each case.
    requireChecks(checks, '0', 'checks');
    const id = newId('evset');
    const rows = cases.map((one, index) => this.#row(one, { setId: id, workspaceId, checks }, `cases[${index}]`));
    if ((await repository.count(workspaceId)) >= evaluationLimits.setsOfWorkspace) {
      throw new AppError('conflict', `A workspace has at most ${evaluationLimits.setsOfWorkspace} sets; delete some`);
    }
    const now = clock.now();
    await repository.insert({
      id,
      workspace_id: workspaceId,
      name,
      description,
      checks: JSON.stringify(checks),
      last_position: 0,
      created_at: now,
      updated_at: now,
    });
    if (rows.length > 0) await this.#add({ id, workspaceId }, rows);
    return this.get(workspaceId, id);
  }

  async list(workspaceId: string, query: { limit?: number; after?: string }): Promise<Page<EvaluationSet>> {
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    const rows = await this.#parts.repository.list(workspaceId, { limit: limit + 1, after });
    return toPage(rows, limit, toSet, (row) => cursorOf(row.created_at, row.id));
  }

  /** Throws `not_found`. */
  async get(workspaceId: string, id: string): Promise<EvaluationSet> {
    return toSet(await this.#find(workspaceId, id));
  }

  async update(workspaceId: string, id: string, change: EvaluationSetChanges): Promise<EvaluationSet> {
    const { repository, clock } = this.#parts;
    await this.#find(workspaceId, id);
    const { name, description, checks } = change;
    if (checks) requireChecks(checks, '0', 'checks');
    await repository.update(
      { id, workspaceId },
      {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(checks && { checks: JSON.stringify(checks) }),
        updated_at: clock.now(),
      },
    );
    return this.get(workspaceId, id);
  }

  async delete(workspaceId: string, id: string): Promise<void> {
    await this.#find(workspaceId, id);
    await this.#parts.repository.delete({ id, workspaceId });
  }

  async cases(workspaceId: string, id: string, { limit = 20, after = 0 }: { limit?: number; after?: number }) {
    await this.#find(workspaceId, id);
    const rows = await this.#parts.repository.cases({ id, workspaceId }, { after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return { data: shown.map(toCase), has_more: hasMore, next: hasMore ? (shown.at(-1)?.position ?? null) : null };
  }

  async add(
    id: string,
    given: { cases?: NewEvaluationCase[]; from_calls?: CasesFromCalls },
    taker: Taker & Keeper,
  ): Promise<AddedCases> {
    const { workspaceId } = taker;
    refuseKept(taker);
    const set = await this.#find(workspaceId, id);
    if ((given.cases === undefined) === (given.from_calls === undefined)) {
      throw invalid('cases', 'send either cases or from_calls');
    }
    const into = { setId: id, workspaceId, checks: checksOf(set) };
    if (given.cases) {
      const rows = given.cases.map((one, index) => this.#row(one, into, `cases[${index}]`));
      return { data: (await this.#add({ id, workspaceId }, rows)).map(toCase), skipped: [] };
    }
    const { taken, skipped } = await this.#parts.calls.take(given.from_calls ?? {}, taker);
    const rows: Omit<CaseRow, 'position'>[] = [];
    for (const one of taken) {
      try {
        rows.push(this.#row(one, into, 'from_calls'));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        skipped.push({ request_id: one.fromRequestId, reason: error.message });
      }
    }
    const added = rows.length > 0 ? await this.#add({ id, workspaceId }, rows) : [];
    return { data: added.map(toCase), skipped };
  }

  async updateCase(
    workspaceId: string,
    { id, caseId }: { id: string; caseId: string },
    change: EvaluationCaseChanges,
  ): Promise<EvaluationCase> {
    const { repository, clock } = this.#parts;
    const set = await this.#find(workspaceId, id);
    const { expected, checks, request, name } = change;
    const row = await this.#findCase(workspaceId, { id, caseId });
    const now = toCase(row);
    const wanted = expected === undefined ? now.expected : expected;
    requireChecks((checks === undefined ? now.checks : checks) ?? checksOf(set), wanted, 'checks');
    if (request) requireRequest(request, 'request');
    const written = {
      ...(name !== undefined && { name }),
      ...(request && { request: JSON.stringify(request), user_id: this.#parts.userOf(request) }),
      ...(expected !== undefined && { expected: writtenExpected(expected, 'expected') }),
      ...(checks !== undefined && { checks: checks === null ? null : JSON.stringify(checks) }),
    };
    await repository.updateCase({ id, workspaceId }, caseId, written, clock.now());
    return toCase(await this.#findCase(workspaceId, { id, caseId }));
  }

  async deleteCase(workspaceId: string, { id, caseId }: { id: string; caseId: string }): Promise<void> {
    await this.#findCase(workspaceId, { id, caseId });
    await this.#parts.repository.deleteCase({ id, workspaceId }, caseId, this.#parts.clock.now());
  }

  async #find(workspaceId: string, id: string): Promise<SetRow> {
    const row = await this.#parts.repository.find({ id, workspaceId });
    if (!row) throw new AppError('not_found', `There is no evaluation set ${id.slice(0, 100)}`);
    return row;
  }

  async #findCase(workspaceId: string, { id, caseId }: { id: string; caseId: string }): Promise<CaseRow> {
    const row = await this.#parts.repository.findCase({ id, workspaceId }, caseId);
    if (!row) throw new AppError('not_found', `The set ${id.slice(0, 100)} has no case ${caseId.slice(0, 100)}`);
    return row;
  }

  async #add(set: { id: string; workspaceId: string }, rows: Omit<CaseRow, 'position'>[]): Promise<CaseRow[]> {
    const most = evaluationLimits.casesOfSet;
    try {
      const added = await this.#parts.repository.add(set, rows, { most, now: this.#parts.clock.now() });
      if (added) return added;
    } catch (error) {
      if (!(error instanceof TooManyCases)) throw error;
      throw new AppError('conflict', `A set has at most ${most} cases; make another one`, { param: 'cases' });
    }
    throw new AppError('not_found', `There is no evaluation set ${set.id}`);
  }

  #row(
    { name, endpoint = '/v1/answer', request, expected, checks, fromRequestId, userId }: GivenCase,
    { setId, workspaceId, checks: ofSet }: { setId: string; workspaceId: string; checks: readonly EvaluationCheck[] },
    param: string,
  ): Omit<CaseRow, 'position'> {
    requireRequest(request, `${param}.request`);
    const wanted = expected ?? null;
    requireChecks(checks ?? ofSet, wanted, checks ? `${param}.checks` : 'checks');
    return {
      id: newId('evcase'),
      set_id: setId,
      workspace_id: workspaceId,
      name: name ?? nameOf(request),
      endpoint,
      request: JSON.stringify(request),
      expected: writtenExpected(wanted, `${param}.expected`),
      checks: checks ? JSON.stringify(checks) : null,
      from_request_id: fromRequestId ?? null,
      user_id: userId ?? this.#parts.userOf(request),
      created_at: this.#parts.clock.now(),
    };
  }
}

function requireRequest(request: Record<string, unknown>, param: string): void {
  if (JSON.stringify(request).length > evaluationLimits.request) {
    throw invalid(param, `may have ${evaluationLimits.request} characters as JSON`);
  }
  for (const field of ['stream', 'background'])
    if (request[field] === true) throw invalid(`${param}.${field}`, 'must not be true: replies are read whole');
  if (request.store === false) throw invalid(`${param}.store`, 'is false, and what a run is answered is kept');
}

function refuseKept({ keepsNothing }: Keeper): void {
  if (keepsNothing !== true) return;
  throw new AppError('invalid_request', 'A set is kept, and this key says that nothing is (store: false)', {
    title: 'store is not valid',
    param: 'store',
  });
}

function writtenExpected(expected: JsonValue, param: string): string | null {
  if (expected === null) return null;
  const text = JSON.stringify(expected);
  if (text.length > evaluationLimits.expected) {
    throw invalid(param, `may have ${evaluationLimits.expected} characters as JSON`);
  }
  return text;
}

/** The beginning of what is asked. */
function nameOf(request: Record<string, unknown>): string {
  const messages: unknown[] = Array.isArray(request.messages) ? request.messages : [];
  const last: unknown = messages.at(-1);
  const said = typeof last === 'object' && last !== null && 'content' in last ? last.content : undefined;
  const asked = [request.query, request.input, request.prompt, said].find((one) => typeof one === 'string');
  const text = (asked ?? JSON.stringify(said ?? request.input ?? request)).replaceAll(/\s+/g, ' ').trim();
  return text.slice(0, 80) || 'case';
}

export const checksOf = ({ checks }: Pick<SetRow, 'checks'>): EvaluationCheck[] => JSON.parse(checks);

const toSet = (row: SetRow): EvaluationSet => ({
  id: row.id,
  name: row.name,
  description: row.description,
  checks: checksOf(row),
  cases: row.cases,
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});

/** Written by this class alone. */
export const toCase = (
  row: CaseRow,
): EvaluationCase & { request: JsonObject; expected: JsonValue; checks: EvaluationCheck[] | null } => ({
  id: row.id,
  set_id: row.set_id,
  position: row.position,
  name: row.name,
  endpoint: row.endpoint as EvaluationTarget,
  request: JSON.parse(row.request),
  expected: row.expected === null ? null : JSON.parse(row.expected),
  checks: row.checks === null ? null : JSON.parse(row.checks),
  from_request_id: row.from_request_id,
  created_at: new Date(row.created_at).toISOString(),
});

const invalid = (param: string, message: string): AppError =>
  new AppError('invalid_request', `${param}: ${message}`, { title: `${param} is not valid`, param });
