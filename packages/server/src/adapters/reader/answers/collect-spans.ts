import type { Tagger } from '../text/part-of-speech.ts';
import { rankSentences } from './evidence.ts';
import type { Material } from './read-material.ts';
import { type SentenceView, viewSentence } from './sentence-view.ts';
import { type Candidate, findCandidates } from './span-candidates.ts';
import { type Inquiry, type SpanKeys, spanFeatures, spanKeys } from './span-features.ts';

/** A possible answer with all that the ranking knows about it. */
export interface CollectedSpan extends SpanKeys {
  view: SentenceView;
  span: Candidate;
  features: number[];
}

/** How many sentences are searched for spans. */
export const sentencesSearched = 5;

/** Every possible answer in the sentences that share most with the question. */
export function collectSpans(inquiry: Inquiry, material: Material, tagger: Tagger): CollectedSpan[] {
  const ranked = rankSentences(material, inquiry.evidence, sentencesSearched);
  const bestCoverage = Math.max(0, ...ranked.map((sentence) => sentence.coverage));
  const collected: CollectedSpan[] = [];
  for (const [rank, sentence] of ranked.entries()) {
    if (rank > 0 && sentence.coverage < bestCoverage * 0.25) continue;
    const text = material.documents[sentence.sentence.document]?.text ?? '';
    const view = viewSentence(sentence, rank, text, inquiry.question, inquiry.evidence, tagger);
    for (const span of findCandidates(view.tokens, view.tags)) {
      const { shape, keys } = spanKeys(inquiry, view, span);
      const features = spanFeatures(inquiry, view, span, shape, bestCoverage);
      if (hasNews(view, span)) collected.push({ view, span, shape, keys, features });
    }
  }
  return collected;
}

/** An answer says more than the question: some word in it must be new. */
function hasNews({ tokens, terms, strengths }: SentenceView, { from, to }: Candidate): boolean {
  for (let i = from; i < to; i++)
    if (tokens[i]?.isContent && ((terms[i] ?? -1) < 0 || (strengths[i] ?? 0) < 0.7)) return true;
  return false;
}
