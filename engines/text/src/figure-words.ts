import { calendarName } from './calendar-names.ts';
import { currencyOf } from './currencies.ts';
import { cardinalOf, ordinalOf } from './number-words.ts';
import { measureOf } from './units.ts';

/** Words that multiply the number before them. Single letters are left out: `m` is a metre as often as a million. */
export const scales = new Map<string, number>(
  Object.entries({
    ...{ hundred: 1e2, thousand: 1e3, million: 1e6, millions: 1e6, billion: 1e9, billions: 1e9, trillion: 1e12 },
    ...{
      bn: 1e9,
      mn: 1e6,
      mio: 1e6,
      mrd: 1e9,
      tausend: 1e3,
      millionen: 1e6,
      milliarde: 1e9,
      milliarden: 1e9,
      billionen: 1e12,
    },
    ...{ mille: 1e3, milliard: 1e9, milliards: 1e9, mil: 1e3, millón: 1e6, millones: 1e6, milhões: 1e6, bilhões: 1e9 },
    ...{ milione: 1e6, milioni: 1e6, miliardi: 1e9, тысяч: 1e3, млн: 1e6, млрд: 1e9 },
  }),
);

/** Single letters that are a unit beside a figure more often than a list's mark or a year's ending ("1960s"). */
const letters = /^[mgwhl]$/;
/** What says no unit by itself: of money or of mass, of an angle or of warmth, "5 um 6". */
const open = /^(?:pounds?|degrees?|°|grad|grados|degrés|um)$/;

/** Units that are only words in another place: "5 in total", "10 a year". */
const loose = new Set([
  'm',
  'g',
  'w',
  'h',
  'l',
  'an',
  'mi',
  'mes',
  'ha',
  'day',
  'year',
  'hour',
  'month',
  'week',
  'second',
  'minute',
]);

/** The unit a word stands for. `strict`: only what can be nothing else, for words that stand further off. */
export function foldedUnit(word: string, strict = false): string | null {
  const name = word.toLowerCase().replace(/\.$/, '');
  const money = currencyUnit(name);
  // In capitals SEK is a currency, else a second.
  const isMeasure = name.length > 1 ? !open.test(name) : letters.test(name) || name === '%';
  const measure = isMeasure ? measureOf(name)?.name : undefined;
  const unit = (word === word.toUpperCase() ? (money ?? measure) : (measure ?? money)) ?? null;
  return strict && unit !== null && (loose.has(unit) || loose.has(name)) ? null : unit;
}

/** Yen and yuan share a sign, so that they count as one. */
function currencyUnit(name: string): string | undefined {
  const code = currencyOf(name);
  return code === 'JPY' || code === 'CNY' ? 'yen' : code?.toLowerCase();
}

/** What counts without being a number. */
const amounts: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['twice', 2],
  ['thrice', 3],
  ['half', 0.5],
  ['quarter', 0.25],
]);

/** The number that a word is; `one` is left out, it is a pronoun more often. */
export const numberWords = (word: string): number | null =>
  word === 'one' ? null : (cardinalOf(word) ?? ordinalOf(word) ?? amounts.get(word) ?? null);

/** Names that are ordinary words too count only with a capital or beside a number. */
const ambiguous = new Set([
  'may',
  'mar',
  'mars',
  'march',
  'jan',
  'sep',
  'dec',
  'oct',
  'mai',
  'marca',
  'mart',
  'gen',
  'dic',
  'maja',
]);

/** The months and weekdays that a text names, by their English name. */
export function monthsAndDays(text: string): Set<string> {
  const found = new Set<string>();
  for (const match of text.matchAll(/\p{L}+/gu)) {
    const word = match[0].toLowerCase();
    const name = calendarName(word);
    if (name === null) continue;
    const around = text.slice(Math.max(0, match.index - 6), match.index + word.length + 6);
    const isCapital = match[0] !== word;
    const isSentenceStart =
      match.index === 0 || /[.!?]\s+$/.test(text.slice(Math.max(0, match.index - 3), match.index));
    if (ambiguous.has(word) && !(isCapital && (!isSentenceStart || /\d/.test(around)))) continue;
    found.add(name);
  }
  return found;
}
