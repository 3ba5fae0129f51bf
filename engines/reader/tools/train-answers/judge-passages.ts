import { type Inquiry, openInquiry, viewMaterial } from '../../src/answers/inquiry.ts';
import { passageFeatures } from '../../src/answers/passage-features.ts';
import { readMaterial } from '../../src/answers/read-material.ts';
import type { SentenceView } from '../../src/answers/sentence-view.ts';
import { guessLanguage } from '../../src/text/function-words.ts';
import { loadTagger } from '../../src/text/part-of-speech.ts';
import { type TrainingOptions, trainTrees } from './boosted-trees.ts';
import { answerWords, type KnownQuestion } from './read-questions.ts';

/** A question with the passages found for it, what each is judged from, and whether it holds an answer. */
export interface JudgedQuestion {
  known: KnownQuestion;
  /** Made by changing another question, so it counts less. */
  isMade: boolean;
  passages: { features: Float32Array; isRight: boolean }[];
}

export async function judgePassages(known: KnownQuestion, isMade: boolean): Promise<JudgedQuestion> {
  const language = guessLanguage(`${known.question} ${known.context.slice(0, 400)}`);
  const material = readMaterial([{ filename: 'context', text: known.context }], language);
  const tagger = await loadTagger(language);
  const inquiry: Inquiry = openInquiry(known.question, material, { language, tagger });
  const views = viewMaterial(inquiry, tagger);
  const golds = known.answers.map((answer) => answerWords(answer, language).join(' '));
  const isRight = ({ ranked: { sentence } }: SentenceView): boolean => {
    const words = ` ${answerWords(known.context.slice(sentence.start, sentence.end), language).join(' ')} `;
    return golds.some((gold) => words.includes(` ${gold} `));
  };
  return {
    known,
    isMade,
    passages: views.map((view) => ({
      features: Float32Array.from(passageFeatures(inquiry, view, views)),
      isRight: isRight(view),
    })),
  };
}

/** Made questions outnumber the real ones without an answer; together both are to count for about a third of all. */
const weightOf = ({ known, isMade }: JudgedQuestion): number => (isMade ? 0.4 : known.answers.length === 0 ? 2 : 1);

/** Learns trees whose logistic sum is the chance that a passage answers. */
export function learnChances(questions: JudgedQuestion[], options: TrainingOptions) {
  const items = questions.flatMap((question) =>
    question.passages.map((passage) => ({ ...passage, weight: weightOf(question) })),
  );
  const derive = (scores: Float64Array, gradients: Float64Array, hessians: Float64Array): void => {
    for (const [index, { isRight, weight }] of items.entries()) {
      const chance = 1 / (1 + Math.exp(-(scores[index] ?? 0)));
      gradients[index] = weight * (chance - (isRight ? 1 : 0));
      hessians[index] = weight * Math.max(chance * (1 - chance), 1e-4);
    }
  };
  return trainTrees({ rows: items.map(({ features }) => features), derive }, options);
}
