import { monthOf } from '@parley/text';
import { wordStem } from '../text/word-stem.ts';
import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

type Asked = Pick<Inquiry, 'question'>;
type Seen = Pick<SentenceView, 'ranked' | 'tokens'>;

/** Words for the places of a row, first to sixth. */
const places = [
  /^(?:first|1st|primer[oa]?s?|erste[nrsm]?|premi(?:er|ère)s?)$/u,
  /^(?:second|2nd|segund[oa]s?|zweite[nrsm]?|deuxièmes?)$/u,
  /^(?:third|3rd|tercer[oa]?s?|dritte[nrsm]?|troisièmes?)$/u,
  /^(?:fourth|4th|cuart[oa]s?|vierte[nrsm]?|quatrièmes?)$/u,
  /^(?:fifth|5th|quint[oa]s?|fünfte[nrsm]?|cinquièmes?)$/u,
  /^(?:sixth|6th|sext[oa]s?|sechste[nrsm]?|sixièmes?)$/u,
];
const placeOf = (word: string): number => places.findIndex((words) => words.test(word));

/** Whether a passage speaks of the one of several that a question asks about: the price of a stay is not that of the first stay. */
export function namesPlace({ question }: Asked, { ranked, tokens }: Seen): boolean {
  return question.tokens.every(({ lower }, at) => {
    const place = placeOf(lower);
    // "When was it first opened?" asks for no first one; a second may be a time.
    if (place < 0 || !isNamed(question, at) || /^(?:per|a|one|each)$/u.test(question.tokens[at - 1]?.lower ?? ''))
      return true;
    const number = String(place + 1);
    const { headingStems } = ranked.sentence;
    return (
      tokens.some((token) => placeOf(token.lower) === place || token.lower.replace(/\D+$/u, '') === number) ||
      headingStems.has(number) ||
      headingStems.has(wordStem(lower))
    );
  });
}

/** What follows is a noun; where parts of speech are not known, a word with a meaning of its own. */
const isNamed = ({ tokens, tags }: Asked['question'], at: number): boolean =>
  tags[at + 1] === 'NOUN' || (tags[at + 1] === 'X' && tokens[at + 1]?.isContent === true);

/** A list of numbers may stand behind the word: "plots 7, 9 and 12". */
const numberReach = 7;
const mostDigits = 4;

/** Whether a passage speaks of the thing with the number that a question names: what is said of tank 5 does not hold of tank 6. */
export function namesNumbered({ question }: Asked, { ranked, tokens }: Seen): boolean {
  return question.tokens.every((number, at) => {
    const word = question.tokens[at - 1];
    // such as: /^\d{1,4}$/u
    if (number.kind !== 'number' || !new RegExp(`^\\d{1,${mostDigits}}$`, 'u').test(number.lower)) return true;
    if (!word?.isContent || word.kind !== 'word' || monthOf(word.lower) !== undefined || number.start - word.end > 1)
      return true;
    if (!/^(?:NOUN|PROPN|X)$/u.test(question.tags[at - 1] ?? '')) return true;
    const { headingStems } = ranked.sentence;
    const joined = word.stem + number.lower;
    if (headingStems.has(joined) || (headingStems.has(word.stem) && headingStems.has(number.stem))) return true;
    return tokens.some(
      (token, place) =>
        token.stem === joined ||
        (token.stem === word.stem &&
          tokens.slice(place + 1, place + 1 + numberReach).some(({ stem }) => stem === number.stem)),
    );
  });
}

const anyOne = /^(?:an?|any|each|every|whoever|jede[rsnm]?|eine?[rsnm]?|cada|cualquier|toute?|chaque)$/u;
const someOther = /^(?:another|other|different|some|certain|any)$/u;

/** "Which stalls are lit?" is told by stalls: "any stall with two lamps is lit" names none, and "another glue" not which glue. */
export function namesThem({ question }: Asked, { tokens, terms }: Pick<SentenceView, 'tokens' | 'terms'>): boolean {
  const asked = question.tokens[question.focus];
  if (question.kind !== 'which' || question.language !== 'en' || !asked) return true;
  const unnamed = /[^s]s$/u.test(asked.lower) ? anyOne : someOther;
  const places = tokens.flatMap(({ stem }, at) => ((terms[at] ?? -1) >= 0 && stem === asked.stem ? [at] : []));
  return places.length === 0 || !places.every((at) => unnamed.test(tokens[at - 1]?.lower ?? ''));
}
