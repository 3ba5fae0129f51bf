import { readSource } from '../extraction/source-text.ts';
import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply, ReaderSource } from '../reader-reply.ts';
import { Contexts } from '../statements/contexts.ts';
import { rateMentions } from '../statements/match-field.ts';
import { figuresOf, questionPattern } from '../statements/question-pattern.ts';
import { likeness, toWord } from '../statements/words.ts';
import { guessLanguage } from '../text/function-words.ts';
import { phrasesOf } from '../text/phrases.ts';
import { plainPassage } from '../text/plain-passage.ts';

/** More than this is searched by its passages. */
const mostCharacters = 60_000;
/** Of the sets' open files all eight values from here on were right, and none was told for what is not there. */
const leastScore = 0.6;
const margin = 0.1;
const leastMet = 0.7;

interface Told extends ReaderSource {
  value: string;
  quote: string;
  filename: string;
}

/**
 * The one value of the kind that a question asks for (a day, a sum, a number, a name) beside which all of its words stand: "What is the monthly
 * rent?". Undefined where a word or a figure of the question is not met there, where two values fit alike, and for any other question.
 */
export function answerFromStatements(
  question: string,
  documents: readonly PromptDocument[],
  isBrief: boolean,
): ReaderReply | undefined {
  const length = documents.reduce((sum, { text }) => sum + text.length, 0);
  if (length > mostCharacters || documents.some(({ passages }) => passages !== undefined)) return undefined;
  const found = documents.flatMap((document, place) => toldBy(question, document, place) ?? []);
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const { document, start, end, value, quote, filename } = only;
  return {
    text: isBrief
      ? quote
      : phrasesOf(guessLanguage(question)).says(filename === 'context' ? undefined : filename, quote),
    reasoning: 'The value beside which all words of the question stand.',
    sources: [{ document, start, end }],
    shortAnswer: value,
  };
}

/** Whether a reply cites a part of a sentence: that must fit the question too. */
export const standsIn = ({ sources = [] }: ReaderReply, sentence: ReaderSource): boolean =>
  sources.some(
    ({ document, start, end }) => document === sentence.document && start < sentence.end && sentence.start < end,
  );

function toldBy(question: string, { text, filename, speaker }: PromptDocument, document: number): Told | undefined {
  const language = guessLanguage(text.slice(0, 4000));
  const pattern = speaker === undefined ? questionPattern(question, language) : undefined;
  if (!pattern) return undefined;
  const words = [...new Set(text.toLowerCase().match(/\p{L}+/gu) ?? [])].map((word) => toWord(word, language));
  if (!pattern.telling.every((asked) => words.some((word) => likeness(asked, word) >= leastMet))) return undefined;
  const source = readSource(text);
  const contexts = new Contexts(source);
  const [best, ...others] = rateMentions(pattern, source, contexts);
  if (!best || best.score < leastScore) return undefined;
  const keyOf = ({ mention }: typeof best) => mention.iso ?? mention.value ?? mention.text;
  if (others.some((other) => other.score > best.score - margin && keyOf(other) !== keyOf(best))) return undefined;
  const place = contexts.passageOf(best.mention);
  if (!place) return undefined;
  const quote = plainPassage(text, place, place.header);
  if (!figuresOf(question).every((figure) => figuresOf(quote).includes(figure))) return undefined;
  return { document, filename, start: place.start, end: place.end, quote, value: withCurrency(text, best.mention) };
}

/** A sum as it is printed, with what stands right beside it. */
function withCurrency(text: string, { start, end }: { start: number; end: number }): string {
  const before = /(?:[$€£¥]|(?<![A-Z])[A-Z]{3} )$/.exec(text.slice(Math.max(0, start - 4), start))?.[0] ?? '';
  const behind = /^[ \u00a0]?(?:[$€£%]|[A-Z]{3}(?![A-Z])|Euro(?!\p{L}))/u.exec(text.slice(end, end + 6))?.[0] ?? '';
  return `${before}${text.slice(start, end)}${behind}`.replaceAll(/\s+/g, ' ');
}
