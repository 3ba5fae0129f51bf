import type { ReadRequest } from './find-mentions.ts';

/** A part of a request that may ask for something of its own. */
export interface Clause {
  start: number;
  end: number;
}

export function splitSentences(request: ReadRequest): Clause[] {
  const starts = request.words.filter((word) => word.isFirst).map((word) => word.start);
  return toClauses([...new Set(starts)], request.text.length);
}

/**
 * Parts of sentences that "and", "then" or "also" opens with a verb or with what a tool is named for: "the weather in Rome and a timer".
 * `verbs` and `nouns` of the tools' names, stemmed, can be words of another kind elsewhere.
 */
export function splitClauses(request: ReadRequest, verbs: ReadonlySet<string>, nouns: ReadonlySet<string>): Clause[] {
  const { words } = request;
  const starts: number[] = [];
  for (const [index, word] of words.entries()) {
    if (word.isFirst) starts.push(word.start);
    else if (opensClause(request, index, verbs, nouns)) starts.push(word.start);
  }
  return toClauses([...new Set(starts)], request.text.length);
}

function opensClause(
  request: ReadRequest,
  index: number,
  verbs: ReadonlySet<string>,
  nouns: ReadonlySet<string>,
): boolean {
  const { words } = request;
  const word = words[index];
  if (!word || !/^(?:and|then|also|plus|while|as|followed|;|und|dann|y|luego|et|puis)$/.test(word.lower)) return false;
  if (isQuoted(request, word.start)) return false;
  const rest = words
    .slice(index + 1, index + 5)
    .filter(
      (next) => !/^(?:then|also|please|finally|well|,|by|could|can|you|i|would|like|to|need|want|me)$/.test(next.lower),
    );
  const [next] = rest;
  if (!next) return false;
  if (word.lower === 'as' && words[index + 1]?.lower !== 'well') return false;
  return (
    next.tag === 'VERB' ||
    verbs.has(next.stem) ||
    nouns.has(rest.find(({ isFunction }) => !isFunction)?.stem ?? '') ||
    next.wordClass === 'question' ||
    next.lower === 'another' ||
    next.lower === 'how' ||
    next.lower === 'what'
  );
}

function isQuoted(request: ReadRequest, at: number): boolean {
  return request.mentions.some((mention) => mention.kind === 'quoted' && mention.start < at && at < mention.end);
}

export function toClauses(starts: number[], length: number): Clause[] {
  const sorted = starts.sort((a, b) => a - b);
  return sorted.map((start, index) => ({ start: index === 0 ? 0 : start, end: sorted[index + 1] ?? length }));
}

/** The part of a request as a request of its own, with positions as they were. */
export function restrict(request: ReadRequest, { start, end }: Clause): ReadRequest {
  const words = request.words.filter((word) => word.start >= start && word.end <= end);
  const mentions = request.mentions.filter((mention) => mention.start >= start && mention.end <= end);
  const stems = new Set(words.filter((word) => word.kind === 'word').map((word) => word.stem));
  return { ...request, words, mentions, stems, text: request.text.slice(0, end) };
}
