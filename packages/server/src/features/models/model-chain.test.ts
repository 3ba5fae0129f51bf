import { describe, expect, it } from 'vitest';
import { finish, ScriptedLanguageModel, type ScriptedReply } from '../../../test/scripted-language-model.ts';
import { AppError, isAppError } from '../../lib/app-error.ts';
import type { ModelEvent, Prompt } from '../../ports/language-model.ts';
import { Bill } from '../billing/bill.ts';
import { ModelChain, type ModelChainOptions } from './model-chain.ts';
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
    contextLength: 1_000,
    engines: targets.slice(0, from).map((target, index) => ({ target, weight: options.weights?.[index] ?? 1 })),
    fallbacks: targets.slice(from),
    isListed: true,
    clock,
    random: () => 0.5,
    ...options,
  });
  return { chain, models, targets, time };
}

async function run(chain: ModelChain, signal = new AbortController().signal) {
  const bill = new Bill({ charged: chain.charged });
  const events: ModelEvent[] = [];
  let error: unknown;
  try {
    for await (const event of chain.stream(prompt, signal, bill)) events.push(event);
  } catch (caught) {
    error = caught;
  }
  const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
  return { text, error, finish: events.find((event) => event.type === 'finish'), bill };
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

  it('leaves an engine alone that keeps failing, says so when there is no other, and tries it later', async () => {
    const broken = new AppError('upstream_error', 'Broken.');
    const { chain, models, time } = setup([[broken, broken, broken, broken, broken, 'Yes.']]);
    expect(codeOf((await run(chain)).error)).toBe('upstream_error');
    expect(codeOf((await run(chain)).error)).toBe('upstream_error');
    expect(models[0]?.prompts.length).toBe(5);
    const refused = await run(chain);
    expect(refused.error).toMatchObject({ code: 'upstream_unavailable', retryAfterMs: 5_000 });
    expect(models[0]?.prompts.length).toBe(5);
    time.now += 5_000;
    expect((await run(chain)).text).toBe('Yes.');
  });

  it('ends with the reason of a caller who left, and blames no engine for it', async () => {
    const { chain, targets } = setup([[new AppError('upstream_cut', 'Cut.')]]);
    const gone = new AbortController();
    gone.abort(new Error('gone'));
    for (let call = 0; call < 6; call++) await run(chain, gone.signal);
    expect(targets[0]?.breaker.state).toBe('closed');
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

  it('calls a reply that stopped at its limit before it said anything no success, but counts it', async () => {
    const thought: ModelEvent[] = [{ type: 'reasoning-delta', text: 'Hm' }, finish('length')];
    const { chain, models } = setup([[thought]]);
    const result = await run(chain);
    expect(codeOf(result.error)).toBe('upstream_cut');
    expect(result.finish).toBeDefined();
    expect(models[0]?.prompts.length).toBe(1);
  });

  it('blames the operator for a listed name whose engine is not there, and the caller for a name of his own', async () => {
    const missing = new AppError('model_not_found', 'What?');
    expect(codeOf((await run(setup([[missing]]).chain)).error)).toBe('upstream_rejected');
    expect(codeOf((await run(setup([[missing]], { isListed: false }).chain)).error)).toBe('model_not_found');
  });
});
