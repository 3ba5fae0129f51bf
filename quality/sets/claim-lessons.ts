import { PassageIndex, rankPassages, splitPassages } from '@parley/text';
import { findPassages } from '../../engines/reader/src/answers/find-passage.ts';
import { nearPassages } from '../../engines/reader/src/answers/near-passages.ts';
import { readMaterial } from '../../engines/reader/src/answers/read-material.ts';
import { readTyping, withApostrophes } from '../../engines/reader/src/conversation/read-typing.ts';
import type { PromptDocument } from '../../engines/reader/src/prompt.ts';
import { guessLanguage } from '../../engines/reader/src/text/function-words.ts';
import type { KnownQuestion } from '../../engines/reader/tools/train-answers/read-questions.ts';
import { holds } from './judge.ts';
import type { SetPrompts } from './read-prompts.ts';
import { practiceSets, readSetQuestions, setNames } from './read-sets.ts';

const rankedLimit = 400;
/** Paragraphs of an article that stand beside the one that answers. */
const otherParagraphs = 5;

export interface Passage {
  quote: string;
  features: number[];
  /** `readRows`, where the encoder was asked. */
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
  passages: Passage[];
}

const weights = { open: 3, openMade: 0.6, article: 0.2 };

/** The open questions, and each of them once more with what answers it taken out of its files. */
export async function judgeOpen(prompts: SetPrompts): Promise<Judged[]> {
  const found: Judged[] = [];
  for (const question of [...setNames, ...practiceSets]
    .flatMap(readSetQuestions)
    .filter(({ half }) => half === 'open')) {
    const { documents = [] } = await prompts.of(question);
    const { accept = [], all = false } = question;
    const tells = (quote: string): boolean =>
      accept.length > 0 && accept[all ? 'every' : 'some']((value) => holds(quote, value));
    const near = await quotedFor(question.question, documents);
    const about = { question: question.question, group: `${question.set} ${question.files.join(' ')}`, isOpen: true };
    const passages = near.map(({ features, quote }) => ({ features, quote, isRight: tells(quote) }));
    found.push({ ...about, weight: weights.open, isMade: false, passages });
    const telling = near.filter(({ quote }) => tells(quote));
    if (telling.length === 0 || all) continue;
    const cut = documents.map((document, index) =>
      without(
        document,
        telling.filter((each) => each.document === index),
      ),
    );
    const left = (await quotedFor(question.question, cut)).filter(({ quote }) => !tells(quote));
    found.push({
      ...about,
      weight: weights.openMade,
      isMade: true,
      passages: left.map(({ features, quote }) => ({ features, quote, isRight: false })),
    });
  }
  return found;
}

/** Questions of articles, put to the paragraph that answers among others, and to the others alone. */
export async function judgeArticles(known: readonly KnownQuestion[]): Promise<Judged[]> {
  const found: Judged[] = [];
  const ofArticle = new Map<string, Set<string>>();
  const nameOf = ({ set, group }: KnownQuestion): string => `${set} ${group}`;
  const usable = known.filter(({ set }) => /^(?:en|de|es|squad2)$/.test(set));
  for (const each of usable) ofArticle.set(nameOf(each), (ofArticle.get(nameOf(each)) ?? new Set()).add(each.context));
  for (const each of usable) {
    const others = [...(ofArticle.get(nameOf(each)) ?? [])]
      .filter((context) => context !== each.context)
      .slice(0, otherParagraphs);
    for (const isMade of each.answers.length > 0 ? [false, true] : [false]) {
      const document = await documentOf(isMade ? others : [each.context, ...others], each.question);
      const near = await quotedFor(each.question, [document]);
      const passages = near.map(({ features, quote }) => ({
        features,
        quote,
        isRight: each.answers.some((answer) => holds(quote, answer)),
      }));
      const kept = isMade ? passages.filter(({ isRight }) => !isRight) : passages;
      const { question, group } = each;
      found.push({ question, group, isOpen: false, weight: weights.article, isMade, passages: kept });
    }
  }
  return found;
}

async function quotedFor(typed: string, documents: PromptDocument[]): Promise<ReturnType<typeof nearPassages>> {
  const { question } = readTyping(withApostrophes(typed), documents, guessLanguage(typed));
  const beginnings = documents.map(({ text }) => text.slice(0, 400)).join(' ');
  const language = guessLanguage(`${question} ${beginnings.slice(0, 1200)}`);
  const { inquiry, passages } = await findPassages(question, readMaterial(documents, language));
  return nearPassages(inquiry, passages);
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
