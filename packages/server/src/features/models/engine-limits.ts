import type { JsonValue } from '@parley/contract';
import { isAppError } from '../../lib/app-error.ts';
import { modelInTable } from '../../lib/model-in-table.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ModelLimits } from '../../ports/model-provider.ts';
import type { EngineLessons } from './engine-lessons.ts';
import table from './vendor-contexts.json' with { type: 'json' };

const vendors: Record<string, Record<string, number>> = table.vendors;
const readAgainAfterMs = 3_600_000;
const readWithinMs = 5_000;
/** Engines that are remembered as read; callers may name any model of a provider. */
const maxRead = 1_000;
const leastContext = 256;

export interface EngineLimitsParts {
  /** Asks the server of an engine; null for one that cannot be asked. */
  read: (engine: string, signal: AbortSignal) => Promise<ModelLimits> | null;
  /** The vendor whose table holds for an engine; null for a server of one's own. */
  vendorOf: (engine: string) => string | null;
  lessons: Pick<EngineLessons, 'get' | 'put'>;
  clock: Pick<Clock, 'now'>;
}

/** How much each engine reads and writes: as its server says, as its refusals say, else by the dated table. */
export class EngineLimits {
  readonly #parts: EngineLimitsParts;
  readonly #readAt = new Map<string, number>();

  constructor(parts: EngineLimitsParts) {
    this.#parts = parts;
  }

  /** What is known now; a server that was not asked for an hour is asked behind it. */
  of(engine: string): ModelLimits {
    void this.refresh(engine);
    const known = this.#parts.lessons.get('limits', engine);
    const contextLength = count(known?.context) ?? this.#inTable(engine);
    const maxOutputTokens = count(known?.output);
    return {
      ...(contextLength !== undefined && { contextLength }),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    };
  }

  /** Asks the server of an engine, at most once an hour. Never throws: what is not known stays unknown. */
  async refresh(engine: string): Promise<void> {
    const now = this.#parts.clock.now();
    if (now - (this.#readAt.get(engine) ?? Number.NEGATIVE_INFINITY) < readAgainAfterMs) return;
    if (this.#readAt.size >= maxRead) this.#readAt.clear();
    this.#readAt.set(engine, now);
    // What the table says spares the vendor a question.
    if (this.#inTable(engine) !== undefined) return;
    try {
      const { contextLength, maxOutputTokens } =
        (await this.#parts.read(engine, AbortSignal.timeout(readWithinMs))) ?? {};
      if (contextLength === undefined && maxOutputTokens === undefined) return;
      const known = this.#parts.lessons.get('limits', engine);
      const context = contextLength ?? count(known?.context);
      const output = maxOutputTokens ?? count(known?.output);
      this.#parts.lessons.put('limits', engine, {
        ...(context !== undefined && { context }),
        ...(output !== undefined && { output }),
      });
    } catch {
      // Where a server does not say how much it reads, its refusals show it.
    }
  }

  #inTable(engine: string): number | undefined {
    const vendor = this.#parts.vendorOf(engine);
    const listed = vendor === null ? undefined : vendors[vendor];
    if (listed === undefined) return undefined;
    const name = engine.slice(engine.indexOf('/') + 1);
    const key = modelInTable(name, listed) ?? modelInTable(name.split('/').at(-1) ?? name, listed);
    return key === undefined ? undefined : listed[key];
  }

  /** Learns from a refusal that names the limit. The limit, or undefined when it does not. */
  learn(engine: string, error: unknown): number | undefined {
    const context = contextIn(error);
    if (context === undefined) return undefined;
    const output = count(this.#parts.lessons.get('limits', engine)?.output);
    this.#parts.lessons.put('limits', engine, { context, ...(output !== undefined && { output }) });
    return context;
  }
}

const wordings = [
  /maximum context length (?:is|of) (\d{3,8})/i,
  /context (?:size|length|window) (?:is |of |\()?(\d{3,8})/i,
  /> (\d{3,8}) (?:tokens )?maximum/i,
  /n_ctx["': =]+(\d{3,8})/i,
  /maximum (?:number of tokens|input length)[^\d]{1,40}(\d{3,8})/i,
];

/** The number in `maximum context length is 8192 tokens`, `210000 tokens > 200000 maximum` and the like. */
function contextIn(error: unknown): number | undefined {
  if (!isAppError(error, 'context_length_exceeded') || !(error.cause instanceof Error)) return undefined;
  const text = error.cause.message;
  for (const wording of wordings) {
    const found = Number(wording.exec(text)?.[1] ?? Number.NaN);
    if (found >= leastContext) return found;
  }
  return undefined;
}

function count(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}
