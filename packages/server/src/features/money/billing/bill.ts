import type { ModelEvent, Prompt, TokenUsage } from '../../../ports/language-model.ts';
import type { CacheOutcome, CallTrace, ModelRound, RoundTimes } from '../../../ports/meter.ts';
import { addUsage, costOf, noUsage, type TokenPrices } from './cost.ts';
import { estimatePromptTokens, estimateReplyTokens, RunningEstimate } from './estimate-tokens.ts';

/** What all calls to vendors for one piece of work used and cost, those that failed or were cut included. */
export class Bill {
  readonly #replies: ReplyCount[] = [];
  readonly #charged: TokenPrices | null;
  readonly #trace: CallTrace | undefined;
  /** Replies that were kept and given once more. */
  readonly #again: ModelRound[] = [];
  #engine: string | undefined;
  #model: string | undefined;

  /** `charged`: what the workspace pays; null for what the vendors ask. */
  constructor({ charged, trace }: { charged: TokenPrices | null; trace?: CallTrace }) {
    this.#charged = charged;
    this.#trace = trace;
  }

  /**
   * Begins the count of one call to a vendor, at the vendor's prices. `isCharged` is false for
   * a reply that costs the workspace nothing whatever the model costs otherwise.
   */
  open(prompt: Prompt, prices: TokenPrices, of: ReplyOf = {}): ReplyCount {
    this.#trace?.attempt();
    const reply = new ReplyCount(prompt, prices, of);
    this.#replies.push(reply);
    return reply;
  }

  /** An engine is asked. Who answered last is another thing: work that goes on goes on with it. */
  asks(engine: string): void {
    this.#trace?.asks(engine, 'words');
  }

  /**
   * The first word of this engine's reply is there. `leftOut`: what it was not sent of what the caller asked for · `model`: the name of the
   * list that it served.
   */
  answeredBy(engine: string, leftOut: readonly string[] = [], model?: string): void {
    this.#engine = engine;
    this.#model = model;
    this.#trace?.answeredBy(engine, leftOut);
  }

  /** A reply was looked for among those that are kept. */
  looked(outcome: CacheOutcome, byMeaning = false): void {
    this.#trace?.looked?.(outcome, byMeaning);
  }

  /** A kept reply of this engine is given once more: it costs nothing, where it had cost so much. */
  givesAgain(engine: string, savedUsd: number): void {
    const times = { startedAt: performance.now(), durationMs: 0, firstTokenMs: 0 };
    this.#again.push({ engine, usage: noUsage, upstreamCostUsd: 0, error: null, times, savedUsd });
    this.answeredBy(engine);
  }

  /** Who answered last, as `provider/model`. */
  get engine(): string | undefined {
    return this.#engine;
  }

  /** The name of the list under which it answered; undefined where none was said. */
  get model(): string | undefined {
    return this.#model;
  }

  get usage(): TokenUsage {
    return sumOf(this.#replies);
  }

  /** Each call to a vendor. */
  get rounds(): ModelRound[] {
    const asked = this.#replies.map(({ engine, usage, upstreamCostUsd, error, said, times }) => ({
      engine,
      usage,
      upstreamCostUsd,
      error,
      ...(said !== undefined && { said }),
      times,
    }));
    if (this.#again.length === 0) return asked;
    return [...asked, ...this.#again].sort((one, other) => one.times.startedAt - other.times.startedAt);
  }

  get upstreamCostUsd(): number {
    return this.#replies.reduce((sum, reply) => sum + reply.upstreamCostUsd, 0);
  }

  get costUsd(): number {
    const usual = this.#charged;
    const others = this.#replies.filter(({ charged }) => charged !== undefined && charged !== usual);
    if (others.length === 0) return costAt(usual, this.#replies);
    const all = Map.groupBy(this.#replies, ({ charged }) => (charged === undefined ? usual : charged));
    return [...all].reduce((sum, [charged, replies]) => sum + costAt(charged, replies), 0);
  }
}

/** What a workspace pays for replies at one price; null for what their vendors ask. */
function costAt(charged: TokenPrices | null, replies: readonly ReplyCount[]): number {
  if (charged === null) return replies.reduce((sum, reply) => sum + reply.upstreamCostUsd, 0);
  return costOf(charged, sumOf(replies.filter(({ isCharged }) => isCharged)));
}

function sumOf(replies: readonly ReplyCount[]): TokenUsage {
  const [only] = replies;
  if (replies.length === 1 && only) return only.usage;
  return replies.reduce((sum, reply) => addUsage(sum, reply.usage), noUsage);
}

interface ReplyOf {
  /** `provider/model`. */
  engine?: string;
  isCharged?: boolean;
  /** What the workspace is charged for it, where several names may answer one call. Default: as the bill says. */
  charged?: TokenPrices | null;
}

/** Counts one reply while it comes: by the vendor's own counts as far as they are there, else by estimate. */
export class ReplyCount {
  readonly #prompt: Prompt;
  readonly #prices: TokenPrices;
  readonly #text = new RunningEstimate();
  #wholeCalls = '';
  /** Written anew once somebody counts them. */
  readonly #newCalls: { name: string; arguments: string }[] = [];
  #callPieces = '';
  #counted: TokenUsage | null = null;
  #isFinished = false;
  #vendorCostUsd: number | undefined;
  #toolCostUsd = 0;
  #priceFactor = 1;
  /** Its vendor works on it (or did, until it was given up). */
  #isTaken = false;
  readonly #startedAt = performance.now();
  #firstAt: number | null = null;
  #endedAt: number | null = null;
  readonly isCharged: boolean;
  readonly engine: string;
  readonly charged: TokenPrices | null | undefined;
  /** What it failed with, as a code; null while it has not. */
  error: string | null = null;
  /** What its vendor said then. */
  said: string | undefined;

  constructor(prompt: Prompt, prices: TokenPrices, { engine = '', isCharged = true, charged }: ReplyOf = {}) {
    this.charged = charged;
    this.#prompt = prompt;
    this.#prices = prices;
    this.engine = engine;
    this.isCharged = isCharged;
  }

  /** Given up before its first word: the vendor has read the prompt nevertheless. */
  abandon(): void {
    this.#isTaken = true;
  }

  /** It ended without its end. `abandoned`: it was given up. */
  fail(code: string, said?: string): void {
    this.#endedAt ??= performance.now();
    if (this.error === null) this.said = said;
    this.error ??= code;
  }

  take(event: ModelEvent): void {
    this.#firstAt ??= performance.now();
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
      case 'refusal':
        this.#text.add(event.text);
        break;
      case 'tool-call-start':
        this.#callPieces += event.name;
        break;
      case 'tool-call-delta':
        this.#callPieces += event.text;
        break;
      case 'tool-call':
        this.#newCalls.push({ name: event.name, arguments: event.arguments });
        break;
      case 'usage':
        this.#counted = event.usage;
        break;
      case 'finish':
        this.#isFinished = true;
        this.#endedAt = performance.now();
        this.#counted = event.usage ?? this.#counted;
        this.#vendorCostUsd = event.upstreamCostUsd;
        this.#toolCostUsd = event.toolCostUsd ?? 0;
        this.#priceFactor = event.priceFactor ?? 1;
        break;
    }
  }

  get times(): RoundTimes {
    const startedAt = this.#startedAt;
    return {
      startedAt,
      durationMs: (this.#endedAt ?? performance.now()) - startedAt,
      firstTokenMs: this.#firstAt === null ? null : this.#firstAt - startedAt,
    };
  }

  /** A reply that failed before it began used nothing, unless its vendor says otherwise. */
  get usage(): TokenUsage {
    const counted = this.#counted;
    if (this.#isFinished && counted) return counted;
    for (const call of this.#newCalls.splice(0)) this.#wholeCalls += call.name + compact(call.arguments);
    const calls = this.#wholeCalls.length > this.#callPieces.length ? this.#wholeCalls : this.#callPieces;
    const outputTokens = estimateReplyTokens(this.#prompt, this.#text.tokens, calls);
    if (counted) return { ...counted, outputTokens: Math.max(counted.outputTokens, outputTokens) };
    if (outputTokens === 0 && !this.#isFinished && !this.#isTaken) return noUsage;
    return { inputTokens: estimatePromptTokens(this.#prompt), cachedTokens: 0, outputTokens };
  }

  /** What the vendor asks, in US dollars. */
  get upstreamCostUsd(): number {
    return this.#vendorCostUsd ?? costOf(this.#prices, this.usage) * this.#priceFactor + this.#toolCostUsd;
  }
}

/** So much is written anew where it is counted; of more the white space counts for little. */
const longestCompacted = 100_000;

/** Without the white space that differs between a streamed and a whole answer. */
function compact(text: string): string {
  if (text.length > longestCompacted) return text;
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
