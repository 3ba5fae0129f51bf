import { Readable } from 'node:stream';
import { AppError } from '../../../../lib/app-error.ts';
import type { DeferrableRequest } from '../../../../lib/deferral.ts';
import type { Consumption } from '../../../../ports/meter.ts';
import type { KeptFiles } from '../../../knowledge/files/kept-files.ts';
import type { RunContext } from '../../../runs/background/run-types.ts';
import type { LineSignals } from '../../../runs/lines/call-patiently.ts';
import type { LineSlots } from '../../../runs/lines/line-slots.ts';
import { addUsed, type DoneLine } from './batch-line-repository.ts';
import { type BatchLineParts, BatchLineWork, uncalledLine } from './batch-line-work.ts';
import { type BatchLine, type BatchRun, type BatchTypes, noCounts, nothingUsed } from './batch-types.ts';
import { checkBatchFile, readBatchLines } from './read-batch-lines.ts';
import type { VendorHandover } from './vendor-handover.ts';

export interface BatchWorkParts extends BatchLineParts {
  files: KeptFiles;
  slots: LineSlots;
  handover: VendorHandover;
}

/** How often a batch looks whether it was cancelled. */
const lookMs = 1000;
/** For calls that are open when their batch is cancelled. */
const haltGraceMs = 30_000;
/** Records that are noted as written at once. */
const settledAtOnce = 100;

type Progress = BatchTypes['progress'];

/** Works a batch off: checks its file, calls its lines a few at a time, and writes the files of replies and errors. */
export class BatchWork {
  readonly #parts: BatchWorkParts;
  readonly #lines: BatchLineWork;

  constructor(parts: BatchWorkParts) {
    this.#parts = parts;
    this.#lines = new BatchLineWork(parts);
  }

  async work(batch: BatchRun, { call, tell }: RunContext<BatchTypes>): Promise<BatchTypes['result']> {
    const { files, clock } = this.#parts;
    const input = { workspaceId: batch.workspaceId, id: batch.request.body.input_file_id };
    const { endpoint } = batch.request.body;
    return await files.withPath(input, async (path) => {
      const { total, faults } = await checkBatchFile(path, endpoint);
      if (faults.length > 0) return { ...emptyResult, ending: 'failed', faults };
      const known = await this.#takeUp(batch);
      const progress: Progress = {
        phase: 'in_progress',
        counts: { ...noCounts, ...known.sum.counts, total },
        used: known.sum.used,
        inProgressAt: batch.progress.inProgressAt ?? clock.now(),
        finalizingAt: null,
      };
      await tell(progress);
      const ending = await this.#answerAll(batch, { path, known, progress, tell, work: call.signal });
      progress.phase = 'finalizing';
      progress.finalizingAt = clock.now();
      await tell(progress);
      const uncalled = ending === 'completed' ? 0 : await this.#leaveOut(batch, path, ending);
      await this.keep(batch, call.signal);
      await this.#parts.handover.clear(batch);
      const { counts, used } = await this.#parts.lines.sum(batch);
      const { inProgressAt, finalizingAt } = progress;
      const cancellingAt = (await this.#parts.lines.stops(batch.workspaceId, [batch.id])).get(batch.id) ?? null;
      const times = { inProgressAt, finalizingAt, cancellingAt };
      return { ending, faults: [], counts: { ...counts, total }, used, ...times, uncalled };
    });
  }

  /** Writes the files of what there is; safe to run again. */
  async keep(batch: BatchRun, signal: AbortSignal): Promise<void> {
    const { lines, files } = this.#parts;
    const { request, workspaceId, id } = batch;
    const { counts } = await lines.sum(batch);
    const seconds = request.body.output_expires_after?.seconds;
    const expiresAt = seconds === undefined ? null : batch.createdAt + seconds * 1000;
    const write = async (of: 'replies' | 'errors', fileId: string) => {
      const filename = `${id}_${of === 'replies' ? 'output' : 'error'}.jsonl`;
      const file = { id: fileId, workspaceId, filename, purpose: 'batch_output' as const, expiresAt };
      await files.write(file, Readable.from(lines.outputs(batch, of)), signal);
    };
    if (counts.completed > 0) await write('replies', request.outputFileId);
    if (counts.failed > 0) await write('errors', request.errorFileId);
  }

  /** Charges all that is not charged, when the batch has ended, and forgets its lines. */
  async tidy(batch: BatchRun): Promise<void> {
    const { lines } = this.#parts;
    for await (const line of lines.known(batch)) if (!line.isSettled) await this.#lines.charge(batch, line);
    await lines.forget(batch);
    await this.#parts.handover.forget(batch);
  }

  /** Charges what a killed process has left uncharged, and says what is done. */
  async #takeUp(batch: BatchRun): Promise<TakenUp> {
    const { lines } = this.#parts;
    const done = new Set<number>();
    const lost = new Map<number, Consumption[]>();
    const uncharged: number[] = [];
    for await (const line of lines.known(batch)) {
      if (line.status === null) {
        lost.set(line.line, line.consumption);
        continue;
      }
      done.add(line.line);
      if (line.isSettled) continue;
      await this.#lines.charge(batch, line);
      uncharged.push(line.line);
    }
    await lines.settled(batch, uncharged);
    return { done, lost, sum: await lines.sum(batch) };
  }

  /** Calls all lines, but those that vendors take as batches of their own; these are read when their vendors have ended. */
  async #answerAll(
    batch: BatchRun,
    calling: Pick<Calling, 'path' | 'known' | 'progress' | 'tell' | 'work'>,
  ): Promise<Ending> {
    const { handover } = this.#parts;
    const away = await handover.takeUp(batch);
    const files = handover.gather(batch);
    try {
      const run: Calling['run'] = async (line, lost, signals) => {
        if (files === null || !handover.mayGo(line)) return this.#lines.run(batch, line, { lost }, signals);
        const taken: DeferrableRequest[] = [];
        const take = (request: DeferrableRequest) => files.takes(request) && taken.push(request) > 0;
        const done = await this.#lines.run(batch, line, { lost, handing: { take } }, signals);
        for (const request of taken) await files.add(batch, line, request);
        return done;
      };
      const ending = await this.#callAll(batch, { ...calling, run, leaves: (line) => away.has(line) });
      const isGathered = ending === 'completed' && files !== null && !files.isEmpty;
      if (isGathered) await handover.handIn(batch, files, calling.work);
      else if (away.size === 0) return ending;
    } finally {
      await files?.close();
    }
    const replies = await handover.replies(batch, calling.work);
    try {
      const run: Calling['run'] = async (line, lost, signals) => {
        const given = await replies.of(line.line);
        // What a vendor has answered is read to its end.
        return this.#lines.run(batch, line, { lost, handing: { given } }, given ? toItsEnd(signals) : signals);
      };
      const known = await this.#takeUp(batch);
      return await this.#callAll(batch, { ...calling, known, run, isThere: (line) => replies.has(line) });
    } finally {
      await replies.close();
    }
  }

  async #callAll(
    batch: BatchRun,
    { path, known, progress, tell, work, run, leaves, isThere }: Calling,
  ): Promise<Ending> {
    const { slots, lines } = this.#parts;
    const halt = new AbortController();
    const stop = this.#watchStop(batch, halt);
    const signals: LineSignals = { work, halt: halt.signal, stop: stop.signal };
    const running = new Set<Promise<void>>();
    const settled: number[] = [];
    let failure: { error: unknown } | null = null;
    const one = async (line: BatchLine, free: () => void) => {
      try {
        const done = await run(line, known.lost.get(line.line) ?? [], signals);
        // Its vendor has it.
        if (done === null) return;
        progress.counts[done.status < 300 ? 'completed' : 'failed'] += 1;
        addUsed(progress.used, done.consumption);
        settled.push(done.line);
        if (settled.length >= settledAtOnce) await lines.settled(batch, settled.splice(0));
        await tell(progress);
      } catch (error) {
        failure ??= { error };
      } finally {
        free();
      }
    };
    let ending: Ending = 'completed';
    try {
      for await (const line of readBatchLines(path, batch.request.body.endpoint)) {
        if (known.done.has(line.line) || leaves?.(line.line)) continue;
        // What a vendor has done is read also when the batch stops.
        const isDone = isThere?.(line.line) === true;
        const waits = isDone ? work : AbortSignal.any([work, stop.signal]);
        const free = await slots.take(batch.workspaceId, waits).catch(() => null);
        work.throwIfAborted();
        ending = stop.ending();
        if (failure === null && free !== null && (isDone || ending === 'completed')) {
          const call = one(line, free).finally(() => running.delete(call));
          running.add(call);
          continue;
        }
        free?.();
        if (failure !== null || isThere === undefined) break;
      }
      await Promise.all(running);
      if (ending === 'completed') ending = stop.ending() === 'cancelled' ? 'cancelled' : ending;
    } finally {
      stop.end();
      await Promise.all(running);
      await lines.settled(batch, settled);
    }
    const failed = failure as { error: unknown } | null;
    if (failed) throw failed.error;
    return ending;
  }

  /** Looks every second whether the batch was cancelled or its time is up. */
  #watchStop(batch: BatchRun, halt: AbortController) {
    const { lines, clock } = this.#parts;
    const begin = new AbortController();
    const over = new AbortController();
    let isCancelled = false;
    const look = async () => {
      while (!over.signal.aborted) {
        isCancelled = (await lines.stops(batch.workspaceId, [batch.id])).has(batch.id);
        if (isCancelled || clock.now() >= batch.request.expiresAt) break;
        await clock.sleep(lookMs, over.signal);
      }
      begin.abort(new Error('the batch is to stop'));
      if (isCancelled) await clock.sleep(haltGraceMs, over.signal);
      if (isCancelled) halt.abort(new AppError('batch_cancelled', 'The batch was cancelled while this was worked on.'));
    };
    // A look that fails stops nothing: the next attempt of the batch looks again.
    void look().catch(() => {});
    return {
      signal: begin.signal,
      ending: () => (isCancelled ? 'cancelled' : clock.now() >= batch.request.expiresAt ? 'expired' : 'completed'),
      end: () => over.abort(new Error('the batch has ended')),
    } as const;
  }

  /** Every line without a reply gets one that says why. */
  async #leaveOut(batch: BatchRun, path: string, ending: 'expired' | 'cancelled'): Promise<number> {
    const { lines, clock } = this.#parts;
    const { done, lost } = await this.#takeUp(batch);
    const left: number[] = [];
    for await (const line of readBatchLines(path, batch.request.body.endpoint)) {
      if (done.has(line.line)) continue;
      const uncalled = uncalledLine(batch, line, `batch_${ending}`);
      const consumption = lost.get(line.line) ?? [];
      await lines.finish(batch, { ...uncalled, consumption }, clock.now());
      if (consumption.length > 0) {
        await this.#lines.charge(batch, { ...uncalled, consumption, isSettled: false });
      }
      left.push(line.line);
    }
    await lines.settled(batch, left);
    return left.length;
  }
}

interface TakenUp {
  done: ReadonlySet<number>;
  /** What lines without a reply have used. */
  lost: ReadonlyMap<number, Consumption[]>;
  sum: { counts: { completed: number; failed: number }; used: BatchTypes['result']['used'] };
}

const toItsEnd = ({ work }: LineSignals): LineSignals => ({ work, halt: work });

type Ending = 'completed' | 'expired' | 'cancelled';

interface Calling {
  path: string;
  known: TakenUp;
  progress: Progress;
  tell(progress: Progress): Promise<void>;
  work: AbortSignal;
  /** Null: the line is answered later. */
  run(line: BatchLine, lost: readonly Consumption[], signals: LineSignals): Promise<DoneLine | null>;
  /** Lines that are not called now. */
  leaves?(line: number): boolean;
  /** Lines whose replies only need to be read. */
  isThere?(line: number): boolean;
}

const noTimes = { inProgressAt: null, finalizingAt: null, cancellingAt: null };
const emptyResult = { counts: noCounts, used: nothingUsed, ...noTimes };
