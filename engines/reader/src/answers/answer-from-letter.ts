import { findDates } from '@parley/text';
import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { guessLanguage } from '../text/function-words.ts';
import { phrasesOf } from '../text/phrases.ts';
import { plainPassage } from '../text/plain-passage.ts';
import { tokenize } from '../text/tokens.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

type Part = 'date' | 'writer' | 'reader';
interface Span {
  start: number;
  end: number;
}

/** What is asked of a letter as a whole, by the words that people ask it with. The first that fits is meant. */
const askedParts: readonly [Part, RegExp][] = [
  [
    'date',
    /^\s*(?:when|wann|cuándo|quand|(?:on |what |which |the )*(?:day|date)|datum|von wann|fecha)\b|\bdate of\b/iu,
  ],
  ['reader', /\b(?:to whom|whom?\b.*\bto|addressed|addressee|recipient|received?|an wen|empfänger|a quién|à qui)\b/iu],
  ['writer', /\b(?:who|whom|signed|sender|author|wer|von wem|absender|quién|qui)\b/iu],
];

/** With these words alone a question is about the letter itself and not about what stands in it. */
const ofLetter =
  /^(?:letters?|notice|dated?|day|written|wrote|writes?|sent|sends?|signed|signs?|sender|author|signature|addressed|addressee|recipient|receives?|received|brief(?:s|es)?|schreibens?|datum|datiert|geschrieben|schrieb|verfasst|unterschrieben|unterschrieb|unterzeichnet|gesendet|absender|empfänger|gerichtet|carta|fecha|fechada|escrita|escribió|firmó|firmada|firma|envió|dirigida|lettre|datée|écrite?|signée?|envoyée?|adressée?)$/iu;
const speaksOfLetter = /(?<!\p{L})(?:letter|notice|brief(?:s|es)?|schreibens?|carta|lettre)(?!\p{L})/iu;

const greeting =
  /^(?:dear\b|sehr geehrte|liebe[rs]?\s|guten tag\b|estimad[oa]s?\b|querid[oa]s?\b|muy señor|(?:cher|chère|chers|chères)\s|madame|monsieur|messieurs)/iu;
const closing =
  /^(?:yours\s(?:sincerely|faithfully|truly|ever)|(?:with\s)?(?:kind|best|warm)(?:est)?\s(?:regards|wishes)|regards|sincerely(?: yours)?|mit (?:freundlichen|besten|herzlichen) grüßen|(?:freundliche|beste|herzliche|viele|liebe) grüße|hochachtungsvoll|atentamente|(?:un )?(?:cordial )?saludos?|cordialement|bien à vous|salutations|(?:veuillez|je vous prie).{0,60}salutations)/iu;
const longestGreeting = 80;
const linesOfSignature = 3;

/**
 * Of when a letter is, who signed it and to whom it is written: the line with the date above the greeting, what stands below the closing, the
 * greeting. Undefined unless the question is about the letter itself and a single document is one.
 */
export function answerFromLetter(question: string, documents: readonly PromptDocument[]): ReaderReply | undefined {
  const language = guessLanguage(question);
  const content = tokenize(question, language).filter(({ isContent }) => isContent);
  if (!speaksOfLetter.test(question) || !content.every(({ lower }) => ofLetter.test(lower))) return undefined;
  const asked = askedParts.find(([, words]) => words.test(question))?.[0];
  if (asked === undefined) return undefined;
  const found = documents.flatMap(({ text, filename }, document) => {
    const span = partOfLetter(text, asked);
    return span ? [{ document, filename, text, ...span }] : [];
  });
  const [only] = found;
  if (!only || found.length > 1) return undefined;
  const { document, filename, text, start, end } = only;
  return {
    text: phrasesOf(language).says(filename === 'context' ? undefined : filename, plainPassage(text, { start, end })),
    reasoning: `Read from the ${asked === 'date' ? 'date above' : asked === 'reader' ? 'greeting of' : 'name below'} the letter.`,
    sources: [{ document, start, end }],
  };
}

function partOfLetter(text: string, asked: Part): Span | undefined {
  const lines = [...text.matchAll(/[^\n]+/gu)].map(({ index, 0: line }) => ({
    line: line.trim(),
    start: index,
    end: index + line.trimEnd().length,
  }));
  const greets = lines.findIndex(({ line }) => line.length <= longestGreeting && greeting.test(line));
  if (greets < 0) return undefined;
  if (asked === 'reader') return lines[greets];
  if (asked === 'date') {
    const dated = lines.slice(0, greets).filter(({ line }) => findDates(line).length > 0);
    return dated.length === 1 ? dated[0] : undefined;
  }
  const closes = lines.findIndex(({ line }, at) => at > greets && closing.test(line));
  const signed = closes < 0 ? [] : lines.slice(closes + 1, closes + 1 + linesOfSignature);
  const [first] = signed;
  const last = signed.findLast(({ line }, at) => at === 0 || !/^[^:]{1,20}:|@|\d{4}/u.test(line));
  return first && last && { start: first.start, end: last.end };
}
