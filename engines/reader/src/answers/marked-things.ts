import { typedWithoutAccents } from '../text/typed-without-accents.ts';
import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** Things that a text marks as what they are: without the mark a number or a word is something else. */
const marked: readonly [asked: RegExp, held: RegExp, isOwned?: 'owned'][] = [
  [
    /\b(?!\p{L}+\s+extension\b)(?:phone|telephone|mobile|cell|fax|(?:telefon|handy|fax)nummer|teléfono|téléphone)\b/iu,
    /(?:tel|tél|phone|call|fax|mobil|cell|hotline|ring|contact|anruf|handy|llam|appel|switchboard)[\s\S]*\d[\d\s()/.-]{4,}\d|(?<![\p{L}\d])(?:\+\d|\(?0\d)\d{0,3}\)?[\s()/.-]+\d[\d\s()/.-]{3,}\d|(?<![\d.,])\d{3}[\s.-]\d{2,3}[\s.-]\d{2,4}(?:[\s.-]\d{2,4})?(?!\d|[.,]\d)/iu,
    'owned',
  ],
  [
    /\be-?mail address\b|(?:['’]s?|\b(?:his|her|their|your))\s+e-?mail\W*$|\be-?mail (?:of|for)\b|\bcorreo\b/iu,
    /\S@\S/u,
    'owned',
  ],
  [
    /\b(?:is|are|was|what['’]s|wie (?:ist|lautet)|es) (?:the|your|our|my|der|die|das|el|la) (?:\p{L}+ )?(?:\p{L}+ )?(?:(?:pass)?(?:code|word|wort|pin)|combination|kombination)\b|\bcontraseña\b|\b(?:kenn|pass)wort\b/iu,
    /\d{3}|["“”„«»‘]|[:=]\s*\S|\b(?:is|are|was|ist|lautet|es)\s+(?!(?:sent|changed|given|kept|needed|not|on|in|at)\b)\S/iu,
  ],
  [
    /\bhow (?:deep|tall|wide|heavy|big|large)\b|\bwie (?:groß|tief|breit|schwer)(?!\p{L})|\bcuánto (?:mid|pes)\p{L}+/iu,
    /(?:\d[\s-]?|\b(?:half|an?|one|two|three|four|five|six|seven|eight|nine|ten|ein\p{L}*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn)[\s-])(?:mm|cm|km|m|m²|m2|qm|kg|g|t|°|feet|foot|ft|inch\p{L}*|in|yards?|met\p{L}+|cent\p{L}+|kilo\p{L}+|gram\p{L}+|tonn\p{L}+|pounds?|lbs?|stone|hekt\p{L}+|hectares?|acres?|seats?|people|persons?|rooms?|pages?|by|quadrat\p{L}+|square|x)(?!\p{L})/iu,
  ],
  [
    /\bdo(?:es|did)?\b.*\bfor (?:a living|work)\b|\bwhat(?:['’]s| is| was)\b.*\b(?:job|profession|occupation|trade)\W*$/iu,
    /\b(?:works?|worked|working|job|profession|occupation|trade|employed|runs?|ran|owns?|sells?|sold|teach(?:es)?|taught|retired|(?:is|was|as|became|be) an?)\b|, an? \p{L}/iu,
  ],
  [/\b(?:website|web address|homepage|url)\b/iu, /\b(?:www\.|https?:)|\b[\p{L}\d-]+\.\p{L}{2,}\b/u],
  [
    /\bhow old\b|\bwie alt\b|\bcuántos años tiene\b|\bquel âge\b/iu,
    /\b(?:years? old|\d+ years|aged?|built|founded|established|(?:since|from|of|in) (?:about |around )?\d{4}|tiene|cumpl\p{L}+|edad|nacid[oa]|nació|âgée?|born|opened|erected|jahre?|alt|erbaut|seit|geboren)\b/iu,
  ],
  [
    /\bwas (?:hat|haben|hatte|habt)\b.*\bgekostet\b|\bhow much\b.*\b(?:sell|sold|go) for\b|\bwas koste(?:t|n|te|ten)\b|\bwie teuer\b|\bpreis\b|\bcombien coûten?t?\b|\bquel(?:s)? (?:est|sont) les? (?:prix|tarifs?)\b|\bcuánto (?:cuest|cost|val)\p{L}+/iu,
    /[$€£¥₹%]|\d[.,]\d{2}\b|\b(?:EUR|CHF|USD|GBP)\b|\b(?:euros?|francs?|franken|pesos?|libras?|dólares|kostenlos|gratis|gratuite?s?|frei|unentgeltlich)\b/iu,
  ],
  [
    /\b(?:have|need|must|got|obliged) to pay\b|\b(?:is|are) (?:it|this|that|there|the (?:\p{L}+ ){0,3}\p{L}+) (?:free|an? (?:fee|charge))\b/iu,
    /[$€£¥₹]|\b(?:fees?|free|charg(?:es?|ed)|costs?|pay|pays|paid|payable|payment|prices?|euros?|pounds?|dollars?|gratis)\b/iu,
  ],
  [
    /^\W*(?:the )?(?:price|cost|fee|charge|rate)s? (?:of|for)\b|\bhow much (?:is|are|was|were) (?:an?|the|one|each) |\b(?:what|how much)\b.*\b(?:cost(?:s|ing)?|earn(?:s|ed|ing)?|pay(?:s|ing)?|paid|price of|salary|wage|fees?|charg(?:es?|ed|ing))\b/iu,
    /[$€£¥₹₩₽%]|\bRs\.?\s?\d|\d[.,]\d{2}\b|(?<![\d.,]|^\W*)(?!(?:1[5-9]|20)\d\d(?!\d))\d{3,}(?!\d*\s?(?:kg|g|km|m|cm|mm|l|ml|kwh|hours?|h|days?|minutes?|min|people|members?|pages?)\b)|\b(?:dollars?|euros?|pounds?|cents?|pence|yen|francs?|pesos?|rupees?|gratis|kostenlos|charge|rent|fee|(?:for|is|are|in|entry|admission) free|free (?:of charge|entry|admission|for))\b|\b[A-Z]{3}\s?\d|\d\s?[A-Z]{3}\b/u,
  ],
];

const markedAsTyped = marked.map(([asked, held, isOwned]) => ({ asked: typedWithoutAccents(asked), held, isOwned }));

/** "7.30 pm" is no amount. */
const withoutClock = (text: string): string =>
  text.replace(/\b\d{1,2}[.:]\d{2}(?=\s?(?:[ap]\.?m\b|uhr\b|h\b|o.clock))/giu, ' ');

/** Words for the mark itself and for the sort of thing: they name no owner. */
const ofMark =
  /^(?:e-?mail|mail|phone|telephone|mobile|cell|fax|number|numbers|address|contact|line|telefon|handy|nummer|correo|teléfono|número|dirección|téléphone|numéro|adresse)$/u;

/**
 * Whether a sentence holds what a question asks for by the mark that such things bear, and, of things that have an owner (a number, an
 * address), speaks of the one asked about: the landlord's number is not the tenant's.
 */
export function holdsMarked(
  { question, evidence }: Pick<Inquiry, 'question' | 'evidence'>,
  { ranked, places }: Pick<SentenceView, 'ranked' | 'places'>,
  text: string,
): boolean {
  return markedAsTyped.every(({ asked, held, isOwned }) => {
    if (!asked.test(question.text)) return true;
    if (!held.test(withoutClock(text))) return false;
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
