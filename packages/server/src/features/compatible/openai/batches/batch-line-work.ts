import { AppError } from '../../../../lib/app-error.ts';
import { type DeferrableRequest, withDeferral } from '../../../../lib/deferral.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Consumption, Meter } from '../../../../ports/meter.ts';
import { callPatiently, type LineSignals } from '../../../runs/lines/call-patiently.ts';
import type { LineCaller, LineReply } from '../../../runs/lines/line-caller.ts';
import { addNoted, notingMeter } from '../../../runs/lines/noting-meter.ts';
import type { BatchLineRepository, DoneLine, KnownLine } from './batch-line-repository.ts';
import { type BatchLine, type BatchRun, lineIdOf } from './batch-types.ts';
import type { GivenReply } from './handover-files.ts';

export interface BatchLineParts {
  lines: BatchLineRepository;
  caller: LineCaller;
  clock: Clock;
  /** A meter whose record is stored once, however often a line is called. */
  openMeter(
    line: { id: string; keyId: string; workspaceId: string; request: { requestId: string } },
    endpoint: string,
  ): Promise<Meter>;
}

/** Calls single lines, keeps their replies, and charges each with one record. */
export class BatchLineWork {
  readonly #parts: BatchLineParts;

  constructor(parts: BatchLineParts) {
    this.#parts = parts;
  }

  /**
   * Calls a line. Null: its request was taken for a batch of its vendor, and nothing is used yet. With a reply of such a batch that one is
   * read in place of a call, at the price of the batch. `lost`: what earlier calls of it used that were broken off. Its record is in the ledger when this resolves. */
  async run(
    batch: BatchRun,
    line: BatchLine,
    { lost, handing }: { lost: readonly Consumption[]; handing?: LineHanding | undefined },
    signals: LineSignals,
  ): Promise<DoneLine | null> {
    const { lines, clock } = this.#parts;
    const taken = new AbortController();
    const meter = await this.#open(batch, line.line);
    const used: Consumption[] = [...lost];
    for (const one of lost) meter.add(one);
    try {
      const asked = notingMeter(meter, used);
      const halt = AbortSignal.any([signals.halt, taken.signal]);
      const answer = (by: Meter) => this.#answer(batch, line, by, { ...signals, halt });
      const reply = await handed(handing, taken, asked, answer);
      if (taken.signal.aborted) {
        meter.handOver();
        await meter.settle({ status: 499, isStreamed: false });
        return null;
      }
      const done = { line: line.line, ...this.#toDone(batch, line, reply), consumption: used };
      // Kept before it is charged: after a kill between the two it is charged from here, under the same record.
      await lines.finish(batch, done, clock.now());
      await meter.settle({ status: reply.status, isStreamed: false, errorCode: reply.errorCode });
      return done;
    } catch (error) {
      if (used.length > lost.length) await lines.lose(batch, line.line, used, clock.now());
      meter.handOver();
      await meter.settle({ status: 499, isStreamed: false });
      throw error;
    }
  }

  /** Charges a line whose process was killed between its reply and its record. */
  async charge(batch: BatchRun, { line, status, errorCode, consumption }: KnownLine): Promise<void> {
    const meter = await this.#open(batch, line);
    addNoted(meter, consumption);
    await meter.settle({ status: status ?? 499, isStreamed: false, errorCode });
  }

  #open({ id, keyId, workspaceId, request }: BatchRun, line: number): Promise<Meter> {
    const requestId = lineIdOf(id, line);
    const { caller, openMeter } = this.#parts;
    const endpoint = caller.endpointId(request.body.endpoint);
    return openMeter({ id: requestId, keyId, workspaceId, request: { requestId } }, endpoint);
  }

  /** The reply of the last attempt. Throws the reason of `work` alone. */
  async #answer(batch: BatchRun, line: BatchLine, meter: Meter, signals: LineSignals): Promise<LineReply> {
    const { workspaceId, keyId, request } = batch;
    const { endpoint } = request.body;
    const requestId = lineIdOf(batch.id, line.line);
    const call = { endpoint, body: line.body, requestId, workspaceId, keyId, origin: request.origin, meter };
    return (await callPatiently(this.#parts, call, signals, request.expiresAt)).reply;
  }

  #toDone(
    batch: BatchRun,
    { line, customId }: BatchLine,
    { status, body, errorCode }: LineReply,
  ): Omit<DoneLine, 'line' | 'consumption'> {
    const id = lineIdOf(batch.id, line);
    const response = { status_code: status, request_id: id, body };
    return { status, errorCode, output: JSON.stringify({ id, custom_id: customId, response, error: null }) };
  }
}

/** How a line goes to its vendor, or comes back from there. */
export interface LineHanding {
  /** True where the request is kept for a batch of the vendor. */
  take?(request: DeferrableRequest): boolean;
  given?: GivenReply | null;
}

function handed(
  handing: LineHanding | undefined,
  taken: AbortController,
  meter: Meter,
  answer: (meter: Meter) => Promise<LineReply>,
): Promise<LineReply> {
  const { take, given } = handing ?? {};
  if (given) {
    // Its vendor has done it: no budget can refuse it any more.
    const free: Meter = { ...meter, reserve: async () => {}, leftUsd: undefined };
    return withDeferral({ does: 'give', ...given }, () => answer(free));
  }
  if (!take) return answer(meter);
  const takes = (request: DeferrableRequest): boolean => {
    if (taken.signal.aborted || !take(request)) return false;
    taken.abort(new AppError('client_closed_request', 'The request goes to its vendor in a batch.'));
    return true;
  };
  return withDeferral({ does: 'take', take: takes }, () => answer(meter));
}

/** What stands in the file of errors for a line that was never called. */
export function uncalledLine(
  batch: BatchRun,
  { line, customId }: BatchLine,
  code: 'batch_expired' | 'batch_cancelled',
): DoneLine {
  const message =
    code === 'batch_expired'
      ? 'This request could not be executed before the completion window expired.'
      : 'This request was not executed because its batch was cancelled.';
  const error = { code, message };
  const output = JSON.stringify({ id: lineIdOf(batch.id, line), custom_id: customId, response: null, error });
  return { line, status: new AppError(code, message).status, errorCode: code, output, consumption: [] };
}
