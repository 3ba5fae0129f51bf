import type { ModelSource, PromptDocument } from '../../../ports/language-model.ts';

/** Passages added to what the model named, and how near to the best passage they must come. */
const addedLimit = 8;
const addedShare = 0.5;

/** What a model named, followed by the passages of files that speak most to the question. */
export function completeSources(documents: readonly PromptDocument[], named: readonly ModelSource[]): ModelSource[] {
  if (named.length === 0) return [];
  const ranked = documents
    .flatMap(({ ranked: passages = [] }, document) => passages.map((passage) => ({ ...passage, document })))
    .sort((a, b) => b.score - a.score);
  const least = (ranked[0]?.score ?? 0) * addedShare;
  const added = ranked
    .filter(({ score }) => score >= least)
    .filter((passage) => !named.some((source) => overlaps(source, passage)))
    .slice(0, addedLimit)
    .map(({ document, start, end }) => ({ document, start, end }));
  return [...named, ...added];
}

function overlaps(one: ModelSource, other: ModelSource): boolean {
  return one.document === other.document && one.start < other.end && other.start < one.end;
}
