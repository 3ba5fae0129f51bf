import type { HealthReport } from '@parley/contract';
import { withinLimit } from '../lib/within-limit.ts';
import type { Clock } from '../ports/clock.ts';
import { apiVersion } from './openapi.ts';

const checkMs = 3000;
const keptMs = 1000;

/** Rejects when the part cannot work; a sentence says that it works with less than usual. */
export type Check = () => Promise<string | undefined | void>;

/** What keeps a part from working, in words for whoever asks. Of other errors nothing is shown. */
export class NotReady extends Error {}

interface PartState {
  ok: boolean;
  message?: string;
}

interface Readiness {
  /** Calls can be answered, if not all of them. */
  ok: boolean;
  /** Every part works as it should. */
  isWhole: boolean;
  parts: Record<string, PartState>;
}

/** Without these no call can be answered: a balancer sends none. What else is away, such as storage, fails calls that need it. */
const needed = ['database', 'disk', 'process', 'program'];

/** Asks every part whether it can work. */
export class HealthChecks {
  readonly #checks: Record<string, Check>;
  readonly #upstreams: () => HealthReport['upstreams'];
  readonly #queueDepth: () => Promise<number>;
  readonly #clock: Clock;
  #isStopping = false;
  #last: { at: number; state: Promise<Readiness> } | null = null;

  constructor(parts: {
    checks: Record<string, Check>;
    upstreams: () => HealthReport['upstreams'];
    queueDepth: () => Promise<number>;
    clock: Clock;
  }) {
    this.#checks = parts.checks;
    this.#upstreams = parts.upstreams;
    this.#queueDepth = parts.queueDepth;
    this.#clock = parts.clock;
  }

  /** From now on balancers are to send nothing more. */
  stop(): void {
    this.#isStopping = true;
    this.#last = null;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Asked at most once a second, however many probes come. */
  check(): Promise<Readiness> {
    const now = this.#clock.now();
    if (this.#last === null || now - this.#last.at >= keptMs) this.#last = { at: now, state: this.#ask() };
    return this.#last.state;
  }

  async #ask(): Promise<Readiness> {
    const entries = await Promise.all(
      Object.entries(this.#checks).map(async ([name, check]) => [name, await stateOf(name, check)] as const),
    );
    const parts: Record<string, PartState> = Object.fromEntries(entries);
    if (this.#isStopping) parts.process = { ok: false, message: 'The process is stopping' };
    const away = Object.entries(parts).flatMap(([name, { ok }]) => (ok ? [] : [name]));
    return { ok: !away.some((name) => needed.includes(name)), isWhole: away.length === 0, parts };
  }

  async report(): Promise<HealthReport> {
    const { isWhole, parts } = await this.check();
    return {
      status: isWhole ? 'ok' : 'degraded',
      version: apiVersion,
      node: process.version,
      uptime_seconds: Math.round(process.uptime()),
      parts,
      upstreams: this.#upstreams(),
      queue_depth: parts.queue?.ok === false ? 0 : await withinLimit(this.#queueDepth(), checkMs).catch(() => 0),
    };
  }
}

/** The reason stays inside: addresses and credentials stand in such messages. */
async function stateOf(name: string, check: Check): Promise<PartState> {
  try {
    const message = await withinLimit(check(), checkMs);
    return typeof message === 'string' ? { ok: true, message } : { ok: true };
  } catch (error) {
    if (error instanceof NotReady) return { ok: false, message: error.message };
    return { ok: false, message: `${name} cannot be reached` };
  }
}
