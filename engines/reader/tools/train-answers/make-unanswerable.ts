import { guessLanguage } from '../../src/text/function-words.ts';
import { loadTagger } from '../../src/text/part-of-speech.ts';
import { tokenize } from '../../src/text/tokens.ts';
import { randomFrom } from './boosted-trees.ts';
import type { KnownQuestion } from './read-questions.ts';

/** Questions that their text does not answer, made from questions that it does: asked of another text, or with a name exchanged. */
export async function makeUnanswerable(questions: KnownQuestion[], seed: number): Promise<KnownQuestion[]> {
  const random = randomFrom(seed);
  const pick = <T>(list: T[]): T | undefined => list[Math.floor(random() * list.length)];
  const made: KnownQuestion[] = [];
  for (const known of questions) {
    const inSet = questions.filter(({ set, context }) => set === known.set && context !== known.context);
    const near = pick(inSet.filter(({ group }) => group === known.group));
    const far = random() < 0.5 ? pick(inSet.filter(({ group }) => group !== known.group)) : undefined;
    for (const other of [near, far]) {
      if (other && !known.answers.some((answer) => other.context.includes(answer)))
        made.push({ ...known, context: other.context, answers: [] });
    }
    const question = await exchangeName(known, pick);
    if (question !== undefined) made.push({ ...known, question, answers: [] });
  }
  return made;
}

async function exchangeName(known: KnownQuestion, pick: <T>(list: T[]) => T | undefined): Promise<string | undefined> {
  const language = guessLanguage(known.question);
  const tagger = await loadTagger(language);
  const namesIn = (text: string) => {
    const tokens = tokenize(text, language);
    const tags = tagger(tokens, text);
    return tokens.filter(
      (token, index) => token.kind === 'number' || (index > 0 && tags[index] === 'PROPN' && token.text.length > 3),
    );
  };
  const target = pick(namesIn(known.question));
  if (!target) return undefined;
  const stems = new Set(tokenize(known.question, language).map((token) => token.stem));
  const replacement = pick(
    namesIn(known.context).filter(
      (token) =>
        token.kind === target.kind &&
        !stems.has(token.stem) &&
        !known.answers.some((answer) => answer.includes(token.text)),
    ),
  );
  return replacement && known.question.slice(0, target.start) + replacement.text + known.question.slice(target.end);
}
