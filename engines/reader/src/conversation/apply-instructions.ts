import { sentencesOf } from '@parley/text';
import type { ReaderReply } from '../reader-reply.ts';
import type { Instructions } from './read-instructions.ts';

// bounded: every pattern of this file sees a question, at most 2,000 characters

/** Brings a reply into the length, layout and letters that were asked for. */
export function applyInstructions(reply: ReaderReply, instructions: Instructions): ReaderReply {
  let { text } = reply;
  const isUnknown = reply.sources?.length === 0;
  if (reply.code !== undefined) return reply;
  if (isUnknown && instructions.unknownPhrase !== undefined) text = instructions.unknownPhrase;
  else if (instructions.isBrief && reply.shortAnswer !== undefined) text = reply.shortAnswer;
  // That the texts do not say is said whole.
  if (!isUnknown) text = layOut(limitLength(text, reply, instructions), reply, instructions);
  if (instructions.letters === 'upper') text = text.toUpperCase();
  if (instructions.letters === 'lower') text = text.toLowerCase();
  if (instructions.opening !== undefined && !text.startsWith(instructions.opening))
    text = `${instructions.opening} ${text}`;
  if (instructions.ending !== undefined && !text.trimEnd().endsWith(instructions.ending))
    text = `${text.trimEnd()} ${instructions.ending}`;
  return text === reply.text ? reply : { ...reply, text };
}

function limitLength(text: string, reply: ReaderReply, { maxSentences, maxWords }: Instructions): string {
  let limited = text;
  if (maxSentences !== undefined) {
    const sentences = sentencesOf(limited, { isWrapped: true });
    // The sentence that holds the answer says more than the answer alone, when there is room for one only.
    const from = maxSentences === 1 && sentences.length === 2 && reply.shortAnswer !== undefined ? 1 : 0;
    const last = sentences[Math.min(sentences.length, from + maxSentences) - 1];
    const first = sentences[from];
    if (first && last) limited = limited.slice(first.start, last.end);
  }
  // The words that introduce a quotation go first.
  if (maxWords !== undefined && wordCount(limited) > maxWords)
    limited = /^[^“„«\n]{1,80}: [“„«]([^“”„»\n]+)[”“»]$/u.exec(limited)?.[1] ?? limited;
  if (maxWords !== undefined && wordCount(limited) > maxWords) {
    limited =
      reply.shortAnswer !== undefined && wordCount(reply.shortAnswer) <= maxWords
        ? reply.shortAnswer
        : firstWords(limited, maxWords);
  }
  return limited;
}

export const wordCount = (text: string): number => (text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? []).length;

export function firstWords(text: string, count: number): string {
  let end = 0;
  let seen = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)) {
    if (++seen > count) return `${text.slice(0, end).replace(/[\s,;:–-]+$/, '')}…`;
    end = match.index + match[0].length;
  }
  return text;
}

function layOut(text: string, reply: ReaderReply, { layout }: Instructions): string {
  if (layout === 'json') return JSON.stringify({ answer: reply.shortAnswer ?? text });
  if (layout === 'prose' || /^(?:[-*•]|1[.)])\s/.test(text)) return text;
  const points = sentencesOf(text, { isWrapped: true }).map((sentence) => sentence.text);
  return points.map((point, index) => (layout === 'bullets' ? `- ${point}` : `${index + 1}. ${point}`)).join('\n');
}
