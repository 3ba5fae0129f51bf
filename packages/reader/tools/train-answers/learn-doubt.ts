import { collectSpans, viewMaterial } from '../../src/answers/collect-spans.ts';
import { doubtFeatures } from '../../src/answers/doubt-features.ts';
import { openInquiry } from '../../src/answers/find-answer.ts';
import type { Ranking } from '../../src/answers/ranking.ts';
import { rateSpans } from '../../src/answers/rate-spans.ts';
import { readMaterial } from '../../src/answers/read-material.ts';
import { guessLanguage } from '../../src/text/function-words.ts';
import { loadTagger } from '../../src/text/part-of-speech.ts';
import { tokenize } from '../../src/text/tokens.ts';
import { loadWordNet } from '../../src/text/word-net.ts';
import { randomFrom, type TrainingOptions, trainTrees } from './boosted-trees.ts';
import type { KnownQuestion } from './read-questions.ts';

/** A question, what the doubt is judged from, and whether the text answers it. */
export interface DoubtExample {
  known: KnownQuestion;
  features: Float32Array;
  isMissing: boolean;
  /** Made by changing another question, so it counts less. */
  isMade: boolean;
}

export async function makeDoubtExample(
  known: KnownQuestion,
  isMade: boolean,
  ranking: Pick<Ranking, 'keys' | 'trees'>,
): Promise<DoubtExample> {
  const language = guessLanguage(`${known.question} ${known.context.slice(0, 400)}`);
  const material = readMaterial([{ filename: 'context', text: known.context }], language);
  const { inquiry, tagger } = await openInquiry(known.question, material, language);
  const spans = rateSpans(collectSpans(inquiry, viewMaterial(inquiry, material, tagger)), material, ranking);
  return {
    known,
    features: Float32Array.from(doubtFeatures(inquiry, material, spans)),
    isMissing: known.answers.length === 0,
    isMade,
  };
}

/** Questions that their text does not answer, made from questions that it does: asked of another text, or with a word exchanged. */
export async function makeUnanswerable(questions: KnownQuestion[], seed: number): Promise<KnownQuestion[]> {
  const random = randomFrom(seed);
  const pick = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)];
  const made: KnownQuestion[] = [];
  for (const known of questions) {
    const others = questions.filter(
      (other) => other.group === known.group && other.set === known.set && other.context !== known.context,
    );
    const other = pick(others);
    if (other && !known.answers.some((answer) => other.context.includes(answer)))
      made.push({ ...known, context: other.context, answers: [] });
    const stranger = pick(questions.filter((each) => each.group !== known.group && each.set === known.set));
    if (stranger && random() < 0.5 && !known.answers.some((answer) => stranger.context.includes(answer))) {
      made.push({ ...known, context: stranger.context, answers: [] });
    }
    const exchanged = [await exchangeName(known, pick), known.set === 'nq' ? undefined : await exchangeOpposite(known)];
    for (const question of exchanged) if (question !== undefined) made.push({ ...known, question, answers: [] });
  }
  return made;
}

async function exchangeName(known: KnownQuestion, pick: <T>(list: T[]) => T | undefined): Promise<string | undefined> {
  const language = guessLanguage(known.question);
  const tagger = await loadTagger(language);
  const isName = (text: string): ((token: { kind: string; text: string }, index: number) => boolean) => {
    const tags = tagger(tokenize(text, language), text);
    return (token, index) => token.kind === 'number' || (index > 0 && tags[index] === 'PROPN' && token.text.length > 3);
  };
  const asked = tokenize(known.question, language);
  const target = pick(asked.filter(isName(known.question)));
  if (!target) return undefined;
  const stems = new Set(asked.map((token) => token.stem));
  const replacements = tokenize(known.context, language).filter(isName(known.context));
  const replacement = pick(
    replacements.filter(
      (token) =>
        token.kind === target.kind &&
        !stems.has(token.stem) &&
        !known.answers.some((answer) => answer.includes(token.text)),
    ),
  );
  return replacement && known.question.slice(0, target.start) + replacement.text + known.question.slice(target.end);
}

async function exchangeOpposite(known: KnownQuestion): Promise<string | undefined> {
  const wordNet = await loadWordNet();
  for (const token of tokenize(known.question, guessLanguage(known.question))) {
    if (token.kind !== 'word' || !token.isContent || /^\p{Lu}/u.test(token.text)) continue;
    const opposite = wordNet.antonyms(token.lower).find((word) => /^[a-z]{4,}$/.test(word));
    if (opposite) return known.question.slice(0, token.start) + opposite + known.question.slice(token.end);
  }
  return undefined;
}

/** Learns trees whose logistic sum is the chance that the text does not say. */
export function learnDoubt(examples: DoubtExample[], options: TrainingOptions) {
  const derive = (scores: Float64Array, gradients: Float64Array, hessians: Float64Array): void => {
    for (const [index, { isMissing, isMade }] of examples.entries()) {
      const chance = 1 / (1 + Math.exp(-(scores[index] ?? 0)));
      const weight = isMade ? 0.6 : isMissing ? 2 : 1;
      gradients[index] = weight * (chance - (isMissing ? 1 : 0));
      hessians[index] = weight * Math.max(chance * (1 - chance), 1e-4);
    }
  };
  return trainTrees({ rows: examples.map((example) => example.features), derive }, options);
}
