import type { Source } from '@parley/contract';
import type { ModelSource, PromptDocument } from '../../ports/language-model.ts';

/** Passages as the caller sees them, each with the exact text at its place. */
export function toSources(documents: PromptDocument[], sources: ModelSource[]): Source[] {
  return sources.flatMap(({ document: index, start, end }) => {
    const document = documents[index];
    if (!document || start < 0 || end > document.text.length || start >= end) return [];
    const page = pageAt(document.pageStarts, start);
    return [
      {
        file_id: document.fileId,
        filename: document.filename,
        ...(page !== undefined && { page }),
        start,
        end,
        quote: document.text.slice(start, end),
      },
    ];
  });
}

function pageAt(pageStarts: number[] | undefined, position: number): number | undefined {
  if (!pageStarts || pageStarts.length === 0) return undefined;
  const next = pageStarts.findIndex((start) => start > position);
  return next === -1 ? pageStarts.length : Math.max(1, next);
}
