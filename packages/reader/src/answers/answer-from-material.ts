import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply, ReaderSource } from '../reader-reply.ts';
import { guessLanguage, type Language } from '../text/function-words.ts';
import { phrasesOf } from '../text/phrases.ts';
import { type FoundAnswer, findAnswer } from './find-answer.ts';
import { findSupport } from './find-support.ts';
import { judgeStatement } from './judge-statement.ts';
import { hasMissingName } from './missing-names.ts';
import { isLibrary, quotePassage } from './quote-passage.ts';
import { type Material, readMaterial, type Sentence } from './read-material.ts';
import type { SentenceView } from './sentence-view.ts';

export interface AnswerOptions {
  /** Only the answer itself, without the sentence that holds it. */
  brief?: boolean;
  /** Language of the reader's own words; default: that of the question. */
  language?: Language;
  /** Above this doubt the text is said not to answer. */
  doubtLimit?: number;
}

/** Less of the question than this in the best sentence is no evidence at all. */
const leastCoverage = 0.15;
/** Above this doubt the text is said not to answer; long materials hold more that looks like an answer and is weighed less strictly. */
const doubtLimit = { usual: 0.6, long: 0.7, withMissingName: 0.3 };
const longMaterial = 25;

function doubtLimitFor({ inquiry }: FoundAnswer): number {
  if (hasMissingName(inquiry)) return doubtLimit.withMissingName;
  return inquiry.material.sentences.length > longMaterial ? doubtLimit.long : doubtLimit.usual;
}
/** What a library is asked about openly is answered by its best passage rather than by a phrase. */
const openTypes: ReadonlySet<string> = new Set(['reason', 'manner', 'act', 'thing']);
/** Yes or no is said of a library only out of a passage that ranks nearly best. */
const leastPrior = 0.9;

/** Answers a question from documents: the answer first, then the sentence that says so, or that the text does not say. */
export async function answerFromMaterial(
  question: string,
  documents: PromptDocument[],
  options: AnswerOptions = {},
): Promise<ReaderReply> {
  const material = readMaterial(documents, materialLanguage(question, documents));
  const language = material.language;
  const phrases = phrasesOf(options.language ?? language);
  const found = await findAnswer(question, material, language);
  const isStatement = found.inquiry.question.kind === 'yes-no';
  const judgement = isStatement ? judgeStatement(found) : undefined;
  const best = found.spans[0];
  const view = isStatement ? found.views[0] : best?.view;
  const isDoubtful = isStatement ? judgement === undefined : found.doubt > (options.doubtLimit ?? doubtLimitFor(found));
  const isUnclear = !view || isDoubtful || view.ranked.coverage < leastCoverage;
  const isOpen = openTypes.has(found.inquiry.asked) || (isStatement && (view?.ranked.sentence.prior ?? 0) < leastPrior);
  if (isLibrary(documents) && (isUnclear || isOpen)) {
    const quoted = quotePassage(found, material);
    if (quoted) return quoted;
  }
  if (isUnclear) return notInText(found, phrases.notInText);
  const short = judgement === undefined ? tidy(best?.text ?? '') : judgement ? phrases.yes : phrases.no;
  const support = findSupport(found, material);
  const quote = quoteOf(view.ranked.sentence, documents);
  return {
    text: options.brief === true || sayTheSame(short, quote) ? short : `${endSentence(short)} ${quote}`,
    shortAnswer: short,
    reasoning: explain(found, view, material),
    sources: support.map(toSource),
  };
}

function materialLanguage(question: string, documents: PromptDocument[]): Language {
  const fromText = guessLanguage(
    `${question} ${documents
      .map((document) => document.text.slice(0, 400))
      .join(' ')
      .slice(0, 1200)}`,
  );
  return fromText;
}

function notInText(found: FoundAnswer, text: string): ReaderReply {
  const [view] = found.views;
  const reasoning = view
    ? `The nearest passage covers ${percent(view.ranked.coverage)} of what is asked, which is too little to answer from.`
    : 'No passage shares a word with the question.';
  return { text, reasoning, sources: [] };
}

function explain({ inquiry }: FoundAnswer, view: SentenceView, material: Material): string {
  const where =
    material.documents.length > 1
      ? ` of ${material.documents[view.ranked.sentence.document]?.filename ?? 'the text'}`
      : '';
  return `Looked for a ${inquiry.asked} in ${material.sentences.length} sentences; the best one${where} covers ${percent(view.ranked.coverage)} of what is asked.`;
}

const percent = (share: number): string => `${Math.round(100 * Math.min(1, share))} %`;
const toSource = ({ document, start, end }: Sentence): ReaderSource => ({ document, start, end });
const quoteOf = ({ document, start, end }: Sentence, documents: PromptDocument[]): string =>
  documents[document]?.text.slice(start, end) ?? '';
const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
const endSentence = (text: string): string => {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?。！？]$/.test(capital) ? capital : `${capital}${/\p{Script=Han}$/u.test(capital) ? '。' : '.'}`;
};
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
const sayTheSame = (one: string, other: string): boolean => plain(one) === plain(other);
