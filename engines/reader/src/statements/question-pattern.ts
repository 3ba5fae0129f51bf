import { type Language, wordClass } from '../text/function-words.ts';
import type { AskedKind, Pattern } from './field-pattern.ts';
import { type MeantWord, meantWords } from './words.ts';

/** What a question asks for by its first words, in English, German, French and Spanish; the first that fits. */
const asked: readonly [RegExp, AskedKind][] = [
  [
    /^\W*(?:when|(?:until|by|since|from|on) (?:when|what (?:day|date)|which (?:day|date))|what (?:day|date)|which (?:day|date)|wann|(?:bis|ab|seit) wann|an welchem (?:tag|datum)|quand|(?:jusqu['’]à|depuis) quand|à quelle date|quel jour|cuándo|cuando|(?:hasta|desde) cuándo|qué día|en qué fecha)(?!\p{L})/iu,
    'date',
  ],
  [/^\W*(?:who(?:se)?|wer|qui(?= )|quién|quien)(?!\p{L})/iu, 'name'],
  [
    /^\W*(?:what|which) (?:percentage|per cent|rate|interest)|^\W*(?:wie viel prozent|wie hoch ist der (?:zins|rabatt|skonto)|quel (?:taux|pourcentage)|qué porcentaje)/iu,
    'percent',
  ],
  [/^\W*(?:how many|wie ?viele|cuánt[oa]s|combien d(?:e |['’]))/iu, 'number'],
  [
    /^\W*(?:how much|what does|what do|what (?:is|was) the (?=[^?]*(?:rent|deposit|price|cost|fee|total|salary|wage|fine|charge|excess|premium|balance))|was kostet|was zahl|wie viel|wieviel|wie hoch (?:ist|sind|war)|wie teuer|combien|quel(?:le)? est le (?:prix|montant|loyer|total|coût)|cuánto|cuanto|cuál es el (?:precio|importe|total|coste|alquiler))/iu,
    'money',
  ],
];
/** Words that ask, and say nothing of what is asked for. */
const asking =
  /^(?:how|much|many|what|which|when|who|whose|where|why|wann|wer|was|wie|viel|hoch|teuer|welche[mnrs]?|quand|qui|quel|quelle|combien|cuando|quien|cuanto|cuanta|cual|que|dia|day|date|tag|datum|jour|fecha|have|has|get|gets|got|come|comes|go|goes|take|takes|want|need|does|do|did|send|give|be|in|total|total|uns|sein|seine[mnrs]?|ihr|ihre|er|sie|wir|bis|seit|ab|muss|muss|soll|darf|kann|hat|haben|laeuft|tengo|tiene|hay|va|van|a|money|geld|dinero|argent|pounds?|euros?|please|bitte|there|here|es|hay|gibt|cost|costs|kostet|kosten|cuesta|coute|amount|price|document|contract|invoice|letter|bill|vertrag|rechnung|brief|factura|carta|facture|contrat|contrato)$/;
/** Other questions of money than what one sum is: sums of several, differences, per something. */
const reckons =
  /(?<!\p{L})(?:more|less|cheaper|dearer|difference|together|altogether|each|per|left|remain\p{L}*|mehr|weniger|zusammen|insgesamt|unterschied|jeweils|übrig|plus|moins|ensemble|más|menos|juntos|diferencia|queda)(?!\p{L})/iu;

/** A question for one value of a text as a pattern; undefined for any other question. */
export function questionPattern(question: string, language: Language): Pattern | undefined {
  const kind = asked.find(([form]) => form.test(question))?.[1];
  if (kind === undefined || (kind !== 'name' && reckons.test(question))) return undefined;
  const isPaying = kind === 'money';
  const telling = meantWords(question, language).filter(
    ({ folded, traits }) =>
      !asking.test(folded) &&
      wordClass(folded, language) === undefined &&
      !(
        isPaying &&
        (pays.test(folded) || (traits.every(({ name }) => name === 'price' || name === 'paid') && traits.length > 0))
      ),
  );
  if (telling.length === 0 || telling.length > mostWords) return undefined;
  return {
    kind,
    telling,
    more: [],
    against: [],
    traits: [...new Set(telling.flatMap((word: MeantWord) => word.traits))],
    unit: undefined,
    isStrict: true,
  };
}

/** What any question of money says. */
const pays =
  /^(?:pay|pays|paid|paying|zahl|zahle|zahlen|zahlt|bezahle|bezahlen|bezahlt|ueberweise|pago|pagar|paga|pagan|payer|paye|payons|vale|valen)$/;
const mostWords = 6;

/** The figures that a question names: what is told must stand beside them. */
export const figuresOf = (question: string): string[] => question.match(/\d+(?:[.,]\d+)*/g) ?? [];
