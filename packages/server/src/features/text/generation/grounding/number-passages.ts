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
  /** Only the last question of a conversation needs it. */
  isAdded?: boolean;
}

/**
 * The passages of all documents that a model gets to see, in their order; those that only the last question needs come after them, so
 * that the others keep their numbers.
 */
export function numberPassages(documents: readonly PromptDocument[]): NumberedPassage[] {
  const passages: NumberedPassage[] = [];
  for (const part of ['quotable', 'added'] as const) {
    for (const [document, { text, [part]: shown = [] }] of documents.entries()) {
      for (const { start, end, label } of shown) {
        const passage = { number: passages.length + 1, document, start, end, label, text: text.slice(start, end) };
        passages.push(part === 'added' ? { ...passage, isAdded: true } : passage);
      }
    }
  }
  return passages;
}
