import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply, ReaderSource } from '../reader-reply.ts';
import { guessLanguage, type Language, languageSaid } from '../text/function-words.ts';
import { type Phrases, phrasesOf } from '../text/phrases.ts';
import { plainPassage } from '../text/plain-passage.ts';
import { lacksForm } from './asked-form.ts';
import { isSort } from './asked-nouns.ts';
import { type FoundPassages, findPassages } from './find-passage.ts';
import { fitsQuestion } from './fits-question.ts';
import type { Inquiry } from './inquiry.ts';
import { askedOf, loadJudges, mayClaim, oddsByPlace, readRows } from './judge-claim.ts';
import { type JudgedPassage, likeliest } from './likeliest-passages.ts';
import { asksBearer, asksName, namesIt } from './names-bearer.ts';
import { type NearPassage, nearPassages } from './near-passages.ts';
import { isLibrary, nearestPassage } from './nearest-passage.ts';
import { isOfAnotherSort, isOfNoYearThere } from './of-another-sort.ts';
import { proseOf } from './prose-in-json.ts';
import { type Material, readMaterial, type Sentence } from './read-material.ts';
import { saysAllAsRow } from './says-all-as-row.ts';
import type { SentenceView } from './sentence-view.ts';
import { speaksOfIt } from './speaks-of-it.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

export interface AnswerOptions {
  /** Without the words that introduce the passage. */
  brief?: boolean;
  /** Where nothing surely answers, the passages that touch the question are quoted. */
  withNear?: boolean;
  /** Language of the reader's own words; default: that of question and text. */
  language?: Language;
}

/**
 * From this chance on a passage is given as the answer; below it stands among the nearest ones. Chosen on held-out articles and on two
 * sets of questions asked before anybody had seen them, see the package's README.
 */
const leastChance = 0.43;
/** Of a library: what its ranking puts first has been chosen from among very many already. */
const leastChanceOfFirst = 0.35;
/** Of a sentence that gives the names as they are and all else that is asked by. */
const leastChanceOfWhole = 0.25;
const nearlyWhole = 0.95;
/** A passage that carries less of a question speaks of something else. */
const leastCoverage = 0.4;
/** Of a library, that its best passages answer is believed of those alone that rank first, or well and give the names that are asked for. */
const leastPrior = 1;
const leastPriorOfNamed = 0.5;
/** A second passage is shown besides when it is nearly as likely. */
const rivalMargin = 0.15;
const mostShown = 2;

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
  const isByRank = documents.some(({ ranked = [] }) => ranked.length > 0) && isLibrary(material);
  const near = isByRank && options.withNear !== true ? [] : nearPassages(inquiry, passages);
  const touching = near.filter(({ touches }) => touches);
  const declined = (of: readonly NearPassage[]) => notInText(inquiry, phrases, options.withNear === true ? of : []);
  if (isOfNoYearThere(inquiry)) return declined(touching);
  const { byWords, byReading } = await loadJudges();
  const isQuoted = !isByRank && documents.every(({ speaker }) => speaker === undefined);
  const isLong = material.sentences.length >= leastSentences;
  const byWord = byWords(near.map(({ features }) => features));
  const odds = isQuoted ? oddsByPlace(question, near, askedOf(byWord)) : null;
  const chances = odds ? byReading(readRows(byWord, odds)) : byWord;
  const judging = {
    inquiry,
    near: near.map((each, rank) => ({ ...each, chance: chances[rank] ?? 0, isRead: odds !== null })),
    passages,
  };
  const claimed = isByRank ? undefined : claimNearest(judging, phrases, options.brief === true);
  const nearest = odds ? likeliest(judging.near, isLong) : touching;
  if (isQuoted && isLong) return claimed ?? declined(nearest);
  const likely = likelyOf(inquiry, passages, isByRank).filter(
    ({ view }) => isByRank || isConfirmed(view.ranked.sentence, judging),
  );
  const [best] = likely;
  if (!best) return claimed ?? showNearest(inquiry, phrases) ?? declined(nearest);
  const shown = likely.filter(({ chance }) => chance >= best.chance - rivalMargin).slice(0, mostShown);
  const sentences = shown.map(({ view }) => proseOf(view.ranked.sentence, material));
  const said = sentences.map((sentence) => {
    const quote = quoteOf(sentence, material);
    return options.brief === true ? quote : introduce(quote, sentence, material, phrases);
  });
  return {
    text: [...new Set(said)].join('\n'),
    reasoning: explain(inquiry, best),
    sources: sentences.map(toSource),
  };
}

/** The sentences that the rules pass and that are likely enough. */
function likelyOf(inquiry: Inquiry, passages: FoundPassages['passages'], isByRank: boolean): FoundPassages['passages'] {
  const least = isByRank ? leastChanceOfFirst : leastChance;
  const leastRank = (sentence: Sentence): number =>
    isByRank ? (inquiry.named.own.has(sentence) ? leastPriorOfNamed : leastPrior) : 0;
  const fitting = passages.filter(
    ({ view }) =>
      view.ranked.coverage >= leastCoverage &&
      view.ranked.sentence.prior >= leastRank(view.ranked.sentence) &&
      isFitting(inquiry, view),
  );
  return fitting.filter(({ chance, view }) => chance >= (isWhole(inquiry, view) ? leastChanceOfWhole : least));
}

const isWhole = ({ named }: Inquiry, { ranked }: SentenceView): boolean =>
  named.own.has(ranked.sentence) && ranked.coverage >= nearlyWhole;

/**
 * From these chances on a passage that the rules pass is told (`leastConfirmedRead`: one that the encoder has read), and one that they do not. Measured on folds over the open files of
 * `quality/sets` and on sets of `quality/practice` that were left out, by `quality/sets/train-claims.ts`.
 */
const leastConfirmed = 0.3;
const leastConfirmedRead = 0.5;
const leastClaimed = 0.9;
/**
 * Texts of so many sentences are left to the judge: there much else is near. What it tells speaks of what is asked for, and in a text of a page it
 * fits the question; in a longer one any name beside the words of a question looks like who somebody is, so that it must be surer of that. Of what
 * it is sure of in a longer text, the rules keep out more that is right than wrong.
 */
const leastSentences = 8;
const leastOfLong = 16;
const leastOfPage = 0.65;
const leastClaimedOfLong = 0.65;
const leastSure = 0.7;
/** In a text of a page, of what says who bears a role, or gives the names as they are and all else that is asked by. */
const leastOfNamed = 0.25;

/** Of what the encoder has read: of files that no judge had seen, 84 of a hundred that are told are right. */
const leastRead = 0.7;

interface Judging {
  inquiry: Inquiry;
  near: readonly JudgedPassage[];
  passages: FoundPassages['passages'];
}

/** Whether what is quoted around a sentence is likely enough to answer; true where nothing of it would be quoted. */
function isConfirmed({ document, start, end }: Sentence, { inquiry, near }: Omit<Judging, 'passages'>): boolean {
  if (inquiry.material.documents[document]?.speaker !== undefined) return true;
  const around = near.filter((each) => each.document === document && each.start <= start && each.end >= end);
  return (
    around.length === 0 || around.some(({ chance, isRead }) => chance >= (isRead ? leastConfirmedRead : leastConfirmed))
  );
}

/** What the learned judge holds for an answer, as it is quoted. */
function claimNearest(judging: Judging, phrases: Phrases, isBrief: boolean): ReaderReply | undefined {
  const { inquiry, near } = judging;
  const best = near
    .toSorted((one, other) => other.chance - one.chance)
    .find((each) => mayClaim(each.features) && isTold(each, judging));
  if (!best) return undefined;
  const { document, start, end, quote, chance } = best;
  const { speaker, filename = 'context' } = inquiry.material.documents[document] ?? {};
  if (speaker !== undefined) return undefined;
  return {
    text: isBrief ? quote : phrases.says(filename === 'context' ? undefined : filename, quote),
    reasoning: `This passage of ${filename} answers with a chance of ${Math.round(100 * chance)} %.`,
    sources: [{ document, start, end }],
  };
}

function isTold({ document, start, end, quote, chance, isRead }: JudgedPassage, judging: Judging): boolean {
  const { inquiry, passages } = judging;
  const inside = passages.filter(
    ({ view: { ranked } }) =>
      ranked.sentence.document === document && ranked.sentence.start >= start && ranked.sentence.end <= end,
  );
  // A row is of the sort that its headings say.
  if (isOfAnotherSort(inquiry, quote)) return false;
  if (isRead) return chance >= leastRead;
  const { length } = inquiry.material.sentences;
  // In a very short text a sentence that the rules refuse is no answer beside others either.
  if (length < leastSentences) return chance >= leastClaimed && inside.every(({ view }) => isFitting(inquiry, view));
  const { text: asked, kind } = inquiry.question;
  const isLong = length >= leastOfLong;
  const passes = (has: (view: SentenceView, text: string) => boolean): boolean =>
    inside.some(({ view }) => has(view, textOf(view.ranked.sentence, inquiry.material)));
  const isMeant = passes(
    (view, text) =>
      speaksOfIt(inquiry, view) && !isOfAnotherSort(inquiry, text) && (isLong || fitsQuestion(inquiry, view, text)),
  );
  if (!isLong) {
    const isNamed = asksBearer(asked) || passes((view) => isWhole(inquiry, view));
    return isMeant && chance >= (isNamed ? leastOfNamed : leastOfPage);
  }
  if (asksName.test(asked) && !passes((view, text) => namesIt(inquiry, view, text))) return false;
  return chance >= (isMeant && !/^who(?:se)?$/u.test(kind) ? leastClaimedOfLong : leastSure);
}

const isFitting = (inquiry: Inquiry, view: SentenceView): boolean =>
  fitsQuestion(inquiry, view, textOf(view.ranked.sentence, inquiry.material)) &&
  !lacksForm(inquiry, textOf(view.ranked.sentence, inquiry.material)) &&
  saysAllAsRow(inquiry, view) &&
  !isOfAnotherSort(inquiry, textOf(view.ranked.sentence, inquiry.material)) &&
  speaksOfIt(inquiry, view);

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

const placesOf = (names: string[]): string[] =>
  names.length > mostNames ? [...names.slice(0, mostNames), `+${names.length - mostNames}`] : names;

function notInText(inquiry: Inquiry, phrases: Phrases, near: readonly NearPassage[]): ReaderReply {
  const { question, evidence, material, anywhere } = inquiry;
  if (material.documents.every(({ filename, text }) => filename === 'collections' && text === ''))
    return { text: phrases.notInCollections, reasoning: 'The collections hold nothing on it.', sources: [] };
  const files = material.documents.filter(({ speaker }) => speaker === undefined).map(({ filename }) => filename);
  const names = files.filter((name) => name !== 'context');
  const read = new Set(material.sentences.map(({ document }) => material.documents[document]?.filename));
  const unread = phrases.noText(placesOf(names.filter((name) => !read.has(name))));
  if (material.sentences.length === 0)
    return { text: unread, reasoning: 'There is no sentence to look at.', sources: [] };
  const absent = evidence.terms
    .filter(
      ({ token }, index) =>
        (anywhere[index] ?? 0) === 0 &&
        /^(?:NOUN|PROPN|NUM|X)$/.test(question.tags[token] ?? '') &&
        !isSort.test(question.tokens[token]?.lower ?? ''),
    )
    .map(({ token }) => question.tokens[token]?.text ?? '');
  const hasNear = near.length > 0;
  const notThere = phrases.notInText({
    places: placesOf(names.filter((name) => read.has(name))),
    sentences: material.sentences.length,
    absent: absent.slice(0, mostNames),
    hasNear,
  });
  const declined = names.every((name) => read.has(name)) ? notThere : `${notThere} ${unread}`;
  const quotes = near.map(({ document, quote }) =>
    phrases.near({ quote, ...(names.length > 1 && { name: material.documents[document]?.filename ?? '' }) }),
  );
  return {
    text: hasNear ? [declined, phrases.nearLead, ...quotes].join('\n') : declined,
    reasoning: 'No passage is likely enough to answer.',
    sources: [],
    ...(hasNear && { near: near.map(({ document, start, end, score }) => ({ document, start, end, score })) }),
  };
}

function explain({ asked, material }: Inquiry, { view, chance }: FoundPassages['passages'][number]): string {
  const name = material.documents[view.ranked.sentence.document]?.filename ?? 'the text';
  return `Looked for a ${asked} in ${material.sentences.length} sentences; this one of ${name} answers with a chance of ${Math.round(100 * chance)} %.`;
}

const toSource = ({ document, start, end }: Sentence): ReaderSource => ({ document, start, end });
