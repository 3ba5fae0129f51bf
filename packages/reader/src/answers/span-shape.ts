import type { Tag } from '../text/part-of-speech.ts';
import type { Token } from '../text/tokens.ts';
import type { Candidate } from './span-candidates.ts';

/** What a stretch of words looks like, whatever is asked. */
export const spanShapes = [
  'year',
  'date',
  'money',
  'percent',
  'measure',
  'number',
  'name',
  'names',
  'named-phrase',
  'noun',
  'noun-phrase',
  'noun-of',
  'list',
  'quoted',
  'adjective',
  'verb',
  'place-phrase',
  'clause',
  'other',
] as const;
export type SpanShape = (typeof spanShapes)[number];

const months =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|januar|februar|märz|mai|juni|juli|oktober|dezember|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday|century|centuries|decade|siglo|jahrhundert|月|年|日|世纪)$/;
const moneyMarks = /^(?:[$€£¥₹]|dollars?|euros?|pounds?|usd|eur|gbp|dólares|美元|欧元)$/;

export function shapeOf(tokens: Token[], tags: Tag[], { from, to }: Candidate): SpanShape {
  let numbers = 0;
  let names = 0;
  let nouns = 0;
  let verbs = 0;
  let marks = 0;
  let isDate = false;
  let isMoney = false;
  let isPercent = false;
  let hasOf = false;
  let listMarks = 0;
  for (let i = from; i < to; i++) {
    const { kind, lower } = tokens[i] ?? { kind: 'mark', lower: '' };
    const tag = tags[i];
    if (kind === 'number' || tag === 'NUM') numbers++;
    if (tag === 'PROPN') names++;
    if (tag === 'NOUN' || tag === 'X') nouns++;
    if (tag === 'VERB' || tag === 'AUX') verbs++;
    if (kind === 'mark') marks++;
    if (lower === ',' || lower === '、' || (tag === 'CONJ' && i > from)) listMarks++;
    isDate ||= months.test(lower) || /年$/.test(lower);
    isMoney ||= moneyMarks.test(lower);
    isPercent ||= lower === '%' || lower === 'percent' || lower === 'prozent';
    hasOf ||= i > from && (lower === 'of' || lower === 'de' || lower === 'von' || lower === '的');
  }
  const first = tokens[from];
  if (numbers > 0 && isPercent) return 'percent';
  if (numbers > 0 && isMoney) return 'money';
  if (isDate && (numbers > 0 || to - from <= 3) && verbs === 0) return 'date';
  if (numbers > 0 && to - from === 1) return /^(?:1[0-9]|20)\d{2}s?$/.test(first?.lower ?? '') ? 'year' : 'number';
  if (numbers > 0 && numbers + marks === to - from) return 'number';
  if (first && /^["“'‘«「『《]$/.test(first.text)) return 'quoted';
  if (verbs > 0) return tags[from] === 'VERB' && to - from <= 4 ? 'verb' : 'clause';
  if (numbers > 0 && tags[from] === 'NUM') return 'measure';
  if (tags[from] === 'ADP') return 'place-phrase';
  if (listMarks > 0) return 'list';
  if (names > 0)
    return names === 1 && to - from === 1 ? 'name' : names + marks === to - from ? 'names' : 'named-phrase';
  if (hasOf) return 'noun-of';
  if (nouns > 0) return to - from === 1 ? 'noun' : 'noun-phrase';
  return tags[from] === 'ADJ' || tags[from] === 'ADV' ? 'adjective' : 'other';
}

/** The word that the phrase is about: the last noun before any preposition, mark or verb. Index of the token. */
export function headOf(tags: Tag[], { from, to }: Candidate): number {
  let head = -1;
  for (let i = from; i < to; i++) {
    const tag = tags[i];
    if (tag === 'NOUN' || tag === 'PROPN' || tag === 'X') head = i;
    else if (head >= 0 && (tag === 'ADP' || tag === 'PUNCT' || tag === 'VERB')) break;
  }
  return head >= 0 ? head : to - 1;
}
