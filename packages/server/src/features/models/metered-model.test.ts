import { expect, it } from 'vitest';
import type { ModelEvent, Prompt, TokenUsage } from '../../ports/language-model.ts';
import type { Consumption } from '../../ports/meter.ts';
import { estimateCall, MeteredModel } from './metered-model.ts';
import type { ResolvedModel } from './model-router.ts';
import type { Asking } from './prompt-fit.ts';

const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 10, request: 0 };
const asked = (tokens: number, more: Partial<Prompt> = {}): Prompt => ({
  system: '',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'a'.repeat(4 * tokens) }] }],
  maxTokens: 5,
  ...more,
});

/** A model whose every reply uses what it is told to. */
function setup({
  engine = 'reader',
  usage,
  ...more
}: Partial<ResolvedModel> & { engine?: string; usage?: TokenUsage } = {}) {
  const log: string[] = [];
  const added: Consumption[] = [];
  const askings: (Asking | undefined)[] = [];
  const model: ResolvedModel = {
    id: 'small-2',
    embedded: false,
    charged: null,
    prices,
    contextLength: 1000,
    readsImages: true,
    async *stream(prompt, _signal, bill, asking): AsyncGenerator<ModelEvent> {
      log.push('call');
      const finish: ModelEvent = { type: 'finish', reason: 'stop', usage: usage ?? null };
      bill.open(prompt, prices).take(finish);
      bill.answeredBy(engine);
      askings.push(asking);
      yield finish;
    },
    ...more,
  };
  const meter = {
    reserve: async ({ tokens, costUsd }: { tokens: number; costUsd: number }) => {
      log.push(`hold ${tokens} for $${costUsd}`);
    },
    add: (consumption: Consumption) => void added.push(consumption),
    handOver: () => {},
    settle: async () => {},
    trace: { engine: null, attempts: 0, firstTokenMs: null, attempt: () => {}, asks: () => {}, answeredBy: () => {} },
  };
  const metered = new MeteredModel(model, { meter, workspaceId: 'ws_1' }, { preferred: 'openai/gpt-5' });
  const call = async (prompt: Prompt) => {
    for await (const event of metered.stream(prompt, new AbortController().signal)) expect(event.type).toBe('finish');
  };
  return { metered, meter, call, log, added, askings };
}

it('refuses what an engine of our own does not read before anything is held, and leaves vendors to say so', async () => {
  const own = setup({ embedded: true });
  await own.call(asked(1000));
  await expect(own.call(asked(1001))).rejects.toMatchObject({
    code: 'context_length_exceeded',
    message: expect.stringContaining('about 1001 tokens, and small-2 reads 1000'),
  });
  expect(own.log).toEqual(['hold 1000 for $1050', 'call']);
  const vendors = setup();
  await vendors.call(asked(1001));
  expect(vendors.log).toContain('call');
});

it('tells engines whose call it is', async () => {
  const seen: (string | undefined)[] = [];
  const { call } = setup({
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
  const { metered, call, log } = setup();
  await metered.reserve(asked(100));
  await call(asked(100));
  expect(log).toEqual(['hold 100 for $150', 'call']);
});

it('reserves before a call that nobody reserved for', async () => {
  const { call, log } = setup();
  await call(asked(100));
  expect(log).toEqual(['hold 100 for $150', 'call']);
});

it('holds for a further call what the first one used and the further one may', async () => {
  const { metered, call, log } = setup({ usage: { inputTokens: 90, cachedTokens: 0, outputTokens: 2 } });
  await metered.reserve(asked(100));
  await call(asked(100));
  // 90 + 20 × 1 are used and held; 40 tokens more may cost 90.
  await call(asked(40));
  expect(log).toEqual(['hold 100 for $150', 'call', `hold ${90 + 40 - 100} for $${110 + 90 - 150}`, 'call']);
  await call(asked(40));
  expect(log.slice(4)).toEqual([`hold ${180 + 40 - 130} for $${220 + 90 - 200}`, 'call']);
});

it('holds no more while the call fits what is held, and of tokens and money only what is missing', async () => {
  const { metered, log } = setup();
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
  const { metered, log } = setup({ prices: free });
  await metered.reserve(asked(100));
  await metered.reserve(asked(120));
  expect(log).toEqual(['hold 100 for $0', 'hold 20 for $0']);
});

it('hands the sum of all calls to the meter, and names the provider that answered last', async () => {
  const usage = { inputTokens: 90, cachedTokens: 1, outputTokens: 2 };
  const { metered, call, added } = setup({ usage, charged: { ...prices, output: 1 }, engine: 'openai/gpt-5' });
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
  const { metered, call } = setup({ engine });
  await call(asked(1));
  expect(metered.engine).toBe(provider);
});

it('asks whoever answered first again, and before that whom its caller prefers', async () => {
  const { metered, call, askings } = setup({ engine: 'anthropic/claude' });
  await call(asked(1));
  await call(asked(1));
  expect(askings.map((asking) => asking?.preferred)).toEqual(['openai/gpt-5', 'anthropic/claude']);
  expect(metered.engineId).toBe('anthropic/claude');
});

it('tells the vendor as the limit what a tight budget pays for, and what it leaves room for to nobody', async () => {
  const limits: (number | undefined)[] = [];
  const { metered, meter } = setup({
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
