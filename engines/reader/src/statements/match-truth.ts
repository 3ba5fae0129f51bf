import type { Grid } from '../extraction/document-part.ts';
import { type Field, wordsOf } from '../extraction/find-field.ts';
import type { SourceText } from '../extraction/source-text.ts';
import { guessLanguage } from '../text/function-words.ts';
import type { Contexts } from './contexts.ts';
import stored from './deeds.json' with { type: 'json' };
import { isSaidNot, partAt, saysForItself } from './denial.ts';
import { spelledAs } from './field-pattern.ts';
import { likeness, type MeantWord, meantWords } from './words.ts';

/** A statement that something is so, or that it is not. */
export interface Truth {
  isSo: boolean;
  start: number;
  end: number;
}

/**
 * Deeds and states that forms ask for, in English, German, French and Spanish: beginnings of words for what is done or holds, and of words of
 * a clause that says the contrary. A word that ends in `$` is a whole one.
 */
type Deed = { so: string[]; contrary: string[] };

const deeds: readonly Deed[] = stored.map(({ so, contrary = '' }) => ({
  so: so.split(' '),
  contrary: contrary.split(' ').filter(Boolean),
}));
export const isOf = (beginnings: readonly string[], { folded }: MeantWord): boolean =>
  beginnings.some((each) => (each.endsWith('$') ? each === `${folded}$` : folded.startsWith(each)));

/** The word is in a name for what kind of answer it has, and in no clause. */
const idle = /^(?:is|has|was|are|can|does|ist|hat|wird|est|es|esta)$/;
/** Not a statement: a condition, a question, an order of what shall be, what is not known yet. */
export const open =
  /(?<!\p{L})(?:if|when|whether|unless|should|once|until|before|would|could|falls|wenn|sofern|sobald|ob|sollte|würde|könnte|bevor|bis|vor|if|si|lorsque|dès|avant|cuando|antes|podría|seria|sería)(?!\p{L})|\?\s*$|discount|skonto|escompte/iu;
const clauseEnd =
  /[.;!?](?=\s|$)|,\s+(?=(?:but|except|save|sondern|aber|außer|sauf|mais|salvo|pero|sino)(?!\p{L}))|\n\s*\n|\n(?=\s*(?:[-*•]\s|\p{Lu}[^\n:]{1,30}:\s))/gu;
const denies = /^(?:not|no|without|ohne|kein|nicht|sans|sin|non)$/;

/** Whether a text says that what a field names is so, or that it is not; undefined where it says neither, or both. */
export function matchTruth(field: Field, { text, parts }: SourceText, contexts: Contexts): Truth | undefined {
  const asked = readAsked(spelledAs(field, contexts), contexts);
  const found: Truth[] = truthsInTables(asked, parts.grids, contexts);
  for (const clause of clausesOf(text)) {
    const isSo = isSaid(clause, asked, contexts);
    if (isSo !== undefined) found.push({ isSo: isSo !== asked.isDenied, start: clause.start, end: clause.end });
  }
  const [first] = found;
  return first && found.every(({ isSo }) => isSo === first.isSo) ? first : undefined;
}

const yes = /^(?:true|yes|ja|oui|s[ií]|x|✓)$/iu;
const no = /^(?:false|no|nein|non|-|–)$/iu;
const mostCells = 5_000;

/** Yes or no in the column that a field names, in the row that it names. */
export function truthsInTables(
  { deed, things, isDenied: isTurned }: Asked,
  grids: readonly Grid[],
  contexts: Contexts,
): Truth[] {
  const told = grids.flatMap(({ headings, rows }) =>
    headings.flatMap((heading, column) => {
      const cells = rows.slice(0, mostCells).map((row) => row[column]?.text ?? '');
      if (
        cells.length < 2 ||
        !cells.some((cell) => yes.test(cell)) ||
        !cells.every((cell) => cell === '' || yes.test(cell) || no.test(cell))
      )
        return [];
      const head = meantWords(heading.text, contexts.language);
      const isIn = (words: readonly MeantWord[]) => (word: MeantWord) =>
        words.some((each) => likeness(word, each) >= leastMet);
      if (deed ? !head.some((word) => isOf(deed.so, word)) : !things.some(isIn(head))) return [];
      const left = things.filter((word) => !isIn(head)(word));
      return left.length === 0
        ? []
        : rows.slice(0, mostCells).flatMap((row) => {
            const cell = row[column];
            const said = meantWords(row.map(({ text }) => text).join(' '), contexts.language);
            return cell && cell.text !== '' && left.every(isIn(said))
              ? [{ isSo: yes.test(cell.text) !== isTurned, start: cell.start, end: cell.end }]
              : [];
          });
    }),
  );
  return told;
}

export interface Asked {
  /** All words of the name that tell something. */
  named: readonly MeantWord[];
  deed: Deed | undefined;
  /** What it is done to, or holds of. */
  things: readonly MeantWord[];
  /** Words of the description. */
  more: readonly MeantWord[];
  /** The name itself says "without". */
  isDenied: boolean;
}

export function readAsked(field: Field, contexts: Contexts): Asked {
  const name = wordsOf(field.name);
  const described = typeof field.schema.description === 'string' ? field.schema.description : '';
  const spoken = guessLanguage(`${name} ${described}`);
  const isTelling = ({ folded }: MeantWord) => !idle.test(folded) && !denies.test(folded);
  const words = meantWords(name, contexts.language).filter(isTelling);
  const more = meantWords(described, spoken === 'en' ? contexts.language : spoken).filter(isTelling);
  const deed =
    deeds.find(({ so }) => words.some((word) => isOf(so, word))) ??
    deeds.find(({ so }) => more.some((word) => isOf(so, word)));
  const isThing = (word: MeantWord) => !deed || !isOf(deed.so, word);
  return {
    named: words,
    deed,
    things: words.filter(isThing),
    more,
    isDenied: name.split(' ').some((word) => denies.test(word)),
  };
}

export interface Clause {
  text: string;
  start: number;
  end: number;
}

const leastMet = 0.7;
/** A state without its thing is told of what it stands under: "Sans gluten." */
const shortState = 5;

export function isSaid(
  { text, start }: Clause,
  { deed, things, more }: Asked,
  contexts: Contexts,
): boolean | undefined {
  const said = meantWords(text, contexts.language);
  const has = (word: MeantWord) => said.some((each) => likeness(word, each) >= leastMet);
  const doings = deed ? said.filter((word) => isOf(deed.so, word) || isOf(deed.contrary, word)) : [];
  const isAll = more.length > 1 && more.every(has);
  if (deed && doings.length === 0 && !isAll) return undefined;
  const above = contexts.above(start).map(({ word }) => word);
  const isAbove = (word: MeantWord) => above.some((each) => likeness(word, each) >= leastMet);
  const meant = things.length > 0 ? things : more.filter((word) => !deed || !isOf(deed.so, word));
  const isShort = said.length <= shortState;
  const called = more.filter(
    (word) => (!deed || !isOf(deed.so, word)) && things.every((thing) => likeness(thing, word) === 0),
  );
  const isMet = (word: MeantWord) =>
    has(word) || (isShort && isAbove(word)) || (called.length > 0 && called.every(has));
  if (!isAll && (!meant.every(isMet) || (!deed && !meant.some(has)) || (meant.length === 0 && !isShort)))
    return undefined;
  const isThing = (each: MeantWord) => meant.some((word) => likeness(word, each) >= leastMet);
  const thing = said.find(isThing);
  const ofThing = thing && partAt(text, thing.at);
  // "Smoking is forbidden and pets are welcome."
  const doing = doings.find((each) => partAt(text, each.at) === ofThing) ?? doings[0];
  const at =
    doing?.at ?? said.find((each) => [...meant, ...more].some((word) => likeness(word, each) >= leastMet))?.at ?? 0;
  // "Breakfast is included, parking is not."
  const isApart = doing !== undefined && thing !== undefined && partAt(text, doing.at) !== ofThing;
  const place = isApart && saysForItself(text, thing.at, contexts.language) ? thing.at : at;
  const label = /[:?]\s*(?:(yes|ja|oui|s[ií])|no|nein|non|not yet|noch nicht)(?!\p{L})/iu.exec(text);
  if (label) return label[1] !== undefined;
  if (open.test(partAt(text, place))) return undefined;
  const isContrary = doing !== undefined && deed !== undefined && isOf(deed.contrary, doing);
  return (
    isSaidNot(text, place, contexts.language, (each) => said.some((word) => word.at === each && isThing(word))) ===
    isContrary
  );
}

export function* clausesOf(text: string): Generator<Clause> {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(clauseEnd)) {
    // "Was anybody hurt? No": a form.
    const isForm = mark.startsWith('?') && answered.test(text.slice(index, index + 16));
    if (isForm) continue;
    if (!mark.startsWith('?')) yield* clause(text, start, index);
    start = index + mark.length;
  }
  yield* clause(text, start, text.length);
}

/** A text of so few clauses leaves little else that a statement could be about. */
const fewClauses = 6;

export function isShort(text: string): boolean {
  let count = 0;
  for (const _ of clausesOf(text.slice(0, fewClauses * longestClause))) if (++count > fewClauses) return false;
  return text.length <= fewClauses * longestClause;
}

const answered = /^\?\s{1,3}(?:yes|no|ja|nein|oui|non|s[ií]|not yet|noch nicht)(?!\p{L})/iu;
const longestClause = 400;

function* clause(text: string, from: number, to: number): Generator<Clause> {
  const said = text.slice(from, to);
  const start = from + said.length - said.trimStart().length;
  const end = from + said.trimEnd().length;
  if (end > start && end - start <= longestClause && !/^\s*\|/.test(said))
    yield { text: text.slice(start, end).replaceAll(/[*_]/g, ' '), start, end };
}
