import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** Words that leave out what stands before them, and words that leave out what stands behind them. */
const before = /\b(?:not|nicht|no|non) (?:included|enthalten|inbegriffen|inklusive|incluid[oa]s?|compris(?:es?)?)\b/giu;
const behind =
  /\b(?:not including|excluding|except(?: for)?|apart from|other than|ohne|außer|ausgenommen|sin incluir|excepto|salvo|sauf|hormis|hors)\b/giu;
const reach = 3;

/**
 * Whether a passage names a thing that is asked for only to leave it out: "340 for the lot, wigs not included" tells no price of wigs.
 * A question that itself asks what is left out, or one for yes or no, is answered by just that.
 */
export function leavesOut(
  { question, evidence }: Pick<Inquiry, 'question' | 'evidence'>,
  { tokens, places }: Pick<SentenceView, 'tokens' | 'places'>,
  text: string,
): boolean {
  if (question.kind === 'yes-no' || /\b(?:not|includ\p{L}+|without)\b/iu.test(question.text)) return false;
  const start = tokens[0]?.start ?? 0;
  const marks = (of: RegExp) =>
    [...text.matchAll(of)].map(({ index, 0: said }) => ({ from: start + index, to: start + index + said.length }));
  const [ends, begins] = [marks(before), marks(behind)];
  if (ends.length + begins.length === 0) return false;
  const asked = new Set(question.tokens.map(({ lower }) => lower));
  const isLeftOut = (place: number): boolean => {
    const token = tokens[place];
    if (!token) return false;
    return (
      ends.some(
        ({ from }) =>
          token.end <= from && isWithin(tokens.filter((each) => each.start >= token.end && each.end <= from)),
      ) ||
      begins.some(
        ({ from, to }) =>
          token.start >= to &&
          !asked.has(text.slice(from - start, to - start).toLowerCase()) &&
          isWithin(tokens.filter((each) => each.start >= to && each.end <= token.start)),
      )
    );
  };
  return evidence.terms.some(
    ({ token }, term) =>
      /^(?:NOUN|PROPN)$/u.test(question.tags[token] ?? '') &&
      (places[term]?.length ?? 0) > 0 &&
      places[term]?.every(isLeftOut) === true,
  );
}

/** No other clause lies between. */
const isWithin = (between: SentenceView['tokens']): boolean =>
  between.length < reach && between.every(({ text }) => !/^[,;:.]$/u.test(text));
