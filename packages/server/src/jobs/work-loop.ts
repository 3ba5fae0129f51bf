import { errorCatalogue, type JsonObject } from '@parley/contract';
import { isAppError } from '../lib/app-error.ts';
import { isDiskFull } from '../lib/disk-full.ts';
import { jobEndings } from '../lib/stored-error.ts';

/** A job that this process works on. `isReport` marks one that has failed for good: only `onFailed` remains to be called. */
export interface Claim {
  id: string;
  kind: string;
  payload: JsonObject;
  attempt: number;
  deadlineAt: number;
  isReport: boolean;
  /** Why it failed, for a report. */
  error: unknown;
}

/** Where jobs are kept. Every move of a claim that is no longer ours must change nothing. */
export interface ClaimStore<C extends Claim> {
  /** Takes up to so many jobs per kind; `nextAt` is when the next waiting one is due. */
  claim(free: ReadonlyMap<string, number>): Promise<{ claims: C[]; nextAt: number | null }>;
  complete(claim: C): Promise<void>;
  /** Back to waiting. */
  reschedule(claim: C, options: { delayMs: number; countsAsAttempt: boolean }): Promise<void>;
  /** Failed for good; comes back from `claim` as a report, at once or soon. */
  fail(claim: C, error: unknown): Promise<void>;
  /** The report was delivered. */
  reported(claim: C): Promise<void>;
  /** Keeps the leases; returns those that are no longer ours (cancelled or taken over). */
  renew(claims: readonly C[]): Promise<C[]>;
}

/** How often a process may end in a job of a kind that says nothing else. */
export const usualLosses = 20;

/** How jobs of one kind are worked off. */
export interface WorkKind {
  concurrency: number;
  maxAttempts: number;
  backoffMs: number;
  run(job: { id: string; payload: JsonObject; attempt: number; signal: AbortSignal }): Promise<void>;
  onFailed(job: { id: string; payload: JsonObject }, error: unknown): Promise<void>;
}

export interface WorkLoopOptions {
  /** Longest wait between two looks at the store. */
  pollMs: number;
  /** Leases are renewed so often. */
  renewMs: number;
}

type AbortKind = 'cancelled' | 'deadline' | 'shutdown' | 'lost';

interface Running<C> {
  claim: C;
  controller: AbortController;
  abortedAs: AbortKind | null;
  ended: Promise<void>;
}

/** A handler that goes on after its signal is left behind after so long. */
const abandonMs = 5000;
const reportRetryMs = 1000;
/** Pause after a disk was full. */
const roomRetryMs = 15_000;
const longestTimerMs = 2 ** 31 - 1;

/** Takes jobs from a store and works them off: concurrency by kind, leases, deadlines, retries, reports, shutdown. */
export class WorkLoop<C extends Claim> {
  readonly #store: ClaimStore<C>;
  readonly #kinds: ReadonlyMap<string, WorkKind>;
  readonly #options: WorkLoopOptions;
  readonly #running = new Map<string, Running<C>>();
  #state: 'idle' | 'started' | 'closed' = 'idle';
  #polling: Promise<void> | null = null;
  #isPollWanted = false;
  #pollTimer: NodeJS.Timeout | null = null;
  #renewTimer: NodeJS.Timeout | null = null;

  constructor(store: ClaimStore<C>, kinds: ReadonlyMap<string, WorkKind>, options: WorkLoopOptions) {
    this.#store = store;
    this.#kinds = kinds;
    this.#options = options;
  }

  start(): void {
    if (this.#state !== 'idle') return;
    this.#state = 'started';
    this.#renewTimer = setInterval(() => void this.#renew(), this.#options.renewMs);
    this.#renewTimer.unref();
    this.wake();
  }

  /** Looks for work now. */
  wake(): void {
    if (this.#state !== 'started') return;
    this.#isPollWanted = true;
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = null;
    });
  }

  /** Ends the job here if it runs here; the store has been told already. */
  abortCancelled(id: string): void {
    const running = this.#running.get(id);
    if (running && !running.claim.isReport) abort(running, 'cancelled');
  }

  async close(graceMs: number): Promise<void> {
    this.#state = 'closed';
    if (this.#pollTimer) clearTimeout(this.#pollTimer);
    await this.#polling;
    const ended = Promise.all([...this.#running.values()].map((running) => running.ended));
    await Promise.race([ended, delay(graceMs)]);
    for (const running of this.#running.values()) abort(running, 'shutdown');
    await ended;
    if (this.#renewTimer) clearInterval(this.#renewTimer);
  }

  /** Stops without a word to the store, as a killed process does. For tests. */
  abandon(): void {
    this.#state = 'closed';
    if (this.#pollTimer) clearTimeout(this.#pollTimer);
    if (this.#renewTimer) clearInterval(this.#renewTimer);
    for (const running of this.#running.values()) abort(running, 'lost');
  }

  async #poll(): Promise<void> {
    while (this.#isPollWanted && this.#state === 'started') {
      this.#isPollWanted = false;
      if (this.#pollTimer) clearTimeout(this.#pollTimer);
      let waitMs = this.#options.pollMs;
      try {
        const { claims, nextAt } = await this.#store.claim(this.#free());
        for (const claim of claims) this.#begin(claim);
        if (nextAt !== null) waitMs = Math.min(waitMs, Math.max(1, nextAt - Date.now()));
      } catch {
        // The store is away for a moment (a database restart, say): the next look comes by itself.
      }
      this.#pollTimer = setTimeout(() => this.wake(), Math.min(waitMs, longestTimerMs));
      this.#pollTimer.unref();
    }
  }

  #free(): Map<string, number> {
    const free = new Map([...this.#kinds].map(([name, kind]) => [name, kind.concurrency]));
    for (const { claim } of this.#running.values()) free.set(claim.kind, (free.get(claim.kind) ?? 0) - 1);
    return free;
  }

  #begin(claim: C): void {
    const running: Running<C> = {
      claim,
      controller: new AbortController(),
      abortedAs: null,
      ended: Promise.resolve(),
    };
    const key = claim.isReport ? `report ${claim.id}` : claim.id;
    this.#running.set(key, running);
    running.ended = (claim.isReport ? this.#report(running) : this.#work(running))
      // What the store could not be told now its lease tells it later.
      .catch(() => {})
      .finally(() => {
        this.#running.delete(key);
        this.wake();
      });
  }

  async #work(running: Running<C>): Promise<void> {
    const { claim, controller } = running;
    const kind = this.#kinds.get(claim.kind);
    if (!kind) return;
    const toDeadline = Math.max(0, Math.min(claim.deadlineAt - Date.now(), longestTimerMs));
    const deadline = setTimeout(() => abort(running, 'deadline'), toDeadline);
    try {
      if (claim.deadlineAt <= Date.now()) abort(running, 'deadline');
      controller.signal.throwIfAborted();
      const { id, payload, attempt } = claim;
      await abandonedAfterAbort(kind.run({ id, payload, attempt, signal: controller.signal }), controller.signal);
    } catch (error) {
      clearTimeout(deadline);
      return await this.#settle(running, kind, error);
    } finally {
      clearTimeout(deadline);
    }
    await this.#store.complete(claim);
  }

  async #settle({ claim, abortedAs }: Running<C>, kind: WorkKind, error: unknown): Promise<void> {
    switch (abortedAs) {
      case 'cancelled':
      case 'lost':
        return;
      case 'shutdown':
        return await this.#store.reschedule(claim, { delayMs: 0, countsAsAttempt: false });
      case 'deadline':
        return await this.#store.fail(claim, new Error(jobEndings.deadline));
      case null: {
        // Not the work's fault: it waits for room until its deadline.
        if (isDiskFull(error)) {
          return await this.#store.reschedule(claim, { delayMs: roomRetryMs, countsAsAttempt: false });
        }
        const delayMs = kind.backoffMs * 2 ** (claim.attempt - 1);
        const isOver = claim.attempt >= kind.maxAttempts || Date.now() + delayMs >= claim.deadlineAt;
        if (isOver || !mayHelpToRetry(error)) return await this.#store.fail(claim, error);
        return await this.#store.reschedule(claim, { delayMs, countsAsAttempt: true });
      }
      default:
        abortedAs satisfies never;
    }
  }

  async #report({ claim }: Running<C>): Promise<void> {
    const kind = this.#kinds.get(claim.kind);
    if (!kind) return;
    try {
      await kind.onFailed({ id: claim.id, payload: claim.payload }, claim.error);
    } catch {
      return await this.#store.reschedule(claim, { delayMs: reportRetryMs, countsAsAttempt: false });
    }
    await this.#store.reported(claim);
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    try {
      const lost = await this.#store.renew([...this.#running.values()].map(({ claim }) => claim));
      for (const running of this.#running.values()) if (lost.includes(running.claim)) abort(running, 'lost');
    } catch {
      // Renewed next time; a lease outlives several misses.
    }
  }
}

function abort<C>(running: Running<C>, as: AbortKind): void {
  if (running.controller.signal.aborted) return;
  running.abortedAs = as;
  running.controller.abort(new Error(`the job ended early: ${as}`));
}

function mayHelpToRetry(error: unknown): boolean {
  return !isAppError(error) || errorCatalogue[error.code].retryable;
}

/** The work, or the signal's reason when the work does not end soon after an abort. */
async function abandonedAfterAbort(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const abandoned = new Promise<never>((_resolve, reject) => {
    const leave = () => setTimeout(() => reject(signal.reason), abandonMs).unref();
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
  await Promise.race([work, abandoned]);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
