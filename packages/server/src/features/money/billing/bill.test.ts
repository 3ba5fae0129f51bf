import { describe, expect, it } from 'vitest';
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
