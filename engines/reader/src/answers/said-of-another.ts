import { measureOf } from '@parley/text';
import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

type Asked = Pick<Inquiry, 'question' | 'evidence'>;

/** Whether a passage says what is asked for of a case, a thing or a quantity that is not the one asked about. */
export const saidOfAnother = (asked: Asked, view: SentenceView, text: string): boolean =>
  happensOnlyIf(asked, view) || isTraitOfAnother(asked, view) || isAmountForSeveral(asked, view, text);

const condition = /^(?:if|unless|falls|sofern|si)$/u;

/** "If the tenant ends it within a year, rent falls due" does not tell when it ends: the deed is only supposed. */
function happensOnlyIf({ question, evidence }: Asked, { tokens, tags, verbs, places, clauses }: SentenceView): boolean {
  if (question.kind !== 'when' || question.tokens.some(({ lower }) => condition.test(lower))) return false;
  // "When does the term end": without a subject that is known the verb can be taken for a noun.
  const met = question.verb < 0 ? (places[evidence.terms.length - 1] ?? []) : verbs;
  // A condition that follows its main clause stands in one clause with it: "It ends if two agree."
  const isSupposed = (place: number): boolean =>
    tags[place] === 'VERB' &&
    tokens.slice(0, place).some(({ lower }, at) => condition.test(lower) && clauses[at] === clauses[place]);
  return met.length > 0 && met.every(isSupposed);
}

/** "A third floor flat" names the floor of the flat: a question that does not speak of a flat asks for another floor. */
function isTraitOfAnother({ question, evidence }: Asked, { tokens, tags, terms, places }: SentenceView): boolean {
  if (question.language !== 'en' || !/^(?:what|which)$/u.test(question.kind)) return false;
  if (
    question.focus !== question.at + 1 ||
    !/^(?:is|are|was|were)$/u.test(question.tokens[question.focus + 1]?.lower ?? '')
  )
    return false;
  const term = evidence.terms.findIndex(({ token }) => token === question.focus);
  const met = places[term] ?? [];
  // A mail that is quoted has a mark at the head of each line.
  const words = [...tokens.keys()].filter((place) => tokens[place]?.text !== '>');
  const isOfAnother = (place: number): boolean => {
    const at = words.indexOf(place);
    const [before = -1, behind = -1] = [words[at - 1], words[at + 1]];
    const next = tokens[behind];
    return (
      /^(?:ADJ|NUM|NOUN)$/u.test(tags[before] ?? '') &&
      next?.kind === 'word' &&
      next.isContent &&
      /^(?:NOUN|ADJ)$/u.test(tags[behind] ?? '') &&
      (terms[behind] ?? -1) < 0
    );
  };
  return met.length > 0 && met.every(isOfAnother);
}

const asksPriceOfOne =
  /\b(?:price|cost|costs|rate|charge)\b(?:\s\p{L}+){0,2}?\s(?:of|for|per)\s(?:(?:a|an|one|each|every|single)\s)*(?:(?:cubic|square)\s)?(?<unit>\p{L}+)/iu;
const costs = /(?<!\p{L})(?:costs?|prices?|priced|charged?|rate|rates|per|each|pay|pays|paid|for)(?!\p{L})/iu;
const isSeveral = (token: SentenceView['tokens'][number] | undefined): boolean =>
  token !== undefined && /^\d/u.test(token.text) && token.text !== '1';
const numberReach = 2;

/** "Too high by 16 litres: a credit of 12.40" gives no price of a litre. */
function isAmountForSeveral({ question }: Asked, { tokens }: SentenceView, text: string): boolean {
  const unit = asksPriceOfOne.exec(question.text)?.groups?.unit;
  const asked = unit === undefined ? undefined : measureOf(unit);
  if (!asked || asked.dimension === 'time') return false;
  const met = [...tokens.keys()].filter((place) => measureOf(tokens[place]?.lower ?? '')?.name === asked.name);
  const isCounted = met.every((place) => tokens.slice(Math.max(0, place - numberReach), place).some(isSeveral));
  return met.length > 0 && isCounted && !costs.test(withoutNote(text));
}

/** "You will receive 12.40 for oil" is money received. */
const withoutNote = (text: string): string =>
  text.replaceAll(/\b(?:credit|refund|rebate|receive\p{L}*)\b(?:[^.;]|\.(?=\d))*/giu, ' ');
