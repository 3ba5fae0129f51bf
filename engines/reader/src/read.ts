import { withinBounds } from './bounds/within-bounds.ts';
import { composeReply } from './compose-reply.ts';
import type { Prompt } from './prompt.ts';
import { ReaderError } from './reader-error.ts';
import type { FieldSource, NearSource, ReaderReply, ReaderSource, ReaderToolCall } from './reader-reply.ts';
import { limitText, splitForStreaming } from './reply-text.ts';
import { type JudgedPair, type Unasked, type Vectors, withEncodings } from './text/likeness.ts';

export interface ReadOptions {
  /** What time it is, in milliseconds since 1970-01-01 UTC. */
  now: number;
  /** Counts the tokens of a text, for `maxTokens` and `outputTokens`. Default: four letters to a token. */
  countTokens?: (text: string) => number;
  /** Of words and headings, where they are known; `Reading.missed` says of which they would be needed. */
  vectors?: Vectors;
  /** Questions with passages of the texts; `Reading.unjudged` says which it would have judged. */
  judged?: readonly JudgedPair[];
}

const usualCount = (text: string): number => Math.ceil(text.length / 4);

/** A whole reply, cut where the request wants it cut. */
export interface Reading extends Unasked {
  /** How the reply was found, in a line or two; may be empty. */
  reasoning: string;
  /** The text in the pieces that are worth streaming; joined they are the whole. */
  parts: string[];
  toolCalls: ReaderToolCall[];
  /** The passages used, best first; absent when there was nothing to cite. */
  sources?: ReaderSource[];
  /** What comes near where nothing answers, best first. */
  near?: NearSource[];
  shortAnswer?: string;
  /** With a response format: for each leaf, by JSON Pointer, where it comes from. */
  fields?: Record<string, FieldSource>;
  finish: 'stop' | 'length' | 'stop-sequence' | 'tool-calls';
  stopSequence?: string;
  /** The request wants something that only a language model can do; the text says so. */
  code?: 'needs_model';
  /** Of text and tool calls, by `ReadOptions.countTokens`. */
  outputTokens: number;
}

/**
 * Reads what is given and replies to the last message: from documents and earlier turns, by calculation, by tool calls, or
 * as JSON after a schema. The same prompt gives the same reply, with the same vectors and judgements. Throws `ReaderError`.
 */
export async function read(
  prompt: Prompt,
  { now, countTokens = usualCount, vectors = new Map(), judged = [] }: ReadOptions,
): Promise<Reading> {
  const bounded = withinBounds(prompt);
  const { result, missed, unjudged } = await withEncodings({ vectors, judged }, () =>
    composeReply(bounded.prompt, now).catch(readerError),
  );
  const unasked = { ...(missed.length > 0 && { missed }), ...(unjudged.length > 0 && { unjudged }) };
  if (!(result instanceof ReaderError)) return { ...finish(bounded.toGiven(result), prompt, countTokens), ...unasked };
  result.unasked = unasked;
  throw result;
}

function readerError(error: unknown): ReaderError {
  if (error instanceof ReaderError) return error;
  throw error;
}

function finish(reply: ReaderReply, prompt: Prompt, countTokens: (text: string) => number): Reading {
  const { text, reason, stopSequence } = limitText(reply, prompt, countTokens);
  const { reasoning, sources, near, shortAnswer, toolCalls = [] } = reply;
  const calls = toolCalls.length > 0 ? JSON.stringify(toolCalls) : '';
  return {
    reasoning,
    parts: splitForStreaming(text),
    toolCalls,
    ...(sources && { sources }),
    ...(near && near.length > 0 && { near }),
    ...(sources && shortAnswer !== undefined && { shortAnswer }),
    finish: toolCalls.length > 0 ? 'tool-calls' : reason,
    ...(stopSequence !== undefined && { stopSequence }),
    ...(reply.fields && { fields: reply.fields }),
    ...(reply.code && { code: reply.code }),
    // The notes on how the reply was found are not counted, so that the limit on output holds for what is counted.
    outputTokens: countTokens(text) + (calls === '' ? 0 : countTokens(calls)),
  };
}
