import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { cutError, invalidError } from '../../outbound/model-http/upstream-errors.ts';
import type { FinishReason, ModelEvent, TokenUsage } from '../../ports/language-model.ts';
import { errorFromAiSdk } from './ai-sdk-errors.ts';

const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool-calls',
  'content-filter': 'content-filter',
};

/** Reads the stream parts of the provider specification, versions 2 to 4. */
export class AiSdkReply {
  readonly #started = new Set<string>();
  /** Held until the finish: packages give out half a call when its stream is cut. */
  readonly #calls: ModelEvent[] = [];
  #hasFinished = false;

  /** The events of one part; throws what an error part carries. */
  read(part: unknown): ModelEvent[] {
    if (!isPart(part) || this.#hasFinished) return [];
    switch (part.type) {
      case 'text-delta':
      case 'reasoning-delta':
        return this.#readDelta(part.type, part);
      case 'tool-input-start':
        return part.providerExecuted === true ? [] : this.#start(String(part.id), String(part.toolName));
      case 'tool-input-delta':
        return typeof part.delta === 'string' ? [{ type: 'tool-call-delta', text: part.delta }] : [];
      case 'tool-call':
        return part.providerExecuted === true ? [] : this.#readCall(part);
      case 'finish':
        return [...this.#calls, this.#readFinish(part)];
      case 'error':
        throw errorFromAiSdk(part.error);
      default:
        return [];
    }
  }

  end(): void {
    if (!this.#hasFinished) throw cutError();
  }

  #readDelta(type: 'text-delta' | 'reasoning-delta', part: Record<string, unknown>): ModelEvent[] {
    const text = typeof part.delta === 'string' ? part.delta : '';
    return text === '' ? [] : [{ type, text }];
  }

  #start(id: string, name: string): ModelEvent[] {
    if (this.#started.has(id)) return [];
    this.#started.add(id);
    return [{ type: 'tool-call-start', id, name }];
  }

  #readCall(part: Record<string, unknown>): ModelEvent[] {
    const id = String(part.toolCallId);
    const name = String(part.toolName);
    const written = typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {});
    const call: ModelEvent = { type: 'tool-call', id, name, arguments: written.trim() === '' ? '{}' : written };
    this.#calls.push(call);
    return this.#start(id, name);
  }

  #readFinish(part: Record<string, unknown>): ModelEvent {
    const given = isJsonObject(part.finishReason) ? part.finishReason.unified : part.finishReason;
    // A provider that fails in the middle or loses its connection says so here.
    if (given === 'error') throw errorFromAiSdk(undefined);
    if (given === 'interrupted') throw cutError();
    if (given === 'unknown') throw cutError();
    if (given === undefined) throw invalidError(new Error('a finish without a reason'));
    this.#hasFinished = true;
    const usage = isJsonObject(part.usage) ? readUsage(part.usage) : null;
    return {
      type: 'finish',
      reason: finishReasons[String(given)] ?? 'other',
      usage,
    };
  }
}

function isPart(part: unknown): part is Record<string, unknown> & { type: string } {
  return typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string';
}

/** Version 2 counts in plain numbers, later ones in objects with a total. */
function readUsage(usage: JsonObject): TokenUsage | null {
  const input = total(usage.inputTokens);
  const output = total(usage.outputTokens);
  if (input === undefined && output === undefined) return null;
  const cached = isJsonObject(usage.inputTokens) ? usage.inputTokens.cacheRead : usage.cachedInputTokens;
  const written = isJsonObject(usage.inputTokens) ? usage.inputTokens.cacheWrite : undefined;
  return {
    inputTokens: input ?? 0,
    cachedTokens: Math.min(input ?? 0, typeof cached === 'number' ? cached : 0),
    ...(typeof written === 'number' && written > 0 && { cacheWriteTokens: written }),
    outputTokens: output ?? 0,
  };
}

function total(value: JsonValue | undefined): number | undefined {
  const count = isJsonObject(value) ? value.total : value;
  return typeof count === 'number' && Number.isFinite(count) ? count : undefined;
}
