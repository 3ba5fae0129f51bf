import type { HealthReport } from '@parley/contract';
import { withinLimit } from '../lib/within-limit.ts';
import type { Clock } from '../ports/clock.ts';
import { apiVersion } from './openapi.ts';

const checkMs = 3000;
const keptMs = 1000;

/** Rejects when the part cannot work; a sentence says that it works with less than usual. */
type Check = () => Promise<string | undefined | void>;

interface PartState {
  ok: boolean;
  message?: string;
}

interface Readiness {
  ok: boolean;
  parts: Record<string, PartState>;
}

/** Asks every part whether it can work. */
export class HealthChecks {
  readonly #checks: Record<string, Check>;
  readonly #upstreams: () => HealthReport['upstreams'];
  readonly #queueDepth: () => Promise<number>;
  readonly #clock: Clock;
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
    return { ok: entries.every(([, state]) => state.ok), parts: Object.fromEntries(entries) };
  }

  async report(): Promise<HealthReport> {
    const { ok, parts } = await this.check();
    return {
      status: ok ? 'ok' : 'degraded',
      version: apiVersion,
      node: process.version,
      uptime_seconds: Math.round(process.uptime()),
      parts,
      upstreams: this.#upstreams(),
      queue_depth: ok ? await this.#queueDepth() : 0,
    };
  }
}

/** The reason stays inside: addresses and credentials stand in such messages. */
async function stateOf(name: string, check: Check): Promise<PartState> {
  try {
    const message = await withinLimit(check(), checkMs);
    return typeof message === 'string' ? { ok: true, message } : { ok: true };
  } catch {
    return { ok: false, message: `${name} cannot be reached` };
  }
}
