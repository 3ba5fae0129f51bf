import type { PromptDocument } from '../../../ports/language-model.ts';
import type { Language } from '../text/function-words.ts';
import { type Span, splitSentences } from '../text/sentences.ts';
import { type Token, tokenize } from '../text/tokens.ts';

/** One sentence of the material, with its words. */
export interface Sentence extends Span {
  /** Index in `Prompt.documents`. */
  document: number;
  /** Position among all sentences. */
  index: number;
  tokens: Token[];
  /** Stems of its content words. */
  stems: Set<string>;
  isHeading: boolean;
  /** Counts up with each heading. */
  section: number;
  /** Stems of the heading above it. */
  headingStems: Set<string>;
}

/** Everything that may be answered from, cut into sentences. */
export interface Material {
  documents: PromptDocument[];
  language: Language;
  sentences: Sentence[];
  /** In how many sentences a stem occurs. */
  frequencies: Map<string, number>;
}

export function readMaterial(documents: PromptDocument[], language: Language): Material {
  const sentences: Sentence[] = [];
  const frequencies = new Map<string, number>();
  let section = 0;
  for (const [document, { text, passages }] of documents.entries()) {
    let headingStems = new Set<string>();
    section++;
    for (const part of passages ?? [{ start: 0, end: text.length }]) {
      for (const span of splitSentences(text, part.start, part.end)) {
        const tokens = tokenize(text, language, span.start, span.end);
        const stems = new Set<string>();
        for (const token of tokens) if (token.isContent) stems.add(token.stem);
        for (const stem of stems) frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
        const isHeading = text[span.start] === '#';
        if (isHeading) {
          headingStems = stems;
          section++;
        }
        sentences.push({
          ...span,
          document,
          index: sentences.length,
          tokens,
          stems,
          isHeading,
          section,
          headingStems: isHeading ? new Set() : headingStems,
        });
      }
    }
  }
  return { documents, language, sentences, frequencies };
}

/** How much a word tells: 0 for one in every sentence, more the rarer it is. */
export function weightOf(material: Material, stem: string): number {
  const count = material.sentences.length;
  return Math.log(1 + (count + 1) / ((material.frequencies.get(stem) ?? 0) + 0.5));
}
