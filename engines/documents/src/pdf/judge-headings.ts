import { type StoredTrees, TreeEnsemble } from '@parley/text';
import { headingFeatureNames, headingFeatures } from './heading-features.ts';
import weights from './heading-weights.json' with { type: 'json' };
import { endsInLeader, type PageBlock, type Paragraph } from './paragraphs.ts';

/** What is longer heads nothing. */
const most = { characters: 160, lines: 3 };

/** Scores above which a paragraph is a heading: any, and one that is larger or bolder than the text, as those of plain styles are. */
const above = { any: -0.7, outstanding: -4 };

/** Whether a paragraph can be a heading at all. */
export function isCandidate({ text, lines }: Paragraph): boolean {
  return text.length <= most.characters && lines <= most.lines && /\p{L}{2}/u.test(text) && !endsInLeader.test(text);
}

/** Documents of fewer paragraphs say too little of what their styles stand for: size and weight alone are asked. */
const leastParagraphs = 30;

let ensemble: TreeEnsemble | undefined;

/** The paragraphs of a document that are headings, as `quality/documents/train-headings.ts` learned to tell them. */
export function judgeHeadings(pages: readonly PageBlock[][]): Set<Paragraph> {
  const paragraphs = pages.flat().flatMap((block) => (block.kind === 'paragraph' ? [block.paragraph] : []));
  const body = bodySize(pages);
  if (paragraphs.length < leastParagraphs) {
    return new Set(paragraphs.filter((paragraph) => standsOut(paragraph, body)));
  }
  ensemble ??= openTrees(weights);
  const found = new Set<Paragraph>();
  for (const [paragraph, row] of headingFeatures(pages)) {
    if (isTold(paragraph, ensemble.score(row), body)) found.add(paragraph);
  }
  return found;
}

/** Whether a paragraph of this score is a heading, beside text of the size `body`. */
export function isTold(paragraph: Paragraph, score: number, body: number): boolean {
  if (!isCandidate(paragraph)) return false;
  return score > above.any || (score > above.outstanding && standsOut(paragraph, body));
}

/** Whether a paragraph is larger than text of the size `body`, or bold. */
export function standsOut(paragraph: Paragraph, body: number): boolean {
  const { text, size, isBold, lines } = paragraph;
  if (!isCandidate(paragraph)) return false;
  if (/[,;]$/.test(text) || /^(table|figure|fig\.|source|note)\b/i.test(text)) return false;
  if (size >= body * 1.15) return !text.endsWith('.') || size >= body * 1.4;
  return isBold && size >= body * 0.95 && lines <= 2 && !/[.:]$/.test(text) && text.split(' ').length <= 14;
}

/** The size that most characters have. */
export function bodySize(pages: readonly PageBlock[][]): number {
  const ink = new Map<number, number>();
  for (const block of pages.flat()) {
    if (block.kind !== 'paragraph') continue;
    const size = Math.round(block.paragraph.size * 2) / 2;
    ink.set(size, (ink.get(size) ?? 0) + block.paragraph.text.length);
  }
  return [...ink].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
}

function openTrees({ features, trees }: { features: string[]; trees: StoredTrees }): TreeEnsemble {
  if (features.join() !== headingFeatureNames.join())
    throw new Error('The weights were learned from other features: run quality/documents/train-headings.ts --write.');
  return new TreeEnsemble(trees);
}
