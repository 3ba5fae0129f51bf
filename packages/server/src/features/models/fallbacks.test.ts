import { describe, expect, it } from 'vitest';
import { finish, ScriptedLanguageModel, type ScriptedReply } from '../../../test/scripted-language-model.ts';
import { AppError } from '../../lib/app-error.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../../ports/language-model.ts';
import { Bill } from '../money/billing/bill.ts';
import { CallTrace } from '../money/billing/call-trace.ts';
import type { FallbackRules } from './attempts.ts';
import { defaultFallbackOn, type FailureClass } from './failure-class.ts';
import { ModelChain } from './model-chain.ts';
import type { PromptFit } from './prompt-fit.ts';
import { UpstreamTarget } from './upstream-target.ts';

const prompt: Prompt = { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }] };
const prices = { input: 1e-6, cachedInput: 1e-7, cacheWrite: 1e-6, output: 2e-6, request: 0 };

/** Time that moves only when it is told to, and wakes whoever sleeps. */
class Hours {
  at = 0;
  readonly #sleepers: { until: number; wake: () => void }[] = [];
  readonly now = () => this.at;
  readonly sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      this.#sleepers.push({ until: this.at + ms, wake: resolve });
    });

  async pass(ms: number): Promise<void> {
    this.at += ms;
    for (const { until, wake } of this.#sleepers) if (until <= this.at) wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Says nothing until it is ended. */
function silent(id: string): LanguageModel & { ended: boolean } {
  const model = {
    id,
    embedded: false,
    ended: false,
    async *stream(_: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent> {
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      yield finish();
    },
  };
  const stream = model.stream;
  model.stream = (asked, signal) => {
    signal.addEventListener('abort', () => {
      model.ended = true;
    });
    return stream(asked, signal);
  };
  return model;
}

function chainOf(models: (LanguageModel | ScriptedReply[])[], rules: Partial<FallbackRules> = {}, time = new Hours()) {
  const made = models.map((one, index) => (Array.isArray(one) ? new ScriptedLanguageModel(one, `p/${index}`) : one));
  const targets = made.map((model) => new UpstreamTarget({ model, now: time.now, prices }));
  const [first, ...others] = targets;
  const chain = new ModelChain({
    id: 'small-1',
    embedded: false,
    charged: null,
    contextLength: () => 1_000,
    engines: [{ target: first!, weight: 1 }],
    fallbacks: others,
    isListed: true,
    clock: time,
    random: () => 0.5,
    rules: { on: new Set(defaultFallbackOn), firstTokenMs: null, hedgeAfterMs: null, ...rules },
  });
  return { chain, targets, time, made };
}

async function run(chain: ModelChain, signal = new AbortController().signal) {
  const trace = new CallTrace(() => 0);
  const bill = new Bill({ charged: chain.charged, trace });
  let [text, error, reason]: [string, unknown, string] = ['', undefined, ''];
  try {
    for await (const event of chain.stream(prompt, signal, bill)) {
      if (event.type === 'text-delta' || event.type === 'refusal') text += event.text;
      if (event.type === 'finish') reason = event.reason;
    }
  } catch (thrown) {
    error = thrown;
  }
  return { text, error, reason, trace, bill };
}

const limited = (retryAfterMs: number) => new AppError('upstream_rate_limited', 'Slow.', { retryAfterMs });
const on = (...classes: FailureClass[]) => ({ on: new Set(classes) });

it("is not asked elsewhere because another key's calls fail, nor for another kind of call", async () => {
  const broken = new AppError('upstream_error', 'It cannot read this.');
  const picky = new ScriptedLanguageModel((asked) => (asked.system === 'hard' ? broken : 'First.'), 'p/picky');
  const { chain } = chainOf([picky, ['Second.']]);
  const ask = async (key: string, system: string, fit?: PromptFit) => {
    const bill = new Bill({ charged: null });
    const signal = new AbortController().signal;
    for await (const _ of chain.stream({ ...prompt, system }, signal, bill, { key, fit }));
    return bill.engine;
  };
  for (let call = 0; call < 30; call++) expect(await ask('key_a', 'hard')).toBe('p/1');
  const asObject: PromptFit = { wantsObject: true, fit: (asked) => asked };
  expect(picky.prompts.length).toBeLessThan(30);
  expect([await ask('key_b', 'easy'), await ask('key_a', 'easy'), await ask('key_a', 'easy', asObject)]).toEqual([
    'p/picky',
    'p/1',
    'p/picky',
  ]);
});

describe('a limit on the rate', () => {
  it('leaves the engine alone for as long as its vendor says, while another answers', async () => {
    const { chain, targets, time } = chainOf([[limited(30_000), 'First.'], ['Second.']]);
    expect((await run(chain)).text).toBe('Second.');
    await time.pass(29_000);
    const meanwhile = await run(chain);
    expect([meanwhile.text, meanwhile.trace.attempts]).toEqual(['Second.', 1]);
    await time.pass(1_000);
    expect((await run(chain)).text).toBe('First.');
    expect(targets[0]?.circuits.state).toBe('closed');
  });

  it('is handed on at once, with the time that is left, where there is no other engine', async () => {
    const { chain, time } = chainOf([[limited(30_000), 'First.']]);
    await run(chain);
    await time.pass(10_000);
    const { error, trace } = await run(chain);
    expect(error).toMatchObject({ code: 'upstream_rate_limited', retryAfterMs: 20_000 });
    expect(trace.attempts).toBe(0);
  });

  it('is believed for a minute at most', async () => {
    const { chain, time } = chainOf([[limited(3_600_000), 'First.']]);
    await run(chain);
    await time.pass(60_000);
    expect((await run(chain)).text).toBe('First.');
  });
});

describe('the first word', () => {
  it('is waited for only so long where another engine can be asked', async () => {
    const hung = silent('p/hung');
    const { chain, time, targets } = chainOf([hung, ['Second.']], { firstTokenMs: 500 });
    const running = run(chain);
    await time.pass(499);
    await time.pass(1);
    expect(await running).toMatchObject({ text: 'Second.', trace: { engine: 'p/1', attempts: 2 } });
    expect(hung.ended).toBe(true);
    for (let call = 0; call < 9; call++) {
      const next = run(chain);
      await time.pass(500);
      await next;
    }
    expect(targets[0]?.circuits.state).not.toBe('closed');
  });

  it('may take its time where there is no other engine, and its provider sets no limit', async () => {
    const { chain, time } = chainOf([silent('p/hung')], { firstTokenMs: 500 });
    let isOver = false;
    void run(chain).then(() => {
      isOver = true;
    });
    await time.pass(100_000);
    expect(isOver).toBe(false);
  });
});

describe('a second engine at once', () => {
  it('is asked when the first says nothing for a while; who speaks first is heard and the other ended', async () => {
    const hung = silent('p/hung');
    const { chain, time } = chainOf([hung, ['Second.']], { hedgeAfterMs: 300 });
    const running = run(chain);
    await time.pass(300);
    expect(await running).toMatchObject({ text: 'Second.', trace: { engine: 'p/1', attempts: 2 } });
    expect(hung.ended).toBe(true);
  });

  it('is not asked when the first speaks in time', async () => {
    const { chain } = chainOf([['First.'], ['Second.']], { hedgeAfterMs: 300 });
    expect(await run(chain)).toMatchObject({ text: 'First.', trace: { engine: 'p/0', attempts: 1 } });
  });
});

describe('which failures go on to another engine', () => {
  const failures: [FailureClass, ScriptedReply][] = [
    ['rate', limited(60_000)],
    ['overload', new AppError('upstream_overloaded', 'Busy.')],
    ['error', new AppError('upstream_unavailable', 'Gone.')],
    ['timeout', new AppError('upstream_timeout', 'Slow.')],
    ['context', new AppError('context_length_exceeded', 'Long.')],
    ['rejected', new AppError('upstream_rejected', 'No.')],
    ['content_filter', [finish('content-filter')]],
    ['refusal', [{ type: 'finish', reason: 'refusal', usage: null, refusal: 'I must not.' }]],
  ];

  it.each(failures)('%s, where the operator says so', async (kind, reply) => {
    expect(await run(chainOf([[reply], ['Second.']], on(kind)).chain)).toMatchObject({
      text: 'Second.',
      reason: 'stop',
      trace: { engine: 'p/1', attempts: 2 },
    });
  });

  it.each(failures)('%s, and not where the operator leaves it out', async (kind, reply) => {
    const others = defaultFallbackOn.filter((one) => one !== kind);
    const { chain, made, time } = chainOf([[reply], ['Second.']], on(...others));
    const running = run(chain);
    for (let tick = 0; tick < 10; tick++) await time.pass(1_000);
    const { text } = await running;
    expect(text).not.toBe('Second.');
    expect((made[1] as ScriptedLanguageModel).prompts).toEqual([]);
  });

  it('a withheld reply is handed on as such by default, the words of a refusal as text', async () => {
    const filtered = await run(chainOf([[[finish('content-filter')]], ['Second.']]).chain);
    expect(filtered).toMatchObject({ text: '', reason: 'content-filter', trace: { engine: 'p/0', attempts: 1 } });
    const refused = await run(chainOf([[failures[7]![1]], ['Second.']]).chain);
    expect(refused).toMatchObject({ text: 'I must not.', reason: 'refusal', trace: { attempts: 1 } });
  });

  it('a reply that every engine withholds is the last one, and is no error', async () => {
    const { chain } = chainOf([[failures[7]![1]], [failures[7]![1]]], on('refusal'));
    expect(await run(chain)).toMatchObject({ text: 'I must not.', reason: 'refusal', trace: { engine: 'p/1' } });
  });

  it('a setting that one vendor lacks does not hide why the engine before it failed', async () => {
    const lacks = new AppError('invalid_request', 'frequency_penalty is not a setting of it.');
    const { error } = await run(chainOf([[limited(60_000)], [lacks]]).chain);
    expect(error).toMatchObject({ code: 'upstream_rate_limited' });
  });
});

describe('an embedded engine behind a connected one', () => {
  it('is named as itself and costs nothing, whatever the model costs', async () => {
    const embedded = Object.assign(new ScriptedLanguageModel(['Read.'], 'reader'), { embedded: true });
    const down = new ScriptedLanguageModel([new AppError('upstream_unavailable', 'Gone.')], 'p/0');
    const targets = [down, embedded].map((model) => new UpstreamTarget({ model, now: () => 0, prices }));
    const chain = new ModelChain({
      id: 'small-1',
      embedded: false,
      charged: { ...prices, request: 1 },
      contextLength: () => 1_000,
      engines: [{ target: targets[0]!, weight: 1 }],
      fallbacks: targets.slice(1),
      isListed: true,
      clock: new Hours(),
      random: () => 0.5,
    });
    const { bill, trace } = await run(chain);
    expect([trace.engine, trace.attempts, bill.engine, bill.costUsd]).toEqual(['reader', 2, 'reader', 0]);
  });
});

describe('a call that its caller leaves before the first word', () => {
  it('costs the input that the vendor has read, and is held against no engine', async () => {
    const { chain, targets } = chainOf([silent('p/hung')]);
    const caller = new AbortController();
    const running = run(chain, caller.signal);
    await new Promise((resolve) => setImmediate(resolve));
    caller.abort(new Error('gone'));
    const { bill, error } = await running;
    expect(error).toEqual(new Error('gone'));
    expect(bill.usage.inputTokens).toBeGreaterThan(0);
    expect([bill.usage.outputTokens, bill.upstreamCostUsd]).toEqual([0, bill.usage.inputTokens * prices.input]);
    expect(targets[0]?.circuits.state).toBe('closed');
  });

  it('costs nothing when it failed', async () => {
    const { bill } = await run(chainOf([[new AppError('upstream_rejected', 'No.')]]).chain);
    expect(bill.upstreamCostUsd).toBe(0);
  });
});
