import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAppError } from '../../src/lib/app-error.ts';
import type { LanguageModel, ModelEvent, Prompt } from '../../src/ports/language-model.ts';
import { jsonHeaders, type ScriptedAnswer, streamHeaders, toEventText, UpstreamServer } from '../upstream-server.ts';

/** A vendor's way to say the same reply: a thought, a text of several alphabets, one tool call, counts. */
export interface VendorUnderTest {
  open(
    baseUrl: string,
    timeouts: { idleMs: number; totalMs: number },
  ): { model: LanguageModel; close(): Promise<void> };
  /** The reply as events, and the index of the one that says that it is finished. */
  events: object[];
  finishIndex: number;
  /** Its events carry names. */
  named?: boolean;
  /** After the last event. */
  trailer?: string;
  /** The reply as one body; undefined for an adapter that always streams. */
  body?: object;
  /** An error in the middle of a stream, and how it must be read. */
  errorEvent: { event: object; code: string };
  errorBody(status: number, message: string): object;
}

export const saidText = 'Grüße aus 東京 🗼!';
export const saidThought = 'Which city is it?';
export const saidCall = { name: 'get_weather', input: { city: 'Zürich', days: 2 } };
const saidUsage = { inputTokens: 12, cachedTokens: 4, outputTokens: 9 };

const secret = 'the inner address 10.11.12.13 of a vendor';
const prompt: Prompt = {
  system: 'Be brief.',
  messages: [{ role: 'user', parts: [{ type: 'text', text: 'How is the weather?' }] }],
  tools: [
    {
      name: saidCall.name,
      description: 'Tells the weather.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  ],
};

interface Reading {
  text: string;
  thought: string;
  calls: { name: string; input: unknown }[];
  finishes: Extract<ModelEvent, { type: 'finish' }>[];
  error: unknown;
}

/** What every adapter for a vendor must do, whatever the network does. */
export function testLanguageModel(name: string, vendor: VendorUnderTest): void {
  describe(`${name} as LanguageModel`, () => {
    let server: UpstreamServer;
    let model: LanguageModel;
    let close: () => Promise<void>;
    const blocks = toEventText(vendor.events, { named: vendor.named ?? false });
    const whole = blocks.join('') + (vendor.trailer ?? '');
    const streamed = (answer: Partial<ScriptedAnswer> = {}): ScriptedAnswer => ({
      headers: streamHeaders,
      pieces: [whole],
      ...answer,
    });
    const ask = async (answer: ScriptedAnswer, isStreamed = true) => {
      server.answer = () => answer;
      return read(model, { ...prompt, isStreamed });
    };

    beforeAll(async () => {
      server = await UpstreamServer.start();
      ({ model, close } = vendor.open(server.url, { idleMs: 10_000, totalMs: 10_000 }));
    });
    afterAll(async () => {
      await close();
      await server.close();
    });

    it('reads a stream, however its bytes are cut and its lines are written', async () => {
      const bytes = Buffer.from(whole);
      const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
      const crlf = toEventText(vendor.events, { named: vendor.named ?? false, newline: '\r\n' }).join('');
      const tight = toEventText(vendor.events, { named: vendor.named ?? false, space: '' }).join('');
      const comments = `: hello\n\n${blocks.join(': ping\n\n')}`;
      const trailer = vendor.trailer ?? '';
      for (const pieces of [[whole], blocks, single, [crlf + trailer], [tight + trailer], [comments + trailer]]) {
        expectWholeReading(await ask(streamed({ pieces })));
      }
    });

    it.runIf(vendor.body)('reads an unstreamed answer as the same reply with the same usage', async () => {
      const answer = { headers: jsonHeaders, pieces: [JSON.stringify(vendor.body)] };
      expectWholeReading(await ask(answer, false));
      expect(await ask(answer, false)).toEqual(await ask(streamed()));
    });

    it('never takes a stream that was cut for a finished one, at any byte', async () => {
      const finishBegins = Buffer.byteLength(blocks.slice(0, vendor.finishIndex).join(''));
      const bytes = Buffer.from(whole);
      const ends: number[] = [];
      for (let end = 0; end <= finishBegins; end++) ends.push(end);
      for (const end of ends) {
        const reading = await ask(streamed({ pieces: [bytes.subarray(0, end)] }));
        expect(reading.finishes, `cut at ${end}`).toEqual([]);
        expect(codeOf(reading.error), `cut at ${end}`).toBe('upstream_cut');
      }
      for (const end of [0, Math.floor(finishBegins / 2), finishBegins]) {
        const reading = await ask(streamed({ pieces: [bytes.subarray(0, end)], afterwards: 'reset' }));
        expect(reading.finishes).toEqual([]);
        expect(codeOf(reading.error), `reset at ${end}`).toMatch(/^upstream_(cut|unavailable)$/);
      }
    });

    it('says upstream_invalid for garbage', async () => {
      const pieces = [blocks[0]!, 'data: {"broken": [1, 2,,\n\n', ...blocks.slice(1)];
      const reading = await ask(streamed({ pieces }));
      expect(codeOf(reading.error)).toBe('upstream_invalid');
      expect(reading.finishes).toEqual([]);
      if (!vendor.body) return;
      expect(codeOf((await ask({ headers: jsonHeaders, pieces: ['<html>no</html>'] }, false)).error)).toBe(
        'upstream_invalid',
      );
      expect(codeOf((await ask({ headers: jsonHeaders, pieces: ['{}'] }, false)).error)).toBe('upstream_invalid');
    });

    it('turns an error event into an error that keeps the words of the vendor inside', async () => {
      const [error] = toEventText([vendor.errorEvent.event], { named: vendor.named ?? false });
      const reading = await ask(streamed({ pieces: [blocks[0]!, error!] }));
      expect(codeOf(reading.error)).toBe(vendor.errorEvent.code);
      expect(reading.finishes).toEqual([]);
      expectNoSecret(reading.error);
    });

    it('gives every status its own error', async () => {
      const expected: [number, string][] = [
        [400, 'request_refused'],
        [402, 'insufficient_quota'],
        [404, 'upstream_rejected'],
        [401, 'upstream_unauthorized'],
        [403, 'upstream_unauthorized'],
        [422, 'request_refused'],
        [429, 'upstream_rate_limited'],
        [500, 'upstream_error'],
        [502, 'upstream_error'],
        [503, 'upstream_overloaded'],
        [504, 'upstream_timeout'],
        [529, 'upstream_overloaded'],
      ];
      for (const [status, code] of expected) {
        const pieces = [JSON.stringify(vendor.errorBody(status, secret))];
        for (const isStreamed of [true, false]) {
          const { error } = await ask({ status, headers: { ...jsonHeaders, 'retry-after': '7' }, pieces }, isStreamed);
          expect(codeOf(error), String(status)).toBe(code);
          expectNoSecret(error);
          if (status === 429) expect(isAppError(error) && error.retryAfterMs).toBe(7_000);
        }
      }
    });

    it('tells a prompt that is too long and a model that is not there apart from other refusals', async () => {
      const refuse = async (status: number, message: string) =>
        codeOf(
          (await ask({ status, headers: jsonHeaders, pieces: [JSON.stringify(vendor.errorBody(status, message))] }))
            .error,
        );
      expect(await refuse(400, 'prompt is too long: 210000 tokens > 200000 maximum')).toBe('context_length_exceeded');
      expect(await refuse(404, 'The model `gone` does not exist')).toBe('model_not_found');
    });

    it('closes the connection within 100 ms when the caller leaves', async () => {
      server.answer = () => streamed({ pieces: [blocks.slice(0, vendor.finishIndex).join('')], afterwards: 'hold' });
      const caller = new AbortController();
      const reason = new Error('gone');
      const before = server.requests.length;
      const reading = read(model, prompt, caller.signal, () => setImmediate(() => caller.abort(reason)));
      await expect.poll(() => caller.signal.aborted).toBe(true);
      const from = performance.now();
      await server.requests[before]!.left;
      expect(performance.now() - from).toBeLessThan(100);
      expect((await reading).error).toBe(reason);
    });

    it('closes the connection when its reader stops, and does nothing for a caller who has left already', async () => {
      server.answer = () => streamed({ pieces: [blocks.slice(0, vendor.finishIndex).join('')], afterwards: 'hold' });
      for await (const _ of model.stream(prompt, new AbortController().signal)) break;
      await server.requests.at(-1)!.left;
      const before = server.requests.length;
      const { error } = await read(model, prompt, AbortSignal.abort(new Error('gone before')));
      expect(error).toEqual(new Error('gone before'));
      expect(server.requests.length).toBe(before);
    });

    it('gives up on a stream that stalls, and on a provider that is not there', async () => {
      const impatient = vendor.open(server.url, { idleMs: 60, totalMs: 10_000 });
      server.answer = () => streamed({ pieces: [blocks[0]!], afterwards: 'hold' });
      expect(codeOf((await read(impatient.model, prompt)).error)).toBe('upstream_timeout');
      await impatient.close();
      const hurried = vendor.open(server.url, { idleMs: 10_000, totalMs: 60 });
      server.answer = () => streamed({ pieces: [blocks[0]!], afterwards: 'hold' });
      expect(codeOf((await read(hurried.model, prompt)).error)).toBe('upstream_timeout');
      await hurried.close();
      const nobody = vendor.open('http://127.0.0.1:9', { idleMs: 1_000, totalMs: 5_000 });
      expect(codeOf((await read(nobody.model, prompt)).error)).toBe('upstream_unavailable');
      await nobody.close();
    });
  });
}

function expectWholeReading(reading: Reading): void {
  expect(reading.error).toBeUndefined();
  expect(reading).toMatchObject({ text: saidText, thought: saidThought, calls: [saidCall] });
  expect(reading.finishes).toMatchObject([{ reason: 'tool-calls', usage: saidUsage }]);
}

/** Reads to the end; `onFirst` is called with the first event. */
export async function read(
  model: LanguageModel,
  asked: Prompt,
  signal: AbortSignal = new AbortController().signal,
  onFirst: () => void = () => {},
): Promise<Reading> {
  const reading: Reading = { text: '', thought: '', calls: [], finishes: [], error: undefined };
  let isFirst = true;
  try {
    for await (const event of model.stream(asked, signal)) {
      if (isFirst) onFirst();
      isFirst = false;
      if (event.type === 'text-delta') reading.text += event.text;
      else if (event.type === 'reasoning-delta') reading.thought += event.text;
      else if (event.type === 'tool-call') reading.calls.push({ name: event.name, input: JSON.parse(event.arguments) });
      else if (event.type === 'finish') reading.finishes.push(event);
    }
  } catch (error) {
    reading.error = error;
  }
  return reading;
}

export function codeOf(error: unknown): string | undefined {
  return isAppError(error) ? error.code : String(error);
}

function expectNoSecret(error: unknown): void {
  expect(isAppError(error) && `${error.message} ${error.title} ${error.details}`).not.toContain('10.11.12.13');
}
