import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

const asked =
  /^\W*(?:and |so )?(?:who(?:['’]s| is| are| was| were)|wer (?:ist|sind|war|waren)|qui[eé]n(?:es)? (?:es|son|era|fue)|qui (?:est|sont|était))\s+(?!\p{L}+(?:ing|ed)\b)(?:the|our|your|my|their|its|his|her|der|die|das|unser\p{L}*|ihr\p{L}*|el|la|los|las|su|nuestr[oa]|le|la|les|votre|notre|(?:\p{L}+\s){0,2}\p{L}+['’]s)\s/iu;
const reach = 5;
const place =
  /^(?:in|at|on|from|to|near|into|of|during|until|since|before|after|im|am|aus|nach|bei|vom|zum|en|de|desde|hasta|à|dans|sur|chez)$/u;

/** "Who is the driver?" asks for the bearer of a role. */
export const asksBearer = (question: string): boolean => asked.test(question);

/**
 * Whether a sentence names the bearer of a role: a name, or a word of its own, stands beside it. "The driver needs a break in Calais" names
 * the role alone.
 */
export function namesBearer(
  { question, evidence }: Pick<Inquiry, 'question' | 'evidence'>,
  { tokens, terms, tags, places, ranked }: Pick<SentenceView, 'tokens' | 'terms' | 'tags' | 'places' | 'ranked'>,
  text: string,
): boolean {
  // What is said of Petra does not name her assistant.
  const named = [...evidence.terms.entries()].filter(([, { token }]) => question.tags[token] === 'NOUN');
  const isMet = ([term, { stem }]: (typeof named)[number]): boolean =>
    (places[term]?.length ?? 0) > 0 || ranked.sentence.headingStems.has(stem);
  if (named.length > 0 && !named.some(isMet)) return false;
  // A line with a label gives what the label names.
  if (/^\W*\p{L}[^:.!?]{1,40}:\s|\|/u.test(text)) return true;
  const roles = [...terms.keys()].filter((at) => (terms[at] ?? -1) >= 0);
  return tokens.some(({ text: word, isContent, kind }, at) => {
    if (kind !== 'word' || !isContent || (terms[at] ?? -1) >= 0 || !/^\p{Lu}/u.test(word)) return false;
    if (at === 0 && tags[at] !== 'PROPN' && tags[at] !== 'NOUN') return false;
    if (question.language === 'en' && place.test(tokens[at - 1]?.lower ?? '')) return false;
    return roles.some((role) => Math.abs(role - at) <= reach);
  });
}

/** "What is the cat called?" asks for a name. */
export const asksName =
  /\bwhat(?:['’]s| is| are| was| were)\b[^?]{0,60}\b(?:called|named)\W*$|\bwhat(?:['’]s| is| are| was| were) the names? of\b|\bwie (?:heißt|heißen|hieß|hießen|heisst|heissen)(?!\p{L})|\bc[oó]mo se llama[nb]?\b|\bcomment s['’]appell/iu;
const givesName =
  /(?<!\p{L})(?:called|named|names?|heißt|heißen|hieß|namens|genannt|getauft|name|llama\p{L}*|nombre|appell\p{L}+|nommé\p{L}*|nom)(?!\p{L})|["“”„«»]|:\s/iu;

/** Whether a sentence gives a name to what a question names: with a word or marks for it, or beside it ("our cat Minka"). */
export function namesIt(
  { question }: Pick<Inquiry, 'question'>,
  { tokens, terms }: Pick<SentenceView, 'tokens' | 'terms'>,
  text: string,
): boolean {
  if (givesName.test(text)) return true;
  const isName = (at: number): boolean => {
    const { text: word = '', isContent = false } = tokens[at] ?? {};
    return isContent && (terms[at] ?? -1) < 0 && /^\p{Lu}/u.test(word);
  };
  return [...terms.keys()].some((at) => {
    if ((terms[at] ?? -1) < 0) return false;
    const besideComma = tokens[at + 1]?.text === ',' && isName(at + 2);
    const isBefore = question.language !== 'de' && (isName(at - 1) || (tokens[at - 2]?.text === ',' && isName(at - 3)));
    // "The driver is Ole", "Ole is the driver".
    const isSaid = /^(?:is|was|are|were|es|est|ist|war)$/u.test(tokens[at + 1]?.lower ?? '') && isName(at + 2);
    return isName(at + 1) || besideComma || isBefore || isSaid;
  });
}
