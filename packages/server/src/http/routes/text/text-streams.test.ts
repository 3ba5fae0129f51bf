import { describe, expect, it } from 'vitest';
import type { MessageStreamEvent } from '../../../features/compatible/messages/message-events.ts';
import { AppError } from '../../../lib/app-error.ts';
import { namedMessageStream, plainMessageStream } from './message-streams.ts';
import { chatStream, textStream } from './text-streams.ts';

async function* none(): AsyncGenerator<never> {}
const json = (event: object) => JSON.stringify(event);
const failed = new AppError('upstream_cut', 'The provider broke off');
const schemaFailed = new AppError('schema_not_met', 'No', { details: 'name is missing' });

describe('a stream of text', () => {
  const { format, formatError, isTerminal } = textStream(none()).options;

  it('ends with the event that is done', () => {
    expect(isTerminal({ content: 'a', done: false })).toBe(false);
    expect(isTerminal({ done: true } as Parameters<typeof isTerminal>[0])).toBe(true);
    expect(format({ content: 'a', done: false }, json)).toBe('{"content":"a","done":false}');
  });

  it('ends with what went wrong, with details of a schema that was not met alone', () => {
    const error = { error: 'The provider broke off', code: 'upstream_cut', done: true };
    expect(JSON.parse(formatError(failed, json))).toEqual(error);
    expect(JSON.parse(formatError(schemaFailed, json))).toMatchObject({ details: 'name is missing', done: true });
    const other = new AppError('upstream_cut', 'x', { details: 'inside' });
    expect(JSON.parse(formatError(other, json))).not.toHaveProperty('details');
  });
});

describe('a stream of chat', () => {
  const { format, formatError, isTerminal } = chatStream(none()).options;

  it('ends with [DONE]', () => {
    const done = { content: '[DONE]' } as Parameters<typeof isTerminal>[0];
    const word = { content: { type: 'text_chunk', content: 'a' } } as Parameters<typeof isTerminal>[0];
    expect([isTerminal(done), isTerminal(word), format(word, json)]).toEqual([
      true,
      false,
      '{"content":{"type":"text_chunk","content":"a"}}',
    ]);
    expect(JSON.parse(formatError(failed, json))).toEqual({ error: 'The provider broke off', code: 'upstream_cut' });
  });
});

const stop = {
  type: 'message_stop',
  message: {
    tool_calls: [{ id: 't1', name: 'add' }],
    token_usage: { input_tokens: 3 },
  },
} as unknown as MessageStreamEvent;
const delta = (delta: object) => ({ type: 'content_block_delta', index: 0, delta }) as MessageStreamEvent;
const errorType = { type: 'error', error: { type: 'api_error', message: expect.stringContaining('broke off') } };

describe('a stream of named events', () => {
  const { format, formatError, isTerminal, encode } = namedMessageStream(none()).options;

  it('names each event and keeps to itself what only we need', () => {
    expect(format(stop, json)).toBe('{"type":"message_stop"}');
    const text = delta({ type: 'text_delta', text: 'a' });
    expect([format(text, json), isTerminal(text), isTerminal(stop)]).toEqual([json(text), false, true]);
    expect(encode?.({ type: 'message_stop' })).toBe('event: message_stop\ndata: {"type":"message_stop"}\n\n');
    expect(JSON.parse(formatError(failed, json))).toEqual(errorType);
  });
});

describe('a stream of plain chunks', () => {
  const { format, formatError, isTerminal } = plainMessageStream(none()).options;
  const chunk = (event: MessageStreamEvent) => format(event, (wire) => `${json(wire)};`);

  it('has text and thoughts, and whole calls, the usage and [DONE] at the end', () => {
    expect(chunk(delta({ type: 'text_delta', text: 'a' }))).toBe('{"content":{"type":"content_chunk","content":"a"}};');
    const thought = '{"content":{"type":"thinking_chunk","content":"hm"}};';
    expect(chunk(delta({ type: 'thinking_delta', thinking: 'hm' }))).toBe(thought);
    expect(chunk(delta({ type: 'input_json_delta', partial_json: '{' }))).toBe('');
    expect(chunk({ type: 'ping' } as unknown as MessageStreamEvent)).toBe('');
    expect(chunk(stop)).toBe(
      '{"content":{"type":"tool_call","id":"t1","name":"add"}};' +
        '{"content":{"type":"token_usage","input_tokens":3}};data: [DONE]\n\n',
    );
    expect([isTerminal(stop), isTerminal(delta({ type: 'text_delta', text: 'a' }))]).toEqual([true, false]);
    expect(JSON.parse(formatError(failed, json))).toEqual(errorType);
  });
});
