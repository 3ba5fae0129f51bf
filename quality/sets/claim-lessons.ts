import { createHash } from 'node:crypto';
import { PassageIndex, rankPassages, splitPassages } from '@parley/text';
import { openInquiry } from '../../engines/reader/src/answers/inquiry.ts';
import type { AskedPassage, Heard } from '../../engines/reader/src/answers/judge-claim.ts';
import { type NearPassage, nearPassages } from '../../engines/reader/src/answers/near-passages.ts';
import { isOfFewSentences, type Material, readMaterial } from '../../engines/reader/src/answers/read-material.ts';
import { readTyping, withApostrophes } from '../../engines/reader/src/conversation/read-typing.ts';
import type { PromptDocument } from '../../engines/reader/src/prompt.ts';
import { guessLanguage } from '../../engines/reader/src/text/function-words.ts';
import type { KnownQuestion } from '../../engines/reader/tools/learning/read-questions.ts';
import { holds } from './judge.ts';
import type { SetPrompts } from './read-prompts.ts';
import { practiceSets, readSetQuestions, setNames } from './read-sets.ts';

const rankedLimit = 400;
/** Paragraphs of an article that stand beside the one that answers. */
const otherParagraphs = 5;

export interface Passage extends AskedPassage {
  features: number[];
  /** `heardOf` and `readRows`, where the encoder was asked. */
  heard?: Heard<unknown> | null;
  read?: number[];
  isRight: boolean;
}

export interface Judged {
  question: string;
  group: string;
  isOpen: boolean;
  /** The open questions as they are count most, then those whose answer was taken out, then those of articles. */
  weight: number;
  isMade: boolean;
  /** Of a few sentences alone. */
  isShort?: boolean;
  passages: Passage[];
}

const weights = { open: 3, openMade: 0.6, short: 1, article: 0.2 };
/** A short text has so many sentences more than the one that answers. */
const mostBeside = 5;

/** The open questions, each of them once more with what answers it taken out of its files, and of a few sentences alone. */
export async function judgeOpen(prompts: SetPrompts): Promise<Judged[]> {
  const found: Judged[] = [];
  for (const question of [...setNames, ...practiceSets]
    .flatMap(readSetQuestions)
    .filter(({ half }) => half === 'open')) {
    const { documents = [] } = await prompts.of(question);
    const { accept = [], all = false } = question;
    const tells = (quote: string): boolean =>
      accept.length > 0 && accept[all ? 'every' : 'some']((value) => holds(quote, value));
    const quoted = await quotedFor(question.question, documents);
    const { near, material } = quoted;
    const about = { question: question.question, group: `${question.set} ${question.files.join(' ')}`, isOpen: true };
    found.push({ ...about, weight: weights.open, isMade: false, passages: lessonsOf(quoted, tells) });
    const short = all ? undefined : shortText(question.question, near, material, tells);
    if (short) {
      const passages = lessonsOf(await quotedFor(question.question, [short]), tells);
      found.push({ ...about, weight: weights.short, isMade: true, isShort: true, passages });
    }
    const telling = near.filter(({ quote }) => tells(quote));
    if (telling.length === 0 || all) continue;
    const cut = documents.map((document, index) =>
      without(
        document,
        telling.filter((each) => each.document === index),
      ),
    );
    const left = lessonsOf(await quotedFor(question.question, cut), tells).filter(({ isRight }) => !isRight);
    found.push({ ...about, weight: weights.openMade, isMade: true, passages: left });
  }
  return found;
}

/** Questions of articles, put to the paragraph that answers among others, and to the others alone. */
export async function judgeArticles(known: readonly KnownQuestion[]): Promise<Judged[]> {
  const found: Judged[] = [];
  const ofArticle = new Map<string, Set<string>>();
  const nameOf = ({ set, group }: KnownQuestion): string => `${set} ${group}`;
  for (const each of known) ofArticle.set(nameOf(each), (ofArticle.get(nameOf(each)) ?? new Set()).add(each.context));
  for (const each of known) {
    const others = [...(ofArticle.get(nameOf(each)) ?? [])]
      .filter((context) => context !== each.context)
      .slice(0, otherParagraphs);
    for (const isMade of each.answers.length > 0 ? [false, true] : [false]) {
      const document = await documentOf(isMade ? others : [each.context, ...others], each.question);
      const tells = (quote: string): boolean => each.answers.some((answer) => holds(quote, answer));
      const passages = lessonsOf(await quotedFor(each.question, [document]), tells);
      const kept = isMade ? passages.filter(({ isRight }) => !isRight) : passages;
      const { question, group } = each;
      found.push({ question, group, isOpen: false, weight: weights.article, isMade, passages: kept });
    }
  }
  return found;
}

interface Quoted {
  near: NearPassage[];
  material: Material;
}

const lessonsOf = ({ near, material }: Quoted, tells: (quote: string) => boolean): Passage[] =>
  near.map(({ quote, parts, features }) => ({
    quote,
    parts: isOfFewSentences(material) ? parts : [],
    features,
    isRight: tells(quote),
  }));

/** The sentence that answers, or that nearly does, with what stands around it; nothing of a table. */
function shortText(
  question: string,
  near: readonly NearPassage[],
  { documents, sentences }: Material,
  tells: (quote: string) => boolean,
): PromptDocument | undefined {
  const parts = near.flatMap((each) => each.parts);
  const part = parts.find(({ quote }) => tells(quote)) ?? parts[0];
  const at = sentences.findIndex(({ document, start }) => document === part?.document && start === part.start);
  const own = sentences[at];
  if (!own) return undefined;
  const drawn = createHash('sha256').update(question).digest();
  const [before, behind] = [(drawn[0] ?? 0) % 3, (drawn[1] ?? 0) % (mostBeside - 1)];
  const around = sentences
    .slice(Math.max(0, at - before), at + behind + 1)
    .filter(({ document, header }) => document === own.document && header === undefined);
  const [first, last] = [around[0], around.at(-1)];
  const { text = '' } = documents[own.document] ?? {};
  return first && last && around.includes(own)
    ? { filename: 'note.txt', text: text.slice(first.start, last.end) }
    : undefined;
}

async function quotedFor(typed: string, documents: PromptDocument[]): Promise<Quoted> {
  const { question } = readTyping(withApostrophes(typed), documents, guessLanguage(typed));
  const beginnings = documents.map(({ text }) => text.slice(0, 400)).join(' ');
  const language = guessLanguage(`${question} ${beginnings.slice(0, 1200)}`);
  const material = readMaterial(documents, language);
  return { near: nearPassages(await openInquiry(question, material)), material };
}

async function documentOf(paragraphs: readonly string[], question: string): Promise<PromptDocument> {
  const text = paragraphs.join('\n\n');
  const index = PassageIndex.build(text, splitPassages(text));
  const ranked = await rankPassages([index], question, { limit: rankedLimit });
  return {
    filename: 'article.txt',
    text,
    ranked: ranked.flatMap(({ passage, score }) => {
      const place = index.passages[passage];
      return place ? [{ start: place.start, end: place.end, score }] : [];
    }),
  };
}

/** A document without some stretches, and its passages where they stand then. */
function without(document: PromptDocument, stretches: readonly { start: number; end: number }[]): PromptDocument {
  const cuts = stretches.toSorted((one, other) => one.start - other.start);
  const moved = (at: number): number =>
    at - cuts.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, at) - start), 0);
  let text = document.text;
  for (const { start, end } of cuts.toReversed()) text = text.slice(0, start) + text.slice(end);
  const ranked = (document.ranked ?? [])
    .map(({ start, end, score }) => ({ start: moved(start), end: moved(end), score }))
    .filter(({ start, end }) => end > start);
  return { ...document, text, ranked };
}
