import { answerFromBill } from './answers/answer-from-bill.ts';
import { answerFromFacts } from './answers/answer-from-facts.ts';
import { answerFromMaterial } from './answers/answer-from-material.ts';
import { asksForSummary, summarise } from './answers/summarise.ts';
import { applyInstructions } from './conversation/apply-instructions.ts';
import { findEmbeddedText } from './conversation/embedded-text.ts';
import { withoutFormRequests } from './conversation/form-requests.ts';
import { wantsModel } from './conversation/needs-model.ts';
import { type Instructions, readInstructions } from './conversation/read-instructions.ts';
import { type Conversation, readPrompt } from './conversation/read-prompt.ts';
import { readTyping, withApostrophes } from './conversation/read-typing.ts';
import { refusedTopic } from './conversation/refuse-topic.ts';
import { resolveQuestion } from './conversation/resolve-question.ts';
import { splitQuestion } from './conversation/split-question.ts';
import { calculate } from './facts/arithmetic.ts';
import { answerAboutDates, answerAboutNow } from './facts/calendar.ts';
import type { Prompt, PromptDocument } from './prompt.ts';
import type { ReaderReply, ReaderSource } from './reader-reply.ts';
import { answerFromTables } from './tables/answer-from-tables.ts';
import { guessLanguage, type Language } from './text/function-words.ts';
import { courtesyTo, phrasesOf, type Speaker } from './text/phrases.ts';
import { sentencesOf } from './text/sentences.ts';
import { chooseToolCalls } from './tools/choose-tool-calls.ts';

/** Decides what kind of request this is and has it answered. */
export async function composeReply(prompt: Prompt, now: number): Promise<ReaderReply> {
  const conversation = readPrompt(prompt);
  const instructions = readInstructions(conversation.system, conversation.question);
  const language = instructions.language ?? guessLanguage(conversation.question);
  const material = conversation.documents.map((document) => document.text).join('\n');
  const refused = refusedTopic(conversation.question, instructions, guessLanguage(conversation.question), material);
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
    return await extractReply(prompt.responseFormat.schema, conversation.message, conversation.documents);
  }
  const asked = { ...conversation, question: withApostrophes(withoutFormRequests(conversation.question)) };
  const reply = await answer(asked, instructions, now);
  return applyInstructions(citingDocuments(reply, conversation.documents), instructions);
}

/** A text that came in the message stands behind the documents, and is none that can be cited. */
const citingDocuments = (reply: ReaderReply, { length }: readonly PromptDocument[]): ReaderReply =>
  reply.sources === undefined
    ? reply
    : {
        ...reply,
        sources: reply.sources.filter(({ document }) => document < length),
        ...(reply.near && { near: reply.near.filter(({ document }) => document < length) }),
      };

/** What was attached goes first, then what can be worked out, then what was said before; what needs a model is told. */
async function answer(conversation: Conversation, instructions: Instructions, now: number): Promise<ReaderReply> {
  const { documents, question } = conversation;
  const language = instructions.language ?? guessLanguage(question);
  const { question: read, readAs } = readTyping(question, documents, language);
  const asked = { ...conversation, question: read };
  const reply = (await answerHalves(asked, instructions, now)) ?? (await answerAsRead(asked, instructions, now));
  const isFound = reply.code === undefined && reply.sources?.length !== 0;
  if (readAs.length === 0 || !isFound) return reply;
  const said = readAs.map(({ typed, word }) => phrasesOf(language).readAs(typed, word));
  return { ...reply, text: [reply.text, ...said].join('\n') };
}

/**
 * Of two questions in one each is answered for itself, or what is not said is named. Undefined where there is one question, where
 * neither half is answered, and where one needs a model.
 */
async function answerHalves(
  conversation: Conversation,
  instructions: Instructions,
  now: number,
): Promise<ReaderReply | undefined> {
  const halves = conversation.documents.length > 0 ? splitQuestion(conversation.question) : undefined;
  if (!halves) return undefined;
  const [question, second] = halves;
  const history: Conversation['history'] = [...conversation.history, { role: 'user', text: question }];
  const replies = [
    { question, reply: await answerAsRead({ ...conversation, question }, instructions, now) },
    { question: second, reply: await answerAsRead({ ...conversation, question: second, history }, instructions, now) },
  ];
  const sources = replies.flatMap(({ reply }) => reply.sources ?? []);
  if (sources.length === 0 || replies.some(({ reply }) => reply.code !== undefined)) return undefined;
  const phrases = phrasesOf(instructions.language ?? guessLanguage(conversation.question));
  const texts = replies.map(({ question: half, reply }) =>
    reply.sources?.length === 0 ? `${phrases.asFor(half)} ${reply.text}` : reply.text,
  );
  const isNew = (source: ReaderSource, at: number): boolean =>
    sources.findIndex((other) => other.document === source.document && other.start === source.start) === at;
  return {
    text: [...new Set(texts)].join('\n'),
    reasoning: replies.map(({ reply }) => reply.reasoning).join(' '),
    sources: sources.filter(isNew),
    near: replies.flatMap(({ reply }) => reply.near ?? []),
  };
}

async function answerAsRead(conversation: Conversation, instructions: Instructions, now: number): Promise<ReaderReply> {
  const { history, documents, question, pasted } = conversation;
  const phrases = phrasesOf(instructions.language ?? guessLanguage(question));
  const isWhole = documents.length === 0 && pasted === undefined;
  const embedded = isWhole ? findEmbeddedText(question) : undefined;
  const request = resolveQuestion(embedded?.request ?? question, history);
  const brought = pasted ?? embedded?.text;
  const readable = brought === undefined ? documents : [...documents, asSpoken('user', brought)];
  const ofBill = answerFromBill(request, readable);
  if (ofBill) return documents.length > 0 ? ofBill : withoutSources(ofBill);
  // What all stored rows say goes before what those in the text do.
  const computed = answerFromFacts(documents);
  if (computed) return computed;
  const looked = answerFromTables(request, readable);
  if (looked) return documents.length > 0 ? looked : withoutSources(looked);
  if (wantsModel(request)) return citingNothing(needsModel(phrases.needsModel), documents);
  if (asksForSummary(request)) {
    const said = history.map((turn) => asSpoken(turn.role, turn.text));
    const summary = summarise(readable.length > 0 ? readable : said, instructions);
    return documents.length > 0 ? summary : withoutSources(summary);
  }
  const options = {
    brief: instructions.isBrief,
    withNear: hasRoom(instructions),
    ...(instructions.language === undefined ? {} : { language: instructions.language }),
  };
  const ofNow = answerAboutNow(request, now);
  if (ofNow !== undefined) return citingNothing({ text: ofNow, reasoning: 'Read from the calendar.' }, documents);
  const found = readable.length > 0 ? await answerFromMaterial(request, readable, options) : undefined;
  if (found && found.sources?.length !== 0) return documents.length > 0 ? found : withoutSources(found);
  const worked = workOut(request, now);
  if (worked) return citingNothing(worked, documents);
  const told = await answerFromTalk(request, conversation, options);
  if (told) return citingNothing(withoutSources(told), documents);
  if (found) return documents.length > 0 ? found : withoutSources(found);
  const courtesy = courtesyTo(request);
  if (courtesy !== undefined) return { text: courtesy, reasoning: 'A courtesy.' };
  if (!isRequest(request)) return { text: phrases.noted, reasoning: 'Nothing was asked.' };
  return needsModel(instructions.unknownPhrase ?? phrases.unknown);
}

/** A reply whose length or layout is set has no room for passages that are no answer. */
const hasRoom = ({ isBrief, layout, maxSentences, maxWords }: Instructions): boolean =>
  !isBrief && layout === 'prose' && maxSentences === undefined && maxWords === undefined;

/** With files a reply that rests on none of them says so by naming no passage. */
const citingNothing = (reply: ReaderReply, documents: readonly PromptDocument[]): ReaderReply =>
  documents.length > 0 ? { ...reply, sources: [] } : reply;

const needsModel = (text: string): ReaderReply => ({
  text,
  reasoning: 'This cannot be quoted from a text, calculated or read from the calendar.',
  code: 'needs_model',
});

/** Arithmetic, units and dates: what needs no text. */
function workOut(request: string, now: number): ReaderReply | undefined {
  const sum = calculate(request);
  if (sum) return { text: `${sum.expression} = ${sum.value}`, shortAnswer: sum.value, reasoning: 'Calculated.' };
  const day = answerAboutDates(request, now);
  return day === undefined ? undefined : { text: day, reasoning: 'Read from the calendar.' };
}

/** Answers from what was said before: by the user, in the instructions, at last by the assistant itself. */
async function answerFromTalk(
  request: string,
  { history, system }: Conversation,
  options: { brief: boolean; language?: Language },
): Promise<ReaderReply | undefined> {
  if (!asksSomething.test(request)) return undefined;
  const turns = (role: 'user' | 'assistant') =>
    history.filter((turn) => turn.role === role && !/\?\s*$/.test(turn.text)).map((turn) => asSpoken(role, turn.text));
  const told = tellingPart(system);
  const said = [...turns('user'), ...(told === '' ? [] : [asSpoken('system', told)]), ...turns('assistant')];
  if (said.length === 0) return undefined;
  const reply = await answerFromMaterial(request, said, options);
  return reply.sources?.length === 0 ? undefined : reply;
}

const asksSomething =
  /[?？]\s*$|\b(?:who|whom|whose|what|which|when|where|why|how|tell|give|name|list|qué|quién|cuál|cuándo|dónde|cómo|cuánto|wer|was|wann|wo|warum|wie|welche|nenne|qui|quel|quand|où|comment)\b|[谁什哪何几吗]/iu;

/** What of the instructions tells something: sentences that give orders or say who the assistant is are no answers. */
function tellingPart(system: string): string {
  return sentencesOf(system, { isWrapped: true })
    .map(({ text }) => text)
    .filter((sentence) => !givesOrder.test(sentence))
    .join('\n');
}

const givesOrder =
  /^[-*\s\d.)]*(?:you are (?:an? )?(?:helpful|friendly|expert|concise|knowledgeable|professional|\p{L}+ (?:assistant|bot))|(?:please |always |never |only |just |be |do not |don['’]t |if |when(?:ever)? |use |answer|reply|respond|write|speak|talk|start|end|begin|finish|keep|refuse|avoid|decline|act|help|stick|follow|make sure|ensure|remember)\b)/iu;

/** Sources point into attached documents; text inside messages has none to point into. */
function withoutSources({ sources: _, near: __, ...reply }: ReaderReply): ReaderReply {
  return reply;
}

const asSpoken = (speaker: Speaker, text: string): PromptDocument => ({ filename: 'message', text, speaker });

/** A question, or an order to do something. */
function isRequest(text: string): boolean {
  return /[?？]\s*$|^\s*(?:please\b|who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|should|would|will|has|have|tell|give|name|list|explain|describe|find|show|write|create|translate|send|book|order|buy|call|open|close|delete|remove|add|set|schedule|cancel|pay|check|make|turn|start|stop|play|search|look|get|remind|update|move|print|qué|quién|cuál|cuándo|dónde|cómo|cuánto|wer|was|wann|wo|warum|wie|welche|nenne|dime|qui|quel|quand|où|comment)\b|[谁什哪何几吗]/iu.test(
    text,
  );
}
