import type { FoundNumber } from '../extraction/amounts.ts';
import type { Grid } from '../extraction/document-part.ts';

/** What an amount is among the others of its text: tells net from gross, and a total from a row, in any language. */
export interface Part {
  /** With tax, without it, the tax itself: 1 where a rate of the text says so, 0.5 where only the sum comes out. */
  gross: number;
  net: number;
  tax: number;
  /** The sum of a column or of the lines before it, and one of those that are added. */
  sum: number;
  row: number;
}

const mostAmounts = 250;
const mostLines = 40;
const cent = 0.011;
/** Between these shares of the net lie the taxes on sales. */
const [leastTax, mostTax] = [0.02, 0.28];
const cents = (value: number): number => Math.round(value * 100);

/** Amounts that are sums of others, by where they stand. */
export function readSums(numbers: readonly FoundNumber[], grids: readonly Grid[]): ReadonlyMap<number, Part> {
  const amounts = numbers.filter(({ isPercent, value }) => !isPercent && value > 0).slice(0, mostAmounts);
  const rates = [...new Set(numbers.filter(({ isPercent }) => isPercent).map(({ value }) => value))].slice(0, 20);
  const byValue = new Map<number, { gross: number; net: number; tax: number }>();
  const values = new Set(amounts.filter(({ isMoney }) => isMoney).map(({ value }) => cents(value)));
  const note = (value: number, role: 'gross' | 'net' | 'tax', strength: number): void => {
    const known = byValue.get(value) ?? { gross: 0, net: 0, tax: 0 };
    known[role] = Math.max(known[role], strength);
    byValue.set(value, known);
  };
  for (const net of values)
    for (const tax of values) {
      if (tax < net * leastTax || tax > net * mostTax || !values.has(net + tax)) continue;
      const isRate = rates.some((rate) => Math.abs((net * rate) / 100 - tax) <= 100 * cent);
      const strength = isRate ? 1 : 0.5;
      note(net, 'net', strength);
      note(tax, 'tax', strength);
      note(net + tax, 'gross', strength);
    }
  const [sums, rows] = addedUp(amounts, grids);
  return new Map(
    amounts.map(({ start, value }) => [
      start,
      {
        ...(byValue.get(cents(value)) ?? { gross: 0, net: 0, tax: 0 }),
        sum: Number(sums.has(cents(value))),
        row: Number(rows.has(start)),
      },
    ]),
  );
}

/** Amounts that columns and lines add up to, and the places of those that are added. */
function addedUp(amounts: readonly FoundNumber[], grids: readonly Grid[]): [sums: Set<number>, rows: Set<number>] {
  const [sums, rows] = [new Set<number>(), new Set<number>()];
  const byPlace = new Map(amounts.map((amount) => [amount.start, amount]));
  for (const { headings, rows: lines } of grids)
    for (const column of headings.keys()) {
      let total = 0;
      const added: number[] = [];
      for (const row of lines.slice(0, mostAmounts)) {
        const start = row[column]?.start ?? -1;
        const amount = byPlace.get(start);
        if (!amount) continue;
        if (added.length > 1 && Math.abs(total - amount.value) < cent) break;
        total += amount.value;
        added.push(start);
      }
      if (added.length === 0) continue;
      sums.add(cents(total));
      for (const start of added) rows.add(start);
    }
  for (const [at, { value }] of amounts.entries()) {
    let total = 0;
    for (let before = at - 1; before >= Math.max(0, at - mostLines) && total < value - cent; before--) {
      total += amounts[before]?.value ?? 0;
      if (at - before > 1 && Math.abs(total - value) < cent) {
        sums.add(cents(value));
        for (const { start } of amounts.slice(before, at)) rows.add(start);
      }
    }
  }
  return [sums, rows];
}
