import { monthOf, weekdayOf } from '@parley/text';
import type { DataTable } from './data-table.ts';
import type { QuestionWord } from './question-words.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

/** Columns of days, years, weekdays or months, by what stands in them. */
export const timeColumns = ({ kinds, headings, rows }: DataTable): number[] =>
  [...headings.keys()].filter(
    (column) =>
      kinds[column] === 'date' ||
      (rows.length > 0 &&
        rows.every(({ cells }) => {
          const cell = cells[column]?.trim() ?? '';
          return isYear.test(cell) || monthOf(cell) !== undefined || weekdayOf(cell) !== undefined;
        })),
  );
const isYear = /^(?:1[5-9]|20)\d{2}$/;

/** Its rows happen at some time. */
export const hasTimes = (table: DataTable): boolean =>
  timeColumns(table).some((column) => table.kinds[column] !== 'number');

const size = /^(?:lengths?|sizes?|amounts?|figures?|sums?|betrag|größe|länge|tamaño|cantidad)$/iu;
const filler = /^(?:single|individual|separate|einzelnen?|individual(?:es)?)$/iu;

const container =
  /^(?:bags?|box(?:es)?|bottles?|packs?|packets?|tins?|cans?|jars?|rolls?|tubes?|sacks?|bunch(?:es)?|balls?|pots?|pairs?|bars?|tubs?|crates?|flaschen?|packung(?:en)?|dosen?|säcke?|beutel|botellas?|cajas?|bolsas?|latas?)$/iu;

/** "One bag of compost": what a thing is sold in, where the table does not tell it. The reply says that it was passed over. */
export const isContainer = (word: QuestionWord, question: string): boolean =>
  container.test(word.text) && /^\S+\s+(?:of|de)\s/iu.test(question.slice(word.start));

/** "The largest single order", "the length of a turn in hours": words that leave what is meant as it is. */
export function saysLittle({ text }: QuestionWord, named: ReadonlySet<number>, { kinds }: DataTable): boolean {
  return filler.test(text) || (size.test(text) && [...named].some((column) => kinds[column] === 'number'));
}
