import { cardinalOf, monthOf, weekdayOf } from '@parley/text';
import { columnTraits } from './column-traits.ts';
import type { DataTable } from './data-table.ts';
import type { ParseState } from './parse-state.ts';
import { personNames } from './person-names.ts';
import type { QuestionWord } from './question-words.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const events =
  /^(?:shifts?|bookings?|reservations?|visits?|deliver(?:y|ies)|trips?|journeys?|sessions?|appointments?|stays?|class(?:es)?|courses?|lessons?|meetings?|match(?:es)?|games?|events?|calls?|rides?|hires?|collections?|departures?|sailings?|bus(?:es)?|trains?|trams?|coach(?:es)?|shuttles?|ferr(?:y|ies)|flights?|connections?|jobs?|repairs?|tasks?|services?|schicht(?:en)?|buchung(?:en)?|termine?|fahrt(?:en)?|besuche?|lieferung(?:en)?|kurse?|spiele?|eins[aä]tze?|turnos?|reservas?|visitas?|viajes?|sesi[oó]n(?:es)?|citas?|cursos?|clases?|partidos?|entregas?|fill-?ups?|refills?)$/iu;
const payments =
  /^(?:payments?|purchases?|expenses?|bills?|invoices?|transactions?|orders?|sales?|costs?|spending|expenditure|donations?|receipts?|zahlung(?:en)?|rechnung(?:en)?|ausgaben?|k[aä]ufe?|eink[aä]ufe?|bestellung(?:en)?|pagos?|compras?|gastos?|facturas?|pedidos?|ventas?)$/iu;
const things =
  /^(?:items?|products?|articles?|things?|goods|pieces?|positions?|stuff|everything|artikel|produkte?n?|sachen|dinge?|waren?|positionen|alles|art[ií]culos?|productos?|cosas?|todo)$/iu;
const people =
  /^(?:members?|staff|employees?|workers?|volunteers?|helpers?|colleagues?|person|people|persons|mitarbeiter(?:in|innen)?|personen|leute|empleados?|trabajador(?:es)?|personas?|voluntari[oa]s?)$/iu;

const personHeading =
  /^(?:(?:full |staff |employee |member )?name|person|employee|member|staff|worker|volunteer|helper|driver|mitarbeiter(?:in)?|name|nombre|empleado|persona)$/iu;
const otherHeading =
  /\b(?:suppliers?|compan(?:y|ies)|firms?|teams?|clubs?|products?|items?|shops?|stations?|places?|titles?|towns?|cit(?:y|ies)|address|street)\b/iu;

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

/** "the two largest", "top 3": the number says how many rows of one end are meant. */
const topNumber =
  /\b(?:top)\s+(?<after>\p{L}+|\d{1,2})\b|\b(?<before>\d{1,2}|\p{L}+)\s+(?:most|least|\p{L}+est(?!\p{L}))/giu;

/** "the two items that brought in most": the number stands before what is compared. */
const topOf =
  /\b(?:the|name|which|what|list|our|die|los|las)\s+(?<count>two|three|four|five|six|seven|eight|nine|ten|[2-9]|10|zwei|drei|vier|fünf|dos|tres|cuatro|cinco)\s+(?:\p{L}+\s+)?\p{L}+\s+(?:that|which|who|with|bring|brings|brought|sold|sell|have|has|had|took|take|made|make|die|mit|que|con)\b[^?]*\b(?:most|least|fewest|highest|lowest|largest|biggest|smallest|longest|shortest|meisten|wenigsten|höchsten|más|menos)(?!\p{L})/iu;

const ranks: readonly RegExp[] = [
  /^(?:second|2nd|zweit|segund[oa])$/iu,
  /^(?:third|3rd|dritt|tercer[oa]?)$/iu,
  /^(?:fourth|4th|viert|cuart[oa])$/iu,
  /^(?:fifth|5th|fünft|quint[oa])$/iu,
];
const rankBefore =
  /(?<![\p{L}\d])(?<rank>second|third|fourth|fifth|[2-5](?:nd|rd|th))[\s-]+(?:most|least|\p{L}+est)(?!\p{L})|(?<!\p{L})(?<joined>zweit|dritt|viert|fünft)(?=(?:höch|größ|mei|läng|teuer|neue|niedrig|klein|wenig|billig|günstig|kürze|schwer|älte)ste)/giu;

/** Which one from the end a question asks for: 2 for "the second highest"; undefined where it asks for the first. */
export function rankAsked(question: string): number | undefined {
  for (const { groups = {} } of question.matchAll(rankBefore)) {
    const at = ranks.findIndex((pattern) => pattern.test(groups.rank ?? groups.joined ?? ''));
    if (at >= 0) return at + 2;
  }
  return undefined;
}

/** How many rows of one end a question asks for; undefined where it asks for one. */
export function topCount(question: string): number | undefined {
  const said = topOf.exec(question)?.groups?.count?.toLowerCase();
  if (said !== undefined) return cardinalOf(said) ?? Number(said);
  for (const { groups = {} } of question.matchAll(topNumber)) {
    const said = groups.after ?? groups.before ?? '';
    const count = cardinalOf(said.toLowerCase()) ?? Number(said);
    if (Number.isInteger(count) && count > 1) return count;
  }
  return undefined;
}

/** Takes the number of "the two largest" out of those that must hold of the rows. */
export function useTopNumber({ question, words, used }: ParseState): void {
  const count = topOf.exec(question);
  const at = count?.groups?.count === undefined ? -1 : count.index + count[0].indexOf(count.groups.count);
  for (const word of words) if (word.start === at) used.add(word);
  for (const match of question.matchAll(rankBefore))
    for (const word of words) if (word.start === match.index) used.add(word);
  for (const [index, word] of words.entries()) {
    const [before, after] = [words[index - 1]?.text ?? '', words[index + 1]?.text ?? ''];
    if (topCount(`${/^top$/i.test(before) ? before : ''} ${word.text} ${after}`) !== undefined) {
      used.add(word);
      for (const beside of [words[index - 1], words[index + 1]])
        if (beside && /^top$/i.test(beside.text)) used.add(beside);
    }
  }
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

/** "Which member of staff": the only column that is headed as one of people, or else that holds their names, added to the named ones. */
export function namePeople({ words, table, named, used }: ParseState, conditions: ReadonlySet<number>): void {
  const said = words.filter((word) => !used.has(word) && people.test(word.text));
  if (said.length === 0) return;
  const free = [...table.headings.keys()].filter((column) => !conditions.has(column) && table.kinds[column] === 'text');
  const headed = free.filter((column) => personHeading.test((table.headings[column] ?? '').replaceAll('_', ' ')));
  const found =
    headed.length > 0
      ? headed
      : personNames(table, conditions).filter((column) => !otherHeading.test(table.headings[column] ?? ''));
  const [only, second] = found;
  if (only === undefined || second !== undefined) return;
  named.add(only);
  for (const word of said) used.add(word);
}
