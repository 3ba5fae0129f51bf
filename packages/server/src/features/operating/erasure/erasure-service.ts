import type { ErasureReceipt, ErasureVerdict, VerifyErasureRequest } from '@parley/contract';
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import { cursorOf, type Page, parseCursor, toPage } from '../../../lib/page.ts';
import { version } from '../../../lib/version.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LegalHolds } from '../../../ports/legal-holds.ts';
import type { ExportRepository } from '../export/export-repository.ts';
import type { ErasureRepository } from './erasure-repository.ts';
import type { ReceiptSigner } from './receipt-signer.ts';

export interface EndUser {
  workspaceId: string;
  userId: string;
}

/** Who asked for it, for the audit log. */
export interface Eraser {
  actor: string;
  address: string;
}

/** Removes what one capability keeps of an end user. Safe to run again. Gives what the rows of the database do not tell by themselves. */
export type EndUserEraser = (user: EndUser, by: Eraser) => Promise<Record<string, number>>;

export interface ErasureParts {
  repository: ErasureRepository;
  rows: Pick<ExportRepository, 'counts' | 'hasWorkspace'>;
  /** How many blobs a workspace has. */
  countBlobs(workspaceId: string): Promise<number>;
  signer: ReceiptSigner;
  holds: LegalHolds;
  /** Each capability adds its own. */
  erasers: readonly EndUserEraser[];
  clock: Clock;
}

const defaultLimit = 20;
/** Tables whose rows stay, and why. */
const kept: Record<string, { without: string; reason: string }> = {
  usage_records: {
    without: 'the end user, tags and metadata',
    reason: 'What was spent is counted by them: budgets, invoices and reports must stay right.',
  },
  audit_events: {
    without: 'the id of the end user; of a deleted workspace also details and addresses',
    reason: 'Who did what and when has to be shown later.',
  },
};

type Counts = Record<string, number>;

/** Deletes everything of an end user or of a workspace, and gives a receipt that can be verified later. */
export class ErasureService {
  readonly #parts: ErasureParts;

  constructor(parts: ErasureParts) {
    this.#parts = parts;
  }

  /** Throws `legal_hold` when anything of it is held, and `not_found` for a workspace that is not there. */
  async eraseUser(user: EndUser, by: Eraser): Promise<ErasureReceipt> {
    const { holds, rows, erasers, signer, repository } = this.#parts;
    if (!(await rows.hasWorkspace(user.workspaceId))) {
      throw new AppError('not_found', `There is no workspace ${user.workspaceId}`);
    }
    await holds.refuse({ kind: 'user', ...user });
    const startedAt = this.#parts.clock.now();
    const before = await rows.counts(user.workspaceId, user.userId);
    const besides: Counts = {};
    for (const erase of erasers) Object.assign(besides, await erase(user, by));
    await repository.forgetHolds(user);
    const after = await rows.counts(user.workspaceId, user.userId);
    const found = { ...before, ...besides };
    return this.#store(startedAt, by, {
      workspace_id: user.workspaceId,
      scope: 'user',
      subject: signer.subject(user.userId),
      deleted: gone(found, after, (kind) => !Object.hasOwn(kept, kind)),
      kept: stays(Object.keys(kept).map((kind) => [kind, found[kind] ?? 0])),
    });
  }

  /** Has `remove` delete the workspace, and counts what there was of it. */
  async eraseWorkspace(workspaceId: string, by: Eraser, remove: () => Promise<void>): Promise<ErasureReceipt> {
    const { holds, rows, signer, repository, countBlobs } = this.#parts;
    await holds.refuse({ kind: 'workspace', workspaceId });
    const startedAt = this.#parts.clock.now();
    const before = await rows.counts(workspaceId);
    const blobs = await countBlobs(workspaceId);
    await remove();
    await repository.forgetHolds({ workspaceId });
    const after = await rows.counts(workspaceId);
    const left = Object.entries(after).filter(([, count]) => count > 0);
    return this.#store(startedAt, by, {
      workspace_id: workspaceId,
      scope: 'workspace',
      subject: signer.subject(workspaceId),
      deleted: { ...gone(before, after, (kind) => kind !== 'erasures'), ...(blobs > 0 && { blobs }) },
      kept: stays(left.filter(([kind]) => kind !== 'erasures')),
    });
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<ErasureReceipt> {
    const receipt = await this.#parts.repository.find(id);
    if (receipt) return receipt;
    throw new AppError('not_found', `There is no receipt ${id}`);
  }

  /** Newest first; of one workspace, or of all with undefined. */
  async list(
    query: { limit?: number; after?: string },
    workspaceId: string | undefined,
  ): Promise<Page<ErasureReceipt>> {
    const limit = query.limit ?? defaultLimit;
    const found = await this.#parts.repository.list({
      workspaceId,
      after: parseCursor(query.after),
      limit: limit + 1,
    });
    return toPage(
      found,
      limit,
      (receipt) => receipt,
      ({ finished_at, id }) => cursorOf(Date.parse(finished_at), id),
    );
  }

  verify({ receipt, user_id: userId }: VerifyErasureRequest): ErasureVerdict {
    const { signer } = this.#parts;
    return {
      valid: signer.verify(receipt),
      is_of_user: userId === undefined ? null : signer.isSubject(receipt.subject, userId.trim()),
    };
  }

  async #store(
    startedAt: number,
    { actor }: Eraser,
    what: Pick<ErasureReceipt, 'workspace_id' | 'scope' | 'subject' | 'deleted' | 'kept'>,
  ): Promise<ErasureReceipt> {
    const { signer, repository, clock } = this.#parts;
    const receipt = signer.sign({
      id: newId('era'),
      ...what,
      requested_by: actor,
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(clock.now()).toISOString(),
      version,
    });
    await repository.insert(receipt);
    return receipt;
  }
}

/** How many of each kind are not there any more. */
function gone(before: Counts, after: Counts, counts: (kind: string) => boolean): Counts {
  const found = Object.entries(before)
    .filter(([kind]) => counts(kind))
    .map(([kind, count]): [string, number] => [kind, Math.max(0, count - (after[kind] ?? 0))]);
  return Object.fromEntries(found.filter(([, count]) => count > 0));
}

const stays = (found: [kind: string, count: number][]): ErasureReceipt['kept'] =>
  found
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => ({
      kind,
      count,
      ...(kept[kind] ?? { without: 'nothing', reason: 'It came in while the rest was deleted; delete it again.' }),
    }));
