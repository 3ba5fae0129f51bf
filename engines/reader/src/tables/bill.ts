import { cellNumber, type DataTable, type TableRow, toDataTable } from './data-table.ts';
import { cellsOf } from './markdown-tables.ts';

/** A line of a receipt or an invoice; of a row of a Markdown table, its cells in one. */
export interface BillLine {
  /** As it is quoted. */
  text: string;
  /** What stands before the amount. */
  label: string;
  /** The amount at its end, as it is written. */
  amount?: string;
  /** Filled cells, 1 for a line of text. */
  cells: number;
  start: number;
  end: number;
}

/** A receipt or an invoice: its lines, and the rows of what was bought where they stand in no table of their own. */
export interface Bill {
  lines: readonly BillLine[];
  items: readonly TableRow[];
}

const mostCharacters = 20_000;
/** A longer line is none of a bill. */
const mostInLine = 1_000;
const leastAmounts = 3;
const itemHeadings = ['Item', 'Quantity', 'Price', 'Amount', 'Discount'] as const;

const amountAtEnd =
  /^(?<label>(?:.*?[^\s.·…:_=])?)[\s.·…:_=]*(?<![\p{L}\d.,])(?<amount>[-−]?\s?(?:\p{Sc}|(?:EUR|GBP|USD|CHF)\s)?\s?[-−]?\d{1,3}(?:[,.'’ ]?\d{3})*\s?[.,]\s?\d{2}[-−]?)\s*(?:\p{Sc}|EUR|CHF|GBP|USD|[A-C*])?$/u;
const pieces =
  /(?<![\p{L}\d.,])(?<quantity>\d{1,4}(?:[.,]\d{1,3})?)\s*(?:x|st(?:k|ück)?\.?|pcs?|ea|kg|h|hrs?|std)?\s*[@x×*à]\s*(?<price>\p{Sc}?\d+[.,]\d{2})(?!\d)/iu;
const closing =
  /^(?:sub-?\s?total|(?:grand |invoice )?total|net\b|netto|zwischensumme|summe(?!\p{L})|gesamt|importe total|base imponible|sous-total|montant)/iu;
const mark =
  /\b(?:receipt|till|cash(?:ier)?|change|vat|(?:sales )?tax|sub-?total|invoice|quittung|kassenbon|beleg|rechnung|mwst|rückgeld|recibo|ticket|factura|iva|cambio|reçu|facture|tva|visa|mastercard|umsatzsteuer|ust)\b/iu;
/** Lines above the goods that are none. */
const notBought =
  /\b(?:tel|phone|fax|vat|tax|receipt|invoice|till|date|time|store|reg|trans|served|cashier|open|mon|balance|points)\b|\b\d{1,2}:\d{2}\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|@\p{L}/iu;

/** Reads a text as a receipt or an invoice; undefined where it has no total, or little that tells a bill. */
export function readBill(text: string): Bill | undefined {
  if (text.length > mostCharacters || /^\s*[[{]/.test(text) || !mark.test(text)) return undefined;
  const lines = linesOf(text);
  const first = lines.findIndex(({ label, amount }) => amount !== undefined && closing.test(label));
  if (first < 0 || lines.filter(({ amount }) => amount !== undefined).length < leastAmounts) return undefined;
  return { lines, items: itemsOf(lines.slice(0, first)) };
}

/** What was bought as a table; undefined where fewer than two lines are of that kind. */
export function boughtTable({ items }: Bill, document: number): DataTable | undefined {
  if (items.length < 2) return undefined;
  const filled = itemHeadings.map((_, column) => items.some(({ cells }) => (cells[column] ?? '') !== ''));
  const keep = <Cell>(cells: readonly Cell[]): Cell[] => cells.filter((_, column) => filled[column]);
  return toDataTable({
    document,
    title: 'items bought',
    headings: keep(itemHeadings),
    rows: items.map((row) => ({ ...row, cells: keep(row.cells) })),
    depth: 0,
    isOnly: false,
    isWhole: true,
  });
}

function linesOf(text: string): BillLine[] {
  const lines: BillLine[] = [];
  let start = 0;
  for (const written of text.split('\n')) {
    const end = start + written.length;
    if (written.length > mostInLine) {
      start = end + 1;
      continue;
    }
    const isRow = /^\s*\|/.test(written);
    const cells = isRow
      ? cellsOf(written).filter((cell) => cell !== '')
      : [written.replaceAll(/[*_#`]{1,6}/g, '').trim()];
    const plain = cells.join(' ').replaceAll(/\s+/g, ' ').trim();
    if (plain !== '' && !/^[\s|:=_.-]+$/.test(written)) {
      const { label = plain, amount } = amountAtEnd.exec(plain)?.groups ?? {};
      lines.push({
        text: isRow ? cells.join(', ') : plain,
        label: label.trim(),
        // bounded: an amount in a line of a bill, at most 1,000 characters
        ...(amount !== undefined && { amount: amount.trim().replace(/\s*([.,])\s*(?=\d{2}$)/u, '$1') }),
        cells: cells.length,
        start,
        end,
      });
    }
    start = end + 1;
  }
  return lines;
}

const amountOf = (amount: string): number => cellNumber(amount, /,\d{2}$/.test(amount)) ?? Number.NaN;

/** The line break, and in a Markdown table the rule below its headings. */
const mostBetween = 40;

/** Goods with what the line below takes off them: so many per cent of their amount. Undefined where it may be of something else. */
function withReduction(item: TableRow | undefined, { label, amount = '', start, end }: BillLine): TableRow | undefined {
  const off = -amountOf(amount);
  const share = Number(/(?<percent>\d{1,2}(?:[.,]\d)?)\s?%/u.exec(label)?.groups?.percent?.replace(',', '.'));
  if (item === undefined || !(off > 0) || Number.isNaN(share) || start - item.end > mostBetween) return undefined;
  const [name = '', quantity = '', price = '', whole = ''] = item.cells;
  if (Math.abs((amountOf(whole) * share) / 100 - off) > 0.011) return undefined;
  return { cells: [name, quantity, price, whole, amount.replaceAll(/[-−\s]/gu, '')], start: item.start, end };
}

/** The lines of goods: a name with its amount, or over two lines with how many of it at what price. */
function itemsOf(lines: readonly BillLine[]): TableRow[] {
  const items: TableRow[] = [];
  let named: BillLine | undefined;
  for (const line of lines) {
    const { quantity, price } = pieces.exec(line.text.replaceAll(', ', ' '))?.groups ?? {};
    // bounded: a line of a bill, at most 1,000 characters
    const name = line.label
      .replace(pieces, '')
      .replace(/[\s.,:@-]+$/u, '')
      .trim();
    const reduced = withReduction(items.at(-1), line);
    if (reduced) {
      items[items.length - 1] = reduced;
      named = undefined;
      continue;
    }
    const isNamed = /\p{L}{2}/u.test(name) && line.cells <= 3 && !notBought.test(line.text.replace(pieces, ''));
    const before = items.at(-1);
    if (isNamed) {
      const isNegative = line.amount !== undefined && amountOf(line.amount) < 0;
      // What is taken off is nothing that was bought.
      if (line.amount !== undefined && !isNegative)
        items.push({
          cells: [name, quantity ?? '', price ?? line.amount, line.amount],
          start: line.start,
          end: line.end,
        });
      named = line.amount === undefined ? line : undefined;
    } else if (quantity !== undefined && price !== undefined && named) {
      const { amount = '' } = amountAtEnd.exec(line.text.replace(pieces, ' '))?.groups ?? {};
      items.push({ cells: [named.text, quantity, price, amount.trim()], start: named.start, end: line.end });
      named = undefined;
    } else if (quantity !== undefined && price !== undefined && before?.cells[1] === '') {
      const product = Number(quantity.replace(',', '.')) * amountOf(price);
      // How many of the goods in the line above, where that gives its amount.
      if (Math.abs(product - amountOf(before.cells[3] ?? '')) < 0.006)
        items[items.length - 1] = {
          cells: [before.cells[0] ?? '', quantity, price, before.cells[3] ?? ''],
          start: before.start,
          end: line.end,
        };
    }
  }
  return items;
}
