import type { HealthReport } from '@parley/contract';
import { withinLimit } from '../lib/within-limit.ts';
import { apiVersion } from './openapi.ts';

const checkMs = 3000;

/** Rejects when the part cannot work; a sentence says that it works with less than usual. */
type Check = () => Promise<string | undefined | void>;

interface PartState {
  ok: boolean;
  message?: string;
}

/** Asks every part whether it can work. */
export class HealthChecks {
  readonly #checks: Record<string, Check>;
  readonly #upstreams: () => HealthReport['upstreams'];
  readonly #queueDepth: () => Promise<number>;

  constructor(parts: {
    checks: Record<string, Check>;
    upstreams: () => HealthReport['upstreams'];
    queueDepth: () => Promise<number>;
  }) {
    this.#checks = parts.checks;
    this.#upstreams = parts.upstreams;
    this.#queueDepth = parts.queueDepth;
  }

  async check(): Promise<{ ok: boolean; parts: Record<string, PartState> }> {
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
