import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnthropicReply } from '../../adapters/anthropic/from-anthropic-event.ts';
import { OpenAIReply } from '../../adapters/openai/from-openai-chunk.ts';
import type { ModelEvent } from '../../ports/language-model.ts';
import { TextTemplate } from './text-template.ts';
import type { ReplyReader } from './upstream-exchange.ts';

const textOf = (event: unknown): string | null => {
  const delta = event instanceof Object ? Reflect.get(event, 'delta') : undefined;
  const text = delta instanceof Object ? Reflect.get(delta, 'text') : undefined;
  return typeof text === 'string' ? text : null;
};
const eventOf = (inside: string) => `{"id":"text","n":1,"delta":{"type":"text","text":"${inside}"},"last":"text"}`;

function learned(): TextTemplate {
  const template = new TextTemplate();
  template.learn(eventOf('text'), 'text', textOf);
  return template;
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
  expect(template.read(eventOf('hello'))).toBe('hello');
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
      const event = eventOf(list.join(''));
      const fast = template.read(event);
      if (fast !== null) expect(fast).toBe(parsedText(event));
      // What is one text must be read without parsing all of it; a text that ends the string early is left to the parser.
      else expect(parsedText(event) === null || list.some((piece) => piece.includes('"'))).toBe(true);
    }),
    { numRuns: 5_000 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(template.read(eventOf(JSON.stringify(text).slice(1, -1)))).toBe(text);
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
    expect(template.read(event)).toBeNull();
  }
});

it('stops learning from a vendor whose events always differ', () => {
  const template = new TextTemplate();
  for (let event = 0; event < 10; event++) template.learn(eventOf('text').replace('1', `${event}`), 'text', textOf);
  expect(template.read(eventOf('hello').replace('1', '9'))).toBeNull();
});

type Make = () => ReplyReader<ModelEvent>;
const openAI: Make = () => new OpenAIReply({ toOriginalName: (name) => name });
const anthropic: Make = () => new AnthropicReply({ toOriginalName: (name) => name });

/** Reads as an exchange does, with the template or without. */
function eventsOf(reader: ReplyReader<ModelEvent>, lines: readonly string[], isFast: boolean): ModelEvent[] {
  const template = new TextTemplate();
  const events: ModelEvent[] = [];
  const emit = (event: ModelEvent) => void events.push(event);
  for (const line of lines) {
    const known = isFast ? template.read(line) : null;
    if (known !== null) {
      reader.readText?.(known, emit);
      continue;
    }
    const event: unknown = JSON.parse(line);
    const text = reader.textOf?.(event) ?? null;
    if (text !== null) template.learn(line, text, (other) => reader.textOf?.(other) ?? null);
    reader.readEvent(event, emit);
  }
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
  fc.assert(
    fc.property(fc.array(fc.oneof(line, fc.constant(null)), { maxLength: 30 }), (list) => {
      // Runs of one shape are what the shortcut is for.
      const lines = list.map((text, index) => text ?? list[index - 1] ?? null).filter((text) => text !== null);
      expect(eventsOf(make(), lines, true)).toEqual(eventsOf(make(), lines, false));
    }),
    { numRuns: 1_000 },
  );
});
