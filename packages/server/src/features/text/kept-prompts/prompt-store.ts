import type {
  CreatePromptRequest,
  NewPromptVersion,
  PromptChanges,
  PromptEvaluation,
  PromptTemplate,
  PromptVersion,
  StoredPrompt,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PromptRepository, PromptRow, PromptVersionRow } from './prompt-repository.ts';
import { variablesOf } from './prompt-template.ts';

export interface PromptStoreParts {
  repository: PromptRepository;
  /** Brings what was acknowledged into the database, so that figures are whole. */
  flush: () => Promise<void>;
  onChange: (workspaceId: string) => void;
  clock: Clock;
  evaluations: PromptEvaluations;
}

/** Sets of calls, and what came of playing versions against them. */
export interface PromptEvaluations {
  /** Throws `not_found` for a set that the workspace does not have. */
  requireSet(workspaceId: string, setId: string): Promise<unknown>;
  /** By version, the last whole run of each. */
  ofVersions(
    prompt: { id: string; workspaceId: string; setId: string },
    versions: readonly number[],
  ): Promise<Map<number, PromptEvaluation>>;
}

type Shares = StoredPrompt['labels'][string];

/** Prompts that callers keep, as they are managed. */
export class PromptStore {
  readonly #parts: PromptStoreParts;

  constructor(parts: PromptStoreParts) {
    this.#parts = parts;
  }

  async create(request: CreatePromptRequest, workspaceId: string, actor: string): Promise<StoredPrompt> {
    const now = this.#parts.clock.now();
    const { labels = ['production'], evaluation_set_id: setId } = request;
    if (setId !== undefined) await this.#parts.evaluations.requireSet(workspaceId, setId);
    const row: PromptRow = {
      id: newId('prompt'),
      workspace_id: workspaceId,
      name: request.name,
      description: request.description ?? null,
      latest_version: 1,
      evaluation_set_id: setId ?? null,
      labels: JSON.stringify(Object.fromEntries(labels.map((label) => [label, [{ version: 1, share: 1 }]]))),
      created_at: now,
      updated_at: now,
    };
    const version = { prompt_id: row.id, version: 1, ...versionRow(request, now, actor) };
    if (!(await this.#parts.repository.insert(row, version))) {
      throw new AppError('conflict', `The workspace has a prompt ${request.name} already; add a version to it`, {
        title: 'The name is taken',
        param: 'name',
      });
    }
    this.#parts.onChange(workspaceId);
    return toPrompt(row);
  }

  async list(query: { workspaceId?: string | undefined; limit?: number; after?: string }): Promise<Page<StoredPrompt>> {
    const limit = query.limit ?? 20;
    const after = parseCursor(query.after);
    const rows = await this.#parts.repository.list({ workspaceId: query.workspaceId, limit: limit + 1, after });
    return toPage(rows, limit, toPrompt, (row) => cursorOf(row.created_at, row.id));
  }

  async find(id: string): Promise<StoredPrompt> {
    return toPrompt(await this.#row(id));
  }

  async #row(id: string): Promise<PromptRow> {
    const row = await this.#parts.repository.find(id);
    if (!row) throw new AppError('not_found', `There is no prompt ${id}`);
    return row;
  }

  async update({ id, workspace_id: workspaceId }: StoredPrompt, change: PromptChanges): Promise<StoredPrompt> {
    const { repository, evaluations, clock, onChange } = this.#parts;
    const { evaluation_set_id: setId, description } = change;
    if (typeof setId === 'string') await evaluations.requireSet(workspaceId, setId);
    await repository.update(id, {
      ...(description !== undefined && { description }),
      ...(setId !== undefined && { evaluation_set_id: setId }),
      updated_at: clock.now(),
    });
    onChange(workspaceId);
    return this.find(id);
  }

  async delete({ id, workspace_id: workspaceId }: StoredPrompt): Promise<void> {
    await this.#parts.repository.delete(id);
    this.#parts.onChange(workspaceId);
  }

  async add(
    { id, workspace_id: workspaceId }: StoredPrompt,
    request: NewPromptVersion,
    actor: string,
  ): Promise<PromptVersion> {
    const { repository, clock, onChange } = this.#parts;
    const row = { prompt_id: id, ...versionRow(request, clock.now(), actor) };
    const version = await repository.add(id, row, request.labels ?? []);
    onChange(workspaceId);
    return this.version(id, version);
  }

  async version(id: string, version: number): Promise<PromptVersion> {
    const row = await this.#parts.repository.version(id, version);
    const [shown] = row ? await this.#shown(await this.#row(id), [row]) : [];
    if (!shown) throw new AppError('not_found', `The prompt ${id} has no version ${version}`);
    return shown;
  }

  async versions(
    id: string,
    { before, limit = 20 }: { before?: number; limit?: number },
  ): Promise<{ data: PromptVersion[]; has_more: boolean }> {
    const rows = await this.#parts.repository.versions(id, { before, limit: limit + 1 });
    return { data: await this.#shown(await this.#row(id), rows.slice(0, limit)), has_more: rows.length > limit };
  }

  async setLabel(
    { id, workspace_id: workspaceId, latest_version: latest }: StoredPrompt,
    label: string,
    versions: Shares,
  ): Promise<StoredPrompt> {
    const unknown = versions.find(({ version }) => version > latest);
    if (unknown) throw invalid('versions', `the prompt has no version ${unknown.version}`);
    if (new Set(versions.map(({ version }) => version)).size < versions.length)
      throw invalid('versions', 'each version may stand there once');
    const sum = versions.reduce((total, { share }) => total + share, 0);
    if (Math.abs(sum - 1) > 1e-6) throw invalid('versions', `the shares add up to ${sum}, and must to 1`);
    return this.#change(id, workspaceId, (labels) => ({ ...labels, [label]: versions }));
  }

  deleteLabel({ id, workspace_id: workspaceId }: StoredPrompt, label: string): Promise<StoredPrompt> {
    return this.#change(id, workspaceId, ({ [label]: _, ...rest }) => rest);
  }

  async #change(
    id: string,
    workspaceId: string,
    change: (labels: Record<string, unknown>) => Record<string, unknown>,
  ): Promise<StoredPrompt> {
    await this.#parts.repository.setLabels(id, change, this.#parts.clock.now());
    this.#parts.onChange(workspaceId);
    return this.find(id);
  }

  async #shown(
    { id, workspace_id: workspaceId, evaluation_set_id: setId }: PromptRow,
    rows: readonly PromptVersionRow[],
  ): Promise<PromptVersion[]> {
    await this.#parts.flush();
    const versions = rows.map(({ version }) => version);
    const figures = await this.#parts.repository.figures(id, versions);
    const evaluated: Map<number, PromptEvaluation> =
      setId === null ? new Map() : await this.#parts.evaluations.ofVersions({ id, workspaceId, setId }, versions);
    return rows.map((row) => {
      const template = templateOf(row);
      const {
        calls = 0,
        score = null,
        scored = 0,
        meanCostUsd = null,
        meanDurationMs = null,
      } = figures.get(row.version) ?? {};
      return {
        version: row.version,
        ...template,
        variables: variablesOf(template),
        note: row.note,
        created_at: new Date(row.created_at).toISOString(),
        created_by: row.created_by,
        calls,
        score,
        scored,
        evaluation: evaluated.get(row.version) ?? null,
        mean_cost_usd: meanCostUsd,
        mean_duration_ms: meanDurationMs,
      };
    });
  }
}

export const templateOf = ({ template }: Pick<PromptVersionRow, 'template'>): PromptTemplate => JSON.parse(template);

function versionRow(request: NewPromptVersion, at: number, actor: string) {
  const { system, messages, model, temperature, max_tokens: maxTokens } = request;
  if ((system ?? '').trim() === '' && (messages ?? []).length === 0)
    throw invalid('system', 'a prompt has instructions, messages or both');
  const template: PromptTemplate = {
    ...(system !== undefined && { system }),
    ...(messages && { messages }),
    ...(model !== undefined && { model }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_tokens: maxTokens }),
  };
  return { template: JSON.stringify(template), note: request.note ?? null, created_at: at, created_by: actor };
}

const invalid = (param: string, message: string): AppError =>
  new AppError('invalid_request', `${param}: ${message}`, { title: `${param} is not valid`, param });

export const toPrompt = (row: PromptRow): StoredPrompt => ({
  id: row.id,
  workspace_id: row.workspace_id,
  name: row.name,
  description: row.description,
  latest_version: row.latest_version,
  evaluation_set_id: row.evaluation_set_id,
  labels: JSON.parse(row.labels),
  created_at: new Date(row.created_at).toISOString(),
  updated_at: new Date(row.updated_at).toISOString(),
});
