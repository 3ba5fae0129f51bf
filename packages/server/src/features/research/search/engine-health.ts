import type { Clock } from '../../../ports/clock.ts';

export interface EngineState {
  name: string;
  status: 'unknown' | 'ok' | 'refusing' | 'timing_out';
  failuresInARow: number;
  lastMessage: string | null;
  /** When it was asked last, in milliseconds; null for never in this process. */
  seenAt: number | null;
  /** Not asked again before; null when it is asked. Milliseconds. */
  restsUntil: number | null;
}

const failuresBeforeRest = 3;
const restMs = 60_000;

/** What is known of each back end: one that refused three times in a row is left alone for a minute. */
export class EngineHealth {
  readonly #clock: Clock;
  readonly #states = new Map<string, EngineState>();

  constructor({ clock, names }: { clock: Clock; names: readonly string[] }) {
    this.#clock = clock;
    for (const name of names) this.#states.set(name, fresh(name));
  }

  /** How long the back end is left alone yet, 0 when it can be asked. */
  restMs(name: string): number {
    const until = this.#states.get(name)?.restsUntil ?? 0;
    return Math.max(0, until - this.#clock.now());
  }

  succeeded(name: string): void {
    this.#states.set(name, { ...fresh(name), status: 'ok', seenAt: this.#clock.now() });
  }

  failed(name: string, status: 'refusing' | 'timing_out', message: string, retryAfterMs: number | undefined): void {
    const failuresInARow = (this.#states.get(name)?.failuresInARow ?? 0) + 1;
    const rest = Math.max(retryAfterMs ?? 0, failuresInARow >= failuresBeforeRest ? restMs : 0);
    const restsUntil = rest > 0 ? this.#clock.now() + Math.min(rest, 10 * restMs) : null;
    this.#states.set(name, {
      name,
      status,
      failuresInARow,
      lastMessage: message,
      seenAt: this.#clock.now(),
      restsUntil,
    });
  }

  states(): EngineState[] {
    return [...this.#states.values()];
  }
}

function fresh(name: string): EngineState {
  return { name, status: 'unknown', failuresInARow: 0, lastMessage: null, seenAt: null, restsUntil: null };
}
