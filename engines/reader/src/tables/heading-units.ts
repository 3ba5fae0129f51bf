import { isPlainUnit, type Unit, unitOf } from '@parley/text';

/** Words of headings that are units elsewhere, but here say which one of several, or what. */
const otherwise = new Set(['second', 'bar', 'pound', 'foot']);

/** The units that a heading names: kilometres and an hour in "Range (km) per h". A lone letter is one for hours only. */
export function unitsOf(heading: string): Unit[] {
  const words = heading.replaceAll('_', ' ').match(/\p{L}+\/\p{L}+|[\p{L}µ]+[²³]?|[%\p{Sc}]/gu) ?? [];
  return words.flatMap((word) => {
    const isUnit = (isPlainUnit(word) || word === 'h') && !otherwise.has(word.toLowerCase());
    return isUnit ? (unitOf(word) ?? []) : [];
  });
}

/** Whether a word of a heading only says in what its cells are counted: a sign or short form, no word such as "year". */
export function isUnitSign(word: string): boolean {
  const unit = unitOf(word);
  if (unit === undefined || otherwise.has(word)) return false;
  return unit.dimension === 'percent' || (word.length <= 3 && unit.dimension !== 'time');
}
