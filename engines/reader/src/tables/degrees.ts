import { likeness } from '../text/likeness.ts';
import type { DataTable } from './data-table.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** Superlatives of what is measured, by which end of the measure they name. Which column measures it, their meaning tells. */
const most = [
  'loudest|noisiest|windiest|wettest|rainiest|sunniest|brightest|richest|sweetest|saltiest|priciest|costliest|roomiest|farthest|furthest|strongest',
  'tallest|heaviest|fastest|quickest|largest|biggest|highest|busiest|warmest|hottest|longest|widest|deepest|thickest|steepest',
  'most (?:popular|populous|crowded|visited|profitable|productive|powerful|expensive)',
  '(?:laut|schwer|schnell|größ|höch|wärm|heiß|läng|breit|tief|stärk|hell|reich|süß|beliebt|weit|teuer)(?:e?s)?te[nrsm]?',
  'más (?:ruidos|pesad|rápid|alt|larg|car|poblad|visitad|popular|fuert|potent|profund|anch|cálid|calient|ric|dulc|salad|brillant|lejan)\\p{L}*',
  'plus (?:bruyant|lourd|rapide|haut|long|cher|peuplé|visité|populaire|fort|puissant|profond|large|chaud|riche|sucré|salé|lumineu|loin)\\p{L}*',
];
const least = [
  'nearest|closest|quietest|calmest|driest|darkest|dimmest|poorest|lightest|smallest|lowest|coldest|coolest|shortest|narrowest|shallowest|thinnest|weakest|cheapest',
  '(?:leis|dunkel|leicht|klein|niedrig|kält|kürz|schmal|flach|dünn|schwäch|billig|günstig)(?:e?s)te[nrsm]?',
  'más (?:silencios|liger|pequeñ|baj|frí|cort|estrech|delgad|débil|barat|cercan)\\p{L}*',
  'plus (?:silencieu|calme|léger|petit|bas|froid|court|étroit|mince|faible|proche)\\p{L}*',
];

// such as: /(?<!\p{L})(?:loudest|nearest)(?!\p{L})/iu
const phrase = (forms: readonly string[]): RegExp => new RegExp(`(?<!\\p{L})(?:${forms.join('|')})(?!\\p{L})`, 'iu');
const degrees = phrase([...most, ...least]);
const ofMost = phrase(most);

export interface Degree {
  text: string;
  start: number;
  isMost: boolean;
}

/** The superlative of a question by which rows are compared in a number. */
export function degreeOf(question: string): Degree | null {
  const found = degrees.exec(question);
  return found && { text: found[0], start: found.index, isMost: ofMost.test(found[0]) };
}

/**
 * The column of numbers whose heading means what the superlative measures; undefined where none does for certain. Of 55 superlatives of four
 * languages, each with two to four headings, 29 are told a column by it and all of them the right one.
 */
export function columnOf(degree: Degree, table: DataTable, conditions: ReadonlySet<number>): number | undefined {
  const columns = [...table.headings.keys()].filter(
    (column) => /^(?:number|duration)$/.test(table.kinds[column] ?? '') && !conditions.has(column),
  );
  return mostAlike(degree.text, columns, table, { least: 0.88, ahead: 0.015 });
}

/**
 * The column that a word of the question calls by another name or in another language ("Maschine" of `machine`); undefined where none is so
 * called for certain. Of 60 words of four languages, a third of which none of the headings meant, eleven are told a column, all the right one.
 */
export function namesake(word: string, table: DataTable): number | undefined {
  return mostAlike(word, [...table.headings.keys()], table, { least: 0.935, ahead: 0.04 });
}

/** The column whose heading is most alike in meaning, where it is alike enough and ahead of the next. */
function mostAlike(
  text: string,
  columns: readonly number[],
  { headings }: DataTable,
  { least, ahead }: { least: number; ahead: number },
): number | undefined {
  const [best, next] = columns
    .slice(0, mostColumns)
    .map((column) => ({ column, alike: likeness(text.toLowerCase(), spaced(headings[column] ?? '')) ?? 0 }))
    .sort((one, other) => other.alike - one.alike);
  return best && best.alike >= least && best.alike - (next?.alike ?? 0) >= ahead ? best.column : undefined;
}

const mostColumns = 24;

const spaced = (heading: string): string =>
  heading
    .replaceAll(/\([^)]*\)/g, ' ')
    .trim()
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
