/**
 * Learns how likely a quoted passage answers a question, from the open halves of the sets, from `quality/practice` and from public questions about articles, and
 * reports on folds of open files that were held out. Of the frozen halves nothing is read.
 *
 *     node quality/sets/train-claims.ts FOLDER [--write] [--texts FOLDER]
 *
 * FOLDER holds the files that `engines/reader/tools/inputs.ts` lists. The seeds are fixed: the same files give the same weights.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PassageIndex, rankPassages, splitPassages } from '@parley/text';
import { claimFeatureNames } from '../../engines/reader/src/answers/claim-features.ts';
import { findPassages } from '../../engines/reader/src/answers/find-passage.ts';
import { type ClaimWeights, judgeWith, mayClaim } from '../../engines/reader/src/answers/judge-claim.ts';
import { nearPassages } from '../../engines/reader/src/answers/near-passages.ts';
import { readMaterial } from '../../engines/reader/src/answers/read-material.ts';
import { readTyping, withApostrophes } from '../../engines/reader/src/conversation/read-typing.ts';
import type { PromptDocument } from '../../engines/reader/src/prompt.ts';
import { guessLanguage } from '../../engines/reader/src/text/function-words.ts';
import { answerInputs, checkInputs } from '../../engines/reader/tools/inputs.ts';
import { trainTrees } from '../../engines/reader/tools/train-answers/boosted-trees.ts';
import { type KnownQuestion, readQuestions } from '../../engines/reader/tools/train-answers/read-questions.ts';
import { foldOf, folds } from './folds.ts';
import { holds } from './judge.ts';
import { SetPrompts } from './read-prompts.ts';
import { practiceSets, readSetQuestions, setNames } from './read-sets.ts';

const seeds = [11, 12, 13];
const leastHessian = 0.1;
const options = { rounds: 150, depth: 4, rate: 0.06, minWeight: 6, lambda: 4, featureShare: 0.5, rowShare: 0.7 };
const rankedLimit = 400;
/** Paragraphs of an article that stand beside the one that answers. */
const otherParagraphs = 5;

interface Passage {
  features: number[];
  isRight: boolean;
}

interface Judged {
  group: string;
  isOpen: boolean;
  /** The open questions as they are count most, then those whose answer was taken out, then those of articles. */
  weight: number;
  isMade: boolean;
  passages: Passage[];
}

const weights = { open: 3, openMade: 0.6, article: 0.2 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    texts: { type: 'string', default: join(tmpdir(), 'parley-set-texts') },
  },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Give the folder that holds the inputs; engines/reader/tools/inputs.ts lists them.');
checkInputs(folder, answerInputs);
const judged = [...(await judgeOpen(new SetPrompts(values.texts))), ...(await judgeArticles(readQuestions(folder)))];
reportOnFolds(judged);
if (values.write) {
  const file = new URL('../../engines/reader/src/answers/claim-weights.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(learn(judged), null, 2)}\n`);
  console.log('written');
}

/** The open questions, and each of them once more with what answers it taken out of its files. */
async function judgeOpen(prompts: SetPrompts): Promise<Judged[]> {
  const found: Judged[] = [];
  for (const question of [...setNames, ...practiceSets]
    .flatMap(readSetQuestions)
    .filter(({ half }) => half === 'open')) {
    const { documents = [] } = await prompts.of(question);
    const { accept = [], all = false } = question;
    const tells = (quote: string): boolean =>
      accept.length > 0 && accept[all ? 'every' : 'some']((value) => holds(quote, value));
    const near = await quotedFor(question.question, documents);
    const about = { group: `${question.set} ${question.files.join(' ')}`, isOpen: true };
    const passages = near.map(({ features, quote }) => ({ features, isRight: tells(quote) }));
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
      passages: left.map(({ features }) => ({ features, isRight: false })),
    });
  }
  return found;
}

/** Questions of articles, put to the paragraph that answers among others, and to the others alone. */
async function judgeArticles(known: readonly KnownQuestion[]): Promise<Judged[]> {
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
        isRight: each.answers.some((answer) => holds(quote, answer)),
      }));
      const kept = isMade ? passages.filter(({ isRight }) => !isRight) : passages;
      found.push({ group: each.group, isOpen: false, weight: weights.article, isMade, passages: kept });
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

/** One of the passages of a question answers, or none does: the odds of all of them stand beside 1 for none. */
function learn(questions: readonly Judged[]): ClaimWeights {
  const asked = questions.filter(({ passages }) => passages.length > 0);
  const rows = asked.flatMap(({ passages }) => passages.map(({ features }) => Float32Array.from(features)));
  const derive = (scores: Float64Array, gradients: Float64Array, hessians: Float64Array): void => {
    let at = 0;
    for (const { weight, passages } of asked) {
      const odds = passages.map((_, index) => Math.exp(scores[at + index] ?? 0));
      const all = odds.reduce((sum, each) => sum + each, 1);
      const right = odds.reduce((sum, each, index) => sum + (passages[index]?.isRight ? each : 0), 0);
      for (const [index, each] of odds.entries()) {
        const chance = each / all;
        gradients[at] = weight * (chance - (passages[index]?.isRight ? each / right : 0));
        hessians[at] = weight * Math.max(chance * (1 - chance), leastHessian);
        at++;
      }
    }
  };
  return { features: claimFeatureNames, bags: seeds.map((seed) => trainTrees({ rows, derive }, { ...options, seed })) };
}

/** What the likeliest passage of each open question would be, by weights that have not seen its files. */
function reportOnFolds(questions: readonly Judged[]): void {
  const best: { isRight: boolean; chance: number; may: boolean }[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const isHeldOut = ({ isOpen, group }: Judged): boolean => isOpen && foldOf(group) === fold;
    const judge = judgeWith(learn(questions.filter((each) => !isHeldOut(each))));
    for (const { passages, isMade } of questions.filter(isHeldOut)) {
      const chances = judge(passages.map(({ features }) => features));
      const rated = passages.map(({ features, isRight }, index) => ({
        isRight,
        chance: chances[index] ?? 0,
        may: mayClaim(features),
      }));
      const first = rated.sort((one, other) => other.chance - one.chance)[0];
      if (first && !isMade) best.push(first);
    }
  }
  for (const limit of [0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9]) {
    const told = best.filter(({ chance }) => chance >= limit);
    const count = (list: typeof best): string =>
      `right ${list.filter(({ isRight }) => isRight).length}, wrong ${list.filter(({ isRight }) => !isRight).length}`;
    console.log(`from ${limit}: ${count(told)}; that may be claimed: ${count(told.filter(({ may }) => may))}`);
  }
}
