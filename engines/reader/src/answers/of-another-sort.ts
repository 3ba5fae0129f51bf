import { traitsOf } from '../statements/traits.ts';
import { tokenize } from '../text/tokens.ts';
import type { Inquiry } from './inquiry.ts';

/** Of a sum or a date only one of these can be meant. */
const axes: ReadonlySet<string | undefined> = new Set(['period', 'part', 'bound']);

/** "What is the daily rent?" is not told by a text that knows a weekly one alone, nor a net price by a gross one. */
export function isOfAnotherSort({ question }: Pick<Inquiry, 'question'>, text: string): boolean {
  const asked = question.tokens.flatMap(({ lower }, at) =>
    question.tags[at] === 'ADJ' ? traitsOf(lower).filter(({ axis }) => axes.has(axis)) : [],
  );
  if (asked.length === 0) return false;
  const said = tokenize(text, question.language).flatMap(({ lower }) => traitsOf(lower));
  return asked.every(
    ({ axis, name }) =>
      said.some((trait) => trait.axis === axis) && !said.some((trait) => trait.axis === axis && trait.name === name),
  );
}
