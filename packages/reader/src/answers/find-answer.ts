import type { Language } from '../text/function-words.ts';
import { loadTagger } from '../text/part-of-speech.ts';
import { loadWordNet, type WordNet } from '../text/word-net.ts';
import { askedTypeOf } from './asked-type.ts';
import { collectSpans, viewMaterial } from './collect-spans.ts';
import { doubtFeatures } from './doubt-features.ts';
import { Evidence } from './evidence.ts';
import type { Inquiry } from './inquiry.ts';
import { analyseQuestion, type Question } from './question.ts';
import { loadRanking } from './ranking.ts';
import { type RatedSpan, rateSpans } from './rate-spans.ts';
import type { Material } from './read-material.ts';
import type { SentenceView } from './sentence-view.ts';

export interface FoundAnswer {
  inquiry: Inquiry;
  /** The sentences that share most with the question, best first. */
  views: SentenceView[];
  /** Best first; empty when no sentence shares anything with the question. */
  spans: RatedSpan[];
  /** 0 to 1: how likely the text does not say. */
  doubt: number;
}

/** Prepares what the search for one question needs. */
export async function openInquiry(text: string, material: Material, language: Language) {
  const tagger = await loadTagger(language);
  const wordNet: WordNet | undefined = language === 'en' ? await loadWordNet() : undefined;
  const question: Question = analyseQuestion(text, language, tagger);
  const evidence = new Evidence(question, material, (word) => wordNet?.synonyms(word) ?? []);
  const inquiry: Inquiry = { question, asked: askedTypeOf(question, wordNet), evidence, wordNet, material };
  return { inquiry, tagger };
}

/** Looks for the words of the material that answer a question. */
export async function findAnswer(text: string, material: Material, language: Language): Promise<FoundAnswer> {
  const { inquiry, tagger } = await openInquiry(text, material, language);
  const ranking = await loadRanking(language);
  const views = viewMaterial(inquiry, material, tagger);
  const spans = rateSpans(collectSpans(inquiry, views), material, ranking);
  return { inquiry, views, spans, doubt: ranking.doubt(doubtFeatures(inquiry, material, spans)) };
}
