import { isPlainUnit, monthOf, unitOf } from '@parley/text';
import { columnTraits } from './column-traits.ts';
import type { DataTable } from './data-table.ts';
import type { ParseState } from './parse-state.ts';
import type { QuestionWord } from './question-words.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const moneyWord =
  /^(?:money|costs?|prices?|charges?|charged|spending|expenditure|ausgaben|gastos|fees?|fares?|amounts?|bills?|billed|paid|pay|pays|payments?|spend|spent|earn(?:ed|ings)?|takings|income|revenue|gross|dear|dearest|cheap|cheapest|expensive|kosten|kostet|preis\p{L}*|betrag|geld|teuer\p{L}*|billig\p{L}*|precios?|cuesta\p{L}?|costes?|dinero|importe|car[oa]s?|barat[oa]s?|prix|montant|argent|co[uû]te|cher)$/iu;
/** Money words that name a column by themselves; the verbs only point to one. */
const moneyNoun =
  /^(?:money|costs?|prices?|charges?|spending|expenditure|ausgaben|gastos|fees?|fares?|amounts?|bills?|payments?|takings|income|revenue|kosten|preis\p{L}*|betrag|geld|precios?|costes?|dinero|importe|prix|montant|argent)$/iu;
const peopleWord =
  /^(?:people|persons?|turnout|attendance|headcount|audience|beteiligung|asistencia|leute|personen|personas|gente|personnes|gens)$/iu;
const peopleHeading =
  /(?:^|[^\p{L}])(?:people|persons?|tickets?|guests?|visitors?|passengers?|participants?|attendees?|attendance|audience|members|heads?|adults|personen|gäste|besucher|personas|huéspedes|visitantes|personnes)(?:[^\p{L}]|$)/iu;

const isNumeric = (column: number, { kinds }: DataTable): boolean =>
  kinds[column] === 'number' || kinds[column] === 'duration';

/**
 * Columns that words of a question mean by what they measure: "litres" one in L, "pounds" one in GBP, "how much money" the only one of
 * money, "people" the only one of guests. A word that several columns could be meant by names none.
 */
export function nameByMeaning({ words, table, named, used }: ParseState, conditions: ReadonlySet<number>): void {
  const numeric = [...table.headings.keys()].filter((column) => isNumeric(column, table) && !conditions.has(column));
  const traits = new Map(numeric.map((column) => [column, columnTraits(column, table)]));
  const nameOnly = (columns: readonly number[], word: QuestionWord): void => {
    const mentioned = columns.filter((column) => named.has(column));
    if (mentioned.length > 0 || columns.length === 1) used.add(word);
    const [only] = columns;
    if (mentioned.length === 0 && columns.length === 1 && only !== undefined) named.add(only);
  };
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]?.text ?? '';
    // "in charge of" costs nothing.
    if (used.has(word) || /\d/.test(word.text) || /^in charge$/i.test(`${before} ${word.text}`)) continue;
    const isBehindNumber = /^\d/.test(before);
    const unit = isPlainUnit(word.text) && !isBehindNumber ? unitOf(word.text) : undefined;
    const ofUnit = numeric.filter((column) => unit !== undefined && traits.get(column)?.units.has(unit.name));
    const money = numeric.filter((column) => traits.get(column)?.isMoney);
    const paid = onlyMoneyColumn(table, new Set());
    if (ofUnit.length > 0) nameOnly(ofUnit, word);
    else if (unit && (unit.dimension === 'money' || unit.name === 'lb') && money.length > 0) nameOnly(money, word);
    else if (moneyWord.test(word.text) && paid !== undefined && conditions.has(paid)) used.add(word);
    else if (moneyWord.test(word.text)) {
      if (moneyNoun.test(word.text) || money.some((column) => named.has(column)))
        nameOnly(paid !== undefined && !money.some((column) => named.has(column)) ? [paid] : money, word);
    } else if (peopleWord.test(word.text))
      nameOnly(
        numeric.filter((column) => peopleHeading.test((table.headings[column] ?? '').replaceAll('_', ' '))),
        word,
      );
  }
}

/** Whether a question asks for an amount of money by a verb or an adjective, without the noun: "How much did she spend?", "the dearest". */
export const pointsToMoney = (words: readonly QuestionWord[]): boolean =>
  words.some(({ text }) => moneyWord.test(text));

/**
 * The column of money that is not asked for by a condition: the only one, the only one of what was paid beside what was planned, held back or
 * asked for one piece, or the only total. Undefined when there is none or several are left.
 */
export function onlyMoneyColumn(table: DataTable, conditions: ReadonlySet<number>): number | undefined {
  const free = [...table.headings.keys()].filter((column) => isNumeric(column, table) && !conditions.has(column));
  const money = free.filter((column) => columnTraits(column, table).isMoney);
  return paidColumn(money, table) ?? (money.length === 0 ? paidColumn(free, table, true) : undefined);
}

const planned =
  /(?:^|[^\p{L}])(?:budget(?:ed)?|planned|plan|estimated?|target|limit|deposit|quoted?|forecast|expected|saving|discount|vat|tax|tip|geplant|anzahlung|rabatt|mwst|presupuesto|previsto|descuento|iva)(?:[^\p{L}]|$)/iu;
const total = /(?:^|[^\p{L}])(?:totals?|gesamt\p{L}*|sum|summe|amount|brutto|gross|importe|montant)(?:[^\p{L}]|$)/iu;

function paidColumn(money: readonly number[], table: DataTable, isTotal = false): number | undefined {
  const heading = (column: number) => (table.headings[column] ?? '').replaceAll('_', ' ');
  const paid = money.filter((column) => !planned.test(heading(column)));
  const added = paid.filter((column) => !columnTraits(column, table).isReading);
  const totals = added.filter((column) => total.test(heading(column)));
  for (const found of isTotal ? [totals] : [money, paid, added, totals]) if (found.length === 1) return found[0];
  return undefined;
}

/** All columns of money that no condition is on. */
export const moneyColumns = (table: DataTable, conditions: ReadonlySet<number>): number[] =>
  [...table.headings.keys()].filter(
    (column) =>
      isNumeric(column, table) &&
      !conditions.has(column) &&
      columnTraits(column, table).isMoney &&
      !planned.test((table.headings[column] ?? '').replaceAll('_', ' ')),
  );

/** The only column that says how many there are of what a row is about; undefined when there is none or more than one. */
export function quantityColumn(table: DataTable, conditions: ReadonlySet<number>): number | undefined {
  const own = [...table.headings.keys()].filter(
    (column) => isNumeric(column, table) && !conditions.has(column) && columnTraits(column, table).isQuantity,
  );
  return own.length === 1 ? own[0] : undefined;
}

/** The only column that adds up over rows and is none of money: litres, nights, pieces; undefined when there is none or more than one. */
export function measuredColumn(table: DataTable, conditions: ReadonlySet<number>): number | undefined {
  const found = [...table.headings.keys()].filter((column) => {
    if (!isNumeric(column, table) || conditions.has(column)) return false;
    if (planned.test((table.headings[column] ?? '').replaceAll('_', ' '))) return false;
    const { isMoney, isReading } = columnTraits(column, table);
    return !isMoney && !isReading;
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The columns of one month each ("passengers 2024 May"), by month; empty for a table with fewer than two. */
function monthColumns({ headings }: DataTable): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [column, heading] of headings.entries()) {
    const months = [...heading.matchAll(/\p{L}{3,12}/gu)].flatMap(([word]) => monthOf(word) ?? []);
    const [only] = months;
    if (months.length === 1 && only !== undefined) found.set(only, [...(found.get(only) ?? []), column]);
  }
  return found.size < 2 ? new Map() : found;
}

/**
 * "from May to September", "in August": of columns of one month each those that are meant, added to the named ones; columns of other months
 * that share a word with the question are named no more. Undefined where the question names no month or the table has no such columns.
 */
export function nameMonths({ question, words, table, named, used }: ParseState): readonly number[] | undefined {
  const columns = monthColumns(table);
  if (columns.size === 0) return undefined;
  const said = words.flatMap((word) => {
    const month = word.text.length > 2 && /^\p{Lu}|^\p{L}{4,}/u.test(word.text) ? monthOf(word.text) : undefined;
    return month === undefined ? [] : [{ word, month }];
  });
  const [first, second, third] = said;
  if (first === undefined) return undefined;
  const gap = second ? question.slice(first.word.start + first.word.text.length, second.word.start) : '';
  const isRange =
    second !== undefined &&
    !third &&
    /^[\s\p{N}]*(?:to|until|till|through|bis|a|hasta|à|[-–])\s+(?:\p{L}+\s+)?$/iu.test(gap);
  const months = isRange
    ? [...columns.keys()].filter((month) => month >= first.month && month <= second.month)
    : said.map(({ month }) => month);
  if (!months.every((month) => columns.has(month))) return undefined;
  const all = [...columns.values()].flat();
  // "passengers May" and "cars May": of several rows of months the one that is named.
  const series = (column: number): string =>
    (table.headings[column] ?? '').replaceAll(/\p{L}{3,12}/gu, (word) => (monthOf(word) === undefined ? word : ''));
  const asked = new Set(all.filter((column) => named.has(column)).map(series));
  const meant = months
    .flatMap((month) => columns.get(month) ?? [])
    .filter((column) => asked.size === 0 || asked.has(series(column)));
  for (const column of all) named.delete(column);
  for (const column of meant) named.add(column);
  for (const { word } of said) used.add(word);
  return meant;
}
