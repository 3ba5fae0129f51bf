import type { PromptDocument, RankedPassage } from '../prompt.ts';
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
  /** How much its passage speaks to the question against the best one (0 to 1), where passages were ranked. */
  prior: number;
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
  const bestScore = Math.max(0, ...documents.map(({ ranked }) => ranked?.[0]?.score ?? 0));
  for (const [document, { text, passages, ranked }] of documents.entries()) {
    const priorAt = priorsOf(ranked, bestScore);
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
          prior: priorAt(span.start),
        });
      }
    }
  }
  return { documents, language, sentences, frequencies };
}

/** What the ranking of a document's passages says about each place of its text. */
function priorsOf(ranked: readonly RankedPassage[] | undefined, bestScore: number): (at: number) => number {
  if (!ranked || bestScore <= 0) return () => 0;
  const ordered = [...ranked].sort((a, b) => a.start - b.start);
  let next = 0;
  // Sentences are asked for in reading order.
  return (at) => {
    while (next < ordered.length && (ordered[next]?.end ?? 0) <= at) next++;
    const passage = ordered[next];
    return passage && passage.start <= at ? passage.score / bestScore : 0;
  };
}

/** How much a word tells: 0 for one in every sentence, more the rarer it is. */
export function weightOf(material: Material, stem: string): number {
  const count = material.sentences.length;
  return Math.log(1 + (count + 1) / ((material.frequencies.get(stem) ?? 0) + 0.5));
}
