import { traitsOf } from '../statements/traits.ts';
import { tokenize } from '../text/tokens.ts';
import type { Inquiry } from './inquiry.ts';

/** Of a sum or a date only one of these can be meant. */
const axes: ReadonlySet<string | undefined> = new Set(['period', 'part', 'bound', 'age']);

const yearPattern = /(?<!\p{N})(?:1[5-9]|20)\d{2}(?!\p{N})/gu;
const yearsIn = (text: string): string[] => text.match(yearPattern) ?? [];

/** A question that names more of them asks for none of them. */
const mostYears = 20;

/** "Who built the dam in 1921?" of a text that speaks of no such year. */
export const isOfNoYearThere = ({ question, material }: Pick<Inquiry, 'question' | 'material'>): boolean =>
  [...new Set(yearsIn(question.text))]
    .slice(0, mostYears)
    .some((year) =>
      material.documents.every(({ text, filename = '' }) => !text.includes(year) && !filename.includes(year)),
    );

/** "What is the daily rent?" is not told by a text that knows a weekly one alone, nor a net price by a gross one; what was in one year is told by no other. */
export function isOfAnotherSort({ question }: Pick<Inquiry, 'question'>, text: string): boolean {
  const asked = question.tokens.flatMap(({ lower }, at) =>
    traitsOf(lower).filter(({ axis }) => axes.has(axis) && (axis === 'age' || question.tags[at] === 'ADJ')),
  );
  const years = yearsIn(question.text);
  if (years.length > 0) {
    const told = yearsIn(text);
    if (told.length > 0 && !years.some((year) => told.includes(year))) return true;
  }
  if (asked.length === 0) return false;
  const said = tokenize(text, question.language).flatMap(({ lower }) => traitsOf(lower));
  return asked.every(
    ({ axis, name }) =>
      said.some((trait) => trait.axis === axis) && !said.some((trait) => trait.axis === axis && trait.name === name),
  );
}
