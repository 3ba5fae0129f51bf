import type { Tag } from '../text/part-of-speech.ts';
import type { Token } from '../text/tokens.ts';
import type { WordNet } from '../text/word-net.ts';
import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';
import type { Candidate } from './span-candidates.ts';

/** Words with a meaning of their own between the span and the nearest answer to the question's verb; 9 when there is none. */
export function verbGap({ verbs, tokens }: SentenceView, { from, to }: Candidate): number {
  let best = 9;
  for (const verb of verbs) {
    const [start, end] = verb < from ? [verb + 1, from] : [to, verb];
    let gap = 0;
    for (let i = start; i < end; i++) if (tokens[i]?.isContent || tokens[i]?.kind === 'mark') gap++;
    best = Math.min(best, gap);
  }
  return best;
}

const topicOrder = [
  'person',
  'location',
  'group',
  'time',
  'quantity',
  'artifact',
  'act',
  'communication',
  'cognition',
  'attribute',
  'state',
  'event',
  'object',
  'substance',
  'animal',
  'plant',
  'food',
  'body',
  'process',
  'phenomenon',
  'possession',
];

/** What sort of thing the phrase is about, by WordNet; names of two and more words are looked up whole. -1: not known. */
export function topicIndex(
  wordNet: WordNet | undefined,
  tokens: Token[],
  tags: Tag[],
  { from, to }: Candidate,
  head: number,
): number {
  const tag = tags[head];
  if (!wordNet || (tag !== 'NOUN' && tag !== 'PROPN')) return -1;
  const isName = tag === 'PROPN' && to - from > 1 && to - from <= 4;
  const whole = isName
    ? wordNet.topicOf(
        tokens
          .slice(from, to)
          .map((token) => token.lower)
          .join('_'),
      )
    : undefined;
  return topicOrder.indexOf(whole ?? wordNet.topicOf(tokens[head]?.lower ?? '') ?? '');
}

const unitWords =
  /^(?:km|m|cm|mm|kilomet\p{L}+|met\p{L}+|miles?|feet|foot|inches|yards?|kg|tons?|tonnes?|pounds|hectares?|acres?|years?|months?|weeks?|days?|hours?|minutes?|seconds?|times|degrees|people|million|billion|thousand|percent|años|meses|días|horas|jahre|monate|tage|stunden|millones|millionen|公里|米|年|天|万|亿)$/iu;

/** Share of words that the question does not hold, how many other sentences hold them, whether a unit closes the span, and whether the sentence opens with a pronoun. */
export function contentFeatures({ material }: Inquiry, view: SentenceView, { from, to }: Candidate): number[] {
  let content = 0;
  let fresh = 0;
  let elsewhere = 0;
  for (let i = from; i < to; i++) {
    const token = view.tokens[i];
    if (!token?.isContent) continue;
    content++;
    if ((view.terms[i] ?? -1) < 0) fresh++;
    elsewhere += Math.min(4, (material.frequencies.get(token.stem) ?? 1) - 1);
  }
  const isUnit = unitWords.test(view.tokens[to - 1]?.lower ?? '')
    ? 1
    : unitWords.test(view.tokens[to]?.lower ?? '')
      ? -1
      : 0;
  return [
    content === 0 ? 0 : fresh / content,
    content === 0 ? 0 : elsewhere / content,
    isUnit,
    view.tokens[0]?.wordClass === 'pronoun' ? 1 : 0,
  ];
}
