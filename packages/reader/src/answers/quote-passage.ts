import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply, ReaderSource } from '../reader-reply.ts';
import type { FoundAnswer } from './find-answer.ts';
import type { Material, Sentence } from './read-material.ts';

/** A passage is quoted when it covers at least this share of what is asked. */
const leastCovered = 0.2;
const mostSentences = 3;

/** Whether only parts of the material are shown: then it is a library to search rather than a text to read. */
export function isLibrary(documents: readonly PromptDocument[]): boolean {
  return documents.some(({ passages, ranked }) => passages !== undefined && ranked !== undefined && ranked.length > 0);
}

/**
 * What the best ranked passage says about the question, in its own sentences. For questions to a library that no single
 * span answers; undefined when the passage covers too little of them.
 */
export function quotePassage({ inquiry }: FoundAnswer, material: Material): ReaderReply | undefined {
  const { documents } = material;
  const passage = bestPassage(documents);
  if (!passage) return undefined;
  const inside = material.sentences.filter(
    ({ document, start, end, isHeading }) =>
      !isHeading && document === passage.document && start >= passage.start && end <= passage.end,
  );
  const { evidence } = inquiry;
  const stems = new Set(inside.flatMap((sentence) => [...sentence.stems]));
  const headingStems = new Set(inside.flatMap((sentence) => [...sentence.headingStems]));
  if (evidence.coverage({ stems, headingStems }) < leastCovered) return undefined;
  const coverage = (sentence: Sentence): number =>
    evidence.coverage({ stems: sentence.stems, headingStems: new Set() });
  const sentences = [...inside].sort((a, b) => coverage(b) - coverage(a)).slice(0, mostSentences);
  const [first] = sentences;
  if (!first) return undefined;
  const least = coverage(first) / 2;
  const text = sentences
    .filter((sentence) => coverage(sentence) >= least)
    .sort((a, b) => a.start - b.start)
    .map(({ document, start, end }) => (documents[document]?.text ?? '').slice(start, end).replace(/\s+/g, ' '))
    .join(' ');
  return {
    text,
    reasoning: `No single phrase answers it; quoted the passage of ${documents[passage.document]?.filename ?? 'the text'} that speaks most to it.`,
    sources: [passage],
  };
}

function bestPassage(documents: readonly PromptDocument[]): ReaderSource | undefined {
  let best: (ReaderSource & { score: number }) | undefined;
  for (const [document, { ranked = [] }] of documents.entries()) {
    const [first] = ranked;
    if (first && first.score > (best?.score ?? 0)) best = { document, ...first };
  }
  return best && { document: best.document, start: best.start, end: best.end };
}
