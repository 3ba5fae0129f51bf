import { stopWords } from './stop-words.ts';

/** The name of one thing that a question gives. */
export interface AskedName {
  /** Its words in lower case: those with a capital or a figure, and the noun behind them ("Birch garden", "Otter K-204"). */
  words: readonly string[];
  /** How many of them, from the first on, have a capital or a figure. */
  core: number;
}

/**
 * How a text gives a name: as it is; only as the beginning or end of a longer name ("Birch garden" in "Birch garden wing 4"); only in
 * part; or not at all.
 */
export type NameHold = 'whole' | 'longer' | 'partly' | 'not';

const word = /[\p{L}\p{N}\p{M}]+(?:[-./'’&][\p{L}\p{N}\p{M}]+)*/gu;
const hasCapital = /^\p{Lu}/u;
const hasFigure = /\p{N}/u;
const auxiliary = /^(?:do|does|did|is|are|was|were|has|have|had|will|would|can|could|should|may|might|must)$/i;
// bounded: what stands before a word, at most 16 characters
const endsClause = /[.?!:]\s*["'“„«]*$/u;
const mostNames = 4;
const mostOccurrences = 200;

/** What a number behind it makes the name of a part or of one of several. */
const numbered =
  /^(?:wing|part|section|building|block|unit|room|hall|floor|gate|pier|phase|stage|level|no|nos|number|line|model|version|series|type|mark|annexe?|extension|branch|lot|plot|tower|terminal|platform|volume|chapter|act|grade|class|ward|zone|district|sector|area|lane|track|court|field|bay|dock|team|group|flügel|teil|halle|gebäude|nr|ala|parte|edificio|aile|partie|bâtiment)$/u;
/** What may stand before or behind a name without making it that of another thing. */
const besides =
  /^(?:mrs?|ms|dr|prof|sir|the|in|at|on|of|by|for|from|since|when|and|but|or|as|ltd|inc|llc|plc|gmbh|ag|co|corp|corporation|company|limited|sa|se|bv|nv|kg|jr|sr)$/u;
const directed =
  /^(?:north|south|east|west|northern|southern|eastern|western|new|old|upper|lower|great|greater|little|inner|outer|central)$/u;

interface Word {
  text: string;
  start: number;
  end: number;
}

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(word), (match) => ({
    text: match[0].replace(/['’]s$/u, ''),
    start: match.index,
    end: match.index + match[0].length,
  }));

/** The names of things in a question, in its order. The first word of a sentence has its capital from its place. */
export function askedNames(question: string): AskedName[] {
  const words = wordsOf(question);
  const isFirst = (at: number): boolean =>
    at === 0 || endsClause.test(question.slice(Math.max(0, (words[at]?.start ?? 0) - 16), words[at]?.start));
  const isName = (at: number): boolean => {
    const text = words[at]?.text ?? '';
    if (hasCapital.test(text)) return text.length > 1 && (!isFirst(at) || hasFigure.test(text));
    return hasFigure.test(text) && /\p{L}/u.test(text);
  };
  const isBeside = (at: number): boolean => /^[ \t]+$/.test(question.slice(words[at]?.end, words[at + 1]?.start));
  const names: AskedName[] = [];
  for (let at = 0; at < words.length && names.length < mostNames; at++) {
    if (!isName(at)) continue;
    let end = at + 1;
    while (end < words.length && isBeside(end - 1) && (isName(end) || /^\d+$/.test(words[end]?.text ?? ''))) end++;
    const core = end - at;
    const nouns = nounsBehind(words, end, isBeside);
    names.push({ words: words.slice(at, nouns).map(({ text }) => text.toLowerCase()), core });
    at = nouns - 1;
  }
  return names;
}

/** Where the nouns end that stand behind a name: of "does the Birch garden wing 4 have" the place of "have". */
function nounsBehind(words: readonly Word[], from: number, isBeside: (at: number) => boolean): number {
  const stops = stopWords('en');
  let end = from;
  while (end < words.length && isBeside(end - 1) && !stops.has(words[end]?.text ?? '') && !isCapital(words[end])) end++;
  // "did Ada Lund join", "was the hall opened": the last one is the verb, unless another one follows.
  const isAsked = words.slice(0, from).some(({ text }) => auxiliary.test(text));
  const isVerbBehind = auxiliary.test(words[end]?.text ?? '');
  return isAsked && !isVerbBehind && end > from && !hasFigure.test(words[end - 1]?.text ?? '') ? end - 1 : end;
}

const isCapital = (of: Word | undefined): boolean => hasCapital.test(of?.text ?? '');

/** How a text gives a name, at its best place. */
export function holdsName(text: string, { words, core }: AskedName): NameHold {
  const first = words[0] ?? '';
  const lower = text.toLowerCase();
  let best: NameHold = 'not';
  let seen = 0;
  for (let at = lower.indexOf(first); at >= 0 && seen < mostOccurrences; at = lower.indexOf(first, at + 1), seen++) {
    if (/[\p{L}\p{N}]/u.test(lower[at - 1] ?? ' ')) continue;
    const around = wordsOf(text.slice(at, at + 200));
    const same = words.findIndex((each, index) => around[index]?.text.toLowerCase() !== each);
    const met = same < 0 ? words.length : same;
    if (met < core) continue;
    const hold = met < words.length ? 'partly' : holdAt(text, at, words.length, around);
    if (hold === 'whole') return 'whole';
    if (hold === 'longer' || best === 'not') best = hold;
  }
  return best;
}

function holdAt(text: string, at: number, count: number, around: readonly Word[]): NameHold {
  const [last, next, after] = [around[count - 1], around[count], around[count + 1]];
  const gap = (one: Word | undefined, other: Word | undefined): string =>
    one && other ? text.slice(at + one.end, at + other.start) : '|';
  if (last && next && /^[ \t]+$/.test(gap(last, next)) && !besides.test(next.text.toLowerCase())) {
    if (/^\d{1,3}$/.test(next.text)) return 'longer';
    if (count > 1 && hasCapital.test(next.text)) return 'longer';
    if (numbered.test(next.text.toLowerCase()) && /^[ \t]+$/.test(gap(next, after)) && isNumber(after?.text ?? ''))
      return 'longer';
  }
  const before = wordsOf(text.slice(Math.max(0, at - 40), at)).at(-1)?.text ?? '';
  const isBeside = /[\p{L}][ \t]+$/u.test(text.slice(Math.max(0, at - 40), at));
  return isBeside && hasCapital.test(before) && directed.test(before.toLowerCase()) ? 'longer' : 'whole';
}

const isNumber = (text: string): boolean => /^(?:\d{1,4}|[A-Z]|[IVX]{1,5}|one|two|three|four|five|six)$/.test(text);
