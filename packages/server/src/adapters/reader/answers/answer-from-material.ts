import type { PromptDocument } from '../../../ports/language-model.ts';
import type { ReaderReply } from '../reader-reply.ts';
import { guessLanguage } from '../text/function-words.ts';
import { tokenize } from '../text/tokens.ts';
import { readMaterial, weightOf } from './read-material.ts';

/** Quotes the sentence that shares most with the question. */
export function answerFromMaterial(question: string, documents: PromptDocument[]): ReaderReply {
  const language = guessLanguage(`${question} ${documents[0]?.text.slice(0, 500) ?? ''}`);
  const material = readMaterial(documents, language);
  const asked = new Set(
    tokenize(question, language)
      .filter((token) => token.isContent)
      .map((token) => token.stem),
  );
  let best: { score: number; index: number } | undefined;
  for (const sentence of material.sentences) {
    let score = 0;
    for (const stem of asked) if (sentence.stems.has(stem)) score += weightOf(material, stem);
    if (score > (best?.score ?? 0)) best = { score, index: sentence.index };
  }
  const sentence = best && material.sentences[best.index];
  const text = sentence && documents[sentence.document]?.text.slice(sentence.start, sentence.end);
  if (!sentence || text === undefined)
    return { text: 'The text does not say.', reasoning: 'No sentence shares a word with the question.', sources: [] };
  return {
    text,
    reasoning: 'Quoted the sentence that shares most with the question.',
    sources: [{ document: sentence.document, start: sentence.start, end: sentence.end }],
  };
}
