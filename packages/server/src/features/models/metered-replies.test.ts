import { describe, expect, it } from 'vitest';
import { asked, eventsOf, meteredSetup, prices, signal } from '../../../test/metered-setup.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Call } from '../../ports/call.ts';
import type { FinishReason, ModelEvent, Prompt } from '../../ports/language-model.ts';
import type { ResolvedModel } from './model-router.ts';
import { type Likeness, ReplyCache } from './reply-cache.ts';

describe('a kept reply', () => {
  const usage = { inputTokens: 90, cachedTokens: 0, outputTokens: 2 };
  const finish = (reason: FinishReason, more: object = {}): ModelEvent => ({ type: 'finish', reason, usage, ...more });
  const said: ModelEvent = { type: 'text-delta', text: 'Yes.' };
  const question = (text: string): Prompt => ({
    ...asked(1),
    messages: [{ role: 'user', parts: [{ type: 'text', text }] }],
  });
  const same = question('Is the harbour old?');

  /** A model whose every reply costs $110, if it ends. */
  function caching({
    events = [said, finish('stop')],
    names = 'openai/gpt-5',
    fails = false,
    ofCall = {},
    model = {},
    ...more
  }: {
    events?: ModelEvent[];
    names?: string | null;
    fails?: boolean;
    ofCall?: Partial<Call>;
    model?: Partial<ResolvedModel>;
    replies?: ReplyCache | undefined;
    likeness?: Likeness;
  } = {}) {
    let now = 0;
    const wait = (ms: number) => {
      now += ms;
    };
    const replies = new ReplyCache({ maxBytes: 100_000, now: () => now });
    let calls = 0;
    const parts = meteredSetup(
      {
        async *stream(prompt, _signal, bill): AsyncGenerator<ModelEvent> {
          calls++;
          const reply = bill.open(prompt, prices);
          if (names !== null) bill.answeredBy(names);
          for (const event of events) {
            reply.take(event);
            yield event;
          }
          if (fails) throw new AppError('upstream_cut', 'It broke off.');
        },
        ...model,
      },
      { replies, ofCall: { keyId: 'key_1', cacheMs: 60_000, ...ofCall }, ...more },
    );
    const ask = (prompt = same, work = parts.open()) => eventsOf(work.stream(prompt, signal));
    return { ...parts, replies, ask, calls: () => calls, wait };
  }

  it('is given once more for nothing, and says what it would have cost', async () => {
    const { open, meter, ask, added, looks, calls, replies } = caching();
    const first = open();
    // What was asked before in the same work is no part of what the reply cost.
    await ask(question('Was that all?'), first);
    expect(await ask(same, first)).toEqual([said, finish('stop')]);
    const second = open();
    expect(await ask(same, second)).toEqual([said, { type: 'finish', reason: 'stop', usage: null }]);
    expect([calls(), second.engineId, meter.trace.engine]).toEqual([2, 'openai/gpt-5', null]);
    second.charge();
    expect(added).toMatchObject([
      {
        costUsd: 0,
        upstreamCostUsd: 0,
        usage: { outputTokens: 0 },
        rounds: [{ engine: 'openai/gpt-5', savedUsd: 110 }],
      },
    ]);
    expect(looks).toEqual([
      ['miss', false],
      ['miss', false],
      ['hit', false],
    ]);
    const whose = { workspace_id: 'ws_1', key_id: 'key_1', model: 'small-2' };
    expect(replies.figures({}).data).toMatchObject([{ ...whose, hits: 1, misses: 2, saved_usd: 110, entries: 2 }]);
  });

  it.each<[object]>([[{ stopSequence: '###' }], [{ stopSequence: '' }], [{ code: 'needs_model' }], [{}]])(
    'ends as it ended the first time, without what was paid then: %j',
    async (how) => {
      const paid = { upstreamCostUsd: 3, toolCostUsd: 2, priceFactor: 2 };
      const { ask } = caching({ events: [finish('stop', { ...how, ...paid })] });
      await ask();
      expect(await ask()).toStrictEqual([{ type: 'finish', reason: 'stop', usage: null, ...how }]);
    },
  );

  it('is not changed by whoever got it before', async () => {
    const { ask } = caching();
    await ask();
    Object.assign((await ask())[0]!, { text: 'No.' });
    expect((await ask())[0]).toEqual(said);
  });

  it.each<[string, Parameters<typeof caching>[0]]>([
    ['the call wants none', { ofCall: { cacheMs: null } }],
    ['no replies are kept', { replies: undefined }],
    ['the engine is our own', { model: { embedded: true } }],
  ])('is neither looked for nor given where %s', async (_where, given) => {
    const { ask, calls, looks } = caching(given);
    await ask();
    await ask();
    expect([calls(), looks]).toEqual([2, []]);
  });

  it('is not given to the same work again: whoever asks once more did not like it', async () => {
    const { open, ask, calls, looks } = caching();
    await ask();
    const work = open();
    await ask(same, work);
    expect(calls()).toBe(1);
    await ask(same, work);
    expect(calls()).toBe(2);
    const asker = open();
    await ask(question('And now?'), asker);
    await ask(question('And now?'), asker);
    expect(calls()).toBe(4);
    expect(looks.map((look) => (look as unknown[])[0])).toEqual(['miss', 'hit', 'bypass', 'miss', 'bypass']);
  });

  it('is not looked for where the prompt is too long to be read through', async () => {
    const { ask, calls, looks } = caching();
    for (let time = 0; time < 2; time++) await ask(question('a'.repeat(2_000_001)));
    expect(calls()).toBe(2);
    expect(looks).toEqual([
      ['bypass', false],
      ['bypass', false],
    ]);
  });

  it('is given as long as the call allows, and not afterwards', async () => {
    const { ask, calls, wait } = caching();
    await ask();
    wait(60_000);
    await ask();
    expect(calls()).toBe(1);
    wait(1);
    await ask();
    expect(calls()).toBe(2);
  });

  it.each<[string, string, Partial<ResolvedModel>, Partial<ResolvedModel>]>([
    ['given', 'of another name for the same', { id: 'a', cacheName: 'same' }, { id: 'b', cacheName: 'same' }],
    [
      'not given',
      'of another that has one name for both',
      { id: 'a', cacheName: 'one' },
      { id: 'a', cacheName: 'other' },
    ],
    ['not given', 'of another model', { id: 'a' }, { id: 'b' }],
  ])('is %s to a call %s', async (is, _of, one, other) => {
    const { ask, replies } = caching({ model: one });
    await ask();
    const second = caching({ model: other, replies });
    await second.ask();
    expect(second.calls()).toBe(is === 'given' ? 0 : 1);
  });

  it.each<[boolean, string, Parameters<typeof caching>[0]]>([
    ...(['stop', 'tool-calls', 'stop-sequence'] as const).map(
      (reason) => [true, `ended with ${reason}`, { events: [said, finish(reason)] }] as [boolean, string, object],
    ),
    ...(['length', 'content-filter', 'refusal', 'pause', 'other'] as const).map(
      (reason) => [false, `ended with ${reason}`, { events: [said, finish(reason)] }] as [boolean, string, object],
    ),
    [false, 'ended without an end', { events: [said] }],
    [false, 'said nothing', { events: [] }],
    [false, 'came from nobody knows whom', { names: null }],
    [false, 'failed after its end', { fails: true }],
  ])('is made (%s) of one that %s', async (isKept, _how, given) => {
    const { ask, calls, replies } = caching(given);
    for (let time = 0; time < 2; time++)
      await ask().catch((error) => expect(error).toMatchObject({ code: 'upstream_cut' }));
    expect(calls()).toBe(isKept ? 1 : 2);
    expect(replies.figures({}).entries).toBe(isKept ? 1 : 0);
  });

  it('is not made of one whose caller left, and nobody waits for that one', async () => {
    const { open, ask, calls } = caching();
    for await (const event of open().stream(same, signal)) {
      expect(event).toEqual(said);
      break;
    }
    expect(await ask()).toEqual([said, finish('stop')]);
    expect(calls()).toBe(2);
  });

  it('is waited for by whoever asks the same meanwhile, until that caller leaves', async () => {
    const { open, ask, calls } = caching();
    const writing = open().stream(same, signal)[Symbol.asyncIterator]();
    await writing.next();
    const left = new AbortController();
    const leaving = eventsOf(open().stream(same, left.signal));
    const waiting = ask();
    left.abort(new Error('The caller left.'));
    await expect(leaving).rejects.toThrow('The caller left.');
    while (!(await writing.next()).done);
    expect(await waiting).toMatchObject([said, { type: 'finish', usage: null }]);
    expect(calls()).toBe(1);
  });

  describe('of a question in other words', () => {
    const others = question('Can you tell me: is the harbour old?');
    const compared: string[][] = [];
    const alike =
      (likely: number | null): Likeness =>
      async (...texts) => {
        compared.push(texts);
        return likely;
      };

    it.each<[string, unknown[], Parameters<typeof caching>[0], Prompt]>([
      ['given where it asks the same', ['hit', true], { ofCall: { cacheAlike: 'all' }, likeness: alike(1) }, others],
      [
        'given as it is where the words are the same',
        ['hit', false],
        { ofCall: { cacheAlike: 'all' }, likeness: alike(1) },
        same,
      ],
      [
        'not given where it asks something like it',
        ['miss', false],
        { ofCall: { cacheAlike: 'all' }, likeness: alike(0.5) },
        others,
      ],
      [
        'not given where the key wants none',
        ['miss', false],
        { ofCall: { cacheAlike: null }, likeness: alike(1) },
        others,
      ],
      ['not given where nobody can compare', ['miss', false], { ofCall: { cacheAlike: 'all' } }, others],
      [
        'not given where there is no question',
        ['miss', false],
        { ofCall: { cacheAlike: 'all' }, likeness: alike(1) },
        { ...same, messages: [{ role: 'system', text: 'Go.' }] },
      ],
      [
        'not given where it is about another name',
        ['miss', false],
        { ofCall: { cacheAlike: 'all' }, likeness: alike(1) },
        question('Is the Bergen harbour old?'),
      ],
    ])('is %s', async (_when, look, given, prompt) => {
      const { ask, calls, looks } = caching(given);
      await ask();
      await ask(prompt);
      expect(looks).toEqual([['miss', false], look]);
      expect(calls()).toBe(look[0] === 'hit' ? 1 : 2);
    });

    it('is not given under another policy, nor after the time that the call allows', async () => {
      const given = { ofCall: { cacheAlike: 'all' }, likeness: alike(1) };
      const { ask, calls, replies, wait } = caching(given);
      await ask();
      const other = caching({ ...given, ofCall: { cacheAlike: 'few' }, replies });
      await other.ask(others);
      expect(other.calls()).toBe(1);
      wait(60_001);
      await ask(others);
      expect(calls()).toBe(2);
    });

    it.each<[number, Partial<ResolvedModel>, Partial<ResolvedModel>]>([
      [0, { id: 'a', cacheName: 'same' }, { id: 'b', cacheName: 'same' }],
      [1, { id: 'a' }, { id: 'b' }],
    ])('is asked of the model (%i times) where another one answered: %j, %j', async (calls, one, other) => {
      const given = { ofCall: { cacheAlike: 'all' }, likeness: alike(1) };
      const { ask, replies } = caching({ ...given, model: one });
      await ask();
      const second = caching({ ...given, model: other, replies });
      await second.ask(others);
      expect(second.calls()).toBe(calls);
    });
  });
});
