import type { CallContents } from '@parley/contract';
import { maskPersonalData, maskPersonalDataInJson } from '@parley/personal-data';
import { giveWay } from '@parley/text';
import type { Db } from '../../../db/open-database.ts';
import { newId } from '../../../lib/ids.ts';
import type { Clock } from '../../../ports/clock.ts';

/** Characters that are kept of each side. */
export const maxContents = 64 * 1024;
/** Calls that wait to be written; what comes beyond them is not kept. */
const maxWaiting = 500;
const batch = 20;
const dayMs = 24 * 60 * 60_000;

/** What was asked and answered in one call, without secrets. */
export interface KeptCall {
  workspaceId: string;
  requestId: string;
  /** The caller's own user whom the request named, if any. */
  userId: string | null;
  /** As long as it came: it is cut to `maxContents` when it is written, after what is masked. */
  request: string | null;
  reply: string | null;
  isTruncated: boolean;
}

/** Of whose calls contents are kept, and how. */
interface KeptPolicy {
  isOn: boolean;
  /** Without personal data, as far as they are found. */
  isMasked: boolean;
  keeps(keyId: string): boolean;
}

interface WaitingCall extends KeptCall {
  isMasked: boolean;
  createdAt: number;
}

export interface CallContentsParts {
  db: Db;
  clock: Clock;
  /** Of whose calls they are kept, and how: it may change while the service runs. */
  policy: () => KeptPolicy;
  /** For how many days, in a workspace. */
  days: (workspaceId: string) => Promise<number>;
  onError: (error: unknown) => void;
}

/** Contents of calls, where the operator turned that on. Nobody waits for them to be written. */
export class CallContentsStore {
  readonly #parts: CallContentsParts;
  #waiting: WaitingCall[] = [];
  #writing: Promise<void> | null = null;

  constructor(parts: CallContentsParts) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#parts.policy().isOn;
  }

  keeps(keyId: string): boolean {
    return this.#parts.policy().keeps(keyId);
  }

  keep(call: KeptCall): void {
    const { isOn, isMasked } = this.#parts.policy();
    if (!isOn || this.#waiting.length >= maxWaiting) return;
    this.#waiting.push({ ...call, isMasked, createdAt: this.#parts.clock.now() });
    this.#writing ??= this.#write();
  }

  /** Of the newest call with this id, in one workspace or, with undefined, in any. Null where nothing is kept. */
  async find(requestId: string, workspaceId: string | undefined): Promise<CallContents | null> {
    if (!this.isOn) return null;
    await this.flush();
    let query = this.#parts.db.selectFrom('call_contents').selectAll().where('request_id', '=', requestId);
    if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
    const row = await query.orderBy('created_at', 'desc').limit(1).executeTakeFirst();
    if (!row) return null;
    return {
      request: row.request,
      reply: row.reply,
      truncated: row.is_truncated === 1,
      expires_at: new Date(row.created_at + (await this.#parts.days(row.workspace_id)) * dayMs).toISOString(),
    };
  }

  /** Resolves when everything that was handed over is written. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async forgetWorkspace(workspaceId: string): Promise<void> {
    await this.flush();
    await this.#parts.db.deleteFrom('call_contents').where('workspace_id', '=', workspaceId).execute();
  }

  /** Forgets what concerns one of the workspace's own users. */
  async forgetUser({ workspaceId, userId }: { workspaceId: string; userId: string }): Promise<void> {
    await this.flush();
    await this.#parts.db
      .deleteFrom('call_contents')
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute();
  }

  async #write(): Promise<void> {
    try {
      for (;;) {
        const calls = this.#waiting.slice(0, batch);
        if (calls.length === 0) return;
        await this.#insert(calls).catch(this.#parts.onError);
        this.#waiting.splice(0, calls.length);
      }
    } finally {
      this.#writing = null;
    }
  }

  /** A call that ended after its workspace was deleted leaves nothing. */
  async #insert(calls: readonly WaitingCall[]): Promise<void> {
    const { db } = this.#parts;
    const ids = [...new Set(calls.map(({ workspaceId }) => workspaceId))];
    const there = new Set(
      (await db.selectFrom('workspaces').select('id').where('id', 'in', ids).execute()).map(({ id }) => id),
    );
    const rows = [];
    for (const call of calls.filter(({ workspaceId }) => there.has(workspaceId))) {
      rows.push({
        id: newId('contents'),
        workspace_id: call.workspaceId,
        request_id: call.requestId,
        user_id: call.userId,
        request: await asKept(call.request, call.isMasked),
        reply: await asKept(call.reply, call.isMasked),
        is_truncated: call.isTruncated ? 1 : 0,
        created_at: call.createdAt,
      });
    }
    if (rows.length > 0) await db.insertInto('call_contents').values(rows).execute();
  }
}

/** How JSON begins, and a stream of events. */
const isOfJson = /^\s*[{["]|^(?:data|event|id|retry)?:/;

/** One side of a call as it is written. */
async function asKept(text: string | null, isMasked: boolean): Promise<string | null> {
  if (text === null) return null;
  if (!isMasked) return text.slice(0, maxContents);
  // Twice as much is looked at as is kept, so that nothing is cut through where it could be known: a text of megabytes would take seconds.
  const mask = isOfJson.test(text) ? maskPersonalDataInJson : maskPersonalData;
  return (await mask(text.slice(0, 2 * maxContents), { onPiece: giveWay() })).slice(0, maxContents);
}
