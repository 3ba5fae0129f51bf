import { sentencesOf } from '@parley/text';
import type { Prompt } from './prompt.ts';
import type { ReaderReply } from './reader-reply.ts';

export interface LimitedText {
  text: string;
  reason: 'stop' | 'length' | 'stop-sequence';
  stopSequence?: string;
}

/** Applies the stop sequences and the output limit of the request. */
export function limitText(reply: ReaderReply, prompt: Prompt, countTokens: (text: string) => number): LimitedText {
  const stop = firstStop(reply.text, prompt.stopSequences ?? []);
  const text = stop === undefined ? reply.text : reply.text.slice(0, stop.index);
  const { maxTokens } = prompt;
  if (maxTokens !== undefined && countTokens(text) > maxTokens)
    return { text: cutToTokens(text, maxTokens, countTokens), reason: 'length' };
  return stop === undefined ? { text, reason: 'stop' } : { text, reason: 'stop-sequence', stopSequence: stop.sequence };
}

function firstStop(text: string, sequences: string[]): { index: number; sequence: string } | undefined {
  let best: { index: number; sequence: string } | undefined;
  for (const sequence of sequences) {
    const index = sequence === '' ? -1 : text.indexOf(sequence);
    if (index >= 0 && (best === undefined || index < best.index)) best = { index, sequence };
  }
  return best;
}

const tokenPattern = /\s?[\p{L}\p{M}]{1,7}|\s?\p{N}{1,3}|\s?[^\s\p{L}\p{N}]{1,2}|\s+/gu;

/** The longest beginning that ends with a whole piece and counts no more than the limit. */
function cutToTokens(text: string, limit: number, countTokens: (text: string) => number): string {
  const ends = Array.from(text.matchAll(tokenPattern), (match) => match.index + match[0].length);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (countTokens(text.slice(0, ends[middle - 1])) > limit) high = middle - 1;
    else low = middle;
  }
  return text.slice(0, low === 0 ? 0 : ends[low - 1]);
}

/** Each part costs the service an event: a long text of short lines is no million of them. */
const mostParts = 1000;

/** Cuts a reply into the parts that are streamed: sentence by sentence, several where there are many, nothing lost between them. */
export function splitForStreaming(text: string): string[] {
  const parts: string[] = [];
  const least = text.length / mostParts;
  let from = 0;
  for (const { start } of sentencesOf(text, { isWrapped: true }).slice(1)) {
    if (start - from < least) continue;
    parts.push(text.slice(from, start));
    from = start;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
