import { cellNumber, type DataTable } from './data-table.ts';
import { onlyMoneyColumn } from './meant-columns.ts';
import { shown } from './say-rows.ts';
import type { WorkedColumn } from './worked-column.ts';

/** A question for what is not paid yet. */
export const asksOwed =
  /\b(?:(?:still )?owe[sd]?|(?:still )?owing|outstanding|unpaid|overdue|(?:left|yet|still|remaining) to (?:be paid|pay)|(?:has|have|had) ?(?:n['’]t|not)(?: yet)? paid|still (?:has|have|needs?) to pay|schuldet|schulden|noch (?:nicht bezahlt|zu zahlen)|debe[n]?|falta por pagar)(?: (?:money|anything|us))?(?!\p{L})/iu;
const paidHeading =
  /(?:^|[^\p{L}])(?:paid|received|deposit|settled|bezahlt|gezahlt|erhalten|anzahlung|pagado|abonado)(?:[^\p{L}]|$)/iu;
const owedHeading =
  /(?:^|[^\p{L}])(?:owe[ds]|owing|due|balance|outstanding|open|remaining|offen|restbetrag|schuld|pendiente|saldo)(?:[^\p{L}]|$)/iu;

/** What of an amount is not paid: the amount without what is paid, of a table that has both and no column of the rest. */
export function owedColumn(question: string, table: DataTable): WorkedColumn | undefined {
  if (!asksOwed.test(question)) return undefined;
  const heading = (column: number) => (table.headings[column] ?? '').replaceAll('_', ' ');
  const numeric = [...table.kinds.keys()].filter((column) => table.kinds[column] === 'number');
  if (numeric.some((column) => owedHeading.test(heading(column)))) return undefined;
  const [paid, second] = numeric.filter((column) => paidHeading.test(heading(column)));
  if (paid === undefined || second !== undefined) return undefined;
  const whole = onlyMoneyColumn(table, new Set([paid]));
  if (whole === undefined) return undefined;
  const number = (cell: string | undefined) => cellNumber(cell ?? '', table.hasDecimalComma);
  const cells = table.rows.map((row) => {
    const [all, part] = [number(row.cells[whole]), number(row.cells[paid]) ?? 0];
    return all === null ? '' : shown(all - part);
  });
  return {
    heading: `Owed (${table.headings[whole]} less ${table.headings[paid]})`,
    cells,
    said: [asksOwed],
    isAboveNothing: !/\bhow much\b|\bwhat\b|\bwie ?viel\b|\bcuánto\b/iu.test(question),
  };
}
