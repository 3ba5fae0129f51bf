import type { JsonObject } from '@parley/contract';
import { longestQuestion } from '../bounds/bounds.ts';
import type { Found } from './found.ts';
import { findIssuer } from './parties.ts';
import type { SourceText } from './source-text.ts';

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

const currency = /\b(?:currency|moneda|währung|devise)\b/u;
const issuer =
  /^(?:company|issuer|issued by|vendor|seller|supplier|merchant|store|shop|employer|organi[sz]ation|business|brand|firma|empresa)(?: name)?$/;

/** Whether a property asks for the firm that a document comes from. */
export const asksIssuer = ({ name }: Field): boolean => issuer.test(wordsOf(name));

/** What documents tell without a label: the currency of their sums, the firm that they come from. */
export function findField(field: Field, source: SourceText): Found | undefined {
  if (currency.test(wordsOf(field.name))) return source.currency && { ...source.currency, score: 1 };
  return asksIssuer(field) ? located(findIssuer(source), source) : undefined;
}

const asksIban = /\biban\b/;
const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g;

/** The one account number of a text whose check digits are right, without its spaces, for a property that asks for one. */
export function findIban({ name }: Field, { text }: SourceText): Found | undefined {
  if (!asksIban.test(wordsOf(name))) return undefined;
  const found = [...text.matchAll(iban)].filter(([number]) => isIban(number));
  const [only] = found;
  const plain = (number: string) => number.replaceAll(' ', '');
  if (!only || found.some(([other]) => plain(other) !== plain(only[0]))) return undefined;
  return { text: plain(only[0]), start: only.index, end: only.index + only[0].length, score: 1 };
}

/** ISO 13616: the letters as numbers, the first four signs at the end, leave 1 when divided by 97. */
function isIban(number: string): boolean {
  const plain = number.replaceAll(' ', '');
  let rest = 0;
  for (const sign of plain.slice(4) + plain.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97;
  return rest === 1;
}

/** Where a text stands that was pieced together from lines: all of it, or nothing is said of it. */
function located(text: string | undefined, source: SourceText): Found | undefined {
  if (text === undefined || text === '') return undefined;
  const pattern = text.split(/\s+/).map(escapePattern).join('\\s+');
  // such as: /Flat\s+2,\s+Park\s+Lane\s+9/u
  const match = new RegExp(pattern, 'u').exec(source.text);
  return match ? { text, start: match.index, end: match.index + match[0].length, score: 0.6 } : undefined;
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
