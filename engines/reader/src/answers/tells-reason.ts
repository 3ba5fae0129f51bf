import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** Words that mark a reason as one, wherever they stand. */
const cause =
  /(?<!\p{L})(?:because|since|due to|owing to|thanks to|so that|in order|as a result of|results? from|resulted|reasons?|caus(?:e|es|ed|ing)|leads?|led to|traced to|purpose|motivat\p{L}+|porque|ya que|puesto que|debido|a causa|causa|causó|motivo|razón|weil|denn|wegen|damit|aufgrund|infolge|grund|parce|car|afin|en raison|raison|à cause|perché|poiché)(?!\p{L})|,\s(?:as|da)\s(?!(?:well|usual|soon|long|far|before|last|if|always|in)\b)|因为|由于|所以|为了|因此|导致/iu;
/** What stands behind these comes of what stands before them. */
const consequence =
  /^(?:so|therefore|thus|hence|consequently|accordingly|deshalb|daher|darum|deswegen|donc|então|quindi)$/u;
const purpose = /^(?:[:(–—]|to|um|zum|zur|para|pour|por|per|after|following|nach|tras|après|with|for)$/u;
const allButSaid = 0.8;

/** Whether a sentence marks a reason as one. */
const givesReason = (text: string): boolean => cause.test(text);

/**
 * Whether a sentence tells why: it marks a reason, what is asked about stands behind a word for a consequence, or all of it is said
 * and a purpose, an occasion or what a colon sets apart follows. "It was moved to Monday" and "it is moved, so Ann stays" tell nothing of why it was moved.
 */
export function tellsReason(
  { question }: Pick<Inquiry, 'question'>,
  { tokens, tags, terms, ranked }: Pick<SentenceView, 'tokens' | 'tags' | 'terms' | 'ranked'>,
  text: string,
): boolean {
  if (givesReason(text)) return true;
  const met = [...terms.keys()].filter((place) => (terms[place] ?? -1) >= 0);
  const so = tokens.findIndex(({ lower }) => consequence.test(lower));
  if (so >= 0) return met.filter((place) => place > so).length * 2 > met.length;
  if (ranked.coverage < allButSaid) return false;
  const last = met.at(-1) ?? -1;
  return tokens.some(({ lower }, place) => {
    if (place <= last || !purpose.test(lower)) return false;
    return lower !== 'to' || question.language !== 'en' || tags[place + 1] === 'VERB';
  });
}
