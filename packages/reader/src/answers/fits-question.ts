import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';

const times =
  /\d{4}|\d{1,2}[./-]\d{1,2}|\d{1,2}[:.h]\d{2}|\d\s?(?:[ap]\.?m|uhr|h)\b|\d{1,2}(?:st|nd|rd|th)\b|\b(?:at|from|um|von|las|à|alle|às)\s+\d{1,2}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|mär|mai|okt|dez|fév|avr|aoû)\p{L}*|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|\b(?:today|tomorrow|yesterday|tonight|noon|midnight|daily|weekly|monthly|quarterly|annual\w*|yearly|hoy|mañana|ayer|heute|morgen|gestern|täglich|wöchentlich|monatlich|jährlich|spring|summer|autumn|winter|easter|christmas|hourly)\b|\b(?:year|month|week|day|hour|minute|second|century|decade|season|night|morning|evening|afternoon|año|mes|semana|día|hora|siglo|jahr|monat|woche|tag|stunde|minute|jahrhundert|an|année|mois|semaine|jour|heure|siècle|anno|mese|settimana|giorno|ora|secolo)(?:s|es|n|en|e|i)?\b|\b(?:when|after|before|during|until|once|upon|while|since|cuando|después|antes|durante|hasta|nach|vor|während|bis|als|seit|quand|après|avant|pendant|dopo|prima)\b|[年月日时世纪]/iu;
const figures =
  /\p{N}|[一二三四五六七八九十百千万亿两]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozens?|half|quarter|third|twice|once|single|double|both|several|no|none|many|most|all|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil|mitad|doble|ein\p{L}*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend|hälfte|doppelt|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|cento)\b/iu;
const money =
  /[$€£¥₹₩₽]|\b(?:[A-Z]{3}\s?\d|\d[\d.,\s]*\s?[A-Z]{3}\b)|\b(?:dollars?|euros?|pounds?|cents?|yen|francs?|pesos?|rupees?|dólares|libras|pfund|free|gratis|kostenlos|gratuit|no charge)\b|[元美欧]/iu;
const reasons =
  /\b(?:because|since|due to|owing to|thanks to|so that|in order|therefore|thus|hence|consequently|accordingly|as a result|result(?:s|ed|ing)?|reasons?|caus(?:e|es|ed|ing)|leads?|led to|purpose|aim(?:s|ed)?|intend(?:s|ed)?|motivat\w+|why|so|for|to|as|after|given|by|porque|ya que|debido|para|por|causa|motivo|razón|así que|weil|denn|da|wegen|damit|um|deshalb|daher|aufgrund|infolge|grund|parce|car|pour|afin|raison|cause|perché|poiché|causa|per)\b|因为|由于|所以|为了|因此|导致/iu;

/** A sentence that says nearly all that a question says answers "who" also with a role: "The courier dropped it." */
const allButSaid = 0.8;

/** A sentence without the verb of "When was the hall built?" must say the rest of it. */
const nearlyAllSaid = 0.75;

/** Things that a text marks as what they are: without the mark a number or a word is something else. */
const marked: readonly [asked: RegExp, held: RegExp][] = [
  [
    /\b(?:phone|telephone|mobile|cell|fax)(?:\s+number)?\b|\b(?:telefon|handy|fax)nummer\b|\bteléfono\b/iu,
    /(?:tel|phone|call|fax|mobil|cell|hotline|ring|contact|anruf|handy|llam|appel|switchboard|number|department)[\s\S]*\d[\d\s()/.-]{4,}\d|\+\d[\d\s()/.-]{5,}\d/iu,
  ],
  [/\be-?mail\b|\bcorreo\b/iu, /\S@\S/u],
  [/\b(?:website|web address|homepage|url)\b/iu, /\b(?:www\.|https?:)|\b[\p{L}\d-]+\.\p{L}{2,}\b/u],
  [/\b(?:vat|tax) (?:id|number|identification)\b/iu, /\b(?:vat|tax|ust|tva|iva|uid)\b[\s\S]*\d{4,}/iu],
  [/\b(?:bank account|account number|iban)\b/iu, /\b(?:iban|account|konto|cuenta|compte)\b[\s\S]*\d{4,}/iu],
  [
    /\bhow old\b|\bwie alt\b/iu,
    /\b(?:years?|old|aged?|built|founded|established|since|born|from|opened|erected|jahre?|alt|erbaut|seit|geboren)\b/iu,
  ],
  [
    /\b(?:what|how much)\b.*\b(?:cost(?:s|ing)?|earn(?:s|ed|ing)?|pay(?:s|ing)?|paid|price of|salary|wage|fees?|charg(?:es?|ed|ing))\b/iu,
    /[$€£¥₹₩₽%]|\d[.,]\d{2}\b|(?<![\d.,])(?!(?:1[5-9]|20)\d\d(?!\d))\d{3,}(?!\d*\s?(?:kg|g|km|m|cm|mm|l|ml|kwh|hours?|h|days?|minutes?|min|people|members?|pages?)\b)|\b(?:dollars?|euros?|pounds?|cents?|pence|yen|francs?|pesos?|rupees?|free|gratis|kostenlos|charge|rent|fee)\b|\b(?:[A-Z]{3}\s?\d|\d\s?[A-Z]{3}\b)/u,
  ],
];

function holdsMarked(question: string, text: string): boolean {
  return marked.every(([asked, held]) => !asked.test(question) || held.test(text));
}

/**
 * Whether a sentence holds the sort of thing that is asked for: a time for "when", a figure for "how many", an amount of
 * money for "how much does it cost", a name for "who", a cause or a purpose for "why". True where no sort is asked for.
 */
export function fitsQuestion(
  { question, asked }: Pick<Inquiry, 'question' | 'asked'>,
  view: SentenceView,
  text: string,
): boolean {
  // A question in the text asks the same and answers nothing.
  if (/[?？]["'”’»)]*\s*$/u.test(text)) return false;
  if (!holdsMarked(question.text, text)) return false;
  const isSentence = /[.!。！]["'”’»)]*\s*$/u.test(text);
  if (!isSentence && question.kind !== 'yes-no' && !saysMore(view)) return false;
  if (
    question.language === 'en' &&
    /^(?:when|where)$/.test(question.kind) &&
    view.verbs.length === 0 &&
    view.ranked.coverage < nearlyAllSaid
  ) {
    return false;
  }
  if (question.kind === 'who' || question.kind === 'whose')
    return view.ranked.coverage >= allButSaid || namesSomebody(view, question.language);
  if (question.kind === 'why') return reasons.test(text);
  // "How many tickets?" is not told by their price or by a time of day.
  if (question.kind === 'how-many' && /\bhow many\b/i.test(question.text)) return figures.test(withoutMeasures(text));
  switch (asked) {
    case 'time':
    case 'year':
      return times.test(text);
    case 'money':
      return figures.test(text) || money.test(text);
    case 'number':
    case 'percent':
      return figures.test(text);
    default:
      return true;
  }
}

const measures =
  /[$€£¥₹]\s?\d[\d.,]*|\d[\d.,]*\s?(?:[$€£¥₹%]|[A-Z]{3}\b)|\b[A-Z]{3}\s?\d[\d.,]*|\b\d{1,2}[:.]\d{2}\b(?!\d)/gu;

/** A text without its amounts of money, per cents and times of day. */
const withoutMeasures = (text: string): string => text.replace(measures, ' ');

/** A name, or in a language without capitals or a row of a table anything at all. */
function namesSomebody({ tokens, tags }: SentenceView, language: string): boolean {
  if (language === 'zh') return true;
  return tokens.some((token, index) => {
    if (token.kind !== 'word' || !token.isContent || !/^\p{Lu}/u.test(token.text)) return false;
    return index > 0 || tags[index] === 'PROPN' || tags[index] === 'NOUN';
  });
}

/** A heading, or a line of JSON, that only repeats words of the question tells nothing. */
function saysMore({ tokens, terms }: SentenceView): boolean {
  return tokens.some((token, index) => (terms[index] ?? -1) < 0 && (token.isContent || /\p{N}/u.test(token.text)));
}
