import type { ModelEvent, Prompt, TokenUsage } from '../../ports/language-model.ts';
import { addUsage, costOf, noUsage, type TokenPrices } from './cost.ts';
import { estimatePromptTokens, estimateTokens } from './estimate-tokens.ts';

/** What all calls to vendors for one piece of work used and cost, those that failed or were cut included. */
export class Bill {
  readonly #replies: ReplyCount[] = [];
  readonly #charged: TokenPrices | null;
  #engine: string | undefined;

  /** `charged`: what the workspace pays; null for what the vendors ask. */
  constructor({ charged }: { charged: TokenPrices | null }) {
    this.#charged = charged;
  }

  /** Begins the count of one call to a vendor, at the vendor's prices. `engine` is `provider/model`. */
  open(prompt: Prompt, prices: TokenPrices, engine?: string): ReplyCount {
    this.#engine = engine;
    const reply = new ReplyCount(prompt, prices);
    this.#replies.push(reply);
    return reply;
  }

  /** Who answered last, as `provider/model`. */
  get engine(): string | undefined {
    return this.#engine;
  }

  get usage(): TokenUsage {
    const [only] = this.#replies;
    if (this.#replies.length === 1 && only) return only.usage;
    return this.#replies.reduce((sum, reply) => addUsage(sum, reply.usage), noUsage);
  }

  get upstreamCostUsd(): number {
    return this.#replies.reduce((sum, reply) => sum + reply.upstreamCostUsd, 0);
  }

  get costUsd(): number {
    return this.#charged === null ? this.upstreamCostUsd : costOf(this.#charged, this.usage);
  }
}

/** Counts one reply while it comes: by the vendor's own counts as far as they are there, else by estimate. */
export class ReplyCount {
  readonly #prompt: Prompt;
  readonly #prices: TokenPrices;
  #text = '';
  #wholeCalls = '';
  #callPieces = '';
  #counted: TokenUsage | null = null;
  #isFinished = false;
  #vendorCostUsd: number | undefined;

  constructor(prompt: Prompt, prices: TokenPrices) {
    this.#prompt = prompt;
    this.#prices = prices;
  }

  take(event: ModelEvent): void {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.#text += event.text;
        break;
      case 'tool-call-start':
        this.#callPieces += event.name;
        break;
      case 'tool-call-delta':
        this.#callPieces += event.text;
        break;
      case 'tool-call':
        this.#wholeCalls += event.name + compact(event.arguments);
        break;
      case 'usage':
        this.#counted = event.usage;
        break;
      case 'finish':
        this.#isFinished = true;
        this.#counted = event.usage ?? this.#counted;
        this.#vendorCostUsd = event.upstreamCostUsd;
        break;
    }
  }

  /** A reply that never began used nothing, unless its vendor says otherwise. */
  get usage(): TokenUsage {
    const counted = this.#counted;
    if (this.#isFinished && counted) return counted;
    const calls = this.#wholeCalls.length > this.#callPieces.length ? this.#wholeCalls : this.#callPieces;
    const [text, ofCalls] = [estimateTokens(this.#text), estimateTokens(calls)];
    // An answer that comes as the input of a tool is text and call at once.
    const outputTokens = this.#prompt.responseFormat?.mode === 'tool' ? Math.max(text, ofCalls) : text + ofCalls;
    if (counted) return { ...counted, outputTokens: Math.max(counted.outputTokens, outputTokens) };
    if (outputTokens === 0 && !this.#isFinished) return noUsage;
    return { inputTokens: estimatePromptTokens(this.#prompt), cachedTokens: 0, outputTokens };
  }

  /** What the vendor asks, in US dollars. */
  get upstreamCostUsd(): number {
    return this.#vendorCostUsd ?? costOf(this.#prices, this.usage);
  }
}

/** Without the white space that differs between a streamed and a whole answer. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
