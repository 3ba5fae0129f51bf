import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelEvent, Prompt, TokenUsage } from '../../../ports/language-model.ts';
import { Bill, ReplyCount } from './bill.ts';
import { estimatePromptTokens } from './estimate-tokens.ts';

const prices = { input: 1, cachedInput: 1, cacheWrite: 1, output: 10, request: 0 };
const prompt: Prompt = { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: 'a'.repeat(400) }] }] };
const counted: TokenUsage = { inputTokens: 7, cachedTokens: 2, outputTokens: 3 };
const finish = (usage: TokenUsage | null, upstreamCostUsd?: number): ModelEvent => ({
  type: 'finish',
  reason: 'stop',
  usage,
  ...(upstreamCostUsd !== undefined && { upstreamCostUsd }),
});
/** Four Latin letters are a token. */
const text = (tokens: number): ModelEvent => ({ type: 'text-delta', text: 'a'.repeat(4 * tokens) });
const after = (events: ModelEvent[], asked: Prompt = prompt) => {
  const reply = new ReplyCount(asked, prices);
  for (const event of events) reply.take(event);
  return reply;
};

describe('a reply counts', () => {
  it('as its vendor counted it, once it has ended', () => {
    expect(after([text(50), finish(counted)]).usage).toEqual(counted);
    expect(after([text(50), { type: 'usage', usage: counted }, finish(null)]).usage).toEqual(counted);
  });

  it('at the prices of the tier that served it, with what tools of the vendor cost besides', () => {
    const cost = (fields: object) => after([text(50), { ...finish(counted), ...fields } as ModelEvent]).upstreamCostUsd;
    expect([cost({}), cost({ priceFactor: 0.5 }), cost({ priceFactor: 2, toolCostUsd: 3 })]).toEqual([37, 18.5, 77]);
  });

  it('by estimate where the vendor does not count', () => {
    const estimated = { inputTokens: 100, cachedTokens: 0, outputTokens: 50 };
    expect(after([text(20), text(30), finish(null)]).usage).toEqual(estimated);
    expect(after([text(50)]).usage).toEqual(estimated);
    expect(after([{ type: 'reasoning-delta', text: 'a'.repeat(200) }]).usage).toEqual(estimated);
    expect(after([finish(null)]).usage).toEqual({ ...estimated, outputTokens: 0 });
  });

  it('the words with which the model declined as well', () => {
    expect(after([{ type: 'refusal', text: 'a'.repeat(80) }]).usage.outputTokens).toBe(20);
  });

  it('the prompt of one that was given up before its first word, which its vendor read nevertheless', () => {
    const reply = after([]);
    reply.abandon();
    expect(reply.usage).toEqual({ inputTokens: 100, cachedTokens: 0, outputTokens: 0 });
    expect(reply.upstreamCostUsd).toBe(100);
  });

  it('nothing while it has not begun, and the input as soon as the vendor names it', () => {
    expect(after([]).usage).toEqual({ inputTokens: 0, cachedTokens: 0, outputTokens: 0 });
    expect(after([{ type: 'usage', usage: counted }]).usage).toEqual(counted);
  });

  it('what came, when it is cut after its vendor had counted less', () => {
    expect(after([{ type: 'usage', usage: counted }, text(50)]).usage).toEqual({ ...counted, outputTokens: 50 });
    expect(after([text(1), { type: 'usage', usage: counted }]).usage).toEqual(counted);
  });

  it('calls of tools once, by their pieces or as a whole, whichever is more', () => {
    const start: ModelEvent = { type: 'tool-call-start', id: '1', name: 'a'.repeat(8) };
    const piece: ModelEvent = { type: 'tool-call-delta', text: 'a'.repeat(80) };
    const whole: ModelEvent = { type: 'tool-call', id: '1', name: 'a'.repeat(8), arguments: `"${'a'.repeat(158)}"` };
    expect(after([start, piece]).usage.outputTokens).toBe(22);
    expect(after([start, piece, piece, piece, whole]).usage.outputTokens).toBe(62);
    expect(after([text(5), start, whole]).usage.outputTokens).toBe(5 + 43);
    expect(after([start, whole, { ...whole, id: '2' }]).usage.outputTokens).toBe(85);
  });

  it('the same whether or not arguments are indented, and as they are when they are no JSON', () => {
    const call = (text: string) => after([{ type: 'tool-call', id: '1', name: 'add', arguments: text }]).usage;
    expect(call('{\n    "left":   1,\n    "right": 2\n}')).toEqual(call('{"left":1,"right":2}'));
    expect(call('a'.repeat(37)).outputTokens).toBe(10);
  });

  it.each([
    ['without what is written longer than it need be, up to 100,000 characters', 'aa', 2_600, 6_000],
    ['as they came, where they are longer', 'aaa', 20_000, 100_000],
  ])('arguments %s', (_how, rest, least, most) => {
    // Six signs for one letter; 100,000 characters with `aa`.
    const call = `"${'\\u0061'.repeat(16_666)}${rest}"`;
    const { outputTokens } = after([{ type: 'tool-call', id: '1', name: 'add', arguments: call }]).usage;
    expect(outputTokens).toBeGreaterThan(least);
    expect(outputTokens).toBeLessThan(most);
  });

  it('an answer that comes as the input of a tool once, not as text and call', () => {
    const object: ModelEvent[] = [text(40), { type: 'tool-call-delta', text: 'a'.repeat(120) }];
    const asked: Prompt = { ...prompt, responseFormat: { schema: {}, mode: 'tool' } };
    expect(after(object, asked).usage.outputTokens).toBe(40);
    expect(after(object, { ...asked, responseFormat: { schema: {}, mode: 'json' } }).usage.outputTokens).toBe(70);
  });

  it('what its vendor says that it costs, 0 included, else by the price list', () => {
    expect(after([finish(counted, 0.25)]).upstreamCostUsd).toBe(0.25);
    expect(after([finish(counted, 0)]).upstreamCostUsd).toBe(0);
    expect(after([finish(counted)]).upstreamCostUsd).toBe(7 + 3 * 10);
  });
});

describe('a bill', () => {
  it('is empty without a call', () => {
    const bill = new Bill({ charged: prices });
    expect([bill.usage.inputTokens, bill.costUsd, bill.upstreamCostUsd, bill.engine]).toEqual([0, 0, 0, undefined]);
  });

  it('sums the calls to all vendors, each at its own prices', () => {
    const bill = new Bill({ charged: null });
    bill.open(prompt, prices).take(finish(counted));
    bill.answeredBy('cheap/one');
    bill.open(prompt, { ...prices, output: 100 }).take(finish(counted));
    bill.answeredBy('dear/two');
    expect(bill.usage).toEqual({ inputTokens: 14, cachedTokens: 4, outputTokens: 6 });
    expect(bill.upstreamCostUsd).toBe(7 + 30 + 7 + 300);
    expect(bill.costUsd).toBe(bill.upstreamCostUsd);
    expect(bill.engine).toBe('dear/two');
  });

  it('charges the listed prices where there are some, whatever vendors ask', () => {
    const bill = new Bill({ charged: { ...prices, output: 2 } });
    bill.open(prompt, prices).take(finish(counted));
    expect([bill.costUsd, bill.upstreamCostUsd]).toEqual([7 + 6, 7 + 30]);
  });

  it('charges nothing for a reply that costs the workspace nothing', () => {
    const bill = new Bill({ charged: prices });
    bill.open(prompt, prices).take(finish(counted));
    bill.open(prompt, prices, { isCharged: false }).take(finish(counted));
    expect([bill.costUsd, bill.upstreamCostUsd, bill.usage.outputTokens]).toEqual([37, 74, 6]);
    const free = new Bill({ charged: prices });
    free.open(prompt, prices, { isCharged: false }).take(finish(counted));
    expect([free.costUsd, free.upstreamCostUsd]).toEqual([0, 37]);
  });

  it.each<[string, typeof prices | null, typeof prices | null, number]>([
    ['the listed price of each, where both names have one', prices, { ...prices, output: 4 }, 37 + 19],
    ['what its vendor asks, where the second name has none', { ...prices, output: 2 }, null, 13 + 37],
    ['the listed price, where the second name alone has one', null, { ...prices, output: 4 }, 37 + 19],
    ['the same, where both names have the same', prices, prices, 74],
  ])('charges replies of two names of one list %s', (_what, charged, ofSecond, cost) => {
    const bill = new Bill({ charged });
    bill.open(prompt, prices).take(finish(counted));
    bill.open(prompt, prices, { charged: ofSecond }).take(finish(counted));
    expect([bill.costUsd, bill.upstreamCostUsd]).toEqual([cost, 74]);
  });

  it.each<[string, typeof prices | null, number]>([
    ['the listed price', { ...prices, output: 4 }, 19],
    ['what its vendor asks', null, 37],
  ])('charges %s of the only name that answered, where it is not the first', (_what, charged, cost) => {
    const bill = new Bill({ charged: { ...prices, output: 2 } });
    bill.open(prompt, prices, { charged }).take(finish(counted));
    expect(bill.costUsd).toBe(cost);
  });

  it('asks the price of a request for each name that answered, and nothing for one that is free', () => {
    const listed = { ...prices, request: 5 };
    const bill = new Bill({ charged: listed });
    bill.open(prompt, prices).take(finish(counted));
    bill.open(prompt, prices, { charged: { ...listed, request: 7 } }).take(finish(counted));
    bill.open(prompt, prices, { charged: { ...listed, request: 9 }, isCharged: false }).take(finish(counted));
    expect(bill.costUsd).toBe(37 + 5 + 37 + 7);
  });

  it('tells what a vendor said of its first failure, and nothing of one that said nothing', () => {
    const bill = new Bill({ charged: null });
    bill.open(prompt, prices).fail('upstream_timeout');
    const said = bill.open(prompt, prices);
    said.fail('upstream_error', 'We are full.');
    said.fail('abandoned', 'Good bye.');
    bill.open(prompt, prices).take(finish(counted));
    expect(bill.rounds.map((round) => ('said' in round ? round.said : null))).toEqual([null, 'We are full.', null]);
  });

  it('names the model of the list that answered last', () => {
    const bill = new Bill({ charged: null });
    expect(bill.model).toBeUndefined();
    bill.answeredBy('openai/gpt-5', [], 'large-2');
    expect(bill.model).toBe('large-2');
  });

  it('counts the same where nobody follows the call', () => {
    const bill = new Bill({ charged: null });
    bill.asks('openai/gpt-5');
    bill.looked('miss');
    bill.open(prompt, prices).take(finish(counted));
    bill.answeredBy('openai/gpt-5');
    expect([bill.costUsd, bill.engine]).toEqual([37, 'openai/gpt-5']);
  });

  it('tells each call to a vendor with what it failed with', () => {
    const bill = new Bill({ charged: null });
    bill.open(prompt, prices, { engine: 'cheap/one' }).fail('upstream_timeout');
    const left = bill.open(prompt, prices, { engine: 'cheap/one' });
    left.abandon();
    left.fail('abandoned');
    left.fail('upstream_error');
    bill.open(prompt, prices, { engine: 'dear/two' }).take(finish(counted));
    expect(bill.rounds.map(({ engine, error }) => [engine, error])).toEqual([
      ['cheap/one', 'upstream_timeout'],
      ['cheap/one', 'abandoned'],
      ['dear/two', null],
    ]);
    expect(bill.rounds.reduce((sum, { upstreamCostUsd }) => sum + upstreamCostUsd, 0)).toBe(bill.upstreamCostUsd);
  });

  it('notes every call to an engine and which one answered', () => {
    const notes: string[] = [];
    const trace = {
      engine: null,
      attempts: 0,
      firstTokenMs: null,
      attempt: () => void notes.push('attempt'),
      asks: (engine: string, wants: string) => void notes.push(`${engine} for ${wants}`),
      answeredBy: (engine: string) => void notes.push(engine),
    };
    const bill = new Bill({ charged: null, trace });
    bill.open(prompt, prices);
    bill.asks('openai/gpt-5');
    bill.open(prompt, prices);
    bill.answeredBy('openai/gpt-5');
    expect(notes).toEqual(['attempt', 'openai/gpt-5 for words', 'attempt', 'openai/gpt-5']);
    expect(bill.engine).toBe('openai/gpt-5');
  });

  it('follows a reply while it comes', () => {
    const bill = new Bill({ charged: null });
    const reply = bill.open(prompt, prices);
    expect(bill.usage.outputTokens).toBe(0);
    reply.take(text(3));
    expect(bill.usage).toEqual({ inputTokens: estimatePromptTokens(prompt), cachedTokens: 0, outputTokens: 3 });
  });
});

describe('a kept reply that is given once more', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('costs nothing, stands among the calls to vendors where it was given, and says what it saved', () => {
    const bill = new Bill({ charged: null });
    const ask = (engine: string) => {
      bill.open(prompt, prices, { engine }).take(finish(counted));
      vi.advanceTimersByTime(1);
    };
    ask('cheap/one');
    const startedAt = performance.now();
    bill.givesAgain('dear/two', 0.25);
    expect(bill.engine).toBe('dear/two');
    vi.advanceTimersByTime(1);
    ask('cheap/three');
    expect(bill.rounds.map(({ engine, savedUsd }) => [engine, savedUsd])).toEqual([
      ['cheap/one', undefined],
      ['dear/two', 0.25],
      ['cheap/three', undefined],
    ]);
    const nothing = { inputTokens: 0, cachedTokens: 0, outputTokens: 0 };
    const times = { startedAt, durationMs: 0, firstTokenMs: 0 };
    expect(bill.rounds[1]).toMatchObject({ usage: nothing, upstreamCostUsd: 0, error: null, times });
    expect([bill.costUsd, bill.upstreamCostUsd, bill.usage.outputTokens]).toEqual([74, 74, 6]);
  });

  it('is told to whoever follows the call, with how it was found', () => {
    const notes: unknown[] = [];
    const trace = {
      engine: null,
      attempts: 0,
      firstTokenMs: null,
      attempt: () => {},
      asks: () => {},
      answeredBy: (...told: unknown[]) => void notes.push(told),
    };
    const bill = new Bill({ charged: null, trace: { ...trace, looked: (...told) => void notes.push(told) } });
    bill.looked('miss');
    bill.looked('hit', true);
    bill.givesAgain('dear/two', 0.25);
    expect(notes).toEqual([
      ['miss', false],
      ['hit', true],
      ['dear/two', []],
    ]);
    // Not all who follow a call want to hear of it.
    expect(() => new Bill({ charged: null, trace }).looked('hit')).not.toThrow();
  });
});

describe('the times of a call to a vendor', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  const wait = (ms: number) => vi.advanceTimersByTime(ms);
  const timesAfter = (work: (reply: ReplyCount) => void) => {
    wait(1_000);
    const startedAt = performance.now();
    const reply = new ReplyCount(prompt, prices);
    work(reply);
    wait(500);
    expect(reply.times.startedAt).toBe(startedAt);
    return [reply.times.durationMs, reply.times.firstTokenMs];
  };

  it.each<[string, (reply: ReplyCount) => void, (number | null)[]]>([
    ['so far, while nothing came', () => wait(40), [540, null]],
    [
      'until its end, and until its first piece and no later one',
      (reply) => {
        wait(30);
        reply.take(text(1));
        wait(20);
        reply.take(text(1));
        reply.take(finish(null));
      },
      [50, 30],
    ],
    [
      'until it failed first',
      (reply) => {
        wait(30);
        reply.fail('upstream_error');
        wait(20);
        reply.fail('abandoned');
      },
      [30, null],
    ],
    [
      'until its end, where it is given up after that',
      (reply) => {
        wait(30);
        reply.take(finish(null));
        wait(20);
        reply.fail('abandoned');
      },
      [30, 30],
    ],
  ])('go from its beginning %s', (_until, work, times) => {
    expect(timesAfter(work)).toEqual(times);
  });
});
