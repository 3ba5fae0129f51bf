import { answerFromFacts } from './answers/answer-from-facts.ts';
import { answerFromMaterial } from './answers/answer-from-material.ts';
import { asksForSummary, summarise } from './answers/summarise.ts';
import { applyInstructions } from './conversation/apply-instructions.ts';
import { findEmbeddedText } from './conversation/embedded-text.ts';
import { type Instructions, readInstructions } from './conversation/read-instructions.ts';
import { type Conversation, readPrompt } from './conversation/read-prompt.ts';
import { refusedTopic } from './conversation/refuse-topic.ts';
import { resolveQuestion } from './conversation/resolve-question.ts';
import { calculate } from './facts/arithmetic.ts';
import { answerAboutDates } from './facts/calendar.ts';
import { defineWord } from './facts/definitions.ts';
import { transformText } from './facts/transform-text.ts';
import type { Prompt, PromptDocument } from './prompt.ts';
import type { ReaderReply } from './reader-reply.ts';
import { answerFromTables } from './tables/answer-from-tables.ts';
import { guessLanguage, type Language } from './text/function-words.ts';
import { phrasesOf } from './text/phrases.ts';
import { chooseToolCalls } from './tools/choose-tool-calls.ts';

/** Decides what kind of request this is and has it answered. */
export async function composeReply(prompt: Prompt, now: number): Promise<ReaderReply> {
  const conversation = readPrompt(prompt);
  const instructions = readInstructions(conversation.system, conversation.question);
  const language = instructions.language ?? guessLanguage(conversation.question);
  const material = conversation.documents.map((document) => document.text).join('\n');
  const refused = await refusedTopic(
    conversation.question,
    instructions,
    guessLanguage(conversation.question),
    material,
  );
  if (refused !== undefined && !prompt.responseFormat) {
    return {
      text: instructions.refusalPhrase ?? phrasesOf(language).refusal,
      reasoning: `The instructions rule out ${refused.trim()}.`,
    };
  }
  if (prompt.tools && prompt.tools.length > 0 && prompt.toolChoice !== 'none') {
    const reply = await chooseToolCalls(prompt, now);
    if (reply) return reply;
  }
  if (prompt.responseFormat) {
    const { extractReply } = await import('./extraction/extract-reply.ts');
    return await extractReply(prompt.responseFormat.schema, conversation.question, conversation.documents);
  }
  const reply = await answer(conversation, instructions, now);
  return applyInstructions(reply, instructions);
}

/** What stands in the request itself goes first, then what was attached to it, then what can be worked out, then what was said before. */
async function answer(conversation: Conversation, instructions: Instructions, now: number): Promise<ReaderReply> {
  const { history, documents } = conversation;
  const embedded = documents.length === 0 ? findEmbeddedText(conversation.question) : undefined;
  const request = resolveQuestion(embedded?.request ?? conversation.question, history);
  const given = embedded?.text ?? (documents.length === 1 ? documents[0]?.text : undefined);
  const changed = transformText(request, given);
  if (changed) return changed;
  const readable = documents.length > 0 ? documents : embedded ? [asDocument(embedded.text)] : [];
  if (asksForSummary(request)) {
    const summary = summarise(
      readable.length > 0 ? readable : [asDocument(history.map((turn) => turn.text).join('\n\n'))],
      instructions,
    );
    return documents.length > 0 ? summary : withoutSources(summary);
  }
  const looked = answerFromTables(request, readable);
  if (looked) return documents.length > 0 ? looked : withoutSources(looked);
  const computed = answerFromFacts(documents);
  if (computed) return computed;
  if (documents.length > 0) {
    const reply = await answerFromMaterial(request, documents, answerOptions(instructions));
    return (reply.sources?.length === 0 && (await workOut(request, now))) || reply;
  }
  return (await workOut(request, now)) ?? (await answerFromTalk(request, readable, conversation, instructions));
}

/** Arithmetic, units, dates and the meanings of words: what needs no text. */
async function workOut(request: string, now: number): Promise<ReaderReply | undefined> {
  const sum = calculate(request);
  if (sum) return { text: `${sum.expression} = ${sum.value}`, shortAnswer: sum.value, reasoning: 'Calculated.' };
  const day = await answerAboutDates(request, now);
  if (day !== undefined) return { text: day, reasoning: 'Read from the calendar.' };
  return await defineWord(request);
}

/** Answers from the text of the message, then from what was said before; says so when neither tells. */
async function answerFromTalk(
  request: string,
  readable: PromptDocument[],
  { history, question }: Conversation,
  instructions: Instructions,
): Promise<ReaderReply> {
  const phrases = phrasesOf(instructions.language ?? guessLanguage(question));
  const said = [
    ...readable,
    ...history.filter((turn) => turn.role === 'user').map((turn) => asDocument(turn.text)),
    ...history.filter((turn) => turn.role === 'assistant').map((turn) => asDocument(turn.text)),
  ];
  if (!isQuestion(request)) return { text: phrases.understood, reasoning: 'Nothing was asked.' };
  if (said.length > 0) {
    const reply = await answerFromMaterial(request, said, {
      ...answerOptions(instructions),
      ...(readable.length > 0 ? {} : { doubtLimit: 0.5 }),
    });
    if (reply.sources?.length !== 0 || readable.length > 0) return withoutSources(reply);
  }
  return {
    text: instructions.unknownPhrase ?? phrases.unknown,
    reasoning: 'No text was given that tells, and it is not a matter of calculation, dates or the meaning of words.',
  };
}

function answerOptions(instructions: Instructions): { brief: boolean; language?: Language } {
  return {
    brief: instructions.isBrief,
    ...(instructions.language === undefined ? {} : { language: instructions.language }),
  };
}

/** Sources point into attached documents; text inside messages has none to point into. */
function withoutSources({ sources: _, ...reply }: ReaderReply): ReaderReply {
  return reply;
}

const asDocument = (text: string): PromptDocument => ({ filename: 'message', text });

function isQuestion(text: string): boolean {
  return /[?？]\s*$|^\s*(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|should|would|will|has|have|tell|give|name|list|explain|describe|find|show|write|create|translate|qué|quién|cuál|cuándo|dónde|cómo|cuánto|wer|was|wann|wo|warum|wie|welche|nenne|dime|qui|quel|quand|où|comment)\b|[谁什哪何几吗]/iu.test(
    text,
  );
}
