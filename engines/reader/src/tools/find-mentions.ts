import type { JsonValue } from '@parley/contract';
import type { Language } from '../text/function-words.ts';
import type { Tagger } from '../text/part-of-speech.ts';
import { type FoundDate, findDates, findTimes } from './date-mentions.ts';
import { type Mention, mention } from './mention.ts';
import { currenciesIn } from './named-currencies.ts';
import { findNumbers } from './number-mentions.ts';
import { type RequestWord, readWords } from './request-words.ts';
import { findCodes, findNames, findPhrases, findQuotes } from './text-mentions.ts';
import { findJoinedCodes, findPairs, findSaid, findTitles, wholeMentions } from './whole-mentions.ts';

/** A request, read once for all tools. */
export interface ReadRequest {
  text: string;
  words: RequestWord[];
  stems: Set<string>;
  mentions: Mention[];
  dates: FoundDate[];
  now: number;
  language: Language;
}

/** What reading a request needs to know besides. */
export interface RequestSetting {
  now: number;
  language: Language;
  tagger: Tagger;
}

/** Requests for tools stand at the beginning or the end of a long message. */
const maxText = 4000;
const maxMentions = 800;

export function readRequest(given: string, { now, language, tagger }: RequestSetting): ReadRequest {
  const text = shorten(given);
  const words = tagged(readWords(text, language), text, tagger);
  const quotes = findQuotes(text);
  const joined = findJoinedCodes(text);
  const codes = [...joined, ...wholeMentions(text, findCodes(text), joined)].filter((code) => !inside(code, quotes));
  const dates = findDates(text, now);
  const dateMentions = dates.map((date) => date.mention);
  const times = findTimes(text);
  const names = findNames(text, words).filter((name) => !inside(name, quotes));
  const numbers = findNumbers(text, words).filter(
    (number) => !insideStrictly(number, [...codes, ...dateMentions, ...times]),
  );
  const phrases = findPhrases(text, words, quotes);
  const pairs = findPairs(text).filter((pair) => !inside(pair, [...quotes, ...codes]));
  const plain = [...quotes, ...codes, ...pairs, ...dateMentions, ...times, ...names, ...numbers, ...phrases];
  const titles = findTitles(text);
  const told = findSaid(text);
  const isDated = (code: Mention): boolean => [...dateMentions, ...times].some((date) => isOverlap(code, date));
  const wholes = [...titles, ...joined.filter((code) => !isDated(code))];
  const kept = wholeMentions(
    text,
    [...titles, ...told, ...plain.filter((each) => !joined.includes(each) || !isDated(each))],
    wholes,
  );
  const grouped = groupMentions(text, kept.slice(0, maxMentions));
  const stems = new Set([
    ...words.filter((word) => word.kind === 'word').map((word) => word.stem),
    ...impliedStems(kept, words, told.length > 0),
  ]);
  return { text, words, stems, mentions: [...grouped, ...listsOf(grouped)], dates, now, language };
}

function shorten(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText / 2)}\n${text.slice(-maxText / 2)}`;
}

/** What forms are called: words to be said at an address are an "email", and money of two currencies is to be converted. */
function impliedStems(mentions: Mention[], words: RequestWord[], isTold: boolean): string[] {
  const isSent = isTold && mentions.some(({ kind }) => kind === 'email');
  const isConverted =
    new Set(currenciesIn(words).map(({ code }) => code)).size > 1 && mentions.some(({ kind }) => kind === 'number');
  return [
    ...(isSent ? ['send', 'email', 'mail', 'messag'] : []),
    ...(isConverted ? ['convert', 'convers', 'currenc', 'monei'] : []),
  ];
}

/** Marks the parts of speech, sentence by sentence. */
function tagged(words: RequestWord[], text: string, tagger: Tagger): RequestWord[] {
  const result: RequestWord[] = [];
  let sentence: RequestWord[] = [];
  const flush = (): void => {
    const tags = sentence.length > 0 ? tagger(sentence, text) : [];
    for (const [index, word] of sentence.entries()) result.push({ ...word, tag: tags[index] ?? 'X' });
    sentence = [];
  };
  for (const word of words) {
    if (word.isFirst) flush();
    sentence.push(word);
  }
  flush();
  return result;
}

function inside(inner: Mention, outer: Mention[]): boolean {
  return outer.some((other) => other.start <= inner.start && inner.end <= other.end);
}

const isOverlap = (one: Mention, other: Mention): boolean => one.start < other.end && other.start < one.end;

function insideStrictly(inner: Mention, outer: Mention[]): boolean {
  return outer.some(
    (other) =>
      other.start <= inner.start && inner.end <= other.end && other.end - other.start > inner.end - inner.start,
  );
}

/** Numbers the groups of mentions of one kind that commas, "and" and "or" join. */
function groupMentions(text: string, mentions: Mention[]): Mention[] {
  const result = mentions.map((found) => ({ ...found }));
  let groups = 0;
  for (const kind of ['quoted', 'name', 'number', 'date', 'code', 'time'] as const) {
    const sorted = result
      .filter((found) => found.kind === kind && !/^(?:place|piece|head|tail)$/.test(found.form))
      .sort((a, b) => a.start - b.start || b.end - a.end);
    let last: Mention | undefined;
    for (const found of sorted) {
      if (last && found.start >= last.end && joins(text.slice(last.end, found.start))) {
        if (last.group < 0) last.group = groups++;
        found.group = last.group;
      }
      if (!last || found.start >= last.end) last = found;
    }
  }
  return [...result, ...wordGroups(text, result, groups)];
}

function joins(gap: string): boolean {
  return /^(?:,|;|&|\+|(?:,\s*)?(?:and|or|as well as|and then|then|versus|vs\.?|plus|und|oder|y|o|et|ou)(?:\s+(?:the|a|an|also|with|by|of|in|to|from|for|at|another))?)$/i.test(
    gap.trim(),
  );
}

/** Words in a row: "efficient, organized, easy going and compassionate". */
function wordGroups(text: string, mentions: Mention[], from: number): Mention[] {
  const found: Mention[] = [];
  const phrases = mentions.filter(
    (other) =>
      (other.kind === 'word' || other.kind === 'phrase') &&
      (other.form === 'whole' || other.form === 'tail' || other.form === 'head'),
  );
  const byStart = new Map<number, Mention[]>();
  for (const phrase of phrases) byStart.set(phrase.start, [...(byStart.get(phrase.start) ?? []), phrase]);
  const used = new Set<number>();
  let group = from;
  for (const first of phrases) {
    if (used.has(first.start) || first.form === 'head') continue;
    const chain = [first];
    for (let last = first; chain.length < 30; ) {
      const gap = /^\s*(?:,\s*(?:and|or)?|and|or|&)\s+(?:(?:of|for|in|with|from|to) )?(?:the |a |an )?/i.exec(
        text.slice(last.end),
      );
      const nexts = gap ? byStart.get(last.end + gap[0].length) : undefined;
      const next = nexts?.find((other) => other.form === 'whole') ?? nexts?.find((other) => other.form === 'head');
      if (!next) break;
      chain.push(next);
      last = next;
    }
    if (chain.length < 2) continue;
    for (const item of chain) {
      used.add(item.start);
      found.push({ ...item, group, form: 'joined' });
    }
    group++;
  }
  return found;
}

/** Each group as one list, and for pairs joined by "and" also without what only looks like a member. */
function listsOf(mentions: Mention[]): Mention[] {
  const groups = new Map<number, Mention[]>();
  for (const found of mentions)
    if (found.group >= 0) groups.set(found.group, [...(groups.get(found.group) ?? []), found]);
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    const last = members.at(-1);
    if (!first || !last || members.length < 2) return [];
    const values: JsonValue[] = members.map((member) => member.value);
    return [mention('list', first.start, last.end, values, { form: first.kind, unit: first.unit, group: first.group })];
  });
}
