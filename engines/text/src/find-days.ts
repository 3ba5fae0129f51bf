import { monthOf } from './calendar-names.ts';
import { overlapsAny } from './free-places.ts';
import { type DateOrder, findDates } from './read-date.ts';

/** A day, or only a month, that a text names; what it does not say is null. UTF-16 positions, end exclusive. */
export interface NamedDay {
  text: string;
  start: number;
  end: number;
  year: number | null;
  month: number | null;
  day: number | null;
  /** `either`: day and month may be the other way round; `day` and `month` stand for the one that is read first. */
  order: DateOrder;
}

const name = '(?<name>\\p{L}{3,12})';
const ending = '(?:st|nd|rd|th|er|º|\\.)?';
const incomplete: readonly RegExp[] = [
  new RegExp(`(?<![\\p{L}\\d])${name}\\.?,?\\s+(?:of\\s+|de\\s+)?(?<y>(?:1[5-9]|20)\\d{2})(?![\\d.,:/-]*\\d)`, 'giu'),
  new RegExp(`(?<![\\d.,:/-])(?<d>\\d{1,2})${ending}\\s+(?:of\\s+|de\\s+)?${name}(?!\\p{L})`, 'giu'),
  new RegExp(`(?<![\\p{L}\\d])${name}\\.?\\s*(?<d>\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,:/-]*\\d|\\p{L}|\\s?%)`, 'giu'),
  /(?<![\d/-])(?<y>(?:1[5-9]|20)\d{2})-(?<m>0[1-9]|1[0-2])(?![\d-])/gu,
];

/** Months of other languages that are names or words in English, so that they are read behind a day only: "Gen 3", "Mars 2030". */
const alike = new Set('gen mars mart marca maja mag mai lug ott ago ocak'.split(' '));

/**
 * All days and months of a text with a number beside them, in reading order: `2024-05-03`, `5/3/2024`, `3 May`, `May 3rd`, `mayo de 2024`,
 * `2024-05`. Where the first of two small numbers may be either, it is the day before dots, and the month where `monthFirst` says so.
 */
export function findDays(text: string, { monthFirst = false }: { monthFirst?: boolean } = {}): NamedDay[] {
  const found = findDates(text).map(({ dayFirst, monthFirst: other, order, ...place }): NamedDay => {
    const read = monthFirst && !/\d\.\d/.test(place.text) ? other : dayFirst;
    const [year, month, day] = [Math.floor(read / 10_000), Math.floor(read / 100) % 100, read % 100];
    return { text: place.text, start: place.start, end: place.end, year, month, day, order };
  });
  for (const pattern of incomplete) {
    const isTaken = overlapsAny(found);
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (isTaken({ start, end })) continue;
      const { name: word, y, m, d } = match.groups ?? {};
      if (word !== undefined && match[0].startsWith(word) && alike.has(word.toLowerCase())) continue;
      const month = m === undefined ? monthOf(word ?? '') : Number(m);
      const day = d === undefined ? null : Number(d);
      if (month === undefined || (day !== null && (day < 1 || day > 31))) continue;
      const year = y === undefined ? null : Number(y);
      found.push({ text: match[0], start, end, year, month, day, order: 'iso' });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}
