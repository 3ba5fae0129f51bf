import type { FieldOrigin, NearPassage, Source } from '@parley/contract';
import { coverage } from '@parley/text';
import { pageAt } from '../../../lib/page-at.ts';
import { timeAt } from '../../../lib/time-at.ts';
import type { FieldOrigin as FoundOrigin, ModelSource, PromptDocument } from '../../../ports/language-model.ts';

/** Passages as the caller sees them, each with the exact text at its place. */
export function toSources(documents: PromptDocument[], sources: ModelSource[]): Source[] {
  return sources.flatMap(({ document: index, start, end }) => {
    const document = documents[index];
    if (!document || start < 0 || end > document.text.length || start >= end) return [];
    const page = pageAt(document.pageStarts ?? [], start);
    const endPage = pageAt(document.pageStarts ?? [], end - 1);
    const time = timeAt(document.times, start);
    return [
      {
        file_id: document.fileId,
        filename: document.filename,
        ...(page !== undefined && { page }),
        ...(endPage !== undefined && endPage !== page && { end_page: endPage }),
        ...(time !== undefined && { time }),
        start,
        end,
        quote: document.text.slice(start, end),
      },
    ];
  });
}

/** What comes near without answering, as the caller sees it: at most five, best first. */
export function toNear(documents: PromptDocument[], near: (ModelSource & { score: number })[]): NearPassage[] {
  return near
    .flatMap((one) => toSources(documents, [one]).map((source) => ({ ...source, score: one.score })))
    .slice(0, mostNear);
}

const mostNear = 5;
/** Of the ranked passages, so many of the best are looked at. */
const lookedAt = 40;
const longestQuestion = 2_000;

/** The passages that hold most of the words of a question which a connected model found no answer to. */
export function nearestPassages(documents: PromptDocument[], question: string): (ModelSource & { score: number })[] {
  const asked = question.slice(0, longestQuestion);
  return documents
    .flatMap(({ ranked = [] }, document) => ranked.map((passage) => ({ ...passage, document })))
    .sort((a, b) => b.score - a.score)
    .slice(0, lookedAt)
    .map(({ document, start, end }) => ({
      document,
      start,
      end,
      score: Math.round(1000 * coverage(asked, documents[document]?.text.slice(start, end) ?? '')) / 1000,
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** Where the values of an object come from, as the caller sees it. */
export function toFieldOrigins(
  documents: PromptDocument[],
  fields: Record<string, FoundOrigin>,
): Record<string, FieldOrigin> {
  return Object.fromEntries(
    Object.entries(fields).map(([pointer, { found, source, parts }]): [string, FieldOrigin] => {
      const [place] = source ? toSources(documents, [source]) : [];
      return [
        pointer,
        { found, ...(place && { source: place }), ...(parts && { parts: toSources(documents, parts) }) },
      ];
    }),
  );
}
