import type { Mention } from './find-mentions.ts';
import type { MeantWord, PlacedWord } from './words.ts';

/** A word that stands by a value, and how much it says of it: 1 right beside it. */
export interface NearWord {
  word: MeantWord;
  weight: number;
  /** What stands right before it: the "holding" of a holding deposit. */
  modifier?: MeantWord;
  /** In a heading, or in the title of the text. */
  isAbove?: boolean;
}

export interface Stretch {
  start: number;
  end: number;
  words: PlacedWord[];
}

const perWord = 0.05;
const behindShare = 0.85;
const perClause = 0.8;
const perPart = 0.5;
const perRival = 0.7;
/** A word behind a value that stands nearer to the next one. */
const nextShare = 0.5;
const reach = 30;

/** The words of the sentence that holds a value: less the further away they stand, behind other marks, and behind the other values of its kind. */
export function wordsBeside(mention: Mention, sentence: Stretch, rivals: readonly Mention[], text: string): NearWord[] {
  const inside = around(rivals, mention.start).filter(
    (rival) => rival !== mention && rival.start >= sentence.start && rival.end <= sentence.end,
  );
  const found: NearWord[] = [];
  const behind = countUntil(sentence.words, mention.end);
  const before = countUntil(sentence.words, mention.start);
  const from = Math.max(0, before - reach);
  for (let place = from; place < Math.min(sentence.words.length, behind + reach); place++) {
    const word = sentence.words[place];
    if (!word) continue;
    const end = word.at + word.length;
    if (word.at < mention.end && end > mention.start) continue;
    const isBefore = word.at < mention.start;
    if (isDefined(text, word) && !isBefore) {
      const start = sentence.words.findLast((each) => each.at < word.at && isDefined(text, each))?.at ?? sentence.start;
      const first = [mention, ...inside].filter((each) => each.start > start).sort((a, b) => a.start - b.start)[0];
      found.push({ word, weight: first === mention ? definedShare : otherShare });
      continue;
    }
    const apart = isBefore ? before - place - 1 : place - behind;
    const weight = weightOf(word, mention, inside, text) / (1 + perWord * apart);
    const last = sentence.words[place - 1];
    const isNext = last !== undefined && /^\s$/.test(text.slice(last.at + last.length, word.at));
    found.push({ word, weight, ...(isNext && { modifier: last }) });
  }
  return found;
}

/** Rivals on either side that are looked at: behind more of them a word says next to nothing of a value. */
const rivalReach = 12;

/** Of values in reading order those that stand nearest to a place. */
function around(rivals: readonly Mention[], place: number): readonly Mention[] {
  let [from, to] = [0, rivals.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rivals[middle]?.start ?? 0) < place) from = middle + 1;
    else to = middle;
  }
  return rivals.slice(Math.max(0, from - rivalReach), from + rivalReach + 1);
}

function weightOf(word: PlacedWord, mention: Mention, inside: readonly Mention[], text: string): number {
  const end = word.at + word.length;
  const isBefore = word.at < mention.start;
  const between = isBefore ? text.slice(end, mention.start) : text.slice(mention.end, word.at);
  const crossed = inside.filter((rival) =>
    isBefore ? rival.start >= end && rival.end <= mention.start : rival.start >= mention.end && rival.end <= word.at,
  ).length;
  const next = isBefore ? undefined : inside.find((rival) => rival.start >= end);
  const isBeside = !isBefore && /^\W{0,3}[,(]\W{0,3}$/u.test(between);
  // "Dated 4 May, payable by 8 May": nothing parts the word from the next value.
  const isOfNext =
    next !== undefined &&
    (next.start - end < word.at - mention.end || (isBeside && !parted.test(text.slice(end, next.start))));
  const clauses = isBeside
    ? 0
    : (between.match(/[,–—()](?=\s|$|\p{L})|(?<!\p{L})(?:und|and|y|et|e)(?!\p{L})/gu) ?? []).length;
  const parts = (between.match(/[;·|]|\n\s*(?:[-*•]\s|\n)/gu) ?? []).length;
  const label = isBefore && /^\W{0,3}:\W{0,4}$/u.test(between) ? 1.1 : 1;
  return (
    label *
    (isBefore || isBeside ? 1 : behindShare) *
    perClause ** clauses *
    perPart ** parts *
    perRival ** crossed *
    (isOfNext ? nextShare : 1)
  );
}

const parted = /[,;)]|(?<!\p{L})(?:und|and|y|et|e)(?!\p{L})/iu;

/** How many words begin before a place. */
function countUntil(words: readonly { at: number }[], place: number): number {
  const found = words.findIndex(({ at }) => at >= place);
  return found < 0 ? words.length : found;
}

const definedShare = 0.95;
const otherShare = 0.2;
/** A role that a contract gives a party: (“the Lender”), „Mieterin“, (Arbeitgeberin). */
const isDefined = (text: string, { at, length, traits }: PlacedWord): boolean =>
  traits.some(({ axis }) => axis === 'party') &&
  /[(„“"*]\s*(?:the |die |der |le |la |el )?$/u.test(text.slice(Math.max(0, at - 6), at)) &&
  /^[)“”"*]/u.test(text.slice(at + length, at + length + 1));
