import fc from 'fast-check';
import type { Dispatcher } from 'undici';
import { expect, it } from 'vitest';
import { AnthropicReply } from '../../adapters/anthropic/from-anthropic-event.ts';
import { OpenAIReply } from '../../adapters/openai/from-openai-chunk.ts';
import type { ModelEvent } from '../../ports/language-model.ts';
import { TextTemplate } from './text-template.ts';
import { type ReplyReader, UpstreamExchange } from './upstream-exchange.ts';

const textOf = (event: unknown): string | null => {
  const delta = event instanceof Object ? Reflect.get(event, 'delta') : undefined;
  const text = delta instanceof Object ? Reflect.get(delta, 'text') : undefined;
  return typeof text === 'string' ? text : null;
};
const eventOf = (inside: string) => `{"id":"text","n":1,"delta":{"type":"text","text":"${inside}"},"last":"text"}`;

function learned(): TextTemplate {
  const template = new TextTemplate();
  template.learn(blockOf(eventOf('text')), eventOf('text'), 'text', textOf);
  return template;
}

const blockOf = (event: string): Buffer => Buffer.from(`data: ${event}\n\n`);

/** The text when the shortcut takes the whole block. */
function readBlock(template: TextTemplate, event: string): string | null {
  const block = blockOf(event);
  const text = template.read(block, 0);
  if (text !== null) expect(template.end).toBe(block.length);
  return text;
}

function parsedText(event: string): string | null {
  try {
    return textOf(JSON.parse(event));
  } catch {
    return null;
  }
}

/** What may stand between two quotes, and what may not: escapes whole and cut, quotes, control characters, halves of pairs. */
const pieces = fc.constantFrom(
  ...['a', 'é', '☃', '😀', '\ud83d', '\ude00', '\u2028', ' ', '"', '\\', '\\\\', '\\"', '\\n', '\\/', '\\b', '\\x'],
  ...[
    '\\u00e9',
    '\\uD83D',
    '\\uDE00',
    '\\u12',
    '\\u0000',
    '\n',
    '\t',
    '\u0000',
    '\u001f',
    '\u007f',
    '","text":"b',
    '}',
  ],
);

it('reads any text as JSON.parse does, and leaves to it what is no text', () => {
  const template = learned();
  expect(template.read(blockOf(eventOf('hello')), 0)).toBe('hello');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
      const event = eventOf(list.join(''));
      const fast = readBlock(template, event);
      // As the bytes say it: half a pair cannot be sent.
      const sent = parsedText(Buffer.from(event).toString());
      if (fast !== null) expect(fast).toBe(sent);
      // What is one text must be read without parsing all of it; a text that ends the string early is left to the parser.
      else expect(sent === null || list.some((piece) => piece.includes('"'))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(readBlock(template, eventOf(JSON.stringify(text).slice(1, -1)))).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

it('takes no event that differs in anything but its text', () => {
  const template = learned();
  for (const event of [
    eventOf('x').replace('"n":1', '"n":2'),
    eventOf('x').replace('"last":"text"', '"last":"other"'),
    eventOf('x').slice(0, -1),
    `${eventOf('x')} `,
    '{"id":"text"}',
    '',
  ]) {
    expect(readBlock(template, event)).toBeNull();
  }
});

it('stops learning from a vendor whose events always differ', () => {
  const template = new TextTemplate();
  for (let n = 0; n < 10; n++) {
    const event = eventOf('text').replace('1', `${n}`);
    template.learn(blockOf(event), event, 'text', textOf);
  }
  expect(template.isHopeless).toBe(true);
  expect(readBlock(template, eventOf('hello').replace('1', '9'))).toBeNull();
});

type Make = () => ReplyReader<ModelEvent>;
const openAI: Make = () => new OpenAIReply({ toOriginalName: (name) => name });
const anthropic: Make = () => new AnthropicReply({ toOriginalName: (name) => name });

/** Through an exchange: in one piece, or cut at every so many bytes; with the shortcut or without. */
async function eventsOf(reader: ReplyReader<ModelEvent>, lines: readonly string[], cut: number, isFast: boolean) {
  const plain: ReplyReader<ModelEvent> = {
    readEvent: (event, emit) => reader.readEvent(event, emit),
    readEnd: () => {},
    readBody: () => {},
  };
  const fast: ReplyReader<ModelEvent> = {
    ...plain,
    textOf: (event) => reader.textOf?.(event) ?? null,
    readText: (text, emit) => reader.readText?.(text, emit),
  };
  const exchange = new UpstreamExchange<ModelEvent>({
    reader: isFast ? fast : plain,
    isStreamed: true,
    signal: new AbortController().signal,
    totalTimeoutMs: 10_000,
  });
  const controller = {
    aborted: false,
    abort() {},
    pause() {},
    resume() {},
  } as unknown as Dispatcher.DispatchController;
  exchange.onResponseStart(controller, 200, { 'content-type': 'text/event-stream' });
  const bytes = Buffer.from(lines.map((line) => `data: ${line}\n\n`).join(''));
  for (let at = 0; at < bytes.length; at += cut) exchange.onResponseData(controller, bytes.subarray(at, at + cut));
  exchange.onResponseEnd();
  const events: ModelEvent[] = [];
  for await (const event of exchange.events) events.push(event);
  return events;
}

const words = fc.constantFrom('', ' a', '<think>', 'x</think>', '\n', '"', 'content', 'Ä\\', '<', 'text_delta');
const openAIChunk = fc
  .record(
    {
      content: words,
      reasoning_content: words,
      refusal: words,
      tool_calls: fc.constant([{ index: 0, id: 'c', function: { name: 'f', arguments: '{' } }]),
      finish_reason: fc.constantFrom(null, '', 'stop', 'length'),
      usage: fc.constantFrom(null, { prompt_tokens: 3, completion_tokens: 4 }),
    },
    { requiredKeys: ['content'] },
  )
  .map(({ finish_reason, usage, ...delta }) => JSON.stringify({ id: 'c', choices: [{ delta, finish_reason }], usage }));
const anthropicEvent = fc
  .record({
    type: fc.constantFrom('text_delta', 'thinking_delta', 'signature_delta'),
    index: fc.constantFrom(0, 1),
    text: words,
  })
  .map(({ type, index, text }) =>
    JSON.stringify({ type: 'content_block_delta', index, delta: { type, text, thinking: text, signature: text } }),
  );

it.each([
  ['OpenAI', openAI, openAIChunk],
  ['Anthropic', anthropic, anthropicEvent],
] as const)('gives the same events with and without the shortcut: %s', (_name, make, line) => {
  return fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(line, fc.constant(null)), { maxLength: 30 }),
      fc.constantFrom(1, 7, 64, 500, 100_000),
      async (list, cut) => {
        // Runs of one shape are what the shortcut is for.
        const lines = list.map((text, index) => text ?? list[index - 1] ?? null).filter((text) => text !== null);
        expect(await eventsOf(make(), lines, cut, true)).toEqual(await eventsOf(make(), lines, cut, false));
      },
    ),
    { numRuns: 600 },
  );
});
