import type { Tagger } from '../text/part-of-speech.ts';
import { rankSentences } from './evidence.ts';
import type { Inquiry } from './inquiry.ts';
import type { Material } from './read-material.ts';
import { type SentenceView, viewSentence } from './sentence-view.ts';
import { type Candidate, findCandidates } from './span-candidates.ts';
import { featureNames, spanFeatures } from './span-features.ts';
import { type SpanKeys, spanKeys } from './span-keys.ts';

/** A possible answer with all that the ranking knows about it. */
export interface CollectedSpan extends SpanKeys {
  view: SentenceView;
  span: Candidate;
  features: number[];
}

/** How many sentences are searched for spans. */
export const sentencesSearched = 5;

/** The sentences that share most with the question, best first, seen through it. */
export function viewMaterial(inquiry: Inquiry, material: Material, tagger: Tagger): SentenceView[] {
  const ranked = rankSentences(material, inquiry.evidence, sentencesSearched);
  const least = 0.25 * Math.max(0, ...ranked.map((sentence) => sentence.coverage));
  return ranked
    .filter((sentence, rank) => rank === 0 || sentence.coverage >= least)
    .map((sentence, rank) => {
      const text = material.documents[sentence.sentence.document]?.text ?? '';
      return viewSentence(sentence, rank, text, inquiry.question, inquiry.evidence, tagger);
    });
}

/** Every possible answer in some sentences. */
export function collectSpans(inquiry: Inquiry, views: SentenceView[]): CollectedSpan[] {
  const bestCoverage = Math.max(0, ...views.map((view) => view.ranked.coverage));
  const collected: CollectedSpan[] = [];
  for (const view of views) {
    const found: CollectedSpan[] = [];
    for (const span of findCandidates(view.tokens, view.tags)) {
      if (!hasNews(view, span)) continue;
      const { shape, keys } = spanKeys(inquiry, view, span);
      found.push({ view, span, shape, keys, features: spanFeatures(inquiry, view, span, shape, bestCoverage) });
    }
    rankAmongAlike(found);
    collected.push(...found);
  }
  return collected;
}

const proximity = featureNames.indexOf('proximity');

/** Of several years, names or numbers in a sentence the one nearest to the question's words is the likeliest: adds its place in that order. */
function rankAmongAlike(spans: CollectedSpan[]): void {
  for (const one of spans) {
    let nearer = 0;
    for (const other of spans) {
      const overlaps = other.span.from < one.span.to && one.span.from < other.span.to;
      if (other.shape === one.shape && !overlaps && (other.features[proximity] ?? 0) > (one.features[proximity] ?? 0))
        nearer++;
    }
    one.features.push(Math.min(nearer, 9));
  }
}

/** An answer says more than the question: some word in it must be new. */
function hasNews({ tokens, terms, strengths }: SentenceView, { from, to }: Candidate): boolean {
  for (let i = from; i < to; i++)
    if (tokens[i]?.isContent && ((terms[i] ?? -1) < 0 || (strengths[i] ?? 0) < 0.7)) return true;
  return false;
}
