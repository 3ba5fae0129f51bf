import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply, ReaderSource } from '../reader-reply.ts';
import { guessLanguage, type Language, languageSaid } from '../text/function-words.ts';
import { type Phrases, phrasesOf } from '../text/phrases.ts';
import { plainPassage } from '../text/plain-passage.ts';
import { type FoundPassages, findPassages } from './find-passage.ts';
import { findSupport } from './find-support.ts';
import { fitsQuestion, givesReason } from './fits-question.ts';
import type { Inquiry } from './inquiry.ts';
import { isLibrary, nearestPassage } from './nearest-passage.ts';
import { type Material, readMaterial, type Sentence } from './read-material.ts';
import type { SentenceView } from './sentence-view.ts';

export interface AnswerOptions {
  /** Without the words that introduce the passage. */
  brief?: boolean;
  /** Language of the reader's own words; default: that of question and text. */
  language?: Language;
}

/** From this chance on a passage is shown. Chosen on held-out articles, see the package's README. */
const leastChance = 0.35;
const leastChanceDespiteAbsence = 0.47;
/** Of a library, that its best passages answer is believed of those alone that rank nearly first. */
const leastPrior = 1;
/** A second passage is shown besides when it is nearly as likely. */
const rivalMargin = 0.15;
const mostShown = 2;
/** A sentence that carries this share of a question says what it asks about. */
const allSaid = 0.8;

/**
 * Answers a question from documents by quoting the passage that answers it, or says that they do not say and what was
 * looked through. It takes no phrase out of the passage: on texts not seen no phrase is right often enough to stand alone.
 */
export async function answerFromMaterial(
  question: string,
  documents: PromptDocument[],
  options: AnswerOptions = {},
): Promise<ReaderReply> {
  const language = materialLanguage(question, documents);
  const material = readMaterial(documents, language);
  const phrases = phrasesOf(options.language ?? languageSaid(question) ?? language);
  const { inquiry, passages } = await findPassages(question, material);
  const least = leastChanceFor(inquiry);
  const isRanked = documents.some(({ ranked = [] }) => ranked.length > 0);
  const leastRank = isRanked && isLibrary(material) ? leastPrior : 0;
  const likely = passages.filter(
    ({ view, chance }) => chance >= least && view.ranked.sentence.prior >= leastRank && isFitting(inquiry, view),
  );
  const [best] = likely;
  if (!best) return showNearest(inquiry, phrases) ?? notInText(inquiry, phrases);
  const shown = likely.filter(({ chance }) => chance >= best.chance - rivalMargin).slice(0, mostShown);
  const sentences = shown.map(({ view }) => withReason(inquiry, proseOf(view.ranked.sentence, material)));
  const said = sentences.map((sentence) => {
    const quote = quoteOf(sentence, material);
    return options.brief === true ? quote : introduce(quote, sentence, material, phrases);
  });
  // Of a library the ranking names what else speaks to the question.
  const support = isLibrary(material) ? [] : findSupport(inquiry, best.view.ranked.sentence);
  return {
    text: [...new Set(said)].join('\n'),
    reasoning: explain(inquiry, best),
    sources: [...new Set([...sentences, ...support])].map(toSource),
  };
}

/**
 * A text that holds no word like what "What is the deposit?" asks for does not answer; one that lacks a noun of a longer
 * question must be likelier to. Nouns that only say what sort of thing is asked for are not looked for.
 */
function leastChanceFor({ question, evidence, anywhere }: Inquiry): number {
  const nouns = [...evidence.terms.entries()].filter(
    ([, { token }]) =>
      /^(?:NOUN|PROPN|NUM)$/.test(question.tags[token] ?? '') && !isSort.test(question.tokens[token]?.lower ?? ''),
  );
  const absent = nouns.filter(([index]) => (anywhere[index] ?? 0) < 0.5);
  if (absent.length === 0) return leastChance;
  const isShort = question.form === 'copula' || nouns.length <= 2;
  return isShort && absent.length * 2 >= nouns.length ? 1 : leastChanceDespiteAbsence;
}

const isSort =
  /^(?:years?|dates?|days?|times?|months?|numbers?|amounts?|names?|persons?|people|man|woman|countr(?:y|ies)|cit(?:y|ies)|towns?|places?|states?|regions?|percentage|share|price|cost|money|maximum|minimum|size|length|height|distance|weight|age|kinds?|types?|sorts?|thing|way|reason|title|word|person|año|fecha|número|nombre|país|ciudad|lugar|tipo|jahr|datum|tag|zahl|name|land|stadt|ort|art)$/u;

const isFitting = (inquiry: Inquiry, view: SentenceView): boolean =>
  !isCode(view.ranked.sentence, inquiry.material) &&
  (fitsQuestion(inquiry, view, textOf(view.ranked.sentence, inquiry.material)) || leadsToReason(inquiry, view)) &&
  saysAllAsRow(inquiry, view);

/** The sentence that goes on from another one in the same paragraph. */
function nextSentence(sentence: Sentence, material: Material): Sentence | undefined {
  const next = material.sentences[sentence.index + 1];
  const isProse = (each: Sentence): boolean =>
    each.header === undefined && /[.!]["'”’»)]*$/u.test(textOf(each, material));
  const goesOn = next?.document === sentence.document && next.section === sentence.section && !next.isHeading;
  return goesOn && isProse(sentence) && isProse(next) ? next : undefined;
}

/** Why something is so often stands in the sentence after the one that says that it is. */
function withReason({ question, material }: Inquiry, sentence: Sentence): Sentence {
  if (question.kind !== 'why' || givesReason(textOf(sentence, material))) return sentence;
  const next = nextSentence(sentence, material);
  return next ? { ...sentence, end: next.end } : sentence;
}

const isJson = ({ document }: Sentence, { documents }: Material): boolean =>
  /\.jsonl?$/i.test(documents[document]?.filename ?? '');

/** A sentence that says all of a why-question, and another one behind it. */
const leadsToReason = ({ question, material }: Inquiry, { ranked }: SentenceView): boolean =>
  question.kind === 'why' && ranked.coverage >= allSaid && nextSentence(ranked.sentence, material) !== undefined;

/** Lists and fields of JSON are looked up; of its lines those are sentences that hold one. */
const isCode = (sentence: Sentence, material: Material): boolean =>
  isJson(sentence, material) && proseOf(sentence, material) === sentence;

const longText = /^(?<key>\s*"[^"\\]{1,80}"\s*:\s*")(?<prose>[^"\\]{20,}[.!?])"\s*,?\s*$/u;

/** Of a field of JSON that holds a sentence, the sentence. */
function proseOf(sentence: Sentence, material: Material): Sentence {
  const { key, prose } = isJson(sentence, material) ? (longText.exec(textOf(sentence, material))?.groups ?? {}) : {};
  if (key === undefined || prose === undefined) return sentence;
  return { ...sentence, start: sentence.start + key.length, end: sentence.start + key.length + prose.length };
}

/** Verbs that say nothing of a row. */
const lightVerb =
  /^(?:be|is|are|was|were|do|does|did|have|has|had|get|take|make|go|cost|leave|come|give|use|need|say|mean|show|shows|appear|appears|occur|occurs|happen|happens|see|find|call|called|belong|belongs|offer|offered)$/u;

/**
 * A row of a table says one thing of each column: one that lacks a word of the question answers another question ("the
 * child fare" is not in a row with an adult fare). Headings of the columns and above the table count with it.
 */
function saysAllAsRow({ question, evidence, material }: Inquiry, { ranked, places }: SentenceView): boolean {
  const { sentence } = ranked;
  if (sentence.header === undefined) return true;
  const heading = textOf({ ...sentence, ...sentence.header }, material).toLowerCase();
  return evidence.terms.every(({ token }, index) => {
    const lower = question.tokens[token]?.lower ?? '';
    if (!/^(?:NOUN|PROPN|NUM|ADJ|VERB)$/.test(question.tags[token] ?? '') || lightVerb.test(lower)) return true;
    return (
      (places[index]?.length ?? 0) > 0 || heading.includes(lower.slice(0, 5)) || isInHeading(token, sentence, question)
    );
  });
}

function isInHeading(token: number, { headingStems }: Sentence, { tokens }: Inquiry['question']): boolean {
  const stem = tokens[token]?.stem;
  return stem !== undefined && headingStems.has(stem);
}

function materialLanguage(question: string, documents: PromptDocument[]): Language {
  const beginnings = documents.map((document) => document.text.slice(0, 400)).join(' ');
  return guessLanguage(`${question} ${beginnings.slice(0, 1200)}`);
}

const textOf = ({ document, start, end }: Sentence, { documents }: Material): string =>
  documents[document]?.text.slice(start, end) ?? '';

const quoteOf = (sentence: Sentence, { documents }: Material): string =>
  plainPassage(documents[sentence.document]?.text ?? '', sentence, sentence.header);

function introduce(quote: string, { document }: Sentence, { documents }: Material, phrases: Phrases): string {
  const { speaker, filename = 'context' } = documents[document] ?? {};
  if (speaker !== undefined) return phrases.said(speaker, quote);
  return phrases.says(filename === 'context' ? undefined : filename, quote);
}

/** Of a library, of which only the best passages can be read, the nearest passage, said to be no more than that. */
function showNearest(inquiry: Inquiry, phrases: Phrases): ReaderReply | undefined {
  const nearest = nearestPassage(inquiry);
  if (!nearest) return undefined;
  const { document, start, end, coverage } = nearest;
  const { filename, text } = inquiry.material.documents[document] ?? { filename: '', text: '' };
  return {
    text: phrases.nearest(filename, plainPassage(text, { start, end })),
    reasoning: `No sentence is likely enough to answer; the passage that ranks first carries ${Math.round(100 * coverage)} % of what is asked.`,
    sources: [{ document, start, end }],
  };
}

const mostNames = 3;

function notInText({ question, evidence, material, anywhere }: Inquiry, phrases: Phrases): ReaderReply {
  const files = material.documents.filter(({ speaker }) => speaker === undefined).map(({ filename }) => filename);
  const names = files.filter((name) => name !== 'context');
  const places = names.length > mostNames ? [...names.slice(0, mostNames), `+${names.length - mostNames}`] : names;
  const absent = evidence.terms
    .filter(
      ({ token }, index) =>
        (anywhere[index] ?? 0) === 0 &&
        /^(?:NOUN|PROPN|NUM|X)$/.test(question.tags[token] ?? '') &&
        !isSort.test(question.tokens[token]?.lower ?? ''),
    )
    .map(({ token }) => question.tokens[token]?.text ?? '');
  return {
    text: phrases.notInText({ places, sentences: material.sentences.length, absent: absent.slice(0, mostNames) }),
    reasoning: 'No passage is likely enough to answer.',
    sources: [],
  };
}

function explain({ asked, material }: Inquiry, { view, chance }: FoundPassages['passages'][number]): string {
  const name = material.documents[view.ranked.sentence.document]?.filename ?? 'the text';
  return `Looked for a ${asked} in ${material.sentences.length} sentences; this one of ${name} answers with a chance of ${Math.round(100 * chance)} %.`;
}

const toSource = ({ document, start, end }: Sentence): ReaderSource => ({ document, start, end });
