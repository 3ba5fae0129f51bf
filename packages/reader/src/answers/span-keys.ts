import type { Tag } from '../text/part-of-speech.ts';
import type { Token } from '../text/tokens.ts';
import type { AskedType } from './asked-type.ts';
import type { Inquiry } from './inquiry.ts';
import type { SentenceView } from './sentence-view.ts';
import type { Candidate } from './span-candidates.ts';
import { type SpanShape, shapeOf } from './span-shape.ts';

/** What a span is known by besides its numbers: keys whose worth is learned as a table. */
export interface SpanKeys {
  shape: SpanShape;
  keys: string[];
}

const groupOf: Record<AskedType, string> = {
  person: 'p',
  place: 'l',
  time: 't',
  year: 'y',
  number: 'n',
  money: 'm',
  percent: '%',
  group: 'g',
  name: 'a',
  thing: 'x',
  act: 'v',
  reason: 'r',
  manner: 'h',
  'yes-no': 'b',
};

/** The learned-table keys of a span. */
export function spanKeys(inquiry: Inquiry, view: SentenceView, span: Candidate): SpanKeys {
  const { tokens, tags } = view;
  const shape = shapeOf(tokens, tags, span);
  const group = groupOf[inquiry.asked];
  const pattern = patternOf(tags, span);
  const before = edgeKey(tokens, tags, span.from - 1);
  const after = edgeKey(tokens, tags, span.to);
  return {
    shape,
    keys: [
      `${group}${shape}`,
      pattern,
      `${before}>${tags[span.from] ?? ''}`,
      `${tags[span.to - 1] ?? ''}<${after}`,
      `${inquiry.question.kind}${inquiry.question.form[0]}${before}`,
      `${group}${pattern}`,
      `${group}${before}`,
      `${group}${after}`,
    ],
  };
}

function patternOf(tags: Tag[], { from, to }: Candidate): string {
  if (to - from > 5) return `${tags[from]}..${tags[to - 1]}`;
  return tags.slice(from, to).join(' ');
}

function edgeKey(tokens: Token[], tags: Tag[], index: number): string {
  const token = tokens[index];
  if (!token) return '^';
  return token.isContent ? (tags[index] ?? '') : token.lower;
}
