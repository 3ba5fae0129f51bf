import { describeReading } from './words/describe-reading.ts';
import { readPrompt } from './words/read-prompt.ts';

/** How a prompt is understood, in one English sentence: what is drawn, where, when, and which words are only lettered. */
export function describePrompt(prompt: string): string {
  return describeReading(readPrompt(prompt));
}
