import { composeReply } from './compose-reply.ts';
import type { Prompt } from './prompt.ts';
import type { FieldSource, ReaderReply, ReaderSource, ReaderToolCall } from './reader-reply.ts';
import { countPromptTokens, countTokens, limitText, splitForStreaming } from './reply-text.ts';

export interface ReadOptions {
  /** What time it is, in milliseconds since 1970-01-01 UTC. */
  now: number;
}

/** A whole reply, cut where the request wants it cut. */
export interface Reading {
  /** How the reply was found, in a line or two; may be empty. */
  reasoning: string;
  /** The text in the pieces that are worth streaming; joined they are the whole. */
  parts: string[];
  toolCalls: ReaderToolCall[];
  /** The passages used, best first; absent when there was nothing to cite. */
  sources?: ReaderSource[];
  shortAnswer?: string;
  /** With a response format: for each leaf, by JSON Pointer, where it comes from. */
  fields?: Record<string, FieldSource>;
  finish: 'stop' | 'length' | 'stop-sequence' | 'tool-calls';
  stopSequence?: string;
  /** The request wants something that only a language model can do; the text says so. */
  code?: 'needs_model';
  /** Estimates, since no model counts. */
  usage: { inputTokens: number; outputTokens: number };
}

/**
 * Reads what is given and replies to the last message: from documents and earlier turns, by calculation, by tool calls, or
 * as JSON after a schema. The same prompt gives the same reply. Throws `ReaderError`.
 */
export async function read(prompt: Prompt, { now }: ReadOptions): Promise<Reading> {
  return finish(await composeReply(prompt, now), prompt);
}

function finish(reply: ReaderReply, prompt: Prompt): Reading {
  const { text, reason, stopSequence } = limitText(reply, prompt);
  const { reasoning, sources, shortAnswer, toolCalls = [] } = reply;
  const calls = toolCalls.length > 0 ? JSON.stringify(toolCalls) : '';
  return {
    reasoning,
    parts: splitForStreaming(text),
    toolCalls,
    ...(sources && { sources }),
    ...(sources && shortAnswer !== undefined && { shortAnswer }),
    finish: toolCalls.length > 0 ? 'tool-calls' : reason,
    ...(stopSequence !== undefined && { stopSequence }),
    ...(reply.fields && { fields: reply.fields }),
    ...(reply.code && { code: reply.code }),
    usage: {
      inputTokens: countPromptTokens(prompt),
      // The notes on how the reply was found are not counted, so that the limit on output holds for what is counted.
      outputTokens: countTokens(text) + countTokens(calls),
    },
  };
}
