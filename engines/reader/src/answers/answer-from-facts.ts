import type { PromptDocument } from '../prompt.ts';
import type { ReaderReply } from '../reader-reply.ts';

const mostFacts = 6;

/** Figures that were computed for the question, when it asks for some: nothing in the text could say them better. */
export function answerFromFacts(documents: readonly PromptDocument[]): ReaderReply | undefined {
  const asked = documents.flatMap(({ facts = [] }, document) =>
    facts.filter(({ isAsked }) => isAsked).map((fact) => ({ ...fact, document })),
  );
  const [first] = asked;
  if (!first) return undefined;
  const used = new Set(asked.slice(0, mostFacts).map(({ document }) => document));
  return {
    text: asked
      .slice(0, mostFacts)
      .map(({ text }) => text)
      .join('\n'),
    ...(asked.length === 1 && first.value !== undefined && { shortAnswer: first.value }),
    reasoning: 'Computed from all rows of the table.',
    sources: [...used].map((document) => ({ document, start: 0, end: headEnd(documents[document]?.text ?? '') })),
  };
}

/** Where the first line of the table ends: it names the columns that the figures are about. */
function headEnd(text: string): number {
  const table = text.search(/^\|/m);
  const end = text.indexOf('\n', Math.max(0, table));
  return end < 0 ? text.length : end;
}
