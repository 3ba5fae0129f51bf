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

/** A receipt or an invoice: its lines. */
export interface Bill {
  lines: readonly BillLine[];
}

const mostCharacters = 20_000;
/** A longer line is none of a bill. */
const mostInLine = 1_000;
const leastAmounts = 3;

const amountAtEnd =
  /^(?<label>(?:.*?[^\s.·…:_=])?)[\s.·…:_=]*(?<![\p{L}\d.,])(?<amount>[-−]?\s?(?:\p{Sc}|(?:EUR|GBP|USD|CHF)\s)?\s?[-−]?\d{1,3}(?:[,.'’ ]?\d{3})*\s?[.,]\s?\d{2}[-−]?)\s*(?:\p{Sc}|EUR|CHF|GBP|USD|[A-C*])?$/u;
const closing =
  /^(?:sub-?\s?total|(?:grand |invoice )?total|net\b|netto|zwischensumme|summe(?!\p{L})|gesamt|importe total|base imponible|sous-total|montant)/iu;
const mark =
  /\b(?:receipt|till|cash(?:ier)?|change|vat|(?:sales )?tax|sub-?total|invoice|quittung|kassenbon|beleg|rechnung|mwst|rückgeld|recibo|ticket|factura|iva|cambio|reçu|facture|tva|visa|mastercard|umsatzsteuer|ust)\b/iu;

/** Reads a text as a receipt or an invoice; undefined where it has no total, or little that tells a bill. */
export function readBill(text: string): Bill | undefined {
  if (text.length > mostCharacters || /^\s*[[{]/.test(text) || !mark.test(text)) return undefined;
  const lines = linesOf(text);
  const withAmount = lines.filter(({ amount }) => amount !== undefined);
  const isClosed = withAmount.some(({ label }) => closing.test(label));
  return isClosed && withAmount.length >= leastAmounts ? { lines } : undefined;
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
