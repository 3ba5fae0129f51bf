import { monthOf } from '@parley/text';
import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

type Asked = Pick<Inquiry, 'question' | 'evidence'>;
type Seen = Pick<SentenceView, 'ranked' | 'places'>;

const isMonth = (word: string): boolean => monthOf(word) !== undefined && (word.length > 3 || /^\p{Lu}/u.test(word));

/** Whether a passage speaks of the month that a question asks about: the figure of a year is not that of its August. */
export function namesItsMonth({ question }: Pick<Inquiry, 'question'>, { ranked }: Seen, text: string): boolean {
  const asked = question.tokens.flatMap(({ text: word, lower }) =>
    isMonth(word) && lower !== 'may' ? [monthOf(lower)] : [],
  );
  if (asked.length === 0) return true;
  const named = new Set(text.split(/[^\p{L}]+/u).flatMap((word) => (isMonth(word) ? [monthOf(word)] : [])));
  // Two months may be the ends of a span; a day in figures may be of any month; a season has three.
  if (
    named.size > 1 ||
    /\d[./-]\d{1,2}\b|\b(?:summer|winter|spring|autumn|monthly|(?:each|every|per) month)\b/iu.test(text)
  )
    return true;
  const { headingStems } = ranked.sentence;
  return asked.some((month) => named.has(month)) || [...headingStems].some((stem) => asked.includes(monthOf(stem)));
}

const isSort = /^(?:number|name|date|day|time|year|price|cost|amount|address|fee|rate|kind|type|sort)s?$/u;

const asksForThing = /^\W*(?:what|which)(?:['’]s| is| are| was| were) (?:the|an?|my|your|our|their|his|her|its) /iu;

/** Whether the word at a place of the question stands in a passage or above it; undefined for words that are not looked for. */
export function standing(
  { evidence }: Pick<Inquiry, 'evidence'>,
  { ranked, places }: Seen,
): (token: number) => boolean | undefined {
  const termAt = new Map(evidence.terms.map(({ token }, index) => [token, index]));
  return (token) => {
    const index = termAt.get(token);
    if (index === undefined) return undefined;
    const { headingStems, implied } = ranked.sentence;
    const stem = evidence.terms[index]?.stem ?? '';
    return (places[index]?.length ?? 0) > 0 || headingStems.has(stem) || implied.has(stem);
  };
}

/** Whether a passage speaks of the one thing that a short question asks for: "What was the income in 2022?" of an income. */
export function namesThing(asked: Asked, seen: Seen): boolean {
  const { question } = asked;
  const stands = standing(asked, seen);
  // "The pond of the village" is the pond.
  const isHeadMet = question.tags.every((tag, at) => {
    if (tag !== 'NOUN' || !/^(?:de|du|des|del)$/u.test(question.tokens[at + 1]?.lower ?? '')) return true;
    return isSort.test(question.tokens[at]?.lower ?? '') || stands(at) !== false || stands(at + 2) !== true;
  });
  if (!isHeadMet || !asksForThing.test(question.text)) return isHeadMet;
  const head = headOf(question);
  if (head !== undefined && !isSort.test(question.tokens[head]?.lower ?? '') && stands(head) === false) return false;
  const nouns = [...question.tags.keys()].filter((at) => question.tags[at] === 'NOUN' && stands(at) !== undefined);
  const [only, second] = nouns;
  if (only === undefined || second !== undefined) return true;
  return isSort.test(question.tokens[only]?.lower ?? '') || stands(only) === true;
}

/** Of "What is the entry ticket for the camp?" the ticket; undefined where nothing is said of what the thing belongs to. */
function headOf({ tokens, tags, at }: Inquiry['question']): number | undefined {
  const article = tags.indexOf('DET', Math.max(0, at));
  if (article < 0) return undefined;
  let end = article + 1;
  while (/^(?:ADJ|NOUN|PROPN)$/u.test(tags[end] ?? '')) end++;
  const isOwned = tags[end] === 'ADP' && /^(?:of|for)$/u.test(tokens[end]?.lower ?? '');
  return isOwned && tags[end - 1] === 'NOUN' ? end - 1 : undefined;
}

const ends =
  '(?:high|low|larg|bigg|small|great|long|short|cheap|old|young|new|tall|heavi|light|fast|slow|warm|cold|hott?|few|deep|wid|busi|dear|strong|weak|loud|quiet|full|earli|lat)est';
const isSuperlative = new RegExp(`^${ends}$`, 'u');
const compared = new RegExp(
  `\\b(?:${ends}|most(?! of)|least(?!\\s+\\d)|best|worst|maximum|minimum|max|min|top|record|peak|only|first|last)\\b`,
  'iu',
);

/** Of several things one that is "highest" is told by a sentence that compares them. */
export function comparesAsAsked({ question }: Pick<Inquiry, 'question'>, text: string): boolean {
  const isAsked = question.language === 'en' && question.tokens.some(({ lower }) => isSuperlative.test(lower));
  return !isAsked || compared.test(text);
}
