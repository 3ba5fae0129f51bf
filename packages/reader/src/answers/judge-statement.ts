import type { FoundAnswer } from './find-answer.ts';

const needed = 0.6;

/** Whether the text says what a yes-no question asks: true, false when it says the opposite, undefined when it says neither. */
export function judgeStatement({ inquiry, views }: FoundAnswer): boolean | undefined {
  const [view] = views;
  if (!view) return undefined;
  const { question, evidence, wordNet } = inquiry;
  const here = new Set(view.tokens.map((token) => token.lower));
  const isOpposed = evidence.terms.some((term, index) => {
    if ((view.places[index] ?? []).length > 0) return false;
    const word = question.tokens[term.token]?.lower ?? '';
    return wordNet?.antonyms(word).some((other) => here.has(other)) ?? false;
  });
  const isNegated = (tokens: { wordClass: string | undefined }[]): boolean =>
    tokens.some((token) => token.wordClass === 'negation');
  if (view.ranked.coverage < (isOpposed ? needed - 0.2 : needed)) return undefined;
  return (isNegated(view.tokens) !== isNegated(question.tokens)) === isOpposed;
}
