import { LRUCache } from 'lru-cache';
import type { Prompt } from '../../ports/language-model.ts';
import { CallsOfCallers } from './call-window.ts';
import { CircuitBreaker, type CircuitSettings } from './circuit-breaker.ts';
import type { Asking } from './prompt-fit.ts';

/** What is asked of an engine: what breaks on one of these may well work on the others. */
type CallKind = 'text' | 'object' | 'tools' | 'pictures';

/** With which other calls one is judged. */
export interface Caller {
  kind: CallKind;
  /** The key; empty where nobody is known. */
  key: string;
}

export function callerOf(prompt: Prompt, { key = '', fit }: Asking): Caller {
  return { kind: fit?.wantsObject ? 'object' : kindOf(prompt), key };
}

function kindOf({ tools = [], messages }: Prompt): CallKind {
  if (tools.length > 0) return 'tools';
  const hasPictures = messages.some(
    (message) => message.role === 'user' && message.parts.some(({ type }) => type === 'image'),
  );
  return hasPictures ? 'pictures' : 'text';
}

const mostCallers = 1_000;
const states = ['closed', 'half-open', 'open'] as const;

/**
 * The circuits of one engine. Each key has its own for each kind of call, and goes by it as long as it fares well; else what all keys
 * together say of this kind counts too. That nobody reaches the engine holds for all.
 */
export class EngineCircuits {
  readonly #now: () => number;
  readonly #settings: CircuitSettings;
  readonly #reach: CircuitBreaker;
  readonly #kinds = new Map<CallKind, CircuitBreaker>();
  readonly #own = new LRUCache<string, CircuitBreaker>({ max: mostCallers });

  constructor(now: () => number, settings: CircuitSettings) {
    this.#now = now;
    this.#settings = settings;
    this.#reach = new CircuitBreaker(now, settings);
  }

  of({ kind, key }: Caller): CallerCircuit {
    const shared = this.#kinds.get(kind) ?? this.#share(kind);
    const id = `${kind} ${key}`;
    const own = this.#own.get(id) ?? new CircuitBreaker(this.#now, this.#settings);
    this.#own.set(id, own);
    return new CallerCircuit({ own, shared, reach: this.#reach, key });
  }

  /** The worst of them all. */
  get state(): CircuitBreaker['state'] {
    const all = [this.#reach, ...this.#kinds.values(), ...this.#own.values()];
    return states[Math.max(...all.map(({ state }) => states.indexOf(state)))] ?? 'closed';
  }

  #share(kind: CallKind): CircuitBreaker {
    const window = new CallsOfCallers(this.#now, this.#settings);
    const shared = new CircuitBreaker(this.#now, this.#settings, window);
    this.#kinds.set(kind, shared);
    return shared;
  }
}

/** As one caller sees the circuits of an engine. */
export class CallerCircuit {
  readonly #own: CircuitBreaker;
  readonly #shared: CircuitBreaker;
  readonly #reach: CircuitBreaker;
  readonly #key: string;

  constructor(parts: { own: CircuitBreaker; shared: CircuitBreaker; reach: CircuitBreaker; key: string }) {
    this.#own = parts.own;
    this.#shared = parts.shared;
    this.#reach = parts.reach;
    this.#key = parts.key;
  }

  get waitMs(): number {
    return Math.max(...this.#heeded().map(({ waitMs }) => waitMs));
  }

  get isClosed(): boolean {
    return this.#heeded().every(({ state }) => state === 'closed');
  }

  tryEnter(): boolean {
    return this.waitMs === 0 && this.#heeded().every((circuit) => circuit.tryEnter());
  }

  succeed(): void {
    for (const circuit of [this.#own, this.#shared, this.#reach]) circuit.succeed(this.#key);
  }

  fail({ isUnreachable = false } = {}): void {
    this.#own.fail({ isUnreachable });
    this.#shared.fail({ caller: this.#key });
    if (isUnreachable) this.#reach.fail({ isUnreachable });
    // It was reached, after all.
    else this.#reach.succeed();
  }

  leave(): void {
    for (const circuit of [this.#own, this.#shared, this.#reach]) circuit.leave();
  }

  #heeded(): CircuitBreaker[] {
    return this.#own.isTrusted ? [this.#own, this.#reach] : [this.#own, this.#shared, this.#reach];
  }
}
