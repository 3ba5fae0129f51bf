import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { asked, eventsOf, meteredSetup, prices, signal, unlimited } from '../../../test/metered-setup.ts';
import { AppError } from '../../lib/app-error.ts';
import type { ModelEvent, Prompt } from '../../ports/language-model.ts';
import { estimateCall } from './metered-model.ts';
import type { ResolvedModel } from './model-router.ts';
import type { PromptMask } from './prompt-mask.ts';

it('refuses what an engine of our own does not read before anything is held, and leaves vendors to say so', async () => {
  const own = meteredSetup({ embedded: true });
  await own.call(asked(1000));
  await expect(own.call(asked(1001))).rejects.toMatchObject({
    code: 'context_length_exceeded',
    message: expect.stringContaining('about 1001 tokens, and small-2 reads 1000'),
  });
  expect(own.log).toEqual(['hold 1000 for $1050', 'call']);
  const vendors = meteredSetup();
  await vendors.call(asked(1001));
  expect(vendors.log).toContain('call');
});

it('tells engines whose call it is', async () => {
  const seen: (string | undefined)[] = [];
  const { call } = meteredSetup({
    async *stream(prompt): AsyncGenerator<ModelEvent> {
      seen.push(prompt.workspaceId);
      yield { type: 'finish', reason: 'stop', usage: null };
    },
  });
  await call(asked(1));
  expect(seen).toEqual(['ws_1']);
});

it('estimates a call by its input and the most that it may put out', () => {
  const { prices: _, ...model } = {
    prices,
    id: 'm',
    embedded: false,
    charged: null,
    contextLength: 9,
    readsImages: true,
    stream: async function* () {},
  };
  const { maxTokens: __, ...unlimited } = asked(100);
  expect(estimateCall({ ...model, prices }, asked(100))).toEqual({ inputTokens: 100, costUsd: 150 });
  expect(estimateCall({ ...model, prices, defaultMaxTokens: 7 }, unlimited)).toEqual({
    inputTokens: 100,
    costUsd: 170,
  });
  expect(estimateCall({ ...model, prices, defaultMaxTokens: 7 }, asked(100)).costUsd).toBe(150);
  expect(estimateCall({ ...model, prices }, unlimited).costUsd).toBe(100 + 4096 * 10);
});

it('holds what was reserved once, and sends the first call on it', async () => {
  const { metered, call, log } = meteredSetup();
  await metered.reserve(asked(100));
  await call(asked(100));
  expect(log).toEqual(['hold 100 for $150', 'call']);
});

it('reserves before a call that nobody reserved for', async () => {
  const { call, log } = meteredSetup();
  await call(asked(100));
  expect(log).toEqual(['hold 100 for $150', 'call']);
});

it('holds for a further call what the first one used and the further one may', async () => {
  const { metered, call, log } = meteredSetup({ usage: { inputTokens: 90, cachedTokens: 0, outputTokens: 2 } });
  await metered.reserve(asked(100));
  await call(asked(100));
  // 90 + 20 × 1 are used and held; 40 tokens more may cost 90.
  await call(asked(40));
  expect(log).toEqual(['hold 100 for $150', 'call', `hold ${90 + 40 - 100} for $${110 + 90 - 150}`, 'call']);
  await call(asked(40));
  expect(log.slice(4)).toEqual([`hold ${180 + 40 - 130} for $${220 + 90 - 200}`, 'call']);
});

it('holds no more while the call fits what is held, and of tokens and money only what is missing', async () => {
  const { metered, log } = meteredSetup();
  await metered.reserve(asked(100));
  await metered.reserve(asked(100));
  await metered.reserve(asked(60));
  expect(log).toEqual(['hold 100 for $150']);
  await metered.reserve(asked(110, { maxTokens: 1 }));
  await metered.reserve(asked(10, { maxTokens: 20 }));
  await metered.reserve(asked(110, { maxTokens: 10 }));
  expect(log.slice(1)).toEqual(['hold 10 for $0', 'hold 0 for $60']);
});

it('holds tokens of a model that costs nothing', async () => {
  const free = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, request: 0 };
  const { metered, log } = meteredSetup({ prices: free });
  await metered.reserve(asked(100));
  await metered.reserve(asked(120));
  expect(log).toEqual(['hold 100 for $0', 'hold 20 for $0']);
});

it('hands the sum of all calls to the meter, and names the provider that answered last', async () => {
  const usage = { inputTokens: 90, cachedTokens: 1, outputTokens: 2 };
  const { metered, call, added } = meteredSetup({ usage, charged: { ...prices, output: 1 }, engine: 'openai/gpt-5' });
  expect(metered.engine).toBeUndefined();
  await call(asked(100));
  await call(asked(100));
  metered.charge();
  const sum = { inputTokens: 180, cachedTokens: 2, outputTokens: 4 };
  expect(added).toMatchObject([{ model: 'small-2', usage: sum, costUsd: 184, upstreamCostUsd: 220 }]);
  expect([metered.usage, metered.engine]).toEqual([sum, 'openai']);
});

it.each([
  ['reader', 'reader'],
  ['ai-sdk:@ai-sdk/openai/gpt-5', 'ai-sdk'],
])('names the provider of %s', async (engine, provider) => {
  const { metered, call } = meteredSetup({ engine });
  await call(asked(1));
  expect(metered.engine).toBe(provider);
});

it('asks whoever answered first again, and before that whom its caller prefers', async () => {
  const { metered, call, askings } = meteredSetup({ engine: 'anthropic/claude' });
  await call(asked(1));
  await call(asked(1));
  expect(askings.map((asking) => asking?.preferred)).toEqual(['openai/gpt-5', 'anthropic/claude']);
  expect(metered.engineId).toBe('anthropic/claude');
});

it('tells the vendor as the limit what a tight budget pays for, and what it leaves room for to nobody', async () => {
  const limits: (number | undefined)[] = [];
  const { metered, meter } = meteredSetup({
    async *stream(prompt): AsyncGenerator<ModelEvent> {
      limits.push(prompt.maxTokens);
      yield { type: 'finish', reason: 'stop', usage: null };
    },
  });
  const open = (leftUsd: number | undefined) => {
    Object.assign(meter, { leftUsd: leftUsd === undefined ? undefined : async () => leftUsd });
    return metered.stream({ ...asked(100), maxTokens: undefined } as never, new AbortController().signal);
  };
  // $41,060 are held with the first call: 100 tokens of input and 4,096 of output.
  for (const left of [undefined, 10_000, 1_000_000])
    for await (const event of open(left)) expect(event.type).toBe('finish');
  expect(limits).toEqual([undefined, 5_096, undefined]);
});

it('tells the vendor a limit up to the tightest budget that still leaves room, input and former calls paid', async () => {
  const limits: (number | undefined)[] = [];
  const { metered, meter } = meteredSetup({
    async *stream(prompt, _signal, bill): AsyncGenerator<ModelEvent> {
      limits.push(prompt.maxTokens);
      const usage = { inputTokens: 100, cachedTokens: 0, outputTokens: 10 };
      bill.open(prompt, prices).take({ type: 'finish', reason: 'stop', usage });
      yield { type: 'finish', reason: 'stop', usage: null };
    },
  });
  // $40,960 are held for what the reply may cost, 32,768 tokens cost $327,680.
  for (const left of [327_680 - 40_960, 327_679 - 40_960, 10_000]) {
    Object.assign(meter, { leftUsd: async () => left });
    await eventsOf(metered.stream(unlimited(), signal));
  }
  expect(limits).toEqual([undefined, 32_767, 5_096]);
});

it.each<[string, Partial<ResolvedModel>, Prompt]>([
  ['the caller sets a limit', {}, asked(100)],
  ['the model has a limit of its own', { defaultMaxTokens: 7 }, unlimited()],
  ['output costs nothing', { prices: { ...prices, output: 0 } }, unlimited()],
  ['the engine is our own', { embedded: true }, unlimited()],
])('sends a call of a budget as it was asked, where %s', async (_where, model, prompt) => {
  const seen: Prompt[] = [];
  const { metered, meter } = meteredSetup({
    ...model,
    async *stream(sent): AsyncGenerator<ModelEvent> {
      seen.push(sent);
      yield { type: 'finish', reason: 'stop', usage: null };
    },
  });
  Object.assign(meter, { leftUsd: async () => 1 });
  await eventsOf(metered.stream({ ...prompt, isStreamed: false }, signal));
  expect(seen).toEqual([{ ...prompt, isStreamed: false, workspaceId: 'ws_1' }]);
});

describe('a reply without a limit under a budget', () => {
  /** Four letters are a token and cost $10. */
  const text = (characters: number): ModelEvent => ({ type: 'text-delta', text: 'a'.repeat(characters) });
  const stop: ModelEvent = { type: 'finish', reason: 'stop', usage: null };

  /** $41,060 are held for the input and 4,096 tokens of output; by `refuse`, how more is refused. */
  function growing(pieces: number[], refuse?: () => Error) {
    const log: string[] = [];
    const given: unknown[] = [];
    const parts = meteredSetup({
      async *stream(prompt, ...asking): AsyncGenerator<ModelEvent> {
        given.push(prompt.isStreamed, asking[0], asking[2]?.preferred);
        const reply = asking[1].open(prompt, prices);
        try {
          for (const piece of pieces) {
            reply.take(text(piece));
            log.push('piece');
            yield text(piece);
          }
          reply.take(stop);
          yield stop;
        } finally {
          log.push('closed');
        }
      },
    });
    let isFirst = true;
    const reserve = async ({ costUsd, tokens, model }: { costUsd: number; tokens: number; model?: string }) => {
      log.push(`hold ${tokens} for $${costUsd} of ${model}`);
      if (!isFirst && refuse) throw refuse();
      isFirst = false;
    };
    Object.assign(parts.meter, { leftUsd: async () => 1e9, reserve });
    return { ...parts, log, given };
  }
  const first = 'hold 100 for $41060 of small-2';
  const more = 'hold 0 for $40960 of small-2';
  const full = () => new AppError('budget_exceeded', 'The budget is used up.');
  const times = (count: number, ...entries: string[]) => Array.from({ length: count }, () => entries).flat();

  it('holds more before what is held is used up, as often as it takes, and comes whole', async () => {
    const { metered, log } = growing(Array.from({ length: 18 }, () => 1_500));
    const events = await eventsOf(metered.stream(unlimited(), signal));
    expect(events).toEqual([...Array.from({ length: 18 }, () => text(1_500)), stop]);
    // Each piece costs $3,750; more is held once less than $20,480 are left.
    expect(log).toEqual([first, ...times(6, 'piece'), more, ...times(11, 'piece'), more, 'piece', 'closed']);
    expect(metered.isCutByBudget).toBe(false);
  });

  it.each([
    ['nothing, while half of a step is left', [8_192], 0],
    ['more, as soon as less is left', [8_196], 1],
    ['more for many small pieces as for a large one', times(100, '').map(() => 100), 1],
  ])('holds %s', async (_what, pieces, holds) => {
    const { metered, log } = growing(pieces);
    expect(await eventsOf(metered.stream(unlimited(), signal))).toHaveLength(pieces.length + 1);
    expect(log.filter((entry) => entry === more)).toHaveLength(holds);
  });

  it('ends as too long once what is held is used up and the budget allows no more, and its vendor is left', async () => {
    const { metered, log } = growing(
      Array.from({ length: 30 }, () => 1_500),
      full,
    );
    const events = await eventsOf(metered.stream(unlimited(), signal));
    expect(events.slice(10)).toEqual([text(1_500), { type: 'finish', reason: 'length', usage: null }]);
    expect(log).toEqual([first, ...times(5, 'piece'), ...times(6, 'piece', more), 'closed']);
    expect(metered.isCutByBudget).toBe(true);
  });

  it('asks a budget that allows no more again after every 1,500 characters only', async () => {
    const { metered, log } = growing(
      Array.from({ length: 120 }, () => 100),
      full,
    );
    await eventsOf(metered.stream(unlimited(), signal));
    // From 9,000 characters on less than half of a step is left.
    expect(
      log.flatMap((entry, at) => (entry === more ? [log.slice(0, at).filter((one) => one === 'piece').length] : [])),
    ).toEqual([90, 105, 120]);
  });

  it.each([
    ['ends', 16_384, 2],
    ['goes on', 16_380, 3],
  ])('%s where exactly that much is used: %i characters', async (_what, characters, events) => {
    const { metered } = growing([characters, 1], full);
    expect(await eventsOf(metered.stream(unlimited(), signal))).toHaveLength(events);
  });

  it('ends once, as its vendor ended it, where one before it was cut and the budget allows more again', async () => {
    const { metered, meter } = growing([16_384], full);
    await eventsOf(metered.stream(unlimited(), signal));
    expect(metered.isCutByBudget).toBe(true);
    Object.assign(meter, { reserve: async () => {} });
    const events = await eventsOf(metered.stream(unlimited(), signal));
    expect(events).toEqual([text(16_384), stop]);
  });

  it('fails where more could not be held for another reason than the budget', async () => {
    const { metered, log } = growing([12_000, 1_500], () => new AppError('service_unavailable', 'No counters.'));
    const reply = eventsOf(metered.stream(unlimited(), signal));
    await expect(reply).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(log).toEqual([first, 'piece', more, 'closed']);
  });

  it('is held for once where it was reserved for, and comes as a stream that its caller can leave', async () => {
    const { metered, log, given } = growing([4]);
    await metered.reserve(unlimited());
    await eventsOf(metered.stream(unlimited({ isStreamed: false }), signal));
    expect(log).toEqual([first, 'piece', 'closed']);
    expect(given).toEqual([true, signal, 'openai/gpt-5']);
  });
});

it.each([
  [100_001, ['turn', 'hold']],
  [100_000, ['hold', 'turn']],
])('lets other work have its turn after counting a prompt of %i tokens: %j', async (tokens, order) => {
  const { metered, meter } = meteredSetup();
  const seen: string[] = [];
  Object.assign(meter, { reserve: async () => void seen.push('hold') });
  const turn = setImmediate().then(() => seen.push('turn'));
  await Promise.all([metered.reserve(asked(tokens)), turn]);
  expect(seen).toEqual(order);
});

it.each([
  [
    { user_id: 'u_1', tags: ['a'], metadata: {} },
    { user: 'u_1', tags: ['a'] },
  ],
  [
    { user_id: null, tags: [], metadata: {} },
    { user: undefined, tags: [] },
  ],
])('keeps the user of a call labelled %j on one side of a canary', async (labels, whose) => {
  const { call, askings } = meteredSetup({}, { ofCall: { labels, keyId: 'key_1' } });
  await call(asked(1));
  expect(askings).toMatchObject([{ ...whose, key: 'key_1' }]);
});

it.each([
  [false, ['-----'], ['[Anna]', 'finish']],
  [true, ['Anna!'], ['-----', 'finish']],
])(
  'hides names from vendors and puts them into the reply; an engine of our own (%s) reads them',
  async (embedded, sent, back) => {
    const seen: unknown[] = [];
    const mask: PromptMask = {
      hide: async (prompt) => ({
        prompt: { ...prompt, system: '-----' },
        restore: (event) => [event.type === 'text-delta' ? { ...event, text: '[Anna]' } : event],
      }),
    };
    const { metered } = meteredSetup(
      {
        embedded,
        async *stream(prompt): AsyncGenerator<ModelEvent> {
          seen.push(prompt.system);
          yield { type: 'text-delta', text: '-----' };
          yield { type: 'finish', reason: 'stop', usage: null };
        },
      },
      { mask },
    );
    const events = await eventsOf(metered.stream(asked(1, { system: 'Anna!' }), signal));
    expect(seen).toEqual(sent);
    expect(events.map((event) => (event.type === 'text-delta' ? event.text : event.type))).toEqual(back);
  },
);
