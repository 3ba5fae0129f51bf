import type { Passage } from '@parley/text';
import { pageAt } from '../../../lib/page-at.ts';
import type { PromptDocument, QuotablePassage } from '../../../ports/language-model.ts';
import { estimateTokens } from '../../money/billing/estimate-tokens.ts';
import type { LoadedFile } from './loaded-file.ts';
import { frameTokens } from './share-budget.ts';

/** A text that a request is answered from: a ready file, or one that came with the request, which has no id. */
export interface Readable
  extends Pick<LoadedFile, 'filename' | 'processingSummary' | 'text' | 'tokens' | 'structure' | 'indexes'> {
  id: string | null;
}

const longestLabel = 160;
/** Brackets, number and blank line of a passage. */
const markTokens = 6;

/** All passages of a text in reading order. */
export function passagesOf({ indexes }: Readable): Passage[] {
  return indexes.flatMap((index) => [...index.passages]);
}

/** Tokens of the whole text as a model gets to see it, with its marks and labels. */
export function shownTokens(readable: Readable): number {
  const passages = passagesOf(readable);
  // A long text has too many labels to count each.
  const sample = passages.slice(0, 200).map((passage) => labelTokens(readable, passage));
  const label = sample.reduce((sum, tokens) => sum + tokens, 0) / Math.max(1, sample.length);
  return frameTokens + readable.tokens + Math.ceil(passages.length * label);
}

/** Tokens of one passage as a model gets to see it. */
export function passageTokensOf(readable: Readable, passage: Passage): number {
  return estimateTokens(readable.text.slice(passage.start, passage.end)) + labelTokens(readable, passage);
}

/** The same for a passage with its label as one text. */
export const passageTokens = (shown: string): number => estimateTokens(shown) + markTokens;

/** The passages at some places, each with the headings and the page that it stands under. */
export function quotableOf(
  readable: Readable,
  passages: readonly Passage[],
  places: readonly number[],
): QuotablePassage[] {
  return places.flatMap((place) => {
    const passage = passages[place];
    return passage ? [{ start: passage.start, end: passage.end, label: labelOf(readable, passage) }] : [];
  });
}

export function withPages(
  stretches: readonly { start: number; end: number }[],
  pageStarts: readonly number[],
): NonNullable<PromptDocument['passages']> {
  return stretches.map(({ start, end }) => {
    const page = pageAt(pageStarts, start);
    return { start, end, ...(page !== undefined && { page }) };
  });
}

function labelTokens(readable: Readable, passage: Passage): number {
  return estimateTokens(labelOf(readable, passage)) + markTokens;
}

function labelOf({ structure }: Readable, { start, headings }: Passage): string {
  const page = pageAt(structure.pageStarts, start);
  const path = headings.join(' › ').slice(0, longestLabel);
  return [path, page === undefined ? '' : `page ${page}`].filter((part) => part !== '').join(', ');
}
