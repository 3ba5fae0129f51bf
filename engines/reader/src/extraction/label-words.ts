import { wordStem } from '../text/word-stem.ts';
// Words that forms, letters and tables use for the same thing, a line each. A word may stand in several lines.
import sameThing from './same-thing.json' with { type: 'json' };

/** Stems by what they mean: two words are the same when they share a number. */
const meanings = new Map<string, Set<number>>();
/** Names of several words, as stems joined by a hyphen, longest first. */
const compounds: string[][] = [];
for (const [index, line] of sameThing.entries()) {
  for (const word of line.split(' ')) {
    const stems = word.split('-').map(wordStem);
    const key = stems.join('-');
    const known = meanings.get(key) ?? new Set();
    meanings.set(key, known.add(index));
    if (stems.length > 1) compounds.push(stems);
  }
}
compounds.sort((one, other) => other.length - one.length);

/** A word of a label or of a property's name. */
export interface LabelWord {
  stem: string;
  /** Lower case, as written. */
  word: string;
  /** Stands behind a preposition or in brackets: it is not what the label is about. */
  isLate: boolean;
}

const articles = new Set(
  'a an the of for in am im and or your our its their his her my this that der die das des den le la les el los las du de per und et y'.split(
    ' ',
  ),
);

/** The words of a label or a name, without articles and prepositions; names of several words that are known are one word. */
export function labelWords(text: string): LabelWord[] {
  const spaced = text
    .replace(/^[\s#*>]+/, '')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/\be-mail/g, 'email')
    .replaceAll(/#|№/g, ' number ');
  const words: LabelWord[] = [];
  let isLate = false;
  for (const [mark] of spaced.matchAll(/[\p{L}\p{N}]+|[(]/gu)) {
    isLate ||= words.length > 0 && (mark === '(' || behind.has(mark));
    if (mark !== '(' && mark !== 'the') words.push({ stem: stemOf(mark), word: mark, isLate });
  }
  return joinCompounds(words).filter(({ word }) => !articles.has(word));
}

/** What stands behind these says more about what stands before them: "price per visit", "date of issue". */
const behind = new Set(
  'of on for in per at with by from to under until von für bei zum zur mit pro de du à pour sur para por con'.split(
    ' ',
  ),
);
/** Two words of one stem that labels do not confuse: a rating is no rate. */
const stemOf = (word: string): string => (/^ratings?$/.test(word) ? 'rating' : wordStem(word));

function joinCompounds(words: LabelWord[]): LabelWord[] {
  const joined: LabelWord[] = [];
  for (let at = 0; at < words.length; ) {
    const parts = compounds.find((each) => each.every((stem, index) => words[at + index]?.stem === stem));
    const count = parts?.length ?? 1;
    const run = words.slice(at, at + count);
    joined.push({
      stem: run.map(({ stem }) => stem).join('-'),
      word: run.map(({ word }) => word).join('-'),
      isLate: run[0]?.isLate ?? false,
    });
    at += count;
  }
  return joined;
}

/** Whether two stems are the same word, or words for the same thing. */
export function isSameThing(one: string, other: string): boolean {
  if (one === other) return true;
  const [mine, theirs] = [meanings.get(one), meanings.get(other)];
  if (mine && theirs) for (const meaning of mine) if (theirs.has(meaning)) return true;
  // "organis" and "organiz", "enrol" and "enrolment".
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length < 5) return false;
  const rest = long.slice(short.length);
  return (
    long.replaceAll('z', 's') === short.replaceAll('z', 's') ||
    (long.startsWith(short) && /^(?:ment|ation|ition|al|ance|ence|e|ing)$/.test(rest))
  );
}
