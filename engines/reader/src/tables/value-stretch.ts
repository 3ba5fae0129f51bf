import { monthOf } from '@parley/text';
import type { DataTable } from './data-table.ts';
import type { QuestionWord } from './question-words.ts';
import type { Condition } from './row-conditions.ts';
import { writtenWeekday } from './written-weekday.ts';

const until = /^(?:to|until|till|through|bis|a|hasta|à)$/iu;

/** Months go by their number, days of the week from Monday on. */
const orders: readonly ((cell: string) => number | undefined)[] = [
  monthOf,
  (cell) => {
    const day = writtenWeekday(cell);
    return day === undefined ? undefined : (day + 6) % 7;
  },
];

/** "from February to April" of a column that holds names of months or weekdays: the cells between, with both ends. Undefined for any other two values. */
export function stretchTo(
  { column, values: [first] = [] }: Condition,
  values: ReadonlySet<string>,
  [low, high]: readonly [number, number],
  words: readonly QuestionWord[],
  { rows }: DataTable,
): ReadonlySet<string> | undefined {
  const [second] = values;
  if (
    low < 0 ||
    first === undefined ||
    second === undefined ||
    !words.slice(low + 1, high).some(({ text }) => until.test(text))
  )
    return undefined;
  const cells = [...new Set(rows.map((row) => row.cells[column] ?? ''))];
  const order = orders.find((each) => cells.every((cell) => each(cell) !== undefined));
  const [from, to] = [order?.(first), order?.(second)].sort((one = 0, other = 0) => one - other);
  if (order === undefined || from === undefined || to === undefined) return undefined;
  return new Set(cells.filter((cell) => (order(cell) ?? -1) >= from && (order(cell) ?? -1) <= to));
}
