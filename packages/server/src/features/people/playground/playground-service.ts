import {
  type CreatePlaygroundRunRequest,
  maxRunBytes,
  type PlaygroundRun,
  type PlaygroundRunSummary,
} from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PlaygroundRepository, RunRow } from './playground-repository.ts';

/** Whose run it is: a person, or a key. */
export interface RunOwner {
  workspaceId: string;
  actor: string;
}

const keptRuns = 500;
const titleLength = 80;

/** What people tried, to come back to and to show to others of their workspace. */
export class PlaygroundService {
  readonly #repository: PlaygroundRepository;
  readonly #clock: Clock;

  constructor(parts: { repository: PlaygroundRepository; clock: Clock }) {
    this.#repository = parts.repository;
    this.#clock = parts.clock;
  }

  async create(run: CreatePlaygroundRunRequest, owner: RunOwner): Promise<PlaygroundRun> {
    const request = JSON.stringify(run.request);
    const reply = run.reply == null ? null : JSON.stringify(run.reply);
    const bytes = Buffer.byteLength(request) + Buffer.byteLength(reply ?? '');
    if (bytes > maxRunBytes) {
      throw new AppError(
        'payload_too_large',
        `request and reply have ${bytes} bytes together, at most ${maxRunBytes} are kept; leave out what is long`,
        { title: 'request and reply are too large' },
      );
    }
    const { model } = run.request;
    const id = newId('run');
    await this.#repository.insert(
      {
        id,
        workspace_id: owner.workspaceId,
        created_by: owner.actor,
        title: run.title?.trim() || titleOf(run.request) || run.mode,
        mode: run.mode,
        model: typeof model === 'string' ? model.slice(0, 200) : null,
        request,
        reply,
        request_id: run.request_id ?? null,
        status: run.status ?? null,
        duration_ms: run.duration_ms ?? null,
        first_token_ms: run.first_token_ms ?? null,
        is_shared: run.shared ? 1 : 0,
        created_at: this.#clock.now(),
      },
      keptRuns,
    );
    return this.get(id, owner);
  }

  async list(
    query: { limit?: number; after?: string; mode?: PlaygroundRun['mode']; shared?: boolean },
    owner: RunOwner,
  ): Promise<Page<PlaygroundRunSummary>> {
    const limit = query.limit ?? 20;
    const rows = await this.#repository.list({
      workspaceId: owner.workspaceId,
      createdBy: query.shared ? null : owner.actor,
      mode: query.mode,
      limit: limit + 1,
      after: parseCursor(query.after),
    });
    return toPage(
      rows,
      limit,
      (row) => toSummary(row, owner),
      (row) => cursorOf(row.created_at, row.id),
    );
  }

  async get(id: string, owner: RunOwner): Promise<PlaygroundRun> {
    const row = await this.#repository.find(owner.workspaceId, id);
    if (!row || (row.created_by !== owner.actor && row.is_shared === 0)) {
      throw new AppError('not_found', `There is no run ${id}, or nobody shared it with you`);
    }
    return {
      ...toSummary(row, owner),
      request: JSON.parse(row.request),
      reply: row.reply === null ? null : JSON.parse(row.reply),
    };
  }

  async update(id: string, changes: { title?: string; shared?: boolean }, owner: RunOwner): Promise<PlaygroundRun> {
    await this.#own(id, owner);
    await this.#repository.update(id, {
      ...(changes.title !== undefined && { title: changes.title }),
      ...(changes.shared !== undefined && { is_shared: changes.shared ? 1 : 0 }),
    });
    return this.get(id, owner);
  }

  async delete(id: string, owner: RunOwner): Promise<void> {
    await this.#own(id, owner);
    await this.#repository.delete(id);
  }

  async #own(id: string, owner: RunOwner): Promise<void> {
    const { mine } = await this.get(id, owner);
    if (!mine)
      throw new AppError('forbidden', `The run ${id} is somebody else's; run it again to have one of your own`);
  }
}

function toSummary(row: RunRow, owner: RunOwner): PlaygroundRunSummary {
  const { created_by: id, creator_name: name } = row;
  return {
    id: row.id,
    title: row.title,
    mode: row.mode,
    model: row.model,
    request_id: row.request_id,
    status: row.status,
    duration_ms: row.duration_ms,
    first_token_ms: row.first_token_ms,
    shared: row.is_shared === 1,
    created_by: name === null ? null : { id, name },
    mine: id === owner.actor,
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** The beginning of what was asked: the first text among the usual places of it. */
function titleOf(request: Record<string, unknown>): string {
  const { query, input, prompt, messages } = request;
  const last = Array.isArray(messages) ? messages.findLast((message) => message?.role === 'user')?.content : undefined;
  const text = [query, prompt, last, input].find((one): one is string => typeof one === 'string' && one.trim() !== '');
  const line = (text ?? '').replaceAll(/\s+/g, ' ').trim();
  return line.length <= titleLength ? line : `${line.slice(0, titleLength - 1)}…`;
}
