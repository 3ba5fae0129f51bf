import type { Prompt } from './prompt.ts';
import type { ReaderReply } from './reader-reply.ts';
import { splitSentences } from './text/sentences.ts';

export interface LimitedText {
  text: string;
  reason: 'stop' | 'length' | 'stop-sequence';
  stopSequence?: string;
}

/** Applies the stop sequences and the output limit of the request. */
export function limitText(reply: ReaderReply, prompt: Prompt): LimitedText {
  const stop = firstStop(reply.text, prompt.stopSequences ?? []);
  const text = stop === undefined ? reply.text : reply.text.slice(0, stop.index);
  const { maxTokens } = prompt;
  if (maxTokens !== undefined && countTokens(text) > maxTokens)
    return { text: cutToTokens(text, maxTokens), reason: 'length' };
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

const tokenChars = 7;

/**
 * An estimate of tokens as vendors count them: a word is one for each seven letters, a number one for each three digits, a
 * mark one, a Chinese or Japanese sign nearly one. Walks over the text once and keeps nothing, since texts may be long.
 */
export function countTokens(text: string): number {
  let count = 0;
  let run = 0;
  let digits = 0;
  let signs = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) {
      if (digits++ % 3 === 0) count++;
      run = 0;
    } else if (code >= 0x2e80 && code <= 0x9fff) {
      signs++;
      run = 0;
      digits = 0;
    } else if (isLetter(code)) {
      if (run++ % tokenChars === 0) count++;
      digits = 0;
    } else {
      if (code !== 32) count++;
      run = 0;
      digits = 0;
    }
  }
  return count + Math.ceil(signs * 0.9);
}

const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code >= 0xc0;

/** The longest beginning that ends with a whole piece and counts no more than the limit. */
function cutToTokens(text: string, limit: number): string {
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

export function countPromptTokens(prompt: Prompt): number {
  let count = countTokens(prompt.system);
  for (const message of prompt.messages) {
    if (message.role === 'system') count += countTokens(message.text);
    else if (message.role === 'tool') count += countTokens(JSON.stringify(message.results));
    else for (const part of message.parts) count += partTokens(part);
  }
  for (const { text, passages, outline, facts = [] } of prompt.documents ?? []) {
    if (passages === undefined) count += countTokens(text);
    else for (const { start, end } of passages) count += countTokens(text.slice(start, end));
    count += countTokens(outline ?? '') + countTokens(facts.map((fact) => fact.text).join('\n'));
  }
  for (const tool of prompt.tools ?? [])
    count += countTokens(tool.description) + countTokens(JSON.stringify(tool.inputSchema));
  return count + (prompt.responseFormat ? countTokens(JSON.stringify(prompt.responseFormat.schema)) : 0);
}

function partTokens(part: { type: string; text?: string; input?: unknown }): number {
  if (part.text !== undefined) return countTokens(part.text);
  return part.input === undefined ? 0 : countTokens(JSON.stringify(part.input));
}

/** Cuts a reply into the parts that are streamed: sentence by sentence, nothing lost between them. */
export function splitForStreaming(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start } of splitSentences(text).slice(1)) {
    parts.push(text.slice(from, start));
    from = start;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
