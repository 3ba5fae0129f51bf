import { wordStem } from '../text/word-stem.ts';

/** What a figure, an address or a mark says without the word for it: an amount of money tells a price, square metres a size. */
const marks: readonly [held: RegExp, words: string][] = [
  [
    /[$€£¥]\s?\d|\d\s?[$€£¥]|\b(?:EUR|USD|GBP|CHF)\b|\d\s?(?:euros?|pounds?|dollars?|cents?)\b/iu,
    'cost costs price charge pay paid cuesta kostet',
  ],
  [/£|\bGBP\b/u, 'pound pounds sterling'],
  [/€|\bEUR\b/u, 'euro euros'],
  [/\$|\bUSD\b/u, 'dollar dollars'],
  [/\d\s?%\s?(?:off|less|discount|rabatt)|\b(?:take|takes|taken)\b[^.]{0,20}\d\s?%/iu, 'discount reduction'],
  [/(?:\+|\b0)\d[\d\s()/.-]{6,}\d/u, 'phone telephone call number telefon teléfono'],
  [/\S@\S+\.\p{L}/u, 'email mail correo'],
  [/\d\s?(?:m²|m2|sqm|square (?:met|feet|foot))|\b\d+(?:[.,]\d+)?\s?[x×]\s?\d/iu, 'big large size area groß grande'],
  [/\d\s?(?:kg|kilos?|grams?|tonnes?|lbs?)\b/iu, 'heavy weigh weighs weight schwer pesa'],
  [
    /\d\s?(?:km|cm|mm|m|met(?:er|re)s?|kilomet(?:er|re)s?|miles?|feet|ft)\b/iu,
    'long length high height tall wide width deep depth far distance big size',
  ],
  [
    /\d\s?(?:min|minutes?|h|hours?|s|sec|seconds?|days?|weeks?|months?|years?|Stunden|Minuten|Tage|Jahre|días|horas|años)\b/u,
    'long last lasts duration take takes time dauert',
  ],
  [/\d\s?(?:W|kW|MW|watts?)\b/u, 'power watt watts'],
  [/\d\s?°|\d\s?degrees/u, 'temperature warm cold hot'],
  [/\d\s?(?:l|ml|lit(?:er|re)s?|gallons?)\b/u, 'volume capacity'],
  [/\d\s?(?:km\/h|mph|m\/s)\b/u, 'speed fast'],
  [/\b(?:black|white|red|blue|green|yellow|brown|gr[ae]y|orange|purple|pink|silver|golden|beige)\b/iu, 'colour color'],
];

const stemsOf = marks.map(([held, words]) => [held, words.split(' ').map(wordStem)] as const);

/** Stems of words that a stretch of text does not use, but gives the value of. */
export function impliedStems(text: string): Set<string> {
  return new Set(stemsOf.flatMap(([held, stems]) => (held.test(text) ? stems : [])));
}
