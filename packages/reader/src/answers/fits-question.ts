import { isRow } from '../text/plain-passage.ts';
import { hasFigureAtFocus } from './figure-at-focus.ts';
import type { Inquiry } from './inquiry.ts';
import { holdsMarked } from './marked-things.ts';
import type { SentenceView } from './sentence-view.ts';

const times =
  /(?<![\d.,])(?:1\d{3}|20\d{2})(?!\d)|\d{1,2}[./-]\d{1,2}|\d{1,2}[:.h]\d{2}|\d\s?(?:[ap]\.?m|uhr|h)\b|\d{1,2}(?:st|nd|rd|th)\b|\b(?:at|from|um|von|las|à|alle|às)\s+\d{1,2}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic|mär|mai|okt|dez|fév|avr|aoû)\p{L}*|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|\b(?:today|tomorrow|yesterday|tonight|noon|midnight|daily|weekly|monthly|quarterly|annual\w*|yearly|hoy|mañana|ayer|heute|morgen|gestern|täglich|wöchentlich|monatlich|jährlich|spring|summer|autumn|winter|easter|christmas|hourly)\b|\b(?:year|month|week|day|hour|minute|second|century|decade|season|night|morning|evening|afternoon|año|mes|semana|día|hora|siglo|jahr|monat|woche|tag|stunde|minute|jahrhundert|an|année|mois|semaine|jour|heure|siècle|anno|mese|settimana|giorno|ora|secolo)(?:s|es|n|en|e|i)?\b|\b(?:when|after|before|during|until|once|upon|while|since|cuando|después|antes|durante|hasta|nach|vor|während|bis|als|seit|quand|après|avant|pendant|dopo|prima)\b|[年月日时世纪]/iu;
const figures =
  /\p{N}|[一二三四五六七八九十百千万亿两]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozens?|half|quarter|third|twice|once|single|double|both|several|no|none|many|most|all|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil|mitad|doble|ein\p{L}*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|hundert|tausend|hälfte|doppelt|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|cento)\b/iu;
const money =
  /[$€£¥₹₩₽]|\b(?:[A-Z]{3}\s?\d|\d[\d.,\s]*\s?[A-Z]{3}\b)|\b(?:dollars?|euros?|pounds?|cents?|yen|francs?|pesos?|rupees?|dólares|libras|pfund|gratis|kostenlos|gratuit|no charge|(?:for|is|are|in|entry|admission) free|free (?:of charge|entry|admission|for))\b|[元美欧]/iu;
const reasons =
  /\b(?:because|since|due to|owing to|thanks to|so that|in order|therefore|thus|hence|consequently|accordingly|as a result|result(?:s|ed|ing)?|reasons?|caus(?:e|es|ed|ing)|leads?|led to|purpose|aim(?:s|ed)?|intend(?:s|ed)?|motivat\w+|why|so|for|to|as|after|given|by|porque|ya que|debido|para|por|causa|motivo|razón|así que|weil|denn|da|wegen|damit|um|deshalb|daher|aufgrund|infolge|grund|parce|car|pour|afin|raison|cause|perché|poiché|causa|per)\b|因为|由于|所以|为了|因此|导致/iu;

const plainReasons =
  /\b(?:because|since|due to|owing to|thanks to|so that|in order|therefore|thus|hence|consequently|as a result|result(?:s|ed|ing)?|reasons?|caus(?:e|es|ed|ing)|leads?|led to|porque|ya que|debido|causa|motivo|razón|weil|denn|da|wegen|damit|deshalb|daher|aufgrund|infolge|grund|parce|car|afin|raison|perché|poiché)\b|因为|由于|所以|因此|导致/iu;

/** Whether a sentence marks a reason as one; "to", "for" and "as" may mark anything. */
export const givesReason = (text: string): boolean => plainReasons.test(text);

/** A sentence that says nearly all that a question says answers "who" also with a role: "The courier dropped it." */
const allButSaid = 0.8;

/** A sentence without the verb of "When was the hall built?" must say the rest of it. */
const nearlyAllSaid = 0.75;

/**
 * Whether a sentence holds the sort of thing that is asked for: a time for "when", a figure for "how many", an amount of
 * money for "how much does it cost", a name for "who", a cause or a purpose for "why". True where no sort is asked for.
 */
export function fitsQuestion(
  inquiry: Pick<Inquiry, 'question' | 'asked' | 'evidence'>,
  view: SentenceView,
  text: string,
): boolean {
  const { question, asked } = inquiry;
  // A question in the text asks the same and answers nothing.
  if (/[?？]["'”’»)]*\s*$/u.test(text)) return false;
  if (!holdsMarked(inquiry, view, text)) return false;
  // Of a row that says nothing with "not" a question with "not" asks the contrary.
  if (isRow(text) && denies(question.tokens) && !denies(view.tokens)) return false;
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
  if (question.kind === 'how-many' && /\bhow many\b/i.test(question.text))
    return figures.test(withoutMeasures(text)) && (saysVerb(inquiry, view) || hasFigureAtFocus(inquiry, view));
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

const denies = (tokens: readonly { lower: string; wordClass: string | undefined }[]): boolean =>
  tokens.some(({ lower, wordClass }) => wordClass === 'negation' || lower === 'cannot');

/** "How many tickets were sold?": a sentence about tickets that says nothing of selling counts them or tells something else. */
const saysVerb = ({ question, evidence }: Pick<Inquiry, 'question' | 'evidence'>, { verbs }: SentenceView): boolean =>
  verbs.length > 0 || !evidence.terms.some(({ token }) => token === question.verb);

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
