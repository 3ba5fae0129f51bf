import type { Prompt } from '../../ports/language-model.ts';
import { answerFromMaterial } from './answers/answer-from-material.ts';
import { readPrompt } from './conversation/read-prompt.ts';
import { calculate } from './facts/arithmetic.ts';
import { answerAboutDates } from './facts/calendar.ts';
import type { ReaderReply } from './reader-reply.ts';
import { chooseToolCalls } from './tools/choose-tool-calls.ts';

/** Decides what kind of request this is and has it answered. */
export async function composeReply(prompt: Prompt, now: number): Promise<ReaderReply> {
  if (prompt.tools && prompt.tools.length > 0 && prompt.toolChoice !== 'none') {
    const reply = await chooseToolCalls(prompt, now);
    if (reply) return reply;
  }
  const conversation = readPrompt(prompt);
  if (prompt.responseFormat) {
    const { extractReply } = await import('./extraction/extract-reply.ts');
    return await extractReply(prompt.responseFormat.schema, conversation.question, conversation.documents);
  }
  if (conversation.documents.length > 0) return await answerFromMaterial(conversation.question, conversation.documents);
  const sum = await calculate(conversation.question);
  if (sum) return { text: `${sum.expression} = ${sum.value}`, shortAnswer: sum.value, reasoning: 'Calculated.' };
  const day = await answerAboutDates(conversation.question, now);
  if (day) return { text: day, reasoning: 'Read from the calendar.' };
  return {
    text:
      'I do not know that. This is the embedded reader: it answers from text that you send as `context`, files or messages, and it calculates. ' +
      'For open questions connect a model: set PARLEY_MODEL and the key of its vendor.',
    reasoning: 'No text was given to answer from, and the question is not one of calculation or dates.',
  };
}
