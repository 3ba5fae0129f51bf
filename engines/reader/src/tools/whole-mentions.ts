import { type Mention, mention } from './mention.ts';

const named =
  /\b(?:called|named|titled|entitled|with the (?:title|name|subject)(?: of)?)\s+(?!["“'‘])(\p{L}[^,.;:!?\n]{0,119}?)(?=\s{1,20}(?:on|at|with|from|to|by|tomorrow|today|tonight|next|this|starting|lasting|and then)\b|[,;:!?\n]|\.(?:\s|$)|$)/giu;

/** What a request names outright, whole: `Budget review` of "an event called Budget review on Monday". */
export function findTitles(text: string): Mention[] {
  return [...text.matchAll(named)].flatMap((match) => {
    const title = match[1]?.trim() ?? '';
    const start = match.index + match[0].length - (match[1] ?? '').length;
    return title === '' || title.length > 120 ? [] : [mention('quoted', start, start + title.length, title)];
  });
}

const said =
  /(?<!\p{L})(?:(?:that|dass|que)(?<asked>)|saying(?: that)?|pour dire que?|diciendo que)\s+(?!["“'‘])(?<words>\p{L}[^\n]{2,500}?)(?=[.!?]?\s*$|[.!?]\s+\p{Lu})/giu;
const toSay =
  /(?<!\p{L})(?:tell|say|write|mail|email|message|text|inform|notify|know|remind|schreib|sag|teil|informier|erinner|escrib|dile|avis|recuérd|écri|dis|préven|rappel)/iu;
const reach = 160;

/** What a request wants to be said, to the end of the sentence: "tell her that the parcel has arrived". */
export const findSaid = (text: string): Mention[] =>
  [...text.matchAll(said)].flatMap((match) => {
    const { words = '', asked } = match.groups ?? {};
    const before =
      text
        .slice(Math.max(0, match.index - reach), match.index)
        .split(/[.!?]\s|\n/)
        .at(-1) ?? '';
    if (asked !== undefined && !toSay.test(before)) return [];
    const start = match.index + match[0].length - words.length;
    return [mention('quoted', start, start + words.length, words)];
  });

const joinedCodes =
  /(?<![\p{L}\p{N}])(?=[^\s]*\p{N})[\p{L}\p{N}]+(?:[-/_][\p{L}\p{N}]+)+(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: [A-Z\d]{2,4})+(?![\p{L}\p{N}])/gu;
/** Two numbers, or a number with what it measures: `3-5`, `63-year-old`. */
const isRange = /^\d{1,3}-\d{1,3}$|^\d+\/\d{1,3}$|^\d+(?:-\p{L}+){1,3}$/u;
const groups = /(?<![\p{L}\p{N}.,])\d{1,3}(?: \d{3})+(?![\p{L}\p{N}])/gu;

/** Numbers of orders and accounts that have marks or spaces within: `77-3141`, `INV/2031/7`, `DE44 5001 0517`. */
export const findJoinedCodes = (text: string): Mention[] => joinedIn(text).filter((code) => !isRange.test(code.value));

/** Two numbers that may be one: "part 77-120", "pages 3-5". */
export const findPairs = (text: string): Mention[] =>
  joinedIn(text).filter(({ value }) => /^\d{1,3}-\d{1,3}$/.test(value));

const joinedIn = (text: string) =>
  [...text.matchAll(joinedCodes)].map((match) => ({
    ...mention('code', match.index, match.index + match[0].length, match[0]),
    value: match[0],
  }));

/** Leaves out what is only a part of something: digits of a code, one group of a number, a word of a title. */
export function wholeMentions(text: string, mentions: readonly Mention[], wholes: readonly Mention[]): Mention[] {
  const parts = [...text.matchAll(groups)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
  return mentions.filter(
    (each) =>
      !wholes.some((whole) => isPart(each, whole)) &&
      !(each.kind === 'number' && parts.some((part) => isPart(each, part))),
  );
}

const isPart = (inner: { start: number; end: number }, outer: { start: number; end: number }): boolean =>
  outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start;
