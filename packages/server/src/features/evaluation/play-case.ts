import {
  type EvaluationCase,
  type EvaluationCheck,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@parley/contract';
import { newId } from '../../lib/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Consumption, Meter } from '../../ports/meter.ts';
import type { ModelRouter } from '../models/model-router.ts';
import { callPatiently, type LineSignals } from '../runs/lines/call-patiently.ts';
import type { LineCaller, LineReply } from '../runs/lines/line-caller.ts';
import { notingMeter } from '../runs/lines/noting-meter.ts';
import type { PromptLibrary } from '../text/prompts/prompt-library.ts';
import { askJudge } from './ask-judge.ts';
import { checkByCode } from './code-checks.ts';
import type { ResultRow } from './evaluation-result-repository.ts';
import type { CheckOutcome, PlayedRun } from './evaluation-types.ts';
import { judged } from './judge-case.ts';
import { replyText } from './reply-text.ts';

export interface PlayCaseParts {
  caller: LineCaller;
  clock: Clock;
  models: Pick<ModelRouter, 'resolve' | 'defaultModel'>;
  prompts: Pick<PromptLibrary, 'text'>;
  /** A meter whose record is stored once, however often a case is called. */
  openMeter(
    call: { id: string; keyId: string; workspaceId: string; request: { requestId: string } },
    endpoint: string,
  ): Promise<Meter>;
  /** Keeps the result. False where there was one before. */
  keep(row: ResultRow): Promise<boolean>;
}

export interface PlayedCase extends EvaluationCase {
  request: JsonObject;
  expected: JsonValue;
  /** Whose words it holds. */
  userId: string | null;
}

/** What the calls and the judges of a case used, as it is stored until both stand in the ledger. */
export interface NotedUse {
  call: Consumption[];
  judges: Consumption[];
}

const chat = '/v1/chat/completions';
/** As the ledger has calls of runs. */
export const evaluationEndpoint = 'evaluation';
export const judgeIdOf = (requestId: string): string => `${requestId}_judge`;

/** The bill of one piece of work: its meter, and what it used. */
interface Bill {
  requestId: string;
  meter: Meter;
  used: Consumption[];
}

/** Plays single cases, checks and keeps what they were answered, and charges each with one record, its judges with another. */
export class CasePlayer {
  readonly #parts: PlayCaseParts;

  constructor(parts: PlayCaseParts) {
    this.#parts = parts;
  }

  /** The records are in the ledger when this resolves. Throws the reason of `work`, once what was used until then is charged. */
  async play(
    run: PlayedRun,
    one: PlayedCase,
    checks: readonly EvaluationCheck[],
    work: AbortSignal,
  ): Promise<ResultRow> {
    const requestId = newId('eval_req');
    const signals: LineSignals = { work, halt: work };
    const call = await this.#open(run, requestId);
    let judges: Bill | null = null;
    try {
      const body = bodyOf(run, one);
      const given = this.#given(run, call, { endpoint: one.endpoint, body, isFresh: true });
      const { reply, durationMs } = await callPatiently(this.#parts, given, signals, Number.POSITIVE_INFINITY);
      const ask = async (chatBody: JsonObject) => {
        judges ??= await this.#open(run, judgeIdOf(requestId));
        const question = this.#given(run, judges, { endpoint: chat, body: chatBody });
        return (await callPatiently(this.#parts, question, signals, Number.POSITIVE_INFINITY)).reply;
      };
      const outcomes =
        reply.status === 200 ? await this.#check(checks, { run, one, call, reply, durationMs, ask }) : [];
      const asked = judges as Bill | null;
      const row = this.#toRow(run, one, { call, judged: asked?.used ?? [], reply, durationMs, outcomes });
      // Kept before it is charged: after a kill between the two it is charged from here, under the same records.
      if (!(await this.#parts.keep(row))) {
        call.meter.handOver();
        asked?.meter.handOver();
      }
      await call.meter.settle({ status: reply.status, isStreamed: false, errorCode: reply.errorCode });
      await asked?.meter.settle({ status: 200, isStreamed: false });
      return row;
    } catch (error) {
      // Another attempt calls it anew, with a record of its own: what this one used is charged now.
      await call.meter.settle({ status: 499, isStreamed: false });
      await (judges as Bill | null)?.meter.settle({ status: 499, isStreamed: false });
      throw error;
    }
  }

  async #open({ workspaceId, keyId }: PlayedRun, requestId: string): Promise<Bill> {
    const { openMeter } = this.#parts;
    const meter = await openMeter({ id: requestId, keyId, workspaceId, request: { requestId } }, evaluationEndpoint);
    return { requestId, meter, used: [] };
  }

  #given(
    { id, workspaceId, keyId, request }: PlayedRun,
    { requestId, meter, used }: Bill,
    call: { endpoint: string; body: JsonObject; isFresh?: boolean },
  ) {
    const noting = notingMeter(meter, used);
    const ofRun = { evaluation_run: id, evaluation_set: request.body.set_id };
    const labelled: Meter = {
      ...noting,
      label: (labels) => noting.label?.({ ...labels, metadata: { ...labels.metadata, ...ofRun } }),
    };
    return { ...call, requestId, workspaceId, keyId, origin: request.origin, meter: labelled };
  }

  async #check(
    checks: readonly EvaluationCheck[],
    { run, one, call, reply, durationMs, ask }: Checking,
  ): Promise<CheckOutcome[]> {
    const { models, prompts } = this.#parts;
    const text = replyText(reply.body);
    const seen = { text, body: reply.body, expected: one.expected, durationMs, costUsd: nanosOf(call.used) / 1e9 };
    const outcomes: CheckOutcome[] = [];
    for (const check of checks) {
      if (check.type === 'feedback') {
        const { min_score: minScore = 0 } = check;
        outcomes.push({ type: 'feedback', passed: null, score: null, reason: 'nobody has said yet', minScore });
      } else if (check.type === 'judge') {
        const parts = { models, prompts, chat: ask };
        const { judge_model: model } = run.request.body;
        outcomes.push(await askJudge(check, { request: one.request, expected: one.expected, text }, model, parts));
      } else outcomes.push(checkByCode(check, seen));
    }
    return outcomes;
  }

  #toRow(run: PlayedRun, one: PlayedCase, { call, judged: judges, reply, durationMs, outcomes }: Played): ResultRow {
    const isError = reply.status !== 200;
    const { checks, passed, score } = judged(outcomes, isError);
    const use: NotedUse = { call: call.used, judges };
    return {
      run_id: run.id,
      workspace_id: run.workspaceId,
      case_id: one.id,
      position: one.position,
      name: one.name,
      request_id: call.requestId,
      user_id: one.userId,
      status: reply.status,
      error_code: reply.errorCode,
      output: replyText(reply.body),
      model: call.meter.trace.engine,
      checks: JSON.stringify(checks),
      passed: passed === null ? null : passed ? 1 : 0,
      score,
      awaits_feedback: checks.some(({ type }) => type === 'feedback') ? 1 : 0,
      cost_nanos: nanosOf(call.used),
      judge_cost_nanos: nanosOf(judges),
      duration_ms: durationMs,
      consumption: JSON.stringify(use),
      is_settled: 0,
      created_at: this.#parts.clock.now(),
    };
  }
}

interface Checking {
  run: PlayedRun;
  one: PlayedCase;
  call: Bill;
  reply: LineReply;
  durationMs: number;
  ask(body: JsonObject): Promise<LineReply>;
}

interface Played {
  call: Bill;
  judged: Consumption[];
  reply: LineReply;
  durationMs: number;
  outcomes: CheckOutcome[];
}

/** The body of a case with the model and the prompt of the run. */
function bodyOf({ request: { body: played } }: PlayedRun, { request }: PlayedCase): JsonObject {
  const { model, prompt } = played;
  const body: JsonObject = { ...request, ...(model !== undefined && { model }) };
  if (!prompt) return body;
  const own = isJsonObject(body.prompt) && isJsonObject(body.prompt.variables) ? body.prompt.variables : {};
  const { id, version, label, variables = {} } = prompt;
  body.prompt = {
    id,
    ...(version !== undefined && { version }),
    ...(label !== undefined && { label }),
    variables: { ...variables, ...own },
  };
  return body;
}

/** Whole billionths of a US dollar. */
const nanosOf = (used: readonly Consumption[]): number =>
  used.reduce((sum, { costUsd }) => sum + Math.round(costUsd * 1e9), 0);
