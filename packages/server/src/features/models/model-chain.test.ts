import { describe, expect, it } from 'vitest';
import { finish, ScriptedLanguageModel, type ScriptedReply } from '../../../test/scripted-language-model.ts';
import { AppError, isAppError } from '../../lib/app-error.ts';
import type { ModelEvent, Prompt } from '../../ports/language-model.ts';
import { Bill } from '../money/billing/bill.ts';
import { CallTrace } from '../money/billing/call-trace.ts';
import { ModelChain, type ModelChainOptions } from './model-chain.ts';
import type { Asking } from './prompt-fit.ts';
import { UpstreamTarget } from './upstream-target.ts';

const prompt: Prompt = { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }] };
const overloaded = new AppError('upstream_overloaded', 'Later.');
const rejected = new AppError('upstream_rejected', 'No.');

function setup(
  scripts: ScriptedReply[][],
  options: Partial<ModelChainOptions> & { fallbacksFrom?: number; weights?: number[] } = {},
) {
  const time = { now: 0, slept: [] as number[] };
  const clock = {
    now: () => time.now,
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      time.slept.push(ms);
      time.now += ms;
    },
  };
  const models = scripts.map((replies, index) => new ScriptedLanguageModel(replies, `p/${index}`));
  const prices = { input: 1e-6, cachedInput: 1e-7, cacheWrite: 1e-6, output: 2e-6, request: 0 };
  const targets = models.map((model) => new UpstreamTarget({ model, now: clock.now, prices }));
  const from = options.fallbacksFrom ?? 1;
  const chain = new ModelChain({
    id: 'small-1',
    embedded: false,
    charged: null,
    contextLength: () => 1_000,
    engines: targets.slice(0, from).map((target, index) => ({ target, weight: options.weights?.[index] ?? 1 })),
    fallbacks: targets.slice(from),
    isListed: true,
    clock,
    random: () => 0.5,
    ...options,
  });
  return { chain, models, targets, time };
}

async function run(
  chain: ModelChain,
  signal = new AbortController().signal,
  asked: Prompt = prompt,
  asking: Asking = {},
) {
  const trace = new CallTrace(() => 0);
  const bill = new Bill({ charged: chain.charged, trace });
  const events: ModelEvent[] = [];
  let error: unknown;
  try {
    for await (const event of chain.stream(asked, signal, bill, asking)) events.push(event);
  } catch (caught) {
    error = caught;
  }
  const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
  return { text, error, finish: events.find((event) => event.type === 'finish'), bill, trace };
}

/** The same numbers every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const codeOf = (error: unknown) => isAppError(error) && error.code;

describe('a model name', () => {
  it('tries the only engine again after a growing pause, then gives up', async () => {
    const { chain, models, time } = setup([[overloaded]]);
    expect(codeOf((await run(chain)).error)).toBe('upstream_overloaded');
    expect(models[0]?.prompts.length).toBe(3);
    expect(time.slept).toEqual([100, 200]);
    const { chain: lucky } = setup([[overloaded, 'Yes.']]);
    expect((await run(lucky)).text).toBe('Yes.');
  });

  it('leaves no embedded engine alone: what overloads it comes from one caller, and others have their turn', async () => {
    const { chain, targets } = setup([[overloaded]]);
    const embedded = Object.assign(new ScriptedLanguageModel([overloaded], 'p/reader'), { embedded: true });
    const prices = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, request: 0 };
    const reader = new UpstreamTarget({ model: embedded, now: () => 0, prices });
    for (let tries = 0; tries < 20; tries++) {
      reader.tryEnter({ kind: 'text', key: '' });
      reader.fail(overloaded, { kind: 'text', key: '' }, { hasBegun: false });
      await run(chain);
    }
    expect([reader.circuits.state, targets[0]?.circuits.state]).toEqual(['closed', 'open']);
  });

  it('waits as long as the vendor says, but hands a long wait to the caller', async () => {
    const limited = (retryAfterMs: number) => new AppError('upstream_rate_limited', 'Slow.', { retryAfterMs });
    const short = setup([[limited(1_000), 'Yes.']]);
    expect((await run(short.chain)).text).toBe('Yes.');
    expect(short.time.slept).toEqual([1_100]);
    const long = setup([[limited(60_000)]]);
    expect((await run(long.chain)).error).toMatchObject({ code: 'upstream_rate_limited', retryAfterMs: 60_000 });
    expect(long.time.slept).toEqual([]);
  });

  it('does not repeat what a vendor refused', async () => {
    const { chain, models } = setup([[rejected]]);
    expect(codeOf((await run(chain)).error)).toBe('upstream_rejected');
    expect(models[0]?.prompts.length).toBe(1);
  });

  it('goes to the fallbacks in order and without a pause', async () => {
    const { chain, models, time } = setup([[overloaded], [rejected], ['Yes.']]);
    const result = await run(chain);
    expect(result.text).toBe('Yes.');
    expect(models.map((model) => model.prompts.length)).toEqual([1, 1, 1]);
    expect(time.slept).toEqual([]);
  });

  it('asks an engine that refuses a way of asking once more, in another way, before any other engine', async () => {
    const setupOf = (lower: boolean) => {
      const made = setup([[rejected, 'First.'], ['Second.']]);
      const modes: string[] = [];
      const fit: Asking['fit'] = {
        fit: (asked, engine) => {
          modes.push(engine.id);
          return asked;
        },
        refit: () => lower && modes.length < 2,
      };
      return { ...made, modes, fit };
    };
    const strict = setupOf(true);
    const answered = await run(strict.chain, undefined, prompt, { fit: strict.fit });
    expect([answered.text, answered.trace.engine, answered.trace.attempts]).toEqual(['First.', 'p/0', 2]);
    expect(strict.modes).toEqual(['p/0', 'p/0']);
    // Where there is no lower way left, another engine may take it.
    const words = setupOf(false);
    const other = await run(words.chain, undefined, prompt, { fit: words.fit });
    expect([other.text, other.trace.engine, other.trace.attempts]).toEqual(['Second.', 'p/1', 2]);
    expect(words.modes).toEqual(['p/0', 'p/1']);
  });

  it('does not fall back once something was said', async () => {
    const half = new ScriptedLanguageModel([]);
    half.stream = async function* () {
      yield { type: 'text-delta', text: 'Ha' };
      throw new AppError('upstream_cut', 'Cut.');
    };
    const { chain, models, targets } = setup([['never'], ['other']]);
    Object.assign(targets[0]!, { model: half });
    const result = await run(chain);
    expect(result).toMatchObject({ text: 'Ha', error: { code: 'upstream_cut' } });
    expect(models[1]?.prompts.length).toBe(0);
  });

  it('shares calls by weight', async () => {
    const draws = [0, 0.24, 0.26, 0.99];
    const { chain, models } = setup([['a'], ['b']], {
      fallbacksFrom: 2,
      weights: [1, 3],
      random: () => draws.shift() ?? 0,
    });
    const texts: string[] = [];
    for (let call = 0; call < 4; call++) texts.push((await run(chain)).text);
    expect(texts).toEqual(['a', 'a', 'b', 'b']);
    expect(models.map((model) => model.prompts.length)).toEqual([2, 2]);
  });

  it('counts the retries of one call once against an engine', async () => {
    const broken = new AppError('upstream_error', 'Broken.');
    const { chain, models, targets } = setup([[broken]]);
    for (let call = 0; call < 9; call++) await run(chain);
    expect([models[0]?.prompts.length, targets[0]?.circuits.state]).toEqual([27, 'closed']);
    await run(chain);
    expect(targets[0]?.circuits.state).not.toBe('closed');
  });

  it('keeps trying its only engine, however often that failed, and says when to come back', async () => {
    const broken = new AppError('upstream_error', 'Broken.');
    const { chain, targets } = setup([[...Array(28).fill(broken), 'Yes.']]);
    for (let call = 0; call < 10; call++) await run(chain);
    expect(targets[0]?.circuits.state).not.toBe('closed');
    expect((await run(chain)).text).toBe('Yes.');
    expect(targets[0]?.circuits.state).toBe('closed');
    const dead = setup([[broken]]);
    for (let call = 0; call < 10; call++) await run(dead.chain);
    const asked = dead.models[0]?.prompts.length ?? 0;
    const { error } = await run(dead.chain);
    expect(error).toMatchObject({ code: 'upstream_error', retryAfterMs: expect.any(Number) });
    expect(dead.models[0]?.prompts.length).toBe(asked + 1);
  });

  it('leaves an engine alone that keeps failing while another works, and comes back to it', async () => {
    const broken = new AppError('upstream_error', 'Broken.');
    const { chain, models, time } = setup([[...Array(10).fill(broken), 'First.'], ['Second.']]);
    for (let call = 0; call < 20; call++) expect((await run(chain)).text).toBe('Second.');
    expect(models[0]?.prompts.length).toBe(10);
    time.now += 2_000;
    expect((await run(chain)).text).toBe('First.');
  });

  it('goes to an engine that is left alone when all others fail', async () => {
    const broken = new AppError('upstream_error', 'Broken.');
    const { chain } = setup([
      [...Array(10).fill(broken), 'First.'],
      [...Array(10).fill('Second.'), broken],
    ]);
    for (let call = 0; call < 10; call++) expect((await run(chain)).text).toBe('Second.');
    expect((await run(chain)).text).toBe('First.');
  });

  it.each([
    ['refused content', new AppError('upstream_rejected', 'No.')],
    ['a prompt too long', new AppError('context_length_exceeded', 'Long.')],
    ['a limit on the rate', new AppError('upstream_rate_limited', 'Slow.', { retryAfterMs: 60_000 })],
  ])('holds %s against no engine', async (_, error) => {
    const { chain, targets } = setup([[error]]);
    for (let call = 0; call < 40; call++) await run(chain);
    expect(targets[0]?.circuits.state).toBe('closed');
  });

  it('holds a time-out against an engine only if nothing had come', async () => {
    const slow = new AppError('upstream_timeout', 'Slow.');
    const late = setup([[]]);
    const half = new ScriptedLanguageModel([]);
    half.stream = async function* () {
      yield { type: 'text-delta', text: 'Ha' };
      throw slow;
    };
    Object.assign(late.targets[0]!, { model: half });
    for (let call = 0; call < 20; call++) await run(late.chain);
    expect(late.targets[0]?.circuits.state).toBe('closed');
    const never = setup([[slow]]);
    for (let call = 0; call < 20; call++) await run(never.chain);
    expect(never.targets[0]?.circuits.state).not.toBe('closed');
  });

  it.each([
    [1, 0.79],
    [2, 0.995],
  ])(
    'with %i engines that fail one call in five at random, at least %f of the calls succeed',
    async (engines, share) => {
      const random = seeded(20261121);
      const flaky = () => (random() < 0.2 ? new AppError('upstream_error', 'Broken.') : 'Yes.');
      const { chain, targets, time } = setup(Array(engines).fill([]), { fallbacksFrom: engines, random });
      for (const target of targets) Object.assign(target, { model: new ScriptedLanguageModel(flaky) });
      let succeeded = 0;
      for (let call = 0; call < 2000; call++) {
        if ((await run(chain)).text === 'Yes.') succeeded++;
        time.now += 50;
      }
      expect(succeeded / 2000).toBeGreaterThanOrEqual(share);
    },
  );

  it('ends with the reason of a caller who left, and blames no engine for it', async () => {
    const { chain, targets } = setup([[new AppError('upstream_cut', 'Cut.')]]);
    const gone = new AbortController();
    gone.abort(new Error('gone'));
    for (let call = 0; call < 20; call++) await run(chain, gone.signal);
    expect(targets[0]?.circuits.state).toBe('closed');
  });

  it('reckons the cost of the vendor by its prices, cached tokens apart', async () => {
    const usage = { inputTokens: 100, cachedTokens: 60, outputTokens: 10 };
    const { chain } = setup([
      [
        [
          { type: 'text-delta', text: 'Yes.' },
          { type: 'finish', reason: 'stop', usage },
        ],
      ],
    ]);
    expect((await run(chain)).bill.upstreamCostUsd).toBeCloseTo(40e-6 + 6e-6 + 20e-6, 12);
    const named = setup([
      [
        [
          { type: 'text-delta', text: 'Yes.' },
          { type: 'finish', reason: 'stop', usage, upstreamCostUsd: 1 },
        ],
      ],
    ]);
    expect((await run(named.chain)).bill.upstreamCostUsd).toBe(1);
  });

  it('hands on a reply that reached its limit while it was still thinking', async () => {
    const thought: ModelEvent[] = [{ type: 'reasoning-delta', text: 'Hm' }, finish('length')];
    const { chain, models } = setup([[thought]]);
    const result = await run(chain);
    expect(result).toMatchObject({ text: '', error: undefined, finish: { reason: 'length' } });
    expect(models[0]?.prompts.length).toBe(1);
  });

  it('blames the operator for a listed name whose engine is not there, and the caller for a name of his own', async () => {
    const missing = new AppError('model_not_found', 'What?');
    expect(codeOf((await run(setup([[missing]]).chain)).error)).toBe('upstream_rejected');
    expect(codeOf((await run(setup([[missing]], { isListed: false }).chain)).error)).toBe('model_not_found');
  });
});
