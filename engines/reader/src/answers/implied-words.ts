import { currencyMarkPattern, currencyPattern, isPlainUnit, measureOf } from '@parley/text';
import { wordStem } from '../text/word-stem.ts';

// bounded: every pattern of this file sees a question, a sentence or a part of one, at most 2,000 characters

/** What a figure, an address or a mark says without the word for it: an amount of money tells a price, square metres a size. */
const marks: readonly [held: RegExp, words: string][] = [
  [
    new RegExp(
      `(?<!\\p{L})${currencyMarkPattern}\\s?\\d|\\d\\s?(?:${currencyMarkPattern}|${currencyPattern}|cents?\\b)`,
      'iu',
    ),
    'cost costs price charge pay paid cuesta kostet',
  ],
  [/£|\bGBP\b/u, 'pound pounds sterling'],
  [/€|\bEUR\b/u, 'euro euros'],
  [/\$|\bUSD\b/u, 'dollar dollars'],
  [/\d\s?%\s?(?:off|less|discount|rabatt)|\b(?:take|takes|taken)\b[^.]{0,20}\d\s?%/iu, 'discount reduction'],
  [/(?:\+|\b0)\d[\d\s()/.-]{6,}\d/u, 'phone telephone call number telefon teléfono'],
  [/\S@\S+\.\p{L}/u, 'email mail correo'],
  [
    /\b\d{1,2}(?: years?)? (?:or|and) (?:older|over|above|up|under|younger)\b|\baged? \d|\byears old\b|\bab \d{1,2} jahren?\b/iu,
    'old age alt alter',
  ],
  [/\d\s?square (?:met|feet|foot)|\b\d+(?:[.,]\d+)?\s?[x×]\s?\d/iu, 'big large size area groß grande'],
  [/\b(?:black|white|red|blue|green|yellow|brown|gr[ae]y|orange|purple|pink|silver|golden|beige)\b/iu, 'colour color'],
];

/** What a number with a unit says, by what the unit measures. */
const measures: Record<string, string> = {
  mass: 'heavy weigh weighs weight schwer pesa',
  length: 'long length high height tall wide width deep depth far distance big size',
  area: 'big large size area groß grande',
  time: 'long last lasts duration take takes time dauert',
  power: 'power watt watts',
  temperature: 'temperature warm cold hot',
  volume: 'volume capacity',
  'length/time': 'speed fast',
};

const stemsOf = (words: string): string[] => words.split(' ').map(wordStem);
const stemsOfMarks = marks.map(([held, words]) => [held, stemsOf(words)] as const);
const stemsOfMeasures = new Map(Object.entries(measures).map(([dimension, words]) => [dimension, stemsOf(words)]));
const quantity = /\d\s?(?<unit>°\p{L}?|[\p{L}µ]+(?:\/\p{L}+|[²³23](?!\d))?)/gu;
const oneLetter = /^[mhsglwW]$/;

/** Stems of words that a stretch of text does not use, but gives the value of. */
export function impliedStems(text: string): Set<string> {
  const stems = stemsOfMarks.flatMap(([held, words]) => (held.test(text) ? words : []));
  for (const { groups } of text.matchAll(quantity)) {
    const unit = groups?.unit ?? '';
    if (!isPlainUnit(unit) && !oneLetter.test(unit)) continue;
    stems.push(...(stemsOfMeasures.get(measureOf(unit)?.dimension ?? '') ?? []));
  }
  return new Set(stems);
}
