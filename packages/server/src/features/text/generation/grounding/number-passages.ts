import type { PromptDocument } from '../../../../ports/language-model.ts';

/** A passage under the number by which a model names it. */
export interface NumberedPassage {
  /** From 1, through all documents. */
  number: number;
  /** Index of its document. */
  document: number;
  start: number;
  end: number;
  label: string;
  text: string;
}

/** The passages of all documents that a model gets to see, in their order. */
export function numberPassages(documents: readonly PromptDocument[]): NumberedPassage[] {
  const passages: NumberedPassage[] = [];
  for (const [document, { text, quotable = [] }] of documents.entries()) {
    for (const { start, end, label } of quotable) {
      passages.push({ number: passages.length + 1, document, start, end, label, text: text.slice(start, end) });
    }
  }
  return passages;
}
