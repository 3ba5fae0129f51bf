import { cellNumber, type DataTable, type TableRow } from './data-table.ts';
import { type ParseState, useWords } from './parse-state.ts';
import type { Condition } from './row-conditions.ts';

const takenHeading =
  /\b(?:taken|booked|enrolled|registered|reserved|occupied|sold|signed up|enrolments?|bookings?|belegt|gebucht|angemeldet|ocupad[oa]s|inscrit[oa]s|reservad[oa]s)\b/iu;
const mostHeading =
  /\b(?:capacity|max(?:imum)?|places|seats|spaces|limit|kapazität|plätze|plazas|aforo|cupo|total)\b/iu;
const fullWord =
  /(?<!in )\b(?:full|fully booked|sold out|booked (?:up|out)|no (?:more )?(?:places?|seats?|spaces?|room)(?: left)?|ausgebucht|voll|belegt|complet[oa]s?|agotad[oa]s?)\b(?! (?:price|fee|name|time|list))/iu;
const freeWord =
  /\b(?:(?:free|open|available|remaining) (?:places?|seats?|spaces?|spots?)|(?:places?|seats?|spaces?|spots?|room) (?:is |are |were )?(?:still )?(?:left|free|available|open|remaining)|(?:still )?(?:has|have|had) (?:places?|seats?|spaces?|spots?|room)|freie plätze|plätze (?:sind )?(?:noch )?frei|plazas (?:libres|quedan))\b/iu;
const whoCame =
  /\b(?:enrolled|registered|signed up|booked|attending|students?|participants?|people|teilnehmer|inscritos|alumnos)\b/iu;

/** The only column of places that are taken, and the only one of those there are. */
function placeColumns({ headings, kinds }: DataTable): { taken: number; most: number } | undefined {
  const numeric = [...headings.keys()].filter((column) => kinds[column] === 'number');
  const text = (column: number) => (headings[column] ?? '').replaceAll('_', ' ');
  const takens = numeric.filter((column) => takenHeading.test(text(column)));
  const mosts = numeric.filter((column) => mostHeading.test(text(column)) && !takens.includes(column));
  const [taken] = takens;
  const [most] = mosts;
  return taken !== undefined && most !== undefined && takens.length === 1 && mosts.length === 1
    ? { taken, most }
    : undefined;
}

/**
 * "Which courses are full?", "which have places left?" of a table with the places taken and those there are; "how many people are enrolled"
 * names the former. Columns that share a word with "full" are named no more.
 */
export function placesConditions(state: ParseState): Condition[] {
  const { question, words, table, named, used } = state;
  const columns = placeColumns(table);
  if (columns === undefined) return leftConditions(state);
  const { taken, most } = columns;
  const match = freeWord.exec(question) ?? fullWord.exec(question);
  const isCounted = asksHowManyPlaces.test(question);
  if (match === null || isCounted) {
    if (match === null && !whoCame.test(question)) return [];
    if (match === null && !/\bhow many\b|\bwie viele\b|\bcuánt/iu.test(question)) return [];
    for (const word of words) if (whoCame.test(word.text)) used.add(word);
    if (match !== null) {
      useWords(match, state);
      named.add(most);
    }
    // Those who come are no names of teachers.
    for (const column of [...named]) if (match === null && table.kinds[column] === 'text') named.delete(column);
    named.add(taken);
    return [];
  }
  useWords(match, state);
  for (const column of [...named])
    if (/\bfull\b/iu.test((table.headings[column] ?? '').replaceAll('_', ' '))) named.delete(column);
  const number = (row: TableRow, of: number) => cellNumber(row.cells[of] ?? '', table.hasDecimalComma) ?? Number.NaN;
  const isFree = freeWord.test(question) && !/\bno (?:more )?(?:places?|seats?|spaces?|room)\b/iu.test(question);
  return [
    {
      column: taken,
      text: `${table.headings[taken]} ${isFree ? '<' : '≥'} ${table.headings[most]}`,
      isDenial: true,
      test: (row) => (isFree ? number(row, taken) < number(row, most) : number(row, taken) >= number(row, most)),
    },
  ];
}

const leftHeading =
  /\b(?:(?:seats?|places?|spaces?|spots?|rooms?|tickets?) (?:left|free|available|remaining|open)|(?:free|available|remaining|open|vacant) (?:seats?|places?|spaces?|spots?|rooms?|tickets?)|vacancies|freie plätze|plätze frei|plazas libres)\b/iu;

/** Of a table with a column of the places that are left: none, or some. */
function leftConditions(state: ParseState): Condition[] {
  const { question, table, named } = state;
  const [column, second] = [...table.headings.keys()].filter(
    (each) => table.kinds[each] === 'number' && leftHeading.test((table.headings[each] ?? '').replaceAll('_', ' ')),
  );
  const full = fullWord.exec(question);
  const match = full ?? freeWord.exec(question);
  if (match === null || column === undefined || second !== undefined || asksHowManyPlaces.test(question)) return [];
  // "Which course has the most places left?" compares them.
  if (full === null && /\b(?:most|fewest|least|more|less|fewer|how many)\b/iu.test(question)) return [];
  useWords(match, state);
  named.delete(column);
  const test = ({ cells }: TableRow) => {
    const left = cellNumber(cells[column] ?? '', table.hasDecimalComma);
    return left !== null && left > 0 === (full === null);
  };
  return [{ column, text: `${table.headings[column]} ${full ? '=' : '>'} 0`, isDenial: true, test }];
}

const asksHowManyPlaces =
  /\bhow many (?:\p{L}+ )?(?:places?|seats?|spaces?|spots?)\b|\bwie viele (?:freie )?plätze\b/iu;

/** "How many places are left in the Monday course?": the question for what lies between the two columns. */
export const asksPlacesLeft = (question: string): boolean =>
  /\bhow many (?:\p{L}+ )?(?:places?|seats?|spaces?|spots?)\b/iu.test(question) && freeWord.test(question);
