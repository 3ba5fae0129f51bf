import { describe, expect, it } from 'vitest';
import { finish, ScriptedLanguageModel, type ScriptedReply } from '../../../test/scripted-language-model.ts';
import { AppError } from '../../lib/app-error.ts';
import { each } from '../../lib/event-flow.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../../ports/language-model.ts';
import { Bill } from '../money/billing/bill.ts';
import { ModelChain } from './model-chain.ts';
import { UpstreamTarget } from './upstream-target.ts';

const prompt: Prompt = { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello?' }] }] };
const prices = { input: 1e-6, cachedInput: 1e-7, cacheWrite: 1e-6, output: 2e-6, request: 0 };
const text = (value: string): ModelEvent => ({ type: 'text-delta', text: value });
const usage: ModelEvent = { type: 'usage', usage: { inputTokens: 7, cachedTokens: 0, outputTokens: 2 } };

/** A vendor that fails after some of its reply. */
const cutAfter = (...events: ModelEvent[]): LanguageModel => ({
  id: 'p/cut',
  embedded: false,
  async *stream() {
    yield* events;
    throw new AppError('upstream_cut', 'Cut.');
  },
});

function open(engines: (ScriptedReply[] | LanguageModel)[]) {
  const clock = { now: () => 0, sleep: async () => {} };
  const targets = engines.map((engine, index) => {
    const model = Array.isArray(engine) ? new ScriptedLanguageModel(engine, `p/${index}`) : engine;
    return new UpstreamTarget({ model, now: clock.now, prices });
  });
  const chain = new ModelChain({
    id: 'small-1',
    embedded: false,
    charged: null,
    contextLength: () => 1_000,
    engines: targets.slice(0, 1).map((target) => ({ target, weight: 1 })),
    fallbacks: targets.slice(1),
    isListed: true,
    rules: { on: new Set(['error', 'overload', 'refusal']), firstTokenMs: 1_000, hedgeAfterMs: null },
    clock: { ...clock, sleep: () => new Promise<void>(() => {}) },
    random: () => 0.5,
  });
  const bill = new Bill({ charged: null });
  return { targets, bill, events: chain.stream(prompt, new AbortController().signal, bill) };
}

/** What comes out, what is billed and what is held against the engines when a reply is read in one way. */
async function outcome(
  engines: () => (ScriptedReply[] | LanguageModel)[],
  read: (events: AsyncIterable<ModelEvent>, got: ModelEvent[]) => Promise<void>,
) {
  const { targets, bill, events } = open(engines());
  const got: ModelEvent[] = [];
  let failure = '';
  await read(events, got).catch((error) => {
    failure = error.code ?? error.message;
  });
  const blamed = targets.map((target) => [target.circuits.state, target.isReady({ kind: 'text', key: '' })]);
  return { got, failure, blamed, usage: bill.usage, engine: bill.engine };
}

const iterate = async (events: AsyncIterable<ModelEvent>, got: ModelEvent[]) => {
  for await (const event of events) got.push(event);
};
const handOver = (events: AsyncIterable<ModelEvent>, got: ModelEvent[]) =>
  each(events, (event) => {
    got.push(event);
    return undefined;
  });

describe('a reply is the same whether it is iterated or handed over', () => {
  const refused: ModelEvent = { ...finish('refusal'), type: 'finish', refusal: 'I will not.' } as ModelEvent;
  const call: ModelEvent[] = [
    { type: 'tool-call-start', id: 'a', name: 'look' },
    { type: 'tool-call-delta', text: '{}' },
    { type: 'tool-call', id: 'a', name: 'look', arguments: '{}' },
  ];
  const cases: [string, () => (ScriptedReply[] | LanguageModel)[], string][] = [
    ['text and its counts', () => [[[usage, text('Hel'), usage, text('lo'), finish()]]], 'Hello'],
    ['calls of tools', () => [[[text('See'), ...call, finish('tool-calls')]]], 'See'],
    ['no word at all', () => [[[finish()]]], ''],
    ['a refusal in words', () => [[[refused]]], 'I will not.'],
    ['a refusal in words after others', () => [[[text('Hm. '), refused]]], 'Hm. I will not.'],
    ['another engine instead of one that withholds', () => [[[refused]], ['Yes.']], 'Yes.'],
    ['another engine instead of one that fails', () => [[new AppError('upstream_error', 'No.')], ['Yes.']], 'Yes.'],
    ['a cut reply', () => [cutAfter(text('Hel')), ['Never.']], 'Hel'],
    ['a reply that is cut before its first word', () => [cutAfter(usage), ['Yes.']], 'Yes.'],
  ];

  it.each(cases)('%s', async (_, engines, said) => {
    const iterated = await outcome(engines, iterate);
    expect(
      iterated.got.map((event) => (event.type === 'text-delta' || event.type === 'refusal' ? event.text : '')).join(''),
    ).toBe(said);
    expect(await outcome(engines, handOver)).toEqual(iterated);
  });
});

it('holds nothing against an engine whose reader leaves, and counts what came', async () => {
  const engines = () => [[[text('Hello, hello, hello'), text('more'), finish()]]];
  const left = await outcome(engines, (events) =>
    each(events, (event) => {
      throw new Error(`left at ${event.type}`);
    }),
  );
  expect(left).toMatchObject({ failure: 'left at text-delta', blamed: [['closed', true]], engine: 'p/0' });
  expect(left.usage.outputTokens).toBeGreaterThan(2);
  expect(left.usage.outputTokens).toBeLessThan(8);
});
