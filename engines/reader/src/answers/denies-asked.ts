import { isRow } from '../text/plain-passage.ts';
import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

type Words = readonly { lower: string; wordClass: string | undefined }[];

/** Verbs and words that say "not" of what follows them. */
const omits =
  /^(?:without|except|skip|skips|skipped|miss|misses|missed|omit|omits|omitted|lack|lacks|lacked|avoid|avoids|exclude|excludes|excluded|excluding|forbidden|prohibited|banned|ohne|außer|fehlt|fehlen|fehlte|verboten|untersagt|sin|excepto|falta|faltan|prohibido|prohibida|sans|sauf|manque|interdite?)$/u;

/** Whether words say "not", or leave something out: "Which runs leave out the lane?" */
const denies = (tokens: Words): boolean =>
  tokens.some(
    ({ lower, wordClass }, at) =>
      wordClass === 'negation' ||
      lower === 'cannot' ||
      omits.test(lower) ||
      (/^(?:leaves?|left|leaving)$/u.test(lower) && tokens[at + 1]?.lower === 'out'),
  );

/** "Not before nine", "no more than ten" and "not only" set a limit and deny nothing. */
const limits =
  /^(?:before|until|till|after|later|earlier|more|less|fewer|longer|above|below|over|under|only|just|necessarily|vor|bis|mehr|weniger|später|früher|länger|nur|über|unter|antes|hasta|más|menos|solo|sólo|avant|plus|moins|seulement)$/u;
const limitReach = 3;
const condition = /^(?:if|when|unless|where|wenn|falls|sofern|sobald|si|cuando|quand)$/u;
const noMoney =
  /\b(?:no|not|nothing|kein\p{L}*|nichts|sin|ningún|aucune?)\b[^.;]{0,24}\b(?:charg\p{L}+|fees?|costs?|pay\p{L}*|price|deposit|tax|gebühr\p{L}*|kosten|kaution|aufpreis|coste|cargo|frais)/iu;

/**
 * Whether a passage says "not" of just what is asked for: "Do not use the east gate" does not tell which gate to use. What stands
 * after a condition is no denial of it, and a question that says "not" itself, or asks for a yes or a no or for a reason, is
 * answered by a denial.
 */
export function deniesAsked(
  { question, evidence }: Pick<Inquiry, 'question' | 'evidence'>,
  { tokens, terms, clauses }: Pick<SentenceView, 'tokens' | 'terms' | 'clauses'>,
  text: string,
): boolean {
  if (/^(?:yes-no|why)$/u.test(question.kind) || denies(question.tokens) || noMoney.test(text)) return false;
  const places = [...terms.keys()].filter((place) => (terms[place] ?? -1) >= 0);
  // Key words begin with what is asked for.
  const head = question.kind === 'other' ? Math.min(...places.map((place) => terms[place] ?? 0)) : -1;
  const asked = places.filter(
    (place) => terms[place] === head || evidence.terms[terms[place] ?? -1]?.token === question.focus,
  );
  const met = new Set((asked.length > 0 ? asked : places).map((place) => clauses[place]));
  return met.size > 0 && [...met].every((clause) => isDenied(tokens.filter((_, place) => clauses[place] === clause)));
}

/** Words that say what is not so without "not". */
const contrary =
  /(?<!\p{L})(?:only|remaining|rest|other|others|still|yet|closed|refus\p{L}+|declin\p{L}+|un\p{L}{4,}|too|instead|nur|übrig\p{L}*|andere\p{L}*|noch|geschlossen|statt|solo|sólo|demás|resto|otr[oa]s|cerrad[oa]s?|seulement|reste|autres|fermée?s?)(?!\p{L})/iu;

/** What says nothing with "not" tells the contrary of what is asked with it: "Members paid 25" does not tell who has not paid. */
export const asksContrary = (
  { question }: Pick<Inquiry, 'question'>,
  { tokens }: Pick<SentenceView, 'tokens'>,
  text: string,
): boolean =>
  !/^(?:yes-no|why)$/u.test(question.kind) &&
  denies(question.tokens) &&
  !question.tokens.some(({ lower }) => condition.test(lower)) &&
  !denies(tokens) &&
  (isRow(text) || !contrary.test(text));

const difference =
  /(?:\p{Sc}\s?\d[\d.,]*|\d[\d.,]*\s?(?:\p{Sc}|\p{L}+))(?:\s(?!than|als|que)\p{L}+){0,3}\s(?:more|less|cheaper|dearer|extra|mehr|weniger|teurer|billiger|más|menos)(?!\s(?:than|als|que))(?!\p{L})/iu;
const asksDifference =
  /(?<!\p{L})(?:more|less|cheaper|dearer|extra|additional\p{L}*|difference|supplement|surcharge|added?|further|another|goes? up|rais\p{L}+|ris\p{L}+|increas\p{L}+|mehr|weniger|teurer|billiger|aufpreis|zuschlag|zusätzlich\p{L}*|más|menos|suplemento|plus|moins|supplément)(?!\p{L})/iu;

/** "A single costs 18 more" gives no price of a single. */
export const isDifference = ({ question }: Pick<Inquiry, 'question'>, text: string): boolean =>
  difference.test(text) && !asksDifference.test(question.text) && asksAmount.test(question.text);
const asksAmount =
  /(?<!\p{L})(?:costs?|price|how much|pay|fee|rent|charge\p{L}*|kost\p{L}+|preis\p{L}*|wie ?viel|wie hoch|cu[aá]nto|precio|cuest\p{L}+|combien|prix|coût\p{L}*)(?!\p{L})/iu;

function isDenied(clause: SentenceView['tokens']): boolean {
  if (clause.some(({ lower }) => condition.test(lower))) return false;
  return clause.some(
    ({ lower, wordClass }, at) =>
      (wordClass === 'negation' || lower === 'cannot') &&
      !clause.slice(at + 1, at + 1 + limitReach).some((next) => limits.test(next.lower)),
  );
}
