import { monthOf, weekdayOf } from '@parley/text';
import { columnTraits } from './column-traits.ts';
import type { DataTable } from './data-table.ts';
import type { QuestionWord } from './question-words.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const events =
  /^(?:shifts?|bookings?|reservations?|visits?|deliver(?:y|ies)|trips?|journeys?|sessions?|appointments?|stays?|class(?:es)?|courses?|lessons?|meetings?|match(?:es)?|games?|events?|calls?|rides?|hires?|collections?|departures?|sailings?|bus(?:es)?|trains?|trams?|coach(?:es)?|shuttles?|ferr(?:y|ies)|flights?|connections?|jobs?|repairs?|tasks?|services?|schicht(?:en)?|buchung(?:en)?|termine?|fahrt(?:en)?|besuche?|lieferung(?:en)?|kurse?|spiele?|eins[aä]tze?|turnos?|reservas?|visitas?|viajes?|sesi[oó]n(?:es)?|citas?|cursos?|clases?|partidos?|entregas?|fill-?ups?|refills?)$/iu;
const payments =
  /^(?:payments?|purchases?|expenses?|bills?|invoices?|transactions?|orders?|sales?|costs?|spending|expenditure|donations?|receipts?|zahlung(?:en)?|rechnung(?:en)?|ausgaben?|k[aä]ufe?|eink[aä]ufe?|bestellung(?:en)?|pagos?|compras?|gastos?|facturas?|pedidos?|ventas?)$/iu;
const things =
  /^(?:items?|products?|articles?|things?|goods|pieces?|positions?|stuff|everything|artikel|produkte?n?|sachen|dinge?|waren?|positionen|alles|art[ií]culos?|productos?|cosas?|todo)$/iu;
const isAmount = (column: number, table: DataTable): boolean =>
  table.kinds[column] === 'number' &&
  (columnTraits(column, table).isMoney || /\btotal\b|\bgesamt|\bimporte\b/iu.test(table.headings[column] ?? ''));

/** A column of days, of weekdays or of months: its rows happen at some time. */
export const hasTimes = ({ kinds, headings, rows }: DataTable): boolean =>
  [...headings.keys()].some(
    (column) =>
      kinds[column] === 'date' ||
      (rows.length > 0 &&
        rows.every(({ cells }) => {
          const cell = cells[column]?.trim() ?? '';
          return monthOf(cell) !== undefined || weekdayOf(cell) !== undefined;
        })),
  );

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

/**
 * A noun for what the rows of a table are, where the table itself has none: shifts and bookings have a time, payments an amount, things
 * may be any. The reply says that it was taken so.
 */
export function isRowNoun({ text }: QuestionWord, table: DataTable): boolean {
  if (things.test(text)) return true;
  if (events.test(text)) return hasTimes(table);
  return payments.test(text) && [...table.headings.keys()].some((column) => isAmount(column, table));
}
