import { composeReply } from './compose-reply.ts';
import type { Prompt } from './prompt.ts';
import type { ReaderReply, ReaderSource, ReaderToolCall } from './reader-reply.ts';
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
  finish: 'stop' | 'length' | 'stop-sequence' | 'tool-calls';
  stopSequence?: string;
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
    usage: {
      inputTokens: countPromptTokens(prompt),
      outputTokens: countTokens(text) + countTokens(reasoning) + countTokens(calls),
    },
  };
}
