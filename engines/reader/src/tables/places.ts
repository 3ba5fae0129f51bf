import { cardinalOf, cardinalPattern, ordinalOf } from '@parley/text';

// bounded: every pattern of this file sees a question, at most 2,000 characters

const cardinal = `\\d{1,2}|${cardinalPattern(['en', 'de', 'es'], 2)}`;
const superlative = '(?:most|least|\\p{L}+est|\\p{L}+ste[nrsm]?)(?!\\p{L})';
// such as: /(?<!\p{L})(?:top (?<top>\d{1,2}|two)(?!\p{L})|(?<count>\d{1,2}|two) (?=(?:most|least|\p{L}+est|\p{L}+ste[nrsm]?)(?!\p{L}))|(?<ordinal>\p{L}{3,7}|\d{1,2}(?:nd|rd|th))[ -](?=(?:most|least|\p{L}+est|\p{L}+ste[nrsm]?)(?!\p{L})))/iu
const pattern = new RegExp(
  `(?<!\\p{L})(?:top (?<top>${cardinal})(?!\\p{L})|(?<count>${cardinal}) (?=${superlative})|(?<ordinal>second|third|fourth|fifth|\\d{1,2}(?:nd|rd|th))[ -](?=${superlative}))`,
  'iu',
);

export interface Places {
  match: RegExpExecArray;
  /** "The three largest": so many from the top; 1 where one place is meant. */
  count: number;
  /** "The second largest": so many stand before it. */
  skipped: number;
}

/** Which places of a ranking a superlative asks for; null where it asks for the first alone. */
export function placesOf(question: string): Places | null {
  const match = pattern.exec(question);
  const { top, count = top, ordinal } = match?.groups ?? {};
  if (match === null) return null;
  if (ordinal !== undefined) {
    const place = ordinalOf(ordinal.toLowerCase()) ?? Number.parseInt(ordinal, 10);
    return place > 1 ? { match, count: 1, skipped: place - 1 } : null;
  }
  const number = cardinalOf((count ?? '').toLowerCase()) ?? Number(count);
  return number > 1 ? { match, count: number, skipped: 0 } : null;
}
