import { cardinalOf, type KnownLanguage, monthOf, stopWords } from '@parley/text';
import { isSameThing } from '../extraction/label-words.ts';
import { wordStem } from '../text/word-stem.ts';
import type { DataTable } from './data-table.ts';
import type { ParseState } from './parse-state.ts';
import { type QuestionWord, stemsOf } from './question-words.ts';
import type { Condition } from './row-conditions.ts';

interface Found {
  column: number;
  values: Set<string>;
  words: QuestionWord[];
  isWhole: boolean;
  /** Of a column of lists, the items that are named. */
  items?: readonly string[];
}

/** Values of the rows that the question names; of several that overlap, the longest. */
export function valueConditions({ words, language, headings, topics, table, used }: ParseState): Condition[] | null {
  const found: Found[] = [];
  for (const column of table.headings.keys()) {
    if (table.kinds[column] === 'boolean') continue;
    const role = roleOf(column, table);
    const byWords = new Map<string, Found>();
    const isList = table.lists?.has(table.headings[column] ?? '') === true;
    const cells = new Set(table.rows.map((row) => row.cells[column] ?? ''));
    for (const value of isList ? new Set([...cells].flatMap((cell) => cell.split(', '))) : cells) {
      const hit = wordsOfValue(value, words, language, role, headings[column] ?? []);
      if (hit === null) continue;
      const key = hit.words.map((word) => words.indexOf(word)).join(' ');
      const known = byWords.get(key) ?? { column, values: new Set<string>(), ...hit };
      // A value that the question names whole goes before those that only hold the word.
      if (hit.isWhole && !known.isWhole) byWords.set(key, { column, values: new Set([value]), ...hit });
      else if (hit.isWhole || !known.isWhole) byWords.set(key, { ...known, values: known.values.add(value) });
    }
    found.push(...[...byWords.values()].map((each) => (isList ? withLists(each, cells) : each)));
  }
  found.sort(
    (a, b) =>
      b.words.length - a.words.length ||
      Number(b.isWhole) - Number(a.isWhole) ||
      Number(isHeaded(b, words, table)) - Number(isHeaded(a, words, table)) ||
      a.values.size - b.values.size,
  );
  const conditions: Condition[] = [];
  const taken = new Set<QuestionWord>();
  for (const { column, values, words: mine, isWhole, items } of found) {
    if (mine.some((word) => taken.has(word))) continue;
    // Numbers that a heading holds already ("Patients 2022") name the column, not a row.
    if (mine.every((word) => used.has(word) && /\d/.test(word.text))) continue;
    // Where rows have days, "in 2024" and "March 2024" say when, also beside a row of 2024 pieces.
    if (table.kinds[column] === 'number' && table.kinds.includes('date') && isYear(mine, words)) continue;
    // Where rows have days, "in July" is none of those whose remark speaks of July.
    if (!isWhole && table.kinds.includes('date') && mine.every(({ text }) => monthOf(text) !== undefined)) continue;
    // A word that names a column is not half of a value besides: "parts above 60" are not those that wait for parts.
    if (!isWhole && mine.every((word) => used.has(word) || topics.has(word.stem))) continue;
    // "Bookings" of a table of bookings are its rows, not those that are booked.
    if (namesRows(mine, values, topics)) continue;
    // "All but Sal": rows of another value are not looked up.
    const known = conditions.find((each) => each.column === column && each.values !== undefined);
    if (isLeftOut(mine, words) && (known !== undefined || !isDenied(mine, words))) return null;
    if (known !== undefined) {
      // Two values of one column in one question: no row has both, so that one or the other is meant, or one against the other.
      const text = [...values].join(' or ');
      if (!isWhole || !joined(known, mine, words)) return null;
      known.parts = [...(known.parts ?? []), { text, values }];
      const named = known.parts.map((part) => part.text).join(' or ');
      known.text = `${table.headings[column]} = ${named}`;
      const parts = known.parts;
      known.test = (row) => parts.some((part) => part.values.has(row.cells[column] ?? ''));
      for (const word of mine) used.add(word);
      for (const word of mine) taken.add(word);
      continue;
    }
    for (const word of mine) {
      taken.add(word);
      used.add(word);
    }
    const heading = table.headings[column] ?? '';
    const shown =
      values.size <= 3
        ? [...values].join(' or ')
        : `one of ${values.size} values with "${mine.map((word) => word.text).join(' ')}"`;
    conditions.push({
      column,
      text: items ? `${heading} has ${items.join(' or ')}` : `${heading} = ${shown}`,
      values: [...values],
      ...(isWhole && { parts: [{ text: shown, values }], at: lastOf(mine, words) }),
      test: (row) => values.has(row.cells[column] ?? ''),
    });
  }
  return conditions;
}

/** Of a column of lists the cells that have an item that is named. */
const withLists = (found: Found, cells: ReadonlySet<string>): Found => ({
  ...found,
  items: [...found.values],
  values: new Set([...cells].filter((cell) => cell.split(', ').some((item) => found.values.has(item)))),
});

function isYear(mine: readonly QuestionWord[], words: readonly QuestionWord[]): boolean {
  const before = words[firstOf(mine, words) - 1]?.text ?? '';
  const isNumber = mine.every(({ text }) => /^(?:19|20)\d{2}$/.test(text));
  return (
    isNumber && (/^(?:in|im|en|since|seit|desde|depuis|year|jahr)$/i.test(before) || monthOf(before) !== undefined)
  );
}

/** The word that the table is called by, in another form than the value has. */
const namesRows = (mine: readonly QuestionWord[], values: ReadonlySet<string>, topics: ReadonlySet<string>): boolean =>
  mine.every((word) => topics.has(word.stem) && ![...values].some((value) => holdsForm(value, word.text)));

const holdsForm = (value: string, word: string): boolean =>
  value.toLowerCase().includes(word.toLowerCase().replace(/e?s$/, ''));

/** "to Kilmory" names a value of the column "to", not of "from". */
const isHeaded = ({ column, words: mine }: Found, words: readonly QuestionWord[], { headings }: DataTable): boolean =>
  words[firstOf(mine, words) - 1]?.text.toLowerCase() === headings[column]?.toLowerCase();

const lastOf = (mine: readonly QuestionWord[], words: readonly QuestionWord[]): number =>
  Math.max(...mine.map((word) => words.indexOf(word)));
const firstOf = (mine: readonly QuestionWord[], words: readonly QuestionWord[]): number =>
  Math.min(...mine.map((word) => words.indexOf(word)));

const isDenied = (mine: readonly QuestionWord[], words: readonly QuestionWord[]): boolean =>
  /^(?:not|nicht|no|pas)$/i.test(words[firstOf(mine, words) - 1]?.text ?? '');

/** "not Helen", "except Sal", "all but the roses", "other than blue". */
function isLeftOut(mine: readonly QuestionWord[], words: readonly QuestionWord[]): boolean {
  const [before, ahead] = [2, 1].map((back) => words[firstOf(mine, words) - back]?.text.toLowerCase() ?? '');
  return (
    isDenied(mine, words) ||
    /^(?:except|excluding|außer|excepto|salvo|sauf)$/.test(ahead ?? '') ||
    /^(?:all but|other than|except for|apart from|alle außer)$/.test(`${before} ${ahead}`)
  );
}

/** "Sal and Kofi", "roses or herbs": what stands between two values of one column. */
function joined(known: Condition, mine: readonly QuestionWord[], words: readonly QuestionWord[]): boolean {
  if (known.parts === undefined || known.at === undefined) return false;
  const [low, high] = [known.at, firstOf(mine, words)].sort((one, other) => one - other);
  const between = words.slice((low ?? 0) + 1, high).map(({ text }) => text.toLowerCase());
  return between.length <= 3 && between.some((text) => /^(?:and|or|und|oder|y|o|et|ou)$/.test(text));
}

/** A question for how far two rows or groups of rows lie apart. */
export const comparesRows =
  /\bhow (?:much|many) (?:more|less|fewer|longer|shorter|older|younger|cheaper|dearer|heavier|lighter|bigger|larger|smaller|higher|lower|further|farther|faster|quicker|slower|taller|deeper|wider|warmer|colder|hotter|cooler)\b|\bdifference\b|\bunterschied\b|\bdiferencia\b|\bdifférence\b|\bum wie ?viel\b/iu;

/** What the cells of a column are: numbers, remarks, names or descriptions that mostly differ, or what several rows share. */
type Role = 'number' | 'remark' | 'name' | 'group';

const remarkHeading =
  /^(?:notes?|remarks?|comments?|details?|bemerkung(?:en)?|anmerkung(?:en)?|notas?|observaciones|remarques?)$/iu;

function roleOf(column: number, { headings, kinds, rows }: DataTable): Role {
  if (kinds[column] === 'number') return 'number';
  if (remarkHeading.test(headings[column] ?? '')) return 'remark';
  return new Set(rows.map((row) => row.cells[column] ?? '')).size * 2 > rows.length ? 'name' : 'group';
}

/** "In the year" is not "Paid for the year": such a word names no value alone. */
const period =
  /^(?:years?|months?|weeks?|days?|hours?|times?|jahre?|monate?|wochen?|tage?|años?|meses|mes|semanas?|días?)$/iu;

const sizes = /^(?:big|large|long|high|low)$/i;

/** The question's words that name a value: all of it in its order, or at least a telling part of it. */
function wordsOfValue(
  value: string,
  words: readonly QuestionWord[],
  language: KnownLanguage | null,
  role: Role,
  heading: readonly string[],
): { words: QuestionWord[]; isWhole: boolean } | null {
  const stops = stopWords(language ?? 'en');
  const stems = stemsOf(value.slice(0, 200), language).filter((stem) => !stops.has(stem));
  if (stems.length === 0) return null;
  // A small number names a row only behind the heading of its column: "episode 32".
  // One with its unit ("9 cm") does by itself.
  const isMeasure = stems.length > 1 && stems.every((stem) => words.some((word) => word.stem === stem));
  if (role === 'number' && !isMeasure && !/\d{3}/.test(value) && !followsHeading(stems[0] ?? '', words, heading))
    return null;
  const hits: QuestionWord[] = [];
  let at = 0;
  for (const stem of stems) {
    const isHit = (word: QuestionWord, position: number): boolean =>
      position >= at && word.stem === stem && !heading.includes(word.stem);
    // The form that the value has goes before another of the same stem: "how many bookings are booked".
    const exact = words.findIndex((word, position) => isHit(word, position) && holdsForm(value, word.text));
    const index = exact < 0 ? words.findIndex(isHit) : exact;
    if (index < 0) continue;
    const word = words[index];
    if (word === undefined) continue;
    // "The large rooms" are those whose size is large; "how large" asks for the size.
    const isSize = sizes.test(word.text) && !/^how$/i.test(words[index - 1]?.text ?? '');
    if (word.isStop && stems.length === 1 && !isSize && !/^\p{Lu}/u.test(word.text)) continue;
    hits.push(word);
    at = index + 1;
  }
  if (hits.length === 0) return null;
  // "Own stock" is not named by "the stock": a word that says little elsewhere is part of a name.
  const isShortened = stems.length === 1 && stemsOf(value, language).length > 1 && /^\p{Ll}/u.test(hits[0]?.text ?? '');
  if (hits.length === stems.length) return { words: hits, isWhole: !isShortened };
  const isTelling = hits.some(
    (word) =>
      !word.isStop &&
      !/^\d{1,2}$/.test(word.text) &&
      !period.test(word.text) &&
      cardinalOf(word.text.toLowerCase()) === undefined,
  );
  // "Battery" of "Battery 60 Ah", "hall" of "Rent of hall": what a description begins or ends with.
  // Where each row has a description of its own, any noun of it: "bulbs" of "LED bulb 8 W".
  const isNoun = (stem: string): boolean => role === 'name' || [stems[0], stems.at(-1)].includes(stem);
  const isEnd =
    role !== 'remark' && stems.length <= 8 && hits.some(({ stem, text }) => text.length > 2 && isNoun(stem));
  // Half of a short value, or a name within a longer one.
  return isTelling &&
    (isEnd || hits.length / stems.length >= 0.5 || hits.some((word) => /^\p{Lu}|\d{3}/u.test(word.text)))
    ? { words: hits, isWhole: false }
    : null;
}

const isCalled = (heading: string, { stem, text, isStop }: QuestionWord): boolean =>
  heading === stem || (!isStop && isSameThing(heading, wordStem(text.toLowerCase())));

/** Of a heading that has a number of its own ("Week 36") a number behind its noun is another heading of the series, and no value. */
function followsHeading(stem: string, words: readonly QuestionWord[], heading: readonly string[]): boolean {
  if (heading.some((each) => /^\d+$/.test(each))) return false;
  return words.some((word, index) => {
    const before = words[index - 1];
    return word.stem === stem && before !== undefined && heading.some((each) => isCalled(each, before));
  });
}
