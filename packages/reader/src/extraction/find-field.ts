import type { JsonObject, JsonValue } from '@parley/contract';
import { type Concept, concepts } from './concepts.ts';
import { findAddress, findIssuer, findPerson, findPlace } from './parties.ts';
import { labelScore, type SourceText, surroundings } from './source-text.ts';

/** A property that is looked for. */
export interface Field {
  name: string;
  schema: JsonObject;
}

/** What was found for a field: as printed, with its value as a number or an ISO date where it is one. */
export interface Found {
  text: string;
  value?: number;
  iso?: string;
  time?: string | undefined;
  score: number;
}

/** `dueDate`, `due_date` → `due date`. */
export const wordsOf = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-.$@/]+/g, ' ')
    .trim()
    .toLowerCase();

const describe = ({ name, schema }: Field): string =>
  `${wordsOf(name)} ${typeof schema.title === 'string' ? schema.title : ''} ${typeof schema.description === 'string' ? schema.description : ''}`
    .toLowerCase()
    .trim();

/** The concept that a property stands for: told by its name first, by its description second. */
export function conceptOf(field: Field): Concept | undefined {
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

/** Looks for the value of a property in a text; undefined when nothing speaks for one. */
export function findField(field: Field, source: SourceText): Found | undefined {
  const concept = conceptOf(field);
  const labels = ownLabels(field);
  if (!concept) return findLabelled(labels, source, isNumeric(field));
  switch (concept.kind) {
    case 'date':
      return bestDate(source, concept, labels);
    case 'amount':
    case 'number':
    case 'percent':
      return bestNumber(source, concept, labels);
    case 'currency':
      return source.currency === undefined ? undefined : { text: source.currency, score: 1 };
    case 'company':
      return labelledName(labels, source) ?? asFound(findIssuer(source), 0.7);
    case 'address':
      return asFound(findAddress(source), 0.7);
    case 'person':
      return labelledName(labels, source) ?? asFound(findPerson(source), 0.6);
    case 'country':
    case 'city':
      return findLabelled(labels, source, false) ?? asFound(findPlace(source, concept.kind), 0.6);
    case 'text':
      return findLabelled(labels, source, false);
    default:
      return findPattern(concept, labels, source);
  }
}

const asFound = (text: string | undefined, score: number): Found | undefined =>
  text === undefined ? undefined : { text, score };
const isNumeric = ({ schema }: Field): boolean =>
  [schema.type].flat().some((type) => type === 'number' || type === 'integer');

/** The property's own words as labels: the whole name, then its last word. */
function ownLabels(field: Field): RegExp[] {
  const name = wordsOf(field.name);
  const words = name.split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return [];
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
    if (score > (best?.score ?? -0.01)) best = { text: date.text, iso: date.iso, time: date.time, score };
  }
  return best;
}

function bestNumber(source: SourceText, concept: Concept, own: RegExp[]): Found | undefined {
  let best: Found | undefined;
  for (const number of source.numbers) {
    if (number.isPercent !== (concept.kind === 'percent')) continue;
    if (concept.kind === 'number' && number.isMoney) continue;
    const near = surroundings(source, number.start, number.end);
    let score = Math.max(
      labelScore(near, concept.labels, concept.against),
      0.9 * labelScore(near, own, concept.against),
    );
    if (score <= 0) continue;
    if (concept.kind === 'amount') score += number.isMoney ? 0.3 : -0.5;
    if (number.value <= 0) score -= 0.35;
    if (score > (best?.score ?? 0.15) || (concept.prefersLast === true && best && score > best.score - 0.001))
      best = { text: number.text, value: number.value, score };
  }
  return best;
}

const patterns: Partial<Record<Concept['kind'], RegExp>> = {
  iban: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g,
  vat: /\b[A-Z]{2} ?(?:\d[ ]?){7,13}(?:B\d{2})?\b|(?<=(?:vat|tva|btw|gst|tax|ust)[^\n\d]{0,24})[A-Z]{0,2}[\d][\dA-Z -]{6,18}\d/gi,
  email: /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu,
  phone: /(?<![\d.])(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,4}\)[ .-]?)?\d{2,4}(?:[ .-]\d{2,4}){1,4}(?!\d)/g,
  url: /\b(?:https?:\/\/|www\.)[^\s,;)]+/gi,
  time: /(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:\s?[ap]m)?/gi,
  code: /(?:#\s?)?[\p{L}\d][\p{L}\d/_.-]*\d[\p{L}\d/_-]*/gu,
};

/** Values with a form of their own: codes, numbers of accounts, addresses on the net. */
function findPattern(concept: Concept, own: RegExp[], source: SourceText): Found | undefined {
  const pattern = patterns[concept.kind];
  if (!pattern) return undefined;
  const needsLabel = concept.kind === 'code' || concept.kind === 'vat';
  let best: Found | undefined;
  for (const match of source.text.matchAll(pattern)) {
    const start = match.index;
    const end = start + match[0].length;
    if (
      concept.kind === 'code' &&
      (source.dates.some((date) => date.start < end && start < date.end) || /^\d{1,3}(?:[.,]\d+)?$/.test(match[0]))
    )
      continue;
    if (concept.kind === 'phone' && source.dates.some((date) => date.start < end && start < date.end)) continue;
    if (concept.kind === 'iban' && !isIban(match[0])) continue;
    const near = surroundings(source, start, end);
    const fit = Math.max(
      labelScore(near, concept.labels, concept.against),
      0.9 * labelScore(near, own, concept.against),
    );
    const score = fit + (needsLabel ? 0 : 0.2) + (concept.kind === 'code' && match[0].length > 4 ? 0.08 : 0);
    const text = (concept.kind === 'iban' || concept.kind === 'vat' ? match[0].replace(/[\s-]/g, '') : match[0]).trim();
    if (score > (best?.score ?? (needsLabel ? 0.3 : 0.1)))
      best = { text: concept.kind === 'code' ? text.replace(/^#\s/, '#') : text, score };
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

/** The rest of a line after "label:", the cell beside a label, or the cell below it. */
export function findLabelled(labels: RegExp[], source: SourceText, wantsNumber: boolean): Found | undefined {
  for (const label of labels) {
    if (wantsNumber) {
      const number = source.numbers
        .map((each) => ({ each, score: labelScore(surroundings(source, each.start, each.end), [label], undefined) }))
        .sort((a, b) => b.score - a.score)[0];
      if (number && number.score > 0.4)
        return { text: number.each.text, value: number.each.value, score: number.score };
      continue;
    }
    const found = valueBeside(label, source);
    if (found !== undefined) return { text: found, score: 0.8 };
  }
  return undefined;
}

function valueBeside(label: RegExp, source: SourceText): string | undefined {
  for (const line of source.lines) {
    for (const [index, cell] of line.cells.entries()) {
      const match = label.exec(cell.text);
      if (!match || match.index > 20) continue;
      const rest = cell.text.slice(match.index + match[0].length);
      const inside = /^\s*(?:[:=–—]|is\b|was\b|are\b)\s*(\S.*)$/.exec(rest)?.[1];
      if (inside) return inside.replace(/[.;,]\s*$/, '').trim();
      const next = line.cells[index + 1]?.text;
      if (/^\s*[:=]?\s*$/.test(rest) && next) return next.replace(/^[:=]\s*/, '');
      const below = /^\s*:\s*$/.test(rest) ? source.lines[cell.line + 1]?.cells[0]?.text : undefined;
      if (below) return below;
    }
  }
  const inProse = new RegExp(`${label.source}\\s*[:=]\\s*([^.;\\n|]{1,120})`, 'iu').exec(source.text)?.[1];
  return inProse?.split(/\s{3,}/)[0]?.trim();
}

/** A name beside a label, when it looks like one. */
function labelledName(labels: RegExp[], source: SourceText): Found | undefined {
  const found = findLabelled(labels, source, false);
  return found && /^[\p{Lu}\d]/u.test(found.text) && found.text.length <= 80 ? found : undefined;
}

/** How a found value is written for a schema. */
export function writeFound(found: Found, field: Field): JsonValue | undefined {
  const { schema } = field;
  const types = [schema.type].flat();
  const description = String(schema.description ?? '');
  if (types.some((type) => type === 'number' || type === 'integer') && !types.includes('string')) {
    const value = found.value ?? Number(found.text.replace(/[^\d.-]/g, ''));
    if (!Number.isFinite(value)) return undefined;
    return types.includes('number') || Number.isInteger(value) ? value : undefined;
  }
  if (types.includes('boolean') && types.length === 1) return undefined;
  if (found.iso !== undefined) {
    if (schema.format === 'date-time') return `${found.iso}T${found.time ?? '00:00:00'}Z`;
    if (schema.format === 'date' || /\byyyy-mm-dd\b|\biso\b/i.test(description)) return found.iso;
    return found.text;
  }
  if (found.value !== undefined && /\bdigits\b|decimal point|number only|numeric/i.test(description))
    return String(found.text)
      .replace(/,(?=\d{3})/g, '')
      .match(/^-?\d+\.\d+$/)
      ? found.text.replace(/,(?=\d{3})/g, '')
      : plainNumber(found);
  return found.text;
}

function plainNumber({ text, value = 0 }: Found): string {
  const decimals = /[.,](\d{1,2})$/.exec(text)?.[1]?.length ?? 0;
  return value.toFixed(decimals);
}
