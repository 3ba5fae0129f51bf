import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

/** Things that a text marks as what they are: without the mark a number or a word is something else. */
const marked: readonly [asked: RegExp, held: RegExp, isOwned?: 'owned'][] = [
  [
    /\b(?:phone|telephone|mobile|cell|fax)(?:\s+number)?\b|\b(?:telefon|handy|fax)nummer\b|\bteléfono\b/iu,
    /(?:tel|phone|call|fax|mobil|cell|hotline|ring|contact|anruf|handy|llam|appel|switchboard|number|department)[\s\S]*\d[\d\s()/.-]{4,}\d|\+\d[\d\s()/.-]{5,}\d/iu,
    'owned',
  ],
  [/\be-?mail address\b|\bcorreo\b/iu, /\S@\S/u, 'owned'],
  [/\b(?:website|web address|homepage|url)\b/iu, /\b(?:www\.|https?:)|\b[\p{L}\d-]+\.\p{L}{2,}\b/u],
  [/\b(?:vat|tax) (?:id|number|identification)\b/iu, /\b(?:vat|tax|ust|tva|iva|uid)\b[\s\S]*\d{4,}/iu],
  [/\b(?:bank account|account number|iban)\b/iu, /\b(?:iban|account|konto|cuenta|compte)\b[\s\S]*\d{4,}/iu],
  [
    /\bhow old\b|\bwie alt\b/iu,
    /\b(?:years? old|\d+ years|aged?|built|founded|established|(?:since|from|of|in) (?:about |around )?\d{4}|born|opened|erected|jahre?|alt|erbaut|seit|geboren)\b/iu,
  ],
  [
    /\b(?:what|how much)\b.*\b(?:cost(?:s|ing)?|earn(?:s|ed|ing)?|pay(?:s|ing)?|paid|price of|salary|wage|fees?|charg(?:es?|ed|ing))\b/iu,
    /[$€£¥₹₩₽%]|\d[.,]\d{2}\b|(?<![\d.,])(?!(?:1[5-9]|20)\d\d(?!\d))\d{3,}(?!\d*\s?(?:kg|g|km|m|cm|mm|l|ml|kwh|hours?|h|days?|minutes?|min|people|members?|pages?)\b)|\b(?:dollars?|euros?|pounds?|cents?|pence|yen|francs?|pesos?|rupees?|gratis|kostenlos|charge|rent|fee|(?:for|is|are|in|entry|admission) free|free (?:of charge|entry|admission|for))\b|\b(?:[A-Z]{3}\s?\d|\d\s?[A-Z]{3}\b)/u,
  ],
];

/** Words for the mark itself and for the sort of thing: they name no owner. */
const ofMark =
  /^(?:e-?mail|mail|phone|telephone|mobile|cell|fax|number|numbers|address|contact|line|telefon|handy|nummer|correo|teléfono|número|dirección)$/u;

/**
 * Whether a sentence holds what a question asks for by the mark that such things bear, and, of things that have an owner (a number, an
 * address), speaks of the one asked about: the landlord's number is not the tenant's.
 */
export function holdsMarked(
  { question, evidence }: Pick<Inquiry, 'question' | 'evidence'>,
  { ranked, places }: Pick<SentenceView, 'ranked' | 'places'>,
  text: string,
): boolean {
  return marked.every(([asked, held, isOwned]) => {
    if (!asked.test(question.text)) return true;
    if (!held.test(text)) return false;
    return (
      isOwned === undefined ||
      evidence.terms.every(({ token, stem }, index) => {
        const { lower = '' } = question.tokens[token] ?? {};
        if (!/^(?:NOUN|PROPN)$/.test(question.tags[token] ?? '') || ofMark.test(lower)) return true;
        return (places[index]?.length ?? 0) > 0 || ranked.sentence.headingStems.has(stem);
      })
    );
  });
}
