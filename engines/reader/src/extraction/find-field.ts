import type { JsonObject } from '@parley/contract';
import { isoDay } from '@parley/text';
import { longestQuestion } from '../bounds/bounds.ts';
import { wordStem } from '../text/word-stem.ts';
import { type Concept, concepts } from './concepts.ts';
import type { Found } from './found.ts';
import { findAddress, findIssuer } from './parties.ts';
import { labelScore, type SourceText, surroundings } from './source-text.ts';

/** A property that is looked for. */
export interface Field {
  /** With the name of the object that it belongs to before it: `customer email`. */
  name: string;
  schema: JsonObject;
}

/** `dueDate`, `due_date` → `due date`. */
export const wordsOf = (name: string): string =>
  name
    .slice(0, longestQuestion)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.$@/]+/g, ' ')
    .trim()
    .toLowerCase();

const describe = ({ name, schema }: Field): string =>
  `${wordsOf(name)} ${typeof schema.title === 'string' ? schema.title : ''} ${typeof schema.description === 'string' ? schema.description : ''}`
    .toLowerCase()
    .trim()
    .slice(0, longestQuestion);

/** The concept that a property stands for: told by its name first, by its description second. */
function conceptOf(field: Field): Concept | undefined {
  const name = wordsOf(field.name);
  const byFormat = { date: 'date', 'date-time': 'date', email: 'email', uri: 'url', time: 'time' }[
    String(field.schema.format)
  ];
  return (
    concepts.find((concept) => concept.asked.test(name)) ??
    concepts.find((concept) => concept.kind === byFormat) ??
    concepts.find((concept) => concept.asked.test(describe(field)))
  );
}

const sumWords =
  /^(?:total|amount|grand|sum|net|untaxed|subtotal|sub|gross|tax|vat|gst|due|to|pay|before|including|excluding|incl|excl|invoice|receipt|bill|document|of|the)$/;

/** Whether a property asks for what is known by its form or its place: the sums that bills end with, numbers of accounts. */
export const hasFormOfItsOwn = (field: Field): boolean =>
  isSumOfDocument(field) ||
  /^(?:iban|vat)$/.test(conceptOf(field)?.kind ?? '') ||
  (conceptOf(field)?.kind === 'date' && dateWords.test(wordsOf(field.name)));

/** Whether a property asks for the firm that a document comes from. */
export const asksIssuer = (field: Field): boolean => conceptOf(field)?.kind === 'company';

/** Whether a property asks for one of the sums that bills end with. */
const isSumOfDocument = (field: Field): boolean =>
  conceptOf(field)?.kind === 'amount' &&
  wordsOf(field.name)
    .split(' ')
    .every((word) => sumWords.test(word));

const dateWords = /^(?:(?:invoice|issue|issued|receipt|bill|order|document|due|date|day|of|payment)(?: |$))+$/;
const knownForms = new Set(['code', 'currency', 'iban', 'vat', 'company', 'address']);

/** What bills, receipts and letters are known to hold without a label, or with one of many: date, number, issuer, accounts, sums. */
export function isOfKnownForm(field: Field): boolean {
  const kind = conceptOf(field)?.kind;
  const name = wordsOf(field.name);
  if (kind === 'date') return dateWords.test(name);
  if (kind === 'amount') return isSumOfDocument(field) || /discount|cash|change|shipping/.test(name);
  return kind !== undefined && knownForms.has(kind);
}

/** Looks in a paper for what such papers are known to hold; undefined when nothing speaks for it. */
export function findField(field: Field, source: SourceText): Found | undefined {
  const concept = isOfKnownForm(field) ? conceptOf(field) : undefined;
  const found = concept && lookFor(field, concept, source);
  return found && isSpokenFor(field, found, source) ? found : undefined;
}

function lookFor(field: Field, concept: Concept, source: SourceText): Found | undefined {
  const labels = ownLabels(field);
  switch (concept.kind) {
    case 'date':
      return bestDate(source, concept, labels);
    case 'amount':
      return bestNumber(source, concept, labels);
    case 'currency':
      return source.currency === undefined ? undefined : { ...source.currency, score: 1 };
    case 'company':
      return located(findIssuer(source), source);
    case 'address':
      return located(findAddress(source), source);
    default:
      return findPattern(concept, labels, source);
  }
}

/** Words that say what sort of value a property holds rather than which one. */
const sortWords = new Set(
  'a an the of for and in on at by to date day time datetime number no nr num id code amount value total sum price name text string url email mail phone telephone tel mobile address street city town country currency company firm issuer vendor seller supplier merchant store shop business organization organisation person people full first last given family middle gross grand net untaxed due pay incl including excl excluding before type kind field document invoice receipt bill reference ref data info information details iso'.split(
    ' ',
  ),
);

/**
 * Whether each word of the property's name that says which value is meant (the birth in birth date, the shipping in
 * shipping address) stands near the value: in its paragraph or above its column; or is one that the concept's labels know.
 */
function isSpokenFor(field: Field, { start, end }: Found, source: SourceText): boolean {
  const labels = conceptOf(field)?.labels ?? [];
  const telling = wordsOf(field.name)
    .split(/\s+/)
    .filter((word) => word.length > 1 && !sortWords.has(word) && !labels.some((label) => label.test(word)));
  if (telling.length === 0) return true;
  const near = new Set(wordStems(nearText(source, start, end)));
  return telling.every((word) => near.has(wordStem(word)));
}

const wordStems = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => wordStem(word));

/** The paragraph up to the end of the value's line, and what stands above it in its column. */
function nearText(source: SourceText, start: number, end: number): string {
  const { text } = source;
  const blank = text.lastIndexOf('\n\n', start);
  const lineEnd = text.indexOf('\n', end);
  const paragraph = text.slice(Math.max(0, blank, start - 400), lineEnd < 0 ? text.length : lineEnd);
  return `${paragraph} ${surroundings(source, start, end).above.join(' ')}`;
}

/** Where a text stands that was pieced together from lines: all of it, or nothing is said of it. */
function located(text: string | undefined, source: SourceText): Found | undefined {
  if (text === undefined || text === '') return undefined;
  const pattern = text.split(/\s+/).map(escapePattern).join('\\s+');
  // such as: /Flat\s+2,\s+Park\s+Lane\s+9/u
  const match = new RegExp(pattern, 'u').exec(source.text);
  return match ? { text, start: match.index, end: match.index + match[0].length, score: 0.6 } : undefined;
}

/** The property's own words as labels: the whole name, then its last word. */
function ownLabels(field: Field): RegExp[] {
  const name = wordsOf(field.name);
  const words = name.split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return [];
  // such as: /(?<![\p{L}])unit[\s_-]*list[\s_-]*prices?(?![\p{L}])/iu
  const whole = new RegExp(`(?<![\\p{L}])${words.map(escapePattern).join('[\\s_-]*')}s?(?![\\p{L}])`, 'iu');
  return [whole];
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function bestDate(source: SourceText, concept: Concept, own: RegExp[]): Found | undefined {
  const isDue = concept.labels[0]?.test('due') === true;
  const isParticular = isDue || concept.labels[0]?.test('order') === true;
  let best: Found | undefined;
  for (const [index, date] of source.dates.entries()) {
    const near = surroundings(source, date.start, date.end);
    const fit = Math.max(
      labelScore(near, concept.labels, concept.against),
      0.9 * labelScore(near, own, concept.against),
    );
    const score =
      fit +
      (isParticular
        ? 0
        : 0.12 - Math.min(0.1, index * 0.02) - (concept.against?.test(`${near.left} ${near.before}`) ? 0.1 : 0));
    if (score > (best?.score ?? (isParticular ? 0 : -0.01)))
      best = { text: date.text, iso: isoDay(date.dayFirst), time: date.time, score, start: date.start, end: date.end };
  }
  return best;
}

function bestNumber(source: SourceText, concept: Concept, own: RegExp[]): Found | undefined {
  let best: Found | undefined;
  for (const number of source.numbers) {
    if (number.isPercent) continue;
    const near = surroundings(source, number.start, number.end);
    let score = Math.max(
      labelScore(near, concept.labels, concept.against),
      0.9 * labelScore(near, own, concept.against),
    );
    if (score <= 0) continue;
    score += number.isMoney ? 0.3 : -0.5;
    if (number.value <= 0) score -= 0.35;
    if (score > (best?.score ?? 0.15) || (concept.prefersLast === true && best && score > best.score - 0.001))
      best = { text: number.text, value: number.value, score, start: number.start, end: number.end };
  }
  return best;
}

const patterns: Partial<Record<Concept['kind'], RegExp>> = {
  iban: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g,
  vat: /\b[A-Z]{2} ?(?:\d[ ]?){7,13}(?:B\d{2})?\b|(?<=(?:vat|tva|btw|gst|tax|ust)[^\n\d]{0,24})[A-Z]{0,2}[\d][\dA-Z -]{6,18}\d/gi,
  // bounded: a stretch without a space (longestUnbroken), at most 2,000 characters
  code: /(?:#\s?)?[\p{L}\d][\p{L}\d/_.-]*\d[\p{L}\d/_-]*/gu,
};

/** Values with a form of their own: codes, numbers of accounts. */
function findPattern(concept: Concept, own: RegExp[], source: SourceText): Found | undefined {
  const pattern = patterns[concept.kind];
  if (!pattern) return undefined;
  const needsLabel = concept.kind === 'code' || concept.kind === 'vat';
  let best: Found | undefined;
  for (const match of source.text.matchAll(pattern)) {
    const start = match.index;
    const end = start + match[0].length;
    if (concept.kind === 'code' && (source.datesByPlace.isMet(start, end) || /^\d{1,3}(?:[.,]\d+)?$/.test(match[0])))
      continue;
    if (concept.kind === 'iban' && !isIban(match[0])) continue;
    const near = surroundings(source, start, end);
    const fit = Math.max(
      labelScore(near, concept.labels, concept.against),
      0.9 * labelScore(near, own, concept.against),
    );
    const score = fit + (needsLabel ? 0 : 0.2) + (concept.kind === 'code' && match[0].length > 4 ? 0.08 : 0);
    const text = (concept.kind === 'iban' || concept.kind === 'vat' ? match[0].replace(/[\s-]/g, '') : match[0]).trim();
    if (score > (best?.score ?? (needsLabel ? 0.3 : 0.1)))
      best = { text: concept.kind === 'code' ? text.replace(/^#\s/, '#') : text, score, start, end };
  }
  return best;
}

/** ISO 13616: the letters as numbers, the first four signs at the end, leave 1 when divided by 97. */
function isIban(text: string): boolean {
  const plain = text.replace(/\s/g, '');
  let rest = 0;
  for (const sign of plain.slice(4) + plain.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97;
  return rest === 1;
}
