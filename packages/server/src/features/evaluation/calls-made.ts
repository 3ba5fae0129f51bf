import {
  type CasesFromCalls,
  type EvaluationTarget,
  evaluationTargets,
  isJsonObject,
  type JsonObject,
} from '@parley/contract';
import { AppError } from '../../lib/app-error.ts';
import { dateTimeOf } from '../../lib/date-time.ts';
import type { CallContentsStore } from '../money/usage-reports/call-contents.ts';
import type { ReportRepository } from '../money/usage-reports/report-repository.ts';
import { replyText } from './reply-text.ts';

/** Whoever makes cases of calls. */
export interface Taker {
  workspaceId: string;
  keyId: string;
  /** May see what all calls of the workspace asked; else only those of the own key. */
  seesAll: boolean;
}

export interface CallsMadeParts {
  ledger: Pick<ReportRepository, 'listCalls'>;
  contents: Pick<CallContentsStore, 'find' | 'isOn'>;
  flush: () => Promise<void>;
  /** Operation id of an endpoint, as the ledger has it. */
  endpointId(path: EvaluationTarget): string;
}

interface TakenCall {
  fromRequestId: string;
  userId: string | null;
  endpoint: EvaluationTarget;
  request: JsonObject;
  expected?: string;
}

interface Taken {
  taken: TakenCall[];
  skipped: { request_id: string; reason: string }[];
}

const mostOfOneId = 20;

/** Calls that were made and whose contents are kept, to be made again. */
export class CallsMade {
  readonly #parts: CallsMadeParts;

  constructor(parts: CallsMadeParts) {
    this.#parts = parts;
  }

  async take(wanted: CasesFromCalls, taker: Taker): Promise<Taken> {
    const { contents, flush } = this.#parts;
    if (!contents.isOn) {
      throw invalid('contents of calls are not kept; turn that on in the settings (`contents`), and make calls');
    }
    if (wanted.key_id !== undefined && !taker.seesAll && wanted.key_id !== taker.keyId) {
      throw new AppError('forbidden', 'A key takes calls that were made with it; admins who are signed in take others');
    }
    await flush();
    const ids = wanted.request_ids ?? (await this.#matching(wanted, taker));
    const found: Taken = { taken: [], skipped: [] };
    for (const id of new Set(ids)) {
      const one = await this.#read(id, wanted, taker);
      if (typeof one === 'string') found.skipped.push({ request_id: id, reason: one });
      else found.taken.push(one);
    }
    return found;
  }

  async #matching(wanted: CasesFromCalls, taker: Taker): Promise<string[]> {
    const { ledger, endpointId } = this.#parts;
    const rows = await ledger.listCalls({
      workspaceId: taker.workspaceId,
      keyId: taker.seesAll ? wanted.key_id : taker.keyId,
      endpoint: wanted.endpoint && endpointId(wanted.endpoint),
      model: wanted.model,
      tag: wanted.tag,
      userId: wanted.user_id,
      from: wanted.from === undefined ? undefined : dateTimeOf(wanted.from, 'from'),
      to: wanted.to === undefined ? undefined : dateTimeOf(wanted.to, 'to'),
      statuses: { from: 200, to: 300 },
      limit: wanted.limit ?? 50,
    });
    return rows.map((row) => row.request_id);
  }

  /** The call, or why it cannot be made again. */
  async #read(id: string, wanted: CasesFromCalls, { workspaceId, keyId, seesAll }: Taker): Promise<TakenCall | string> {
    const { ledger, contents, endpointId } = this.#parts;
    const rows = await ledger.listCalls({ requestId: id, workspaceId, limit: mostOfOneId });
    const [row] = rows;
    // Callers choose ids, so that one may be of several keys: then it is not known whose contents they are.
    if (!row || (!seesAll && rows.some((one) => one.key_id !== keyId))) return 'there is no such call of yours';
    const endpoint = evaluationTargets.find((path) => endpointId(path) === row.endpoint);
    if (endpoint === undefined) return `calls of ${row.endpoint} are not played`;
    const kept = await contents.find(id, workspaceId);
    if (kept === null) return 'what it asked is not kept';
    if (kept.truncated) return 'what it asked is too long to be kept whole';
    const request = parsed(kept.request);
    if (request === null) return 'what it asked is no JSON';
    const { stream, background, ...body } = request;
    const call = { fromRequestId: id, userId: row.user_id, endpoint, request: body };
    if (wanted.expect_reply !== true) return call;
    const reply = stream === true ? null : parsed(kept.reply);
    const expected = reply === null ? '' : replyText(reply);
    return expected === '' ? 'its reply is not kept as JSON, such as that of a stream' : { ...call, expected };
  }
}

function parsed(text: string | null): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

const invalid = (message: string): AppError =>
  new AppError('invalid_request', `from_calls: ${message}`, { title: 'from_calls is not valid', param: 'from_calls' });
