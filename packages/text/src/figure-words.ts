import { calendarName } from './calendar-names.ts';

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

const unitNames: Record<string, string> = {
  percent: '% percent prozent pourcent porcentaje pct',
  usd: '$ us$ dollar dollars usd',
  eur: '€ euro euros eur',
  gbp: '£ pound pounds gbp sterling',
  yen: '¥ yen yuan',
  inr: '₹ rupee rupees',
  km: 'km kilometre kilometres kilometer kilometers',
  m: 'm metre metres meter meters',
  cm: 'cm centimetre centimetres centimeter centimeters',
  mm: 'mm millimetre millimetres millimeter millimeters',
  mile: 'mile miles mi',
  foot: 'foot feet ft',
  inch: 'inch inches',
  kg: 'kg kilogram kilograms kilogramme kilogrammes',
  g: 'gram grams gramme grammes',
  tonne: 'ton tons tonne tonnes',
  lb: 'lb lbs pound-mass',
  w: 'w watt watts',
  kw: 'kw kilowatt kilowatts',
  mw: 'mw megawatt megawatts',
  gw: 'gw gigawatt gigawatts',
  tw: 'tw terawatt terawatts',
  kwh: 'kwh kilowatt-hour kilowatt-hours',
  mwh: 'mwh megawatt-hour megawatt-hours',
  gwh: 'gwh gigawatt-hour gigawatt-hours',
  twh: 'twh terawatt-hour terawatt-hours',
  second: 'second seconds sekunde sekunden',
  minute: 'minute minutes minuten',
  hour: 'hour hours stunde stunden heure heures hora horas',
  day: 'day days tag tage tagen jour jours día días',
  week: 'week weeks woche wochen semaine semaines semana semanas',
  month: 'month months monat monate monaten mois mes meses',
  year: 'year years jahr jahre jahren an ans année années año años',
  decade: 'decade decades',
  century: 'century centuries',
  celsius: '°c celsius',
  fahrenheit: '°f fahrenheit',
  hectare: 'hectare hectares ha',
  acre: 'acre acres',
  litre: 'litre litres liter liters',
  gallon: 'gallon gallons',
  kb: 'kb kilobyte kilobytes',
  mb: 'mb megabyte megabytes',
  gb: 'gb gigabyte gigabytes',
  tb: 'tb terabyte terabytes',
  hz: 'hz hertz',
  mph: 'mph',
  kmh: 'km/h kmh kph',
};

const units = new Map<string, string>();
for (const [unit, names] of Object.entries(unitNames)) for (const name of names.split(' ')) units.set(name, unit);

/** Units that are only words in another place: "5 in total", "10 a year". */
const loose = new Set([
  'm',
  'g',
  'w',
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
  const unit = units.get(name) ?? null;
  return strict && unit !== null && (loose.has(unit) || loose.has(name)) ? null : unit;
}

const small = (
  'zero,,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,' +
  'eighteen,nineteen'
).split(',');
const tens = ',,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety'.split(',');
const others =
  'zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8 neun:9 zehn:10 elf:11 zwölf:12 deux:2 trois:3 quatre:4 cinq:5 ' +
  'sept:7 huit:8 neuf:9 dix:10 onze:11 douze:12 dos:2 tres:3 cuatro:4 cinco:5 seis:6 siete:7 ocho:8 nueve:9 diez:10 ' +
  'dozen:12 twice:2 thrice:3 first:1 second:2 third:3 fourth:4 fifth:5 sixth:6 seventh:7 eighth:8 ninth:9 tenth:10 ' +
  'half:0.5 quarter:0.25';

const words = new Map<string, number>();
for (const [value, word] of small.entries()) if (word) words.set(word, value);
for (const [value, word] of tens.entries()) if (word) words.set(word, value * 10);
for (const entry of others.split(' ')) {
  const [word = '', value] = entry.split(':');
  words.set(word, Number(value));
}

/** The number that a word is; `one` is left out, it is a pronoun more often. */
export function numberWords(word: string): number | null {
  const known = words.get(word);
  if (known !== undefined) return known;
  const [left = '', right = '', ...rest] = word.split('-');
  const ten = tens.indexOf(left);
  const unit = right === 'one' ? 1 : small.indexOf(right);
  return rest.length === 0 && ten >= 2 && unit >= 1 && unit <= 9 ? ten * 10 + unit : null;
}

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
