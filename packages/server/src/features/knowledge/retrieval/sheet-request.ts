import type { SheetAggregate, SheetColumn, SheetCondition, SheetData } from '@parley/documents';
import {
  calendarName,
  findDays,
  giveWay,
  guessLanguage,
  indexTerm,
  isStopTerm,
  type KnownLanguage,
  monthOf,
  wordTerms,
} from '@parley/text';

type SheetShape = Omit<SheetData, 'packed'>;

/** What a question asks of one sheet. */
export interface SheetRequest {
  /** Numeric columns it names, or all when it names none. */
  measures: string[];
  isMeasureNamed: boolean;
  functions: SheetAggregate['function'][];
  /** Columns to group by. */
  groups: string[];
  /** Figures of each group are asked for; "which parts are short?" asks for rows. */
  isGroupAsked: boolean;
  conditions: SheetCondition[];
  /** Further words that may stand in rows. */
  words: string[];
}

/** Words for each function in the languages people ask in; compared folded. */
const functionWords: [SheetAggregate['function'], RegExp][] = [
  [
    'sum',
    /\b(totals?|sums?|altogether|overall|combined|gesamt\w*|summe|insgesamt|suma|sommes?|somma|soma|totale?s?)\b/,
  ],
  ['mean', /\b(averages?|mean|avg|typical|durchschnitt\w*|mittelwert|promedio|media|moyennes?)\b/],
  [
    'min',
    /\b(min|minimum|lowest|smallest|least|fewest|cheapest|earliest|niedrigst\w*|kleinst\w*|minimo|menor|minimale?)\b/,
  ],
  [
    'max',
    /\b(max|maximum|highest|largest|biggest|greatest|most|top|latest|hochst\w*|grosst\w*|maximo|mayor|maximale?)\b/,
  ],
  ['count', /\b(how many|number of|count|anzahl|wie viele?|cuant[oa]s|combien|quanti|quante|quant[oa]s)\b/],
  ['median', /\bmedian\w*\b/],
  ['distinct', /\b(distinct|different|unique|verschiedene?n?|distint[oa]s)\b/],
];
const groupWords = /\b(per|by|each|every|which|pro|je|jede[rsmn]?|nach|por|cada|par|chaque|quel\w*|welche[rsmn]?)\b/;
const eachWords = /\b(per|by|each|every|pro|je|jede[rsmn]?|nach|por|cada|par|chaque)\b/;
const comparisons: [SheetCondition['operator'], string][] = [
  ['more', 'over|above|more than|greater than|higher than|larger than|exceeding|exceeds?|uber|mas de|plus de'],
  ['less', 'under|below|less than|lower than|fewer than|smaller than|unter|menos de|moins de'],
  ['at_least', 'at least|mindestens|al menos|au moins'],
  ['at_most', 'at most|up to|hochstens|como maximo|au plus'],
];
const longestQuestion = 2000;
/** Files that were read before names had a limit may have headings of any length. */
const longestName = 250;

/** Reads a question with the names of a sheet's columns, of which there may be thousands, and the values that stand in them. */
export async function readSheetRequest(
  question: string,
  sheet: SheetShape,
  values: ReadonlyMap<string, readonly string[]>,
): Promise<SheetRequest> {
  const folded = foldText(question.slice(0, longestQuestion));
  const language = guessLanguage(question) ?? 'en';
  const stems = new Set([...wordTerms(folded)].map(({ term }) => indexTerm(term, language)));
  const pause = giveWay();
  const namesOf = new Map<SheetColumn, string[]>();
  for (const column of sheet.columns) {
    namesOf.set(column, nameStems(column.name, language));
    await pause();
  }
  const named = sheet.columns.filter((column) => isNamed(namesOf.get(column) ?? [], stems, language));
  const numeric = sheet.columns.filter(isNumeric);
  const measures = named.filter(isNumeric);
  const conditions = [
    ...valueConditions(folded, values),
    ...dateConditions(question.slice(0, longestQuestion), sheet.columns),
    ...comparisonConditions(folded, measures.length > 0 ? measures : numeric),
  ];
  const asksForGroups = groupWords.test(folded);
  const groups = named
    .filter((column) => !isNumeric(column) && values.has(column.name))
    .filter(({ name }) => !conditions.some((condition) => condition.column === name))
    .filter(() => asksForGroups || functionWords.some(([, words]) => words.test(folded)));
  const functions = functionWords.filter(([, words]) => words.test(folded)).map(([name]) => name);
  const known = new Set([...namesOf.values()].flat());
  return {
    measures: (measures.length > 0 ? measures : numeric).map(({ name }) => name),
    isMeasureNamed: measures.length > 0,
    functions,
    groups: groups.slice(0, 2).map(({ name }) => name),
    isGroupAsked: (functions.length > 0 || eachWords.test(folded)) && !comparesColumns(folded, named),
    conditions,
    words: rowWords(folded, language, known).filter((word) => !saidBy(conditions, word)),
  };
}

/** "below the minimum": a cell held against another of its row, which no figure of a column tells. */
function comparesColumns(folded: string, named: readonly SheetColumn[]): boolean {
  const thing =
    /\b(?:below|under|above|over|(?:less|more|fewer|higher|lower|greater|smaller) than)\s+(?:the|its|their)\s+(\p{L}+)/u.exec(
      folded,
    )?.[1];
  return thing !== undefined && named.some(({ name }) => foldText(name).includes(thing));
}

/** Lower case without accents, so that spellings compare. */
function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss');
}

export function isNumeric({ type }: SheetColumn): boolean {
  return type === 'integer' || type === 'number';
}

/** `unitPrice`, `unit_price` and `Unit Price` as the words unit and price. */
function nameStems(name: string, language: KnownLanguage): string[] {
  const spaced = name
    .slice(0, longestName)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-./]+/g, ' ');
  return [...wordTerms(foldText(spaced))].map(({ term }) => indexTerm(term, language));
}

function isNamed(name: readonly string[], stems: ReadonlySet<string>, language: KnownLanguage): boolean {
  const all = name.filter((stem) => !isStopTerm(stem, language));
  return all.length > 0 && all.every((stem) => stems.has(stem));
}

function valueConditions(folded: string, values: ReadonlyMap<string, readonly string[]>): SheetCondition[] {
  const spaced = ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  const found: SheetCondition[] = [];
  for (const [column, all] of values) {
    const said = all.filter((value) => {
      const plain = foldText(value)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
      return plain.length > 1 && !isStopTerm(plain, 'en') && spaced.includes(` ${plain} `);
    });
    // The longest one said: "North West" is not "West".
    const [value] = said.sort((a, b) => b.length - a.length);
    if (value !== undefined) found.push({ column, operator: 'equals', value });
  }
  return found;
}

const dayMs = 86_400_000;

/** "2024", "March 2024", "2024-03", "5 March 2024" as bounds on a column of dates, when there is just one. */
function dateConditions(question: string, columns: readonly SheetColumn[]): SheetCondition[] {
  const dates = columns.filter(({ type }) => type === 'date' || type === 'datetime');
  const [column] = dates;
  const span = spanAsked(question);
  if (!column || dates.length > 1 || !span) return [];
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  return [
    { column: column.name, operator: 'at_least', value: day(span.from) },
    { column: column.name, operator: 'less', value: day(span.to) },
  ];
}

/** The one day, month or year that a question speaks of, from its begin to that of the next; undefined for none and for several. */
function spanAsked(question: string): { from: number; to: number } | undefined {
  const years = new Set(question.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g));
  const [named, ...more] = findDays(question);
  if (years.size !== 1 || more.length > 0 || named?.order === 'either') return undefined;
  const year = Number([...years][0]);
  const month = named?.month ?? monthApart(question);
  if (month === undefined) return { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) };
  const from = Date.UTC(year, month - 1, named?.day ?? 1);
  return { from, to: named?.day ? from + dayMs : Date.UTC(year, month, 1) };
}

/** "total in March, of 2024": a month away from its year, in English or with a capital, since other words are months elsewhere. */
function monthApart(question: string): number | undefined {
  const words = question.match(/\p{L}{3,}/gu) ?? [];
  const isSure = (word: string) => /^\p{Lu}/u.test(word) || (calendarName(word) === word && word !== 'may');
  const found = new Set(words.filter(isSure).flatMap((word) => monthOf(word) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

function comparisonConditions(folded: string, numeric: readonly SheetColumn[]): SheetCondition[] {
  const [column] = numeric;
  if (!column || numeric.length > 1) return [];
  return comparisons.flatMap(([operator, words]): SheetCondition[] => {
    // such as: /\b(?:more than|over|above)\s+[^\d\s]?\s?(\d+(?:[.,]\d+)*)/
    const said = new RegExp(`\\b(?:${words})\\s+[^\\d\\s]?\\s?(\\d+(?:[.,]\\d+)*)`).exec(folded)?.[1];
    const value = said === undefined ? Number.NaN : Number(said.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
    return Number.isFinite(value) ? [{ column: column.name, operator, value }] : [];
  });
}

/** Words that a condition has taken up already. */
function saidBy(conditions: readonly SheetCondition[], word: string): boolean {
  const isMonth = monthOf(word) !== undefined;
  return conditions.some(({ value }) => {
    const text = value === undefined ? '' : foldText(String(value));
    return text.includes(word) || (isMonth && /^\d{4}-\d{2}/.test(text));
  });
}

/** Names, numbers and rare words that rows may hold: not the question's own grammar, not the columns. */
function rowWords(folded: string, language: KnownLanguage, known: ReadonlySet<string>): string[] {
  const words = [...wordTerms(folded)]
    .map(({ term }) => term)
    .filter((term) => term.length > 1 && !isStopTerm(term, language) && !known.has(indexTerm(term, language)))
    .filter((term) => !functionWords.some(([, pattern]) => pattern.test(term)) && !groupWords.test(term));
  return [...new Set(words)].slice(0, 12);
}
