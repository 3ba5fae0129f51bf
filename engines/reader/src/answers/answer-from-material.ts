import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { guessLanguage, type Language, languageSaid } from '../text/function-words.ts';
import { type Phrases, phrasesOf } from '../text/phrases.ts';
import { plainPassage } from '../text/plain-passage.ts';
import { type Inquiry, openInquiry } from './inquiry.ts';
import { askedOf, heardByPlace, loadJudges, mayClaim, readRows } from './judge-claim.ts';
import { type JudgedPassage, likeliest } from './likeliest-passages.ts';
import { type NearPassage, nearPassages } from './near-passages.ts';
import { nearestPassage } from './nearest-passage.ts';
import { notInText } from './not-in-text.ts';
import { isOfAnotherSort, isOfNoYearThere } from './of-another-sort.ts';
import { isOfFewSentences, readMaterial } from './read-material.ts';

export interface AnswerOptions {
  /** Without the words that introduce the passage. */
  brief?: boolean;
  /** Where nothing surely answers, the passages that touch the question are quoted. */
  withNear?: boolean;
  /** Language of the reader's own words; default: that of question and text. */
  language?: Language;
}

/**
 * From these chances on a passage is told as the answer: one that the encoder has read together with the question, and one that is judged by
 * its words alone. How right each is on files that no judge had seen says `quality/sets/train-claims.ts`.
 */
const [leastRead, leastByWords] = [0.68, 0.66];

/**
 * Answers a question from documents by quoting the passage that answers it, or says that they do not say and what was
 * looked through. It takes no phrase out of the passage: on texts not seen no phrase is right often enough to stand alone.
 */
export async function answerFromMaterial(
  question: string,
  documents: PromptDocument[],
  options: AnswerOptions = {},
): Promise<ReaderReply> {
  const language = guessLanguage(`${question} ${beginningsOf(documents)}`);
  const material = readMaterial(documents, language);
  const phrases = phrasesOf(options.language ?? languageSaid(question) ?? language);
  const inquiry = await openInquiry(question, material);
  const isShort = isOfFewSentences(material);
  const near = await judgedOf(question, nearPassages(inquiry), isShort);
  const answer = isOfNoYearThere(inquiry) ? undefined : answering(inquiry, near);
  if (answer) return tell({ ...answer, ...answer.part }, documents, { ...options, phrases });
  const nearest = near.some(({ isRead }) => isRead) ? likeliest(near, !isShort) : near.filter(({ touches }) => touches);
  return showNearest(inquiry, phrases) ?? notInText(inquiry, phrases, options.withNear === true ? nearest : []);
}

function beginningsOf(documents: readonly PromptDocument[]): string {
  return documents
    .map(({ text }) => text.slice(0, 400))
    .join(' ')
    .slice(0, 1200);
}

/** How likely each passage answers: by its words and, where an encoder was asked, by what it says of those that may. */
async function judgedOf(question: string, near: readonly NearPassage[], isShort: boolean): Promise<JudgedPassage[]> {
  const { byWords, byReading } = await loadJudges();
  const byWord = byWords(near.map(({ features }) => features));
  const asked = askedOf(byWord);
  const heard = heardByPlace(question, isShort ? near : near.map((each) => ({ ...each, parts: [] })), asked);
  const rows = heard && readRows(byWord, heard);
  const chances = rows ? byReading(rows) : byWord;
  return near.map((each, rank) => ({
    ...each,
    chance: chances[rank] ?? 0,
    isRead: heard !== null,
    mayTell: mayClaim(each.features, heard ? (heard.get(rank) ?? null) : undefined),
    part: heard?.get(rank)?.part,
  }));
}

/** The passage that is told, if one is likely enough. */
const answering = (inquiry: Inquiry, near: readonly JudgedPassage[]): JudgedPassage | undefined =>
  near
    .toSorted((one, other) => other.chance - one.chance)
    .find(
      ({ chance, isRead, mayTell, quote }) =>
        mayTell && chance >= (isRead ? leastRead : leastByWords) && !isOfAnotherSort(inquiry, quote),
    );

function tell(
  { document, start, end, quote, chance }: JudgedPassage,
  documents: readonly PromptDocument[],
  { brief, phrases }: { brief?: boolean; phrases: Phrases },
): ReaderReply {
  const { speaker, filename = 'context' } = documents[document] ?? {};
  const said =
    speaker === undefined
      ? phrases.says(filename === 'context' ? undefined : filename, quote)
      : phrases.said(speaker, quote);
  return {
    text: brief === true ? quote : said,
    reasoning: `This passage of ${filename} answers with a chance of ${Math.round(100 * chance)} %.`,
    sources: [{ document, start, end }],
  };
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
