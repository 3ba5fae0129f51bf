import type { Prompt } from '../../ports/language-model.ts';
import type { Meter } from '../../ports/meter.ts';
import { MeteredModel } from './metered-model.ts';
import type { ModelChain } from './model-chain.ts';
import type { Asking } from './prompt-fit.ts';

/** Shadows at once; a call above them has none. */
const mostAtOnce = 32;
const longestMs = 120_000;
/** Of a reply that nobody limits. */
const mostTokens = 4_096;

export interface ShadowCallsParts {
  /** The record of one shadow: its own, which charges the workspace nothing. */
  openMeter: (of: { keyId: string; workspaceId: string }) => Meter;
  random: () => number;
  onError: (error: unknown) => void;
}

/** Asks the shadows of routes the same as their engines: nobody waits for it, and what it cost is recorded. */
export class ShadowCalls {
  readonly #parts: ShadowCallsParts;
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(parts: ShadowCallsParts) {
    this.#parts = parts;
  }

  send(chain: ModelChain, prompt: Prompt, asking: Asking): void {
    const { shadow, id } = chain;
    // Tests of the operator's belong to no workspace.
    if (shadow === undefined || !prompt.workspaceId || this.#parts.random() >= shadow.share) return;
    if (this.#running.size >= mostAtOnce || this.#closing.signal.aborted) return;
    const work = this.#ask(shadow.model, { id, prompt, asking }).catch(this.#parts.onError);
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the service stops'));
    await Promise.all(this.#running);
  }

  async #ask(model: ModelChain, { id, prompt, asking }: { id: string; prompt: Prompt; asking: Asking }): Promise<void> {
    const { workspaceId = '' } = prompt;
    const keyId = asking.key ?? '';
    const meter = this.#parts.openMeter({ keyId, workspaceId });
    const { fit } = asking;
    const metered = new MeteredModel(model, { meter, workspaceId, keyId }, { recordAs: id });
    const maxTokens = prompt.maxTokens ?? model.defaultMaxTokens ?? mostTokens;
    let status = 200;
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(longestMs), this.#closing.signal]);
      // It is asked as the engine was, and nothing is learned from what it refuses.
      const events = metered.stream(
        { ...prompt, maxTokens, isStreamed: true },
        signal,
        fit && { fit: (asked, engine) => fit.fit(asked, engine) },
      );
      for await (const _ of events) if (signal.aborted) break;
    } catch {
      // Its record says what failed; nobody waits for it.
      status = 502;
    }
    metered.charge();
    await meter.settle({ status, isStreamed: false });
  }
}
