import { estimateTokens } from '../../money/billing/estimate-tokens.ts';
import type { LoadedFile } from './loaded-file.ts';

const longestOutline = 4000;
const longestTitle = 120;
/** No alphabet needs more tokens than characters; Latin letters need a quarter. */
const charactersPerToken = 3;
/** Below this an outline says nothing. */
const leastTokens = 20;

/**
 * What stands for the whole of a file: its summary and its headings, the upper levels first when there are too many. Empty
 * when so few tokens hold nothing.
 */
export function fileOutline(file: Pick<LoadedFile, 'structure' | 'processingSummary'>, maxTokens?: number): string {
  if (maxTokens === undefined) return outlineOf(file, longestOutline);
  if (maxTokens < leastTokens) return '';
  for (let length = Math.min(longestOutline, maxTokens * charactersPerToken); length >= leastTokens; length /= 2) {
    const text = outlineOf(file, Math.floor(length));
    if (estimateTokens(text) <= maxTokens) return text;
  }
  return '';
}

function outlineOf(
  { structure, processingSummary }: Pick<LoadedFile, 'structure' | 'processingSummary'>,
  most: number,
) {
  const { outline } = structure;
  const lines = [processingSummary.slice(0, most)];
  let left = most - processingSummary.length;
  const shown = new Set<number>();
  for (let level = 1; level <= 6 && left > 0; level++) {
    for (const [number, entry] of outline.entries()) {
      if (entry.level !== level || left <= 0) continue;
      left -= Math.min(entry.title.length, longestTitle) + 10;
      if (left > 0) shown.add(number);
    }
  }
  for (const number of [...shown].sort((a, b) => a - b)) {
    const entry = outline[number];
    if (!entry) continue;
    const page = entry.page === null ? '' : ` (page ${entry.page})`;
    lines.push(`${'  '.repeat(entry.level - 1)}- ${entry.title.slice(0, longestTitle)}${page}`);
  }
  if (shown.size < outline.length) lines.push(`(${outline.length - shown.size} more headings)`);
  return lines.filter(Boolean).join('\n');
}
