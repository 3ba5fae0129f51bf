import { cellDate, type TableRow } from './data-table.ts';
import { asksOwed } from './owed-column.ts';
import { type ParseState, useWords } from './parse-state.ts';
import { contraryStem, type QuestionWord } from './question-words.ts';
import { type Condition, isNothing } from './row-conditions.ts';

// bounded: every pattern of this file sees a question, a heading or a cell, at most 2,000 characters

const notPaid =
  /\b(?:(?:have|has|are|is|were|was)(?:n['’]t| not)(?: yet)?(?: been)? paid|not (?:yet )?(?:been )?paid(?: yet)?|(?<=\b(?:invoices?|bills?|rechnung(?:en)?)\b[^?]*)(?:still |noch )?(?:open|outstanding|unsettled|offen)|nicht bezahlt|unbezahlt|sin pagar|no (?:ha[n]? )?pagad[oa]s?)(?: yet)?(?!\p{L})/iu;
const statusHeading = /(?:^|[ _])(?:status|state|payment|paid|zustand|estado)(?:[ _]|$)/iu;
const unpaidCell =
  /^(?:open|unpaid|not paid|outstanding|overdue|due|pending|part(?:ly|ially)? paid|part[- ]paid|reminder.*|offen|unbezahlt|überfällig|pendiente|impagad[oa])$/iu;
const paidCell = /^(?:paid|settled|paid in full|bezahlt|pagad[oa])$/iu;
const paidOn =
  /(?:^|[ _])(?:paid(?: on| at)?|date paid|payment date|settled(?: on)?|bezahlt(?: am)?|pagad[oa](?: el)?|fecha de pago)(?:[ _]|$)/iu;
const doneHeading =
  /(?:^|[ _])(?:paid|settled|returned|delivered|received|arrived|finished|completed|done|handed in|submitted|actual|bezahlt|zurück|geliefert|erledigt|pagad[oa]|devuelt[oa]|entregad[oa])(?:[ _]|$)/iu;
const dueHeading =
  /(?:^|[ _])(?:due|deadline|by|until|expected|promised|scheduled|fällig\p{L}*|frist|bis|soll|vencimiento|previst[oa])(?:[ _]|$)/iu;
const late =
  /\b(?:(?:paid|returned|delivered|arrived|finished|completed|done|handed in|submitted|came|were|was|is|are) (?:too )?late|late(?:ly)? (?:paid|returned)|after (?:the|their|its) (?:due date|deadline)|(?:zu )?spät|verspätet|tarde|con retraso)\b/iu;
const onTime =
  /\b(?:on time|in time|before (?:the|their|its) (?:due date|deadline)|pünktlich|rechtzeitig|a tiempo)\b/iu;

/**
 * "Which invoices are unpaid?", "who paid late?": rows whose status says that they are open or whose day of payment is empty, and those whose day of
 * the deed lies after the one that was set.
 */
export function unpaidConditions(state: ParseState): Condition[] {
  return lateConditions(state) ?? openConditions(state);
}

function openConditions(state: ParseState): Condition[] {
  const { question, words, table, named, used } = state;
  const match = notPaid.exec(question) ?? asksOwed.exec(question);
  // What stands in the table as it is asked for, such as "overdue", has been taken for that.
  const isFree =
    match !== null &&
    words.some((word) => isWithin(word, match) && (!used.has(word) || contraryStem(word) !== undefined));
  if (match === null || !isFree || table.worked) return [];
  const { headings, kinds, rows } = table;
  const cell = (row: TableRow, column: number) => (row.cells[column] ?? '').trim();
  const status = [...headings.keys()].find(
    (column) =>
      kinds[column] === 'text' &&
      statusHeading.test(headings[column] ?? '') &&
      rows.some((row) => paidCell.test(cell(row, column))) &&
      rows.some((row) => unpaidCell.test(cell(row, column))),
  );
  const day = [...headings.keys()].find((column) => kinds[column] === 'date' && paidOn.test(headings[column] ?? ''));
  const column = status ?? day;
  if (column === undefined) return [];
  useWords(match, state);
  for (const each of [status, day]) if (each !== undefined) named.delete(each);
  const isStatus = column === status;
  return [
    {
      column,
      text: `${headings[column]} is ${isStatus ? 'not paid' : 'empty'}`,
      isDenial: true,
      test: (row) => (isStatus ? unpaidCell.test(cell(row, column)) : isNothing(cell(row, column))),
    },
  ];
}

/** Undefined where the question asks nothing of the kind, or the table does not have the two days. */
function lateConditions(state: ParseState): Condition[] | undefined {
  const { question, words, table, named, used } = state;
  const { headings, kinds } = table;
  const isLate = late.test(question);
  const match = late.exec(question) ?? onTime.exec(question);
  if (match === null || /\bhow (?:long|many days|late)\b/iu.test(question)) return undefined;
  const dates = [...headings.keys()].filter((column) => kinds[column] === 'date');
  const [set, second] = dates.filter((column) => dueHeading.test(headings[column] ?? ''));
  const [done, other] = dates.filter((column) => doneHeading.test(headings[column] ?? '') && column !== set);
  if (set === undefined || done === undefined || second !== undefined || other !== undefined) return undefined;
  useWords(match, state);
  for (const word of words)
    if (/^(?:paid|returned|delivered|arrived|finished|completed|done)$/iu.test(word.text)) used.add(word);
  for (const column of [set, done]) named.delete(column);
  const day = (row: TableRow, column: number) => cellDate(row.cells[column] ?? '')?.slice(0, 10);
  return [
    {
      column: done,
      text: `${headings[done]} ${isLate ? '>' : '≤'} ${headings[set]}`,
      isDenial: true,
      test: (row) => {
        const [was, should] = [day(row, done), day(row, set)];
        return was !== undefined && should !== undefined && was > should === isLate;
      },
    },
  ];
}

const isWithin = ({ start }: QuestionWord, match: RegExpExecArray): boolean =>
  start >= match.index && start < match.index + match[0].length;
