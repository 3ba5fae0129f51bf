import { jsonHeaders, type ScriptedAnswer, streamHeaders, toEventText } from '../upstream-server.ts';

/** What a scripted vendor does with one call; `isStreamed` says how it was asked. */
export type ShapedDeed = (isStreamed: boolean) => ScriptedAnswer;

/** The deeds that vendors have in common, each in the words of one of them. */
export interface VendorShape {
  /** Its kind in the configuration, and the name of the model. */
  provider: 'anthropic' | 'google';
  /** 100 tokens in and 10 out. */
  says(text: string, end?: 'stop' | 'length' | 'refusal'): ShapedDeed;
  calls(name: string, input: object): ShapedDeed;
  refuses(status: number, kind: string, message?: string): ShapedDeed;
  /** Says some words and closes the connection as if all were said. */
  stopsShort(text: string): ShapedDeed;
  /** Says some words, then that it failed. */
  failsMidway(text: string): ShapedDeed;
  wasStreamed(path: string, body: Record<string, unknown>): boolean;
}

const json = (body: object, status = 200): ScriptedAnswer => ({
  status,
  headers: jsonHeaders,
  pieces: [JSON.stringify(body)],
});

const counts = { input_tokens: 100, output_tokens: 10 };
const begin = {
  type: 'message_start',
  message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 100 } },
};
const anthropicEnds = { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' };
const anthropicError = (type: string, message: string) => ({ type: 'error', error: { type, message } });

function anthropicBlock(block: object, delta: object): object[] {
  return [
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
  ];
}

function anthropicReply(whole: object, events: object[], stop_reason: string): ShapedDeed {
  const end = { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } };
  return (isStreamed) =>
    isStreamed
      ? {
          headers: streamHeaders,
          pieces: toEventText([begin, ...events, end, { type: 'message_stop' }], { named: true }),
        }
      : json({ type: 'message', role: 'assistant', content: [whole], stop_reason, usage: counts });
}

const anthropicWords = (text: string) =>
  anthropicBlock({ type: 'text', text: '' }, { type: 'text_delta', text }).slice(0, 2);

export const anthropicShape: VendorShape = {
  provider: 'anthropic',
  says: (text, end = 'stop') =>
    anthropicReply(
      { type: 'text', text },
      anthropicBlock({ type: 'text', text: '' }, { type: 'text_delta', text }),
      anthropicEnds[end],
    ),
  calls: (name, input) => {
    const block = { type: 'tool_use', id: 'toolu_1', name, input };
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
    return anthropicReply(block, anthropicBlock({ ...block, input: {} }, delta), 'tool_use');
  },
  refuses:
    (status, kind, message = 'no') =>
    () =>
      json(anthropicError(kind, message), status),
  stopsShort: (text) => (isStreamed) =>
    isStreamed
      ? { headers: streamHeaders, pieces: toEventText([begin, ...anthropicWords(text)], { named: true }) }
      : { headers: jsonHeaders, pieces: ['{"type": "message", "content": [{'] },
  failsMidway: (text) => (isStreamed) => {
    const error = anthropicError('overloaded_error', 'busy');
    return isStreamed
      ? { headers: streamHeaders, pieces: toEventText([begin, ...anthropicWords(text), error], { named: true }) }
      : json(error, 529);
  },
  wasStreamed: (_, body) => body.stream === true,
};

const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10 };
const googleEnds = { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' };
const googlePart = (part: object) => ({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }] });
const googleError = (code: number, status: string, message: string) => ({ error: { code, message, status } });

function googleReply(part: object, finishReason: string): ShapedDeed {
  const end = { candidates: [{ content: { role: 'model', parts: [] }, finishReason, index: 0 }], usageMetadata };
  const whole = { candidates: [{ content: { role: 'model', parts: [part] }, finishReason, index: 0 }], usageMetadata };
  return (isStreamed) =>
    isStreamed ? { headers: streamHeaders, pieces: toEventText([googlePart(part), end]) } : json(whole);
}

export const googleShape: VendorShape = {
  provider: 'google',
  says: (text, end = 'stop') => googleReply({ text }, googleEnds[end]),
  calls: (name, args) => googleReply({ functionCall: { name, args } }, 'STOP'),
  refuses:
    (status, kind, message = 'no') =>
    () =>
      json(googleError(status, kind, message), status),
  stopsShort: (text) => (isStreamed) =>
    isStreamed
      ? { headers: streamHeaders, pieces: toEventText([googlePart({ text })]) }
      : { headers: jsonHeaders, pieces: ['{"candidates": [{'] },
  failsMidway: (text) => (isStreamed) => {
    const error = googleError(503, 'UNAVAILABLE', 'busy');
    return isStreamed
      ? { headers: streamHeaders, pieces: toEventText([googlePart({ text }), error]) }
      : json(error, 503);
  },
  wasStreamed: (path) => path.includes(':streamGenerateContent'),
};
