import { columnTraits } from './column-traits.ts';
import { cellDate, type DataTable } from './data-table.ts';
import { asksEndOfTime, endOfTime } from './end-of-time.ts';
import { extreme, labelAsked } from './find-extreme.ts';
import { flow, ofEachGroup } from './group-rows.ts';
import { isOneUnit, ofWhatHappened, onlyMoneyColumn, pointsToMoney, quantityColumn } from './meant-columns.ts';
import { headingStems } from './named-columns.ts';
import { questionWords, stemOf } from './question-words.ts';
import { isNothing } from './row-conditions.ts';
import { hasTimes } from './row-nouns.ts';
import { given, numbersOf, rowsOf, rowText, shown, shownMean, sumOf } from './say-rows.ts';
import { countThemselves, isTorn, namesHeading, standsAlone } from './stands-alone.ts';
import type { TableAnswer } from './table-answer.ts';
import type { TableQuestion } from './table-question.ts';
import { comparesRows } from './value-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters
const rowsShown = 12;
/** "Takings per play", "for each mechanic". */
const forEach =
  /(?<!\p{L})(?:per|(?:for |in |on |of )?(?:each|every)|broken down by|pro|je|(?:por |en )?cada|chaque)\s+\p{L}/iu;
/** Null when the table cannot say: too many rows fit a question for one, or nothing of it is computable. */
export function answerTable(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null {
  const numeric = asked.targets.filter((column) => table.kinds[column] === 'number');
  const { functions } = asked;
  if (table.isClosing && (asked.conditions.length === 0 || [...functions].some((name) => name !== 'sum'))) return null;
  if (asked.functions.size > 0 && asked.targets.some((column) => isTorn(column, table))) return null;
  if (asked.rows.length === 0)
    return table.isWhole ? { text: `No row stands there${given(asked)}.`, rows: [], certainty: 0 } : null;
  const isExtreme = functions.has('max') || functions.has('min');
  // How far apart two are is not worked out.
  if (comparesRows.test(question)) return null;
  const isRatedBy = functions.size === 0 && asked.isTargetNamed && numeric.length === 1 && asked.rows.length > 1;
  const byGroup = functions.size > 0 || isRatedBy ? ofEachGroup(question, asked, table) : null;
  if (byGroup) return byGroup;
  if (byGroup === null && functions.size > 0 && isOfEach(question, table)) return null;
  // "Which place has the highest total?": the one place, not the total of all. Means of groups are not worked out.
  if (isExtreme && labelAsked(question, asked, table) !== undefined) {
    if (functions.has('sum')) return extreme(question, asked, table);
    if (functions.has('median') || functions.has('mean')) return null;
  }
  if (functions.has('median') || functions.has('mean') || functions.has('sum'))
    return aggregated(question, asked, table, numeric);
  if (isExtreme) return extreme(question, asked, table);
  if (!functions.has('count') && asksSum(question, asked, numeric, table))
    return aggregated(question, asked, table, numeric);
  if (functions.has('count') || functions.has('distinct')) return counted(question, asked, table, numeric);
  if (asksEndOfTime(question, asked, table)) return endOfTime(asked, table);
  return looked(question, asked, table);
}

/** "Takings per play", "by month", "by supplier" of a column of suppliers. */
function isOfEach(question: string, { headings, kinds }: DataTable): boolean {
  const stem = stemOf(/\bby\s+(\p{L}+)/iu.exec(question)?.[1] ?? '', 'en');
  const isGroup =
    stem !== '' &&
    (/^(?:month|year|day|week|date)/iu.test(stem) ||
      headings.some((heading, column) => kinds[column] !== 'number' && headingStems(heading, 'en').includes(stem)));
  // "Rent per month" is a heading, and no group.
  const isRate = headings.some((heading) => /(?:^|[ _])(?:per|pro|par|por)[ _]/iu.test(heading));
  return isGroup || forEach.test(isRate ? question.replace(/\b(?:per|pro|par|por)\s+\p{L}+/giu, ' ') : question);
}

function aggregated(
  question: string,
  asked: TableQuestion,
  table: DataTable,
  numeric: readonly number[],
): TableAnswer | null {
  if (!table.isWhole) return null;
  const all = table.kinds.flatMap((kind, column) =>
    kind === 'number' && !asked.conditionColumns.has(column) ? [column] : [],
  );
  // Several columns are not added up together.
  if (numeric.length > 1) return null;
  // One row is no list to add up.
  if (table.rows.length < 2 && asked.conditions.length === 0) return null;
  const isPaid = !asked.isTargetNamed && /\b(?:pay|paid|spend|spent|bezahl\p{L}*|pag\p{L}+)\b/iu.test(question);
  const paid = isPaid ? onlyMoneyColumn(table, asked.conditionColumns) : undefined;
  const column =
    (paid !== undefined && !columnTraits(paid, table).isReading ? paid : undefined) ??
    numeric[0] ??
    (all.length === 1 ? all[0] : unnamedColumn(question, asked, table));
  if (column === undefined) return null;
  // A total that stands in the table is looked up, not added to.
  if (asked.rows.length === 1 && asked.conditions.length > 0) return looked('', asked, table);
  const values = numbersOf(asked.rows, column, table);
  if (values.length === 0 || !isOneUnit(asked.rows, column)) return null;
  const name = asked.functions.has('median') ? 'median' : asked.functions.has('mean') ? 'mean' : 'sum';
  const sorted = [...values].sort((a, b) => a - b);
  const sum = sumOf(values);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  const result = name === 'sum' ? sum : name === 'mean' ? sum / values.length : (median ?? 0);
  const value = name === 'mean' ? shownMean(result) : shown(result);
  const text = `${value} is the ${name} of ${table.headings[column]} over ${rowsOf(values.length)}${given(asked)}.`;
  return { text, value, rows: asked.rows, certainty: 2 };
}

const asksHowMuch = /^\W*how much\b|^\W*wie ?viel(?!e)|^\W*cuánto\b|^\W*combien\b(?! de)/iu;

/** How many there are by a column that says it; null where all its cells are empty, which is not none. */
function summed(column: number, asked: TableQuestion, table: DataTable, certainty: number): TableAnswer | null {
  const values = numbersOf(asked.rows, column, table);
  if (values.length === 0 || !isOneUnit(asked.rows, column)) return null;
  const value = shown(sumOf(values));
  const text = `${value} is the sum of ${table.headings[column]} over ${rowsOf(asked.rows.length)}${given(asked)}.`;
  return { text, value, rows: asked.rows, certainty };
}

/** "How much did we spend on paint?", "How much money is outstanding?": a sum although no word for one is said. */
function asksSum(question: string, asked: TableQuestion, numeric: readonly number[], table: DataTable): boolean {
  if (asked.rows.length < 2 || numeric.length > 1) return false;
  const [column] = numeric;
  if (asked.conditions.length === 0)
    return asksPaid.test(question) && (column === undefined || columnTraits(column, table).isMoney);
  const isAmount = column !== undefined && asked.isTargetNamed && !columnTraits(column, table).isReading;
  if (isAmount && flow.test(question) && !/\b(?:which|who|list|each|every|per)\b/iu.test(question)) return true;
  if (isAmount && /\bhow much\b|\bwie ?viel\b|\bcuánt[oa]\b|\bcombien\b/iu.test(question)) return true;
  return asksPaid.test(question);
}

/** What was paid or came in, of several rows. */
const asksPaid =
  /\b(?:how much|what)\b.*(?:\b(?:money|paid|spend|spent|earn|earned|raised?|owe[sd]?|owing|outstanding)\b|\b(?:go|goes|went|gone) (?:on|to|towards?|into|for)\b|\b(?:bring|brings|brought|came|come|take|took|taken) in\b|\b(?:did|have|has) [^?]*\bcost\b)|\bwie ?viel geld\b|\bwie ?viel\b.*(?:ausgegeben|bezahlt|eingenommen|gekostet|\bging(?:en)? (?:an|für)\b)|\bcuánto (?:dinero|se (?:gastó|pagó|ingresó|ha gastado)|gastamos|pagamos|hemos (?:gastado|pagado))(?!\p{L})/iu;

/** What is summed where no column is named: the money that the question speaks of. Prices do not add up to what was paid. */
function unnamedColumn(question: string, asked: TableQuestion, table: DataTable): number | undefined {
  if (asked.isTargetNamed && asked.targets.some((column) => table.kinds[column] === 'number')) return undefined;
  const isOfMoney = bareTotal.test(question) || asksPaid.test(question) || pointsToMoney(questionWords(question, 'en'));
  const money = isOfMoney ? onlyMoneyColumn(table, asked.conditionColumns) : undefined;
  const isPrice = money !== undefined && columnTraits(money, table).isReading && !asked.functions.has('mean');
  return isPrice ? undefined : money;
}

/** "The total for Tern Press": of what is not said, where there is money. */
const bareTotal =
  /\b(?:totals?|sum|summe|gesamt(?:summe)?|suma|somme)(?=\s+(?:for|from|by|für|von|para|pour)\b|\W*$)/iu;

function counted(
  question: string,
  asked: TableQuestion,
  table: DataTable,
  numeric: readonly number[],
): TableAnswer | null {
  const countable = ofWhatHappened(
    numeric.filter((column) => !columnTraits(column, table).isMoney),
    table,
  );
  if (countable.length > 1 && asked.rows.length > 1) return null;
  if (asked.rows.length === 1 && countable.length > 0)
    return looked(question, countable.length === 1 ? { ...asked, targets: countable } : asked, table);
  if (!table.isWhole) return null;
  const texts = asked.targets.filter((column) => table.kinds[column] === 'text');
  const [label] = texts;
  const [measure] = countable;
  // Plants in stock are counted by their quantity, not by their kinds.
  const isStock = measure !== undefined && measure === quantityColumn(table, asked.conditionColumns);
  if (asked.isTargetNamed && measure !== undefined && (label === undefined || isStock)) {
    return summed(measure, asked, table, 2);
  }
  if (asked.isTargetNamed && label !== undefined) {
    // A score of one row is not one thing that is counted.
    const [only, ...others] = asked.rows;
    if (others.length === 0 && !/\p{L}/u.test(only?.cells[label] ?? '')) return null;
    const different = new Set(asked.rows.map((row) => row.cells[label] ?? '').filter((cell) => cell !== ''));
    // "How many tours" of a list of days may be those of the list, or the different ones.
    const isSure = asked.functions.has('distinct') || different.size === asked.rows.length || !hasTimes(table);
    const list = different.size <= 20 ? `: ${[...different].join(', ')}` : '';
    return {
      text: `${different.size} different ${different.size === 1 ? 'value' : 'values'} of ${table.headings[label]} ${different.size === 1 ? 'stands' : 'stand'} in ${rowsOf(asked.rows.length)}${given(asked)}${list}.`,
      ...(isSure && { value: String(different.size) }),
      rows: asked.rows,
      certainty: 1.5,
    };
  }
  if (!asked.isTableNamed && asked.conditions.length === 0) return null;
  const units = quantityColumn(table, asked.conditionColumns) ?? -1;
  if (units >= 0 && !asked.isTableNamed) return summed(units, asked, table, 1.5);
  // "How many words did she translate?" of the one row with "Translation, words" asks for what the row tells.
  if (asked.rows.length === 1 && !asked.isTableNamed) return null;
  return {
    text: `${rowsOf(asked.rows.length)}${given(asked)}.`,
    ...(!countThemselves(asked) && { value: String(asked.rows.length) }),
    rows: asked.rows,
    certainty: 1,
  };
}

function looked(question: string, asked: TableQuestion, table: DataTable): TableAnswer | null {
  if (asked.rows.length === 0 || (asked.conditions.length === 0 && !(asked.isTargetNamed && table.rows.length === 1)))
    return null;
  if ((asked.functions.has('first') || asked.functions.has('last')) && asked.rows.length > 1) {
    const end = endOfTime(asked, table);
    if (end !== null) return end;
  }
  const { rows, targets } = asked;
  // A day is no length of time.
  if (
    /\bhow long\b(?! ago)|\bwie lange\b|\bcuánto tiempo\b/iu.test(question) &&
    targets.length > 0 &&
    targets.every((column) => table.kinds[column] === 'date')
  )
    return null;
  // Several rows without a column that is asked for do not tell how much it is.
  if (asksHowMuch.test(question) && rows.length > 1 && targets.length === 0) return null;
  // A day or an amount is nobody.
  if (
    asksWho.test(question) &&
    targets.length > 0 &&
    targets.every((column) => /^(?:date|number|duration)$/.test(table.kinds[column] ?? ''))
  )
    return null;
  if (lacksAsked(question, asked, table)) return null;
  if (rows.length > rowsShown && !/\b(?:which|list|all|every)\b/i.test(question)) return null;
  const values = new Set(
    rows.flatMap((row) => targets.map((column) => row.cells[column] ?? '')).filter((cell) => !isNothing(cell.trim())),
  );
  // A column that is asked for is empty there.
  const isEmpty = (column: number) => rows.every((row) => isNothing((row.cells[column] ?? '').trim()));
  if (targets.some(isEmpty) && (asked.isTargetNamed || targets.every(isEmpty)))
    return targets.every((column) => namesHeading(question, column, table)) ? emptyCell(asked, table) : null;
  const isOne = values.size === 1 && standsAlone(question, [...values][0] ?? '', asked, table);
  const lines = rows.slice(0, rowsShown).map((row) => rowText(row, table));
  const more = rows.length > rowsShown ? `\n… and ${rows.length - rowsShown} more rows` : '';
  const text =
    lines.length === 1
      ? (lines[0] ?? '')
      : `${rows.length} rows${given(asked)}:\n${lines.map((line) => `- ${line}`).join('\n')}${more}`;
  const [value] = values;
  return {
    text,
    ...(isOne && value !== undefined && { value }),
    rows: rows.slice(0, rowsShown),
    certainty: asked.isTargetNamed ? 2 : 1,
  };
}

/** What is said of the one row whose cell of the column that is asked for is empty; null where that does not tell. */
function emptyCell({ rows, targets, ...asked }: TableQuestion, table: DataTable): TableAnswer | null {
  const [row, other] = rows;
  if (row === undefined || other !== undefined || !table.isWhole || asked.conditions.length === 0) return null;
  if (!targets.every((column) => isNothing((row.cells[column] ?? '').trim()))) return null;
  const names = targets.map((column) => table.headings[column]).join(' and ');
  const said = given({ rows, targets, ...asked });
  const text = `The table does not say: ${names} ${targets.length === 1 ? 'is' : 'are'} empty${said}.\n- “${rowText(row, table)}”`;
  return { text, rows: [], certainty: 0 };
}

const asksWho = /^\W*(?:who|wer|quién|qui)(?!\p{L})/iu;
const asksWhen = /^\W*(?:(?:and|so|since|until|by) )?(?:when|wann|cuándo|quand)(?!\p{L})/iu;
const asksSelling =
  /\b(?:sell|sells|sold|selling)\b[^?]*\bfor\b|\bselling price\b|\bverkauf(?:spreis\b|en\b[^?]*\bfür\b)/iu;
const ofSelling =
  /sell|sale|sold|retail|rrp|price|verkauf|preis|venta|precio|vente|prix|amount|betrag|total|revenue|takings/iu;
const deadline =
  /^(?:by|by when|due(?: date| by| on)?|deadline|until|target(?: date)?|planned(?: for)?|expires?(?: on)?|bis|frist|fällig(?: am)?|geplant|vence|vencimiento|plazo|échéance)$/iu;

const asksWork = /\b(?:work|works|worked|working) as\b|\bfor a living\b|\bwas ist .{2,40} von beruf\b/iu;

/** A row tells no reason, unless its column is asked for. */
const asksWhy = /^\W*(?:why|how come|warum|wieso|weshalb|por qué|pourquoi)(?!\p{L})/iu;
const asksAge = /(?<!\p{L})(?:how old|wie alt|qué edad|cuántos años|quel âge)(?!\p{L})/iu;
const ofAge =
  /(?:^|[^\p{L}])(?:age|born|birth\p{L}*|dob|year|built|founded|alter|geb\p{L}*|jahr\p{L}*|baujahr|edad|nac\p{L}*|año|âge|né\p{L}*|naissance|année)(?:[^\p{L}]|$)/iu;
/** Where no column is named: why, how old, what somebody works as, what is paid where nothing is, "who" of a row with an empty cell, "when" of one without a time or with a deadline alone, a price of selling where there is none. */
function lacksAsked(question: string, { isTargetNamed, rows }: TableQuestion, table: DataTable): boolean {
  const { headings } = table;
  if (asksSelling.test(question) && !headings.some((heading) => ofSelling.test(heading))) return true;
  if (
    pointsToMoney(questionWords(question, 'en')) &&
    !headings.some((_, column) => columnTraits(column, table).isMoney)
  )
    return true;
  if (isTargetNamed) return false;
  if (asksWork.test(question) || asksWhy.test(question)) return true;
  if (asksAge.test(question) && !headings.some((heading) => ofAge.test(heading))) return true;
  if (asksWho.test(question)) return rows.some(({ cells }) => cells.includes(''));
  const isTime = (cell: string, column: number): boolean =>
    !deadline.test((headings[column] ?? '').replaceAll('_', ' ').trim()) &&
    (cellDate(cell) !== null || (cell.match(/\p{L}+/gu) ?? []).some((word) => ofTime.test(word)));
  return asksWhen.test(question) && !rows.some(({ cells }) => cells.some(isTime));
}

const ofTime =
  /^(?:\p{L}*days?|week\p{L}*|month\p{L}*|quarter\p{L}*|year\p{L}*|daily|noon|\p{L}*tags?|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/iu;
