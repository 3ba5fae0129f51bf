import { type KnownLanguage, monthsAndDays } from '@parley/text';
import { alikeRoles } from './meaning-words.ts';
import { type ReadWord, readWords } from './read-words.ts';

interface Pair {
  mine: ReadWord;
  theirs: ReadWord;
  /** Where the word stands among the other sentence's words. */
  place: number;
}

/**
 * What keeps a statement from being said by one sentence: words that it does not hold, a negation, hedge, attribution
 * or share that was dropped or added, parts that changed their places. Empty: the sentence says it. English only knows
 * the operators; of other languages the words and their order are compared.
 *
 * `subject`: text from which the statement may name its subject when the sentence only points to it ("it", "the firm").
 */
export function disagreements(
  statement: string,
  sentence: string,
  { language, subject }: { language: KnownLanguage | null; subject: string },
): string[] {
  const mine = readWords(statement, language);
  const theirs = readWords(sentence, language);
  const pairs = pairUp(mine, theirs);
  return [
    ...missingWords(mine, pairs, subjectStems(sentence, subject, language)),
    ...changedOperators(pairs, theirs),
    ...changedRoles(pairs),
    ...changedOrder(pairs, theirs),
  ];
}

/** Each word with the likeliest of the sentence's: the same role first, then the nearest behind the last one. */
function pairUp(mine: readonly ReadWord[], theirs: readonly ReadWord[]): Pair[] {
  const taken = new Set<number>();
  let last = -1;
  return mine.flatMap((word): Pair[] => {
    if (!word.isContent) return [];
    const places = theirs.flatMap((other, place) =>
      other.isContent && !taken.has(place) && isSame(word, other) ? [place] : [],
    );
    const rank = (place: number) => {
      const other = theirs[place];
      if (other === undefined) return Number.POSITIVE_INFINITY;
      return (
        (other.stem === word.stem ? 0 : 20) +
        (other.role === word.role ? 0 : 5) +
        (place > last ? 0 : 2) +
        Math.abs(place - last) / 100
      );
    };
    const place = places.sort((left, right) => rank(left) - rank(right))[0];
    const other = place === undefined ? undefined : theirs[place];
    if (place === undefined || other === undefined) return [];
    taken.add(place);
    last = place;
    return [{ mine: word, theirs: other, place }];
  });
}

/** Endings by which words of one family differ: restored and restoration, but not employer and employee. */
const family =
  /^(?:|e|s|es|ed|d|ing|ion|ation|tion|ment|ments|ly|al|ally|ity|ies|y|ive|ance|ence|ure|ness|ful|ian|ish|n|an)$/;
const leastFamily = 5;

function isSame(left: ReadWord, right: ReadWord): boolean {
  if (left.stem === right.stem) return true;
  if (left.groups.some((group) => right.groups.includes(group))) return true;
  const [a, b] = [left.text.toLowerCase(), right.text.toLowerCase()];
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  return common >= leastFamily && family.test(a.slice(common)) && family.test(b.slice(common));
}

const pointing =
  /^(?:it|its|they|their|he|she|his|her|this|these|the (?:company|firm|city|town|project|plant|museum|team|group|organisation|organization|institute|bridge|building|study|works|school|hospital|club|party|ship|village|island|region))\b/i;

function subjectStems(sentence: string, subject: string, language: KnownLanguage | null): ReadonlySet<string> {
  if (!pointing.test(sentence.trim())) return new Set();
  return new Set(readWords(subject, language).map((word) => word.stem));
}

function missingWords(mine: readonly ReadWord[], pairs: readonly Pair[], subject: ReadonlySet<string>): string[] {
  const held = new Set(pairs.map((pair) => pair.mine));
  const first = mine.find((word) => held.has(word) && !/^\p{Lu}/u.test(word.text));
  const missing: string[] = [];
  let isSubject = true;
  for (const word of mine) {
    if (word === first) isSubject = false;
    if (!word.isContent || held.has(word)) continue;
    if (isSubject && subject.has(word.stem)) continue;
    missing.push(`"${word.text}" is not in the sentence it rests on`);
  }
  return missing;
}

/** Limits that hold for a whole clause even where the words beside them were left out: "in some patients". */
const clauseLimits: ReadonlySet<string> = new Set(['some', 'few', 'only', 'most', 'part', 'condition']);

function changedOperators(pairs: readonly Pair[], sentence: readonly ReadWord[]): string[] {
  const problems = new Set<string>();
  const mine = union(pairs.map((pair) => pair.mine));
  const clauses = new Set(pairs.map((pair) => pair.theirs.clause));
  const limits = [...union(sentence.filter((word) => clauses.has(word.clause)))].filter((one) => clauseLimits.has(one));
  const theirs = new Set([...union(pairs.map((pair) => pair.theirs)), ...limits]);
  for (const operator of theirs)
    if (!mine.has(operator)) problems.add(`it drops what limits the sentence (${operator})`);
  for (const operator of mine) if (!theirs.has(operator)) problems.add(`it says more than the sentence (${operator})`);
  // Both deny something: it must be the same thing.
  for (const pair of pairs) {
    if (pair.mine.operators.has('negation') !== pair.theirs.operators.has('negation') && mine.has('negation')) {
      const isFirst = pairs.find(({ mine: word }) => word.operators.has('negation')) === pair;
      if (isFirst) problems.add('it denies something else than the sentence');
    }
  }
  return [...problems];
}

function union(words: readonly ReadWord[]): Set<string> {
  return new Set(words.flatMap((word) => [...word.operators]));
}

function changedRoles(pairs: readonly Pair[]): string[] {
  const changed = pairs.filter(({ mine, theirs }) => mine.role !== theirs.role);
  const hard = changed.filter(({ mine, theirs }) => !isAlike(mine.role, theirs.role));
  if (hard.length > 0) return hard.map(({ mine }) => `"${mine.text}" plays another part in the sentence`);
  // Two words that changed their parts with each other.
  const isSwapped = changed.some((one) =>
    changed.some(
      (other) => one !== other && one.mine.role === other.theirs.role && one.theirs.role === other.mine.role,
    ),
  );
  return isSwapped ? ['two things changed their parts'] : [];
}

function isAlike(left: string, right: string): boolean {
  return alikeRoles.has(`${left}/${right}`) || alikeRoles.has(`${right}/${left}`);
}

const timeWord =
  /^(?:spring|summer|autumn|fall|winter|day|days|daily|week|weeks|weekly|month|months|monthly|year|years|yearly|annually|night|morning|evening|today|yesterday|season|decade|decades|century)$/i;

/** When it happened may stand anywhere in a sentence. */
function isTimeWord({ text }: ReadWord): boolean {
  return timeWord.test(text) || monthsAndDays(text).size > 0;
}

/** Subject, verb and object must follow each other as in the sentence; what is only listed may stand in any order. */
function changedOrder(pairs: readonly Pair[], theirs: readonly ReadWord[]): string[] {
  // Where the end of a phrase is not marked, a verb behind "in the orchards" seems to belong to it.
  const core = pairs.filter(({ mine, theirs: other }) => {
    if (isTimeWord(mine)) return false;
    // "The losses of the works" are "the works' losses".
    if (mine.role === 'of' || other.role === 'of') return mine.role === other.role;
    return mine.role === 'core' || other.role === 'core';
  });
  for (const [index, pair] of core.entries()) {
    const next = core[index + 1];
    if (next === undefined || next.place > pair.place) continue;
    // Only where the statement has a mark or a conjunction of its own can one item of a list follow another.
    if (pair.mine.clause !== next.mine.clause && isListed(next.place, pair.place, theirs)) continue;
    return [`"${pair.mine.text}" and "${next.mine.text}" stand the other way round`];
  }
  return [];
}

/** Nothing but words of the same list, or of the same name, stands between. */
function isListed(from: number, to: number, words: readonly ReadWord[]): boolean {
  const between = words.slice(from, to + 1);
  const clauses = new Set(between.map((word) => word.clause));
  return clauses.size > 1 && between.filter((word) => word.isContent).length <= 4;
}
