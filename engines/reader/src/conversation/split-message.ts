import { longestQuestion } from '../bounds/bounds.ts';

// bounded: every pattern of this file sees a question, at most 2,000 characters

/** What a message asks, and the text that it brings. */
export interface SplitMessage {
  question: string;
  /** Undefined in a message that is a question as a whole. */
  pasted?: string;
}

/** As much of the question is read where a message asks at both ends. */
const half = longestQuestion / 2;

/**
 * Parts a message that is longer than a question into the question and the text that was pasted with it. The question stands before or
 * behind: in the first or the last paragraph, outside a fence, or it is the sentence that the message ends with. Where none is found, what it
 * begins with is taken for it.
 */
export function splitMessage(message: string): SplitMessage {
  if (message.length <= longestQuestion) return { question: message };
  const trimmed = message.trim();
  return fenced(trimmed) ?? askedBehind(trimmed) ?? askedBefore(trimmed);
}

/** Marks that a text is put between. */
const fences: readonly (readonly [open: string, close: string])[] = [
  ['"""', '"""'],
  ['```', '```'],
  ...['text', 'context', 'document', 'article', 'passage'].map((name) => [`<${name}>`, `</${name}>`] as const),
];
const leastFenced = 20;

/** "Summarise the text: ```…```": what stands outside the fence is asked. */
function fenced(message: string): SplitMessage | undefined {
  for (const [open, close] of fences) {
    const start = message.indexOf(open);
    const from = start + open.length;
    const end = start < 0 ? -1 : message.lastIndexOf(close);
    const outside = message.length - (end + close.length - start);
    if (end - from < leastFenced || outside < 1 || outside > longestQuestion) continue;
    const question = `${message.slice(0, start)} ${message.slice(end + close.length)}`.trim();
    if (/\p{L}/u.test(question)) return { question, pasted: message.slice(from, end).trim() };
  }
  return undefined;
}

const lastWords = 40;

/** The last paragraph or line, or the last sentence, when it is a question. */
function askedBehind(message: string): SplitMessage | undefined {
  if (!/[?？]["”»)\s]*$/u.test(message.slice(-8))) return undefined;
  const from = Math.max(0, message.length - half);
  const end = message.slice(from);
  const paragraph = end.slice(end.lastIndexOf('\n') + 1);
  const isWhole = paragraph.length < end.length && paragraph.split(/\s+/).length < lastWords;
  const question = isWhole ? paragraph : lastSentence(paragraph);
  return { question: question.trim(), pasted: message.slice(0, message.length - question.length).trim() };
}

function lastSentence(text: string): string {
  let from = 0;
  for (const match of text.matchAll(/[.!?…。！？]["”»)]?\s*/gu)) {
    const end = match.index + match[0].length;
    if (end < text.length && text.length - end > 4) from = end;
  }
  return text.slice(from);
}

/** "Translate this:" and other first paragraphs; of a text without paragraphs the first sentence. */
function askedBefore(message: string): SplitMessage {
  const start = message.slice(0, half);
  const line = /^[^\n]{2,}\n/u.exec(start)?.[0];
  const sentence = /^[\s\S]{2,}?(?:[.!?:…](?=\s)|[。！？：])/u.exec(start)?.[0];
  const question = line ?? sentence ?? start;
  return { question: question.trim(), pasted: message.slice(question.length).trim() };
}
