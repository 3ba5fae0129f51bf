import type { DryRun, DryRunRequest, EngineTest } from '@parley/contract';
import { AppError, isAppError } from '../../../lib/app-error.ts';
import type { Prompt } from '../../../ports/language-model.ts';
import type { Consumption, Meter } from '../../../ports/meter.ts';
import { type Caller, callerOf } from '../engine-circuits.ts';
import type { FailureClass } from '../failure-class.ts';
import type { LiveModelRouter } from '../live-model-router.ts';
import { MeteredModel } from '../metered-model.ts';
import type { ModelChain } from '../model-chain.ts';
import type { Asking, PromptFit } from '../prompt-fit.ts';
import type { LeftOut } from '../routing-wishes.ts';
import type { Candidate } from '../upstream-target.ts';

const longestTestMs = 60_000;
const testTokens = 64;
const shownCharacters = 200;

export interface EngineTesterParts {
  router: LiveModelRouter;
  /** The model to try of a provider that has a usual one. */
  usualModelOf: (provider: string) => string | undefined;
}

/** Tries engines, and says which one a call would get. */
export class EngineTester {
  readonly #parts: EngineTesterParts;

  constructor(parts: EngineTesterParts) {
    this.#parts = parts;
  }

  testProvider(id: string, model: string | undefined, signal: AbortSignal): Promise<EngineTest> {
    const name = model ?? this.#parts.usualModelOf(id);
    if (name === undefined) {
      throw new AppError('invalid_request', `model is needed: ${id} has no usual one`, {
        title: 'model is required',
        param: 'model',
      });
    }
    return this.test(`${id}/${name}`, signal);
  }

  /** One small call, by the way that calls of keys take. What fails is told, not thrown. */
  async test(name: string, signal: AbortSignal): Promise<EngineTest> {
    const prompt: Prompt = {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Reply with the word OK.' }] }],
      maxTokens: testTokens,
    };
    const { meter, added } = testMeter();
    const metered = new MeteredModel(this.#parts.router.resolve(name), { meter, workspaceId: '' });
    const startedAt = performance.now();
    let text = '';
    let firstAt: number | null = null;
    let error: EngineTest['error'] = null;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(longestTestMs)]);
      for await (const event of metered.stream(prompt, limit)) {
        firstAt ??= performance.now();
        if (event.type === 'text-delta' && text.length < shownCharacters) text += event.text;
      }
    } catch (failure) {
      if (signal.aborted) throw failure;
      error = describe(failure);
    }
    metered.charge();
    const { usage } = metered;
    const last = added[0]?.rounds?.at(-1)?.engine;
    return {
      ok: error === null,
      engine: metered.engineId ?? last ?? null,
      text: text.slice(0, shownCharacters),
      first_token_ms: firstAt === null ? null : Math.round(firstAt - startedAt),
      duration_ms: Math.round(performance.now() - startedAt),
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      upstream_cost_usd: Math.round((added[0]?.upstreamCostUsd ?? 0) * 1e9) / 1e9,
      error,
    };
  }

  /** Which engine a call would get, and why. Nobody is asked. */
  dryRun(request: DryRunRequest): DryRun {
    const { router } = this.#parts;
    const { models, provider } = request;
    const [name = router.defaultModel, ...others] = [...(request.model ? [request.model] : []), ...(models ?? [])];
    const { prompt, fit } = likeKind(request.kind ?? 'text');
    const asking: Asking = { fit, key: request.key_id, user: request.user, tags: request.tags };
    const model = router.resolve(name, { models: others, ...(provider && { provider }) });
    const chain = router.chain(name);
    const plan = model.plan(prompt, asking);
    const caller = callerOf(prompt, asking);
    const after = request.after && plan.order.length > 0 ? nextAfter(plan, request.after) : null;
    const order = after?.order ?? plan.order;
    const engine = order.find(({ target }) => target.isReady(caller)) ?? order[0];
    return {
      model: chain.id,
      engine: engine?.target.id ?? null,
      why: after?.why ?? whyFirst(engine, { chain, asking, caller, order, leftOut: plan.leftOut }),
      order: order.map((candidate) => view(candidate, chain, { asking, caller, isAfter: after !== null })),
      left_out: plan.leftOut,
      canary: chain.canary
        ? { engine: chain.canary.target.id, chosen: chain.isCanary(asking), why: whyCanary(chain, asking) }
        : null,
      shadow: chain.shadow?.model.id ?? null,
    };
  }
}

/** Of a call that belongs to no workspace: what it used is shown, not charged. */
function testMeter(): { meter: Meter; added: Consumption[] } {
  const added: Consumption[] = [];
  const trace = {
    engine: null,
    attempts: 0,
    firstTokenMs: null,
    attempt: () => {},
    asks: () => {},
    answeredBy: () => {},
  };
  const meter: Meter = {
    trace,
    reserve: async () => {},
    add: (consumption) => void added.push(consumption),
    handOver: () => {},
    settle: async () => {},
  };
  return { meter, added };
}

function describe(error: unknown): EngineTest['error'] {
  if (!isAppError(error)) return { code: 'internal_error', message: 'It failed for a reason that stands in the log.' };
  const cause = error.cause instanceof Error ? ` (${error.cause.message.slice(0, 300)})` : '';
  return { code: error.code, message: error.message + cause };
}

/** A prompt of a kind, since engines are left alone by kinds of call. */
function likeKind(kind: NonNullable<DryRunRequest['kind']>): { prompt: Prompt; fit: PromptFit | undefined } {
  const picture = { type: 'image' as const, mediaType: 'image/png', base64: '' };
  const prompt: Prompt = {
    system: '',
    messages: [{ role: 'user', parts: kind === 'pictures' ? [picture] : [{ type: 'text', text: '' }] }],
    ...(kind === 'tools' && { tools: [{ name: 'tool', description: '', inputSchema: {} }] }),
  };
  return { prompt, fit: kind === 'object' ? { wantsObject: true, fit: (asked) => asked } : undefined };
}

function nextAfter(
  { order, rules }: { order: Candidate[]; rules: ModelChain['rules'] },
  kind: FailureClass,
): { order: Candidate[]; why: string } {
  const own = rules.by?.get(kind);
  if (own) return { order: [...own], why: `after a fault of the kind ${kind} the route has a chain of its own` };
  if (!rules.on.has(kind)) return { order: [], why: `a fault of the kind ${kind} is handed to the caller` };
  const rest = order.slice(1);
  return {
    order: rest,
    why: rest.length > 0 ? `the next in order after a fault of the kind ${kind}` : 'there is no other engine',
  };
}

function whyFirst(
  engine: Candidate | undefined,
  {
    chain,
    asking,
    caller,
    order,
    leftOut,
  }: {
    chain: ModelChain;
    asking: Asking;
    caller: Caller;
    order: readonly Candidate[];
    leftOut: readonly LeftOut[];
  },
): string {
  if (engine === undefined)
    return leftOut.length > 0 ? 'every engine is left out by `provider`' : 'no engine stands behind it';
  if (engine !== order[0]) return `${order[0]?.target.id} is left alone at the moment`;
  if (!engine.target.isReady(caller)) return 'all engines are left alone at the moment; it is tried all the same';
  if (engine.target === chain.canary?.target && chain.isCanary(asking)) return whyCanary(chain, asking);
  const share = shareOf(engine, chain, caller);
  if (share === null) return 'it is the first in the order that the call asks for';
  if (share === 1)
    return chain.engines.length === 1
      ? 'it is the only engine of the route'
      : 'the others are left alone at the moment';
  return `by weight: it gets ${Math.round(share * 1000) / 10} % of such calls`;
}

function whyCanary(chain: ModelChain, { user, key, tags = [] }: Asking): string {
  const { canary } = chain;
  const tag = tags.find((one) => canary?.tags.includes(one));
  if (tag !== undefined) return `the tag ${tag} goes to the canary`;
  const side = chain.isCanary({ user, key, tags }) ? 'is among' : 'is not among';
  const who = user ? `the user ${user}` : key ? `the key ${key}` : null;
  return who === null
    ? 'nobody is named, so each call is drawn by itself'
    : `${who} ${side} the ${(canary?.share ?? 0) * 100} % that it gets`;
}

/** How often it is asked first; null for those that only stand in. */
function shareOf({ target }: Candidate, { engines }: ModelChain, caller: Caller): number | null {
  const ready = engines.filter((one) => one.target.isReady(caller));
  const counted = ready.length > 0 ? ready : engines;
  const own = engines.find((one) => one.target === target);
  if (own === undefined) return null;
  if (!counted.includes(own)) return 0;
  return own.weight / counted.reduce((sum, { weight }) => sum + weight, 0);
}

function view(
  candidate: Candidate,
  chain: ModelChain,
  { asking, caller, isAfter }: { asking: Asking; caller: Caller; isAfter: boolean },
): DryRun['order'][number] {
  const { target } = candidate;
  const isCanary = !isAfter && target === chain.canary?.target && chain.isCanary(asking);
  const share = isAfter || isCanary ? null : shareOf(candidate, chain, caller);
  const waitMs = target.waitMs(caller);
  return {
    engine: target.id,
    role: isCanary ? 'canary' : share === null ? 'fallback' : 'engine',
    share,
    state: waitMs === 0 ? 'ready' : target.coolingMs > 0 ? 'cooling' : 'open',
    wait_ms: Math.ceil(waitMs),
    input_usd: target.prices.input * 1e6,
    output_usd: target.prices.output * 1e6,
  };
}
