import { describeReading } from './words/describe-reading.ts';
import { readPrompt } from './words/read-prompt.ts';

/** Words of a prompt that stand for no drawing: they are lettered or left out, at most six. */
export function undrawnWords(prompt: string): string[] {
  return readPrompt(prompt).unknown;
}

/** How a prompt is understood, in one English sentence: what is drawn, where, when, and which words are only lettered. */
export function describePrompt(prompt: string): string {
  return describeReading(readPrompt(prompt));
}
