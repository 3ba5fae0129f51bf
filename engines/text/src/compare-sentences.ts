import { guessLanguage } from './detect-language.ts';
import { sentencesOf } from './sentences.ts';
import type { KnownLanguage } from './stop-words.ts';
import { tellingTerms } from './telling-terms.ts';

const negation =
  /(?<![\p{L}\p{N}])(?:not|never|no(?!\.)|cannot|without|nicht|kein(?:e[mnrs]?)?|nie|niemals|ohne|jamais|aucune?|sans|nunca|ning[uú]n[ao]?|sin)(?![\p{L}\p{N}])|n['’]t(?!\p{L})|(?<!\p{L})ne \S+ pas(?!\p{L})/iu;
const everyNegation = new RegExp(negation.source, 'giu');
/** They deny what was asked, or nothing at all. */
const answering = /^[^\p{L}]*(?:no|nein|non)\s?[,.:;!–—-]/iu;
const both = /\b(?:not|nicht|no|non) (?:only|just|nur|bloß|s[oó]lo|seulement)\b/iu;
const leastTerms = 2;
/** A sentence that names more of them sums up, and is none of theirs. */
const mostPassages = 8;
/** Of the telling words of a sentence in a passage, so many must be those of the reply for the two to say the same thing. */
const leastShared = 0.6;

/** `said`: word for word, or nearly · `turned`: so too, but for a "not" that stands in one of the two alone · `open`: in other words. */
export type Comparison = 'said' | 'turned' | 'open';

/**
 * How what a sentence says stands in passages. What only means the same, or the opposite, is `open` here. `least`: the share of the telling
 * words of a sentence of theirs that must be those of the sentence. Default 0.6.
 */
export function comparedWith(sentence: string, passages: readonly string[], least = leastShared): Comparison {
  const plain = sentence.replaceAll(/\[[\d\s,;^–-]{0,80}\]|【[^】\n]{0,80}】/g, ' ');
  if (both.test(plain) || passages.length > mostPassages) return 'open';
  const language = guessLanguage(`${plain} ${passages[0]?.slice(0, 1_000) ?? ''}`);
  const said = telling(plain, language);
  if (said.size < leastTerms) return 'open';
  const alike = passages.flatMap((text) =>
    sentencesOf(text)
      .map(({ start, end }) => text.slice(start, end))
      .filter((one) => {
        const terms = telling(one, language);
        return isWithin(said, terms) && said.size >= terms.size * least;
      }),
  );
  if (alike.length === 0) return 'open';
  const isDenied = negation.test(plain.replace(answering, ''));
  const turned = alike.filter((one) => !both.test(one) && negation.test(one) !== isDenied);
  return turned.length === alike.length ? 'turned' : 'said';
}

const telling = (text: string, language: KnownLanguage | null): Set<string> =>
  new Set(tellingTerms(text.replaceAll(everyNegation, ' '), language));

const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
  [...some].every((term) => all.has(term));
