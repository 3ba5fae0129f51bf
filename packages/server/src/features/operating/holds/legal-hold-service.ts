import type { LegalHold, PlaceHoldRequest } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LegalHolds, ToBeDeleted } from '../../../ports/legal-holds.ts';
import type { HoldRepository, HoldRow } from './hold-repository.ts';

const defaultLimit = 20;

/** Holds that keep a workspace, one of its end users or a file from being deleted. */
export class LegalHoldService implements LegalHolds {
  readonly #repository: HoldRepository;
  readonly #clock: Clock;

  constructor(parts: { repository: HoldRepository; clock: Clock }) {
    this.#repository = parts.repository;
    this.#clock = parts.clock;
  }

  async place(request: PlaceHoldRequest & { workspace_id: string }, by: string): Promise<LegalHold> {
    const { workspace_id: workspaceId, user_id: userId, file_id: fileId } = request;
    if (userId !== undefined && fileId !== undefined) {
      throw new AppError('invalid_request', 'A hold is on a workspace, an end user or a file: name one of them.', {
        title: 'user_id and file_id exclude each other',
        param: 'file_id',
      });
    }
    if (!(await this.#repository.hasWorkspace(workspaceId))) {
      throw new AppError('not_found', `There is no workspace ${workspaceId}`);
    }
    if (fileId !== undefined && !(await this.#repository.hasFile(workspaceId, fileId))) {
      throw new AppError('file_not_found', `There is no file ${fileId} in ${workspaceId}`);
    }
    const row: HoldRow = {
      id: newId('hold'),
      workspace_id: workspaceId,
      ...targetOf(workspaceId, userId?.trim(), fileId),
      reason: request.reason,
      created_by: by,
      created_at: this.#clock.now(),
      released_by: null,
      released_at: null,
    };
    await this.#repository.insert(row);
    return toHold(row);
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<LegalHold> {
    return toHold(await this.#find(id));
  }

  /** `isNew` is false when it was released before. */
  async release(id: string, by: string): Promise<{ hold: LegalHold; isNew: boolean }> {
    await this.#find(id);
    const isNew = await this.#repository.release(id, { by, at: this.#clock.now() });
    return { hold: toHold(await this.#find(id)), isNew };
  }

  /** Newest first; of one workspace, or of all with undefined. */
  async list(
    query: { limit?: number; after?: string; active?: boolean },
    workspaceId: string | undefined,
  ): Promise<Page<LegalHold>> {
    const limit = query.limit ?? defaultLimit;
    const rows = await this.#repository.list({
      workspaceId,
      active: query.active,
      after: parseCursor(query.after),
      limit: limit + 1,
    });
    return toPage(rows, limit, toHold, (row) => cursorOf(row.created_at, row.id));
  }

  async refuse(thing: ToBeDeleted): Promise<void> {
    const hold = await this.#repository.keeping(thing);
    if (!hold) return;
    throw new AppError(
      'legal_hold',
      `This is kept by the legal hold ${hold.id}. Whoever placed it can release it; until then nothing of it is deleted.`,
      { fields: { hold_id: hold.id } },
    );
  }

  async #find(id: string): Promise<HoldRow> {
    const row = await this.#repository.find(id);
    if (row) return row;
    throw new AppError('not_found', `There is no hold ${id}`);
  }
}

function targetOf(
  workspaceId: string,
  userId: string | undefined,
  fileId: string | undefined,
): Pick<HoldRow, 'kind' | 'target'> {
  if (userId !== undefined) return { kind: 'user', target: userId };
  return fileId === undefined ? { kind: 'workspace', target: workspaceId } : { kind: 'file', target: fileId };
}

const toHold = (row: HoldRow): LegalHold => ({
  id: row.id,
  workspace_id: row.workspace_id,
  kind: row.kind,
  user_id: row.kind === 'user' ? row.target : null,
  file_id: row.kind === 'file' ? row.target : null,
  reason: row.reason,
  created_by: row.created_by,
  created_at: new Date(row.created_at).toISOString(),
  released_by: row.released_by,
  released_at: row.released_at === null ? null : new Date(row.released_at).toISOString(),
});
