import { fromSchemaTool, withSchemaTool } from '../../outbound/model-http/schema-tool.ts';
import { timeoutError } from '../../outbound/model-http/upstream-errors.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { ModelProvider } from '../../ports/model-provider.ts';
import { errorFromAiSdk } from './ai-sdk-errors.ts';
import type { AiSdkModel } from './ai-sdk-model.ts';
import { AiSdkReply } from './from-ai-sdk-part.ts';
import { type AiSdkPackage, loadAiSdkProvider } from './load-ai-sdk-provider.ts';
import { toAiSdkOptions } from './to-ai-sdk-options.ts';

export interface AiSdkProviderOptions extends AiSdkPackage {
  id: string;
  timeouts: { idleMs: number; totalMs: number };
}

/**
 * The provider of an installed AI SDK package, loaded at its first use. For vendors without an OpenAI-compatible
 * address: it costs several times the CPU of the adapters for OpenAI, Anthropic and Google.
 */
export class AiSdkProvider implements ModelProvider {
  readonly #options: AiSdkProviderOptions;
  #loading: Promise<(model: string) => AiSdkModel> | null = null;

  constructor(options: AiSdkProviderOptions) {
    this.#options = options;
  }

  model(name: string): LanguageModel {
    let made: AiSdkModel | undefined;
    return new AiSdkLanguageModel({
      id: `${this.#options.id}/${name}`,
      timeouts: this.#options.timeouts,
      // Providers build their schemas anew for every model object, so it is kept.
      load: async () => {
        made ??= (await this.#load())(name);
        return made;
      },
    });
  }

  /** A package that was not there can be installed later, so a failure is not kept. */
  #load(): Promise<(model: string) => AiSdkModel> {
    this.#loading ??= loadAiSdkProvider(this.#options).catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }
}

class AiSdkLanguageModel implements LanguageModel {
  readonly id: string;
  readonly embedded = false;
  readonly #load: () => Promise<AiSdkModel>;
  readonly #timeouts: { idleMs: number; totalMs: number };

  constructor(options: {
    id: string;
    load: () => Promise<AiSdkModel>;
    timeouts: { idleMs: number; totalMs: number };
  }) {
    this.id = options.id;
    this.#load = options.load;
    this.#timeouts = options.timeouts;
  }

  async *stream(prompt: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    signal.throwIfAborted();
    const model = await this.#load();
    const asked = withSchemaTool(prompt);
    const limit = new CallLimit(signal, this.#timeouts);
    const reply = new AiSdkReply();
    try {
      const options = toAiSdkOptions(asked, model.specificationVersion ?? 'v2', limit.signal);
      const { stream } = await model.doStream(options);
      const reader = stream.getReader();
      for (;;) {
        const { done, value } = await limit.within(reader.read());
        if (done) break;
        for (const event of reply.read(value)) {
          const translated = asked === prompt ? event : fromSchemaTool(event);
          if (translated !== null) yield translated;
        }
      }
      reply.end();
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw limit.isOver ? timeoutError(error) : errorFromAiSdk(error);
    } finally {
      limit.close();
    }
  }
}

/** Ends a call when its caller leaves, when nothing comes for a while, and when it takes too long. */
class CallLimit {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #idleMs: number;
  readonly #total: NodeJS.Timeout;
  isOver = false;

  constructor(caller: AbortSignal, { idleMs, totalMs }: { idleMs: number; totalMs: number }) {
    this.#caller = caller;
    this.#idleMs = idleMs;
    this.#total = setTimeout(this.#expire, totalMs).unref();
    caller.addEventListener('abort', this.#leave);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async within<T>(work: Promise<T>): Promise<T> {
    const timer = setTimeout(this.#expire, this.#idleMs).unref();
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(this.signal.reason);
    this.signal.addEventListener('abort', stop);
    try {
      return await Promise.race([work, stopped.promise]);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', stop);
    }
  }

  close(): void {
    clearTimeout(this.#total);
    this.#caller.removeEventListener('abort', this.#leave);
    // Also when its reader left early: the provider closes its connection.
    this.#controller.abort(new Error('the call is over'));
  }

  readonly #expire = (): void => {
    this.isOver = true;
    this.#controller.abort(new Error('timeout'));
  };

  readonly #leave = (): void => this.#controller.abort(this.#caller.reason);
}
