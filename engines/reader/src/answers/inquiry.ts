import type { Language } from '../text/function-words.ts';
import type { Tagger } from '../text/part-of-speech.ts';
import { type AskedType, askedTypeOf } from './asked-type.ts';
import { Evidence, impliedShare, rankSentences } from './evidence.ts';
import { type NamedSentences, sortByName } from './named-whole.ts';
import { analyseQuestion, type Question } from './question.ts';
import type { Material } from './read-material.ts';
import { type SentenceView, viewSentence } from './sentence-view.ts';

/** A question put to a material. */
export interface Inquiry {
  question: Question;
  asked: AskedType;
  evidence: Evidence;
  material: Material;
  /** How strongly each term of the evidence is met anywhere in the material (0 to 1). */
  anywhere: Float64Array;
  named: NamedSentences;
}

/** How many sentences are looked at closely. */
const looked = 5;

/** The question may be in another language than the material. */
export function openInquiry(
  text: string,
  material: Material,
  { language, tagger }: { language: Language; tagger: Tagger },
): Inquiry {
  // One word, however it is written.
  const question = analyseQuestion(text.replace(/\be-(?=mail)/giu, 'e'), language, tagger);
  const evidence = new Evidence(question, material);
  const anywhere = new Float64Array(evidence.terms.length);
  for (const stem of material.frequencies.keys()) {
    const match = evidence.match(stem);
    if (match) anywhere[match.term] = Math.max(anywhere[match.term] ?? 0, match.strength);
  }
  for (const stem of material.implied) {
    const match = evidence.match(stem);
    if (match) anywhere[match.term] = Math.max(anywhere[match.term] ?? 0, impliedShare * match.strength);
  }
  const named = sortByName(text, material);
  return { question, asked: askedTypeOf(question), evidence, material, anywhere, named };
}

/** The sentences that share most with the question, best first, seen through it. */
export function viewMaterial({ question, evidence, material, named }: Inquiry, tagger: Tagger): SentenceView[] {
  const ranked = rankSentences(material, evidence, looked, named.others);
  const least = 0.25 * Math.max(0, ...ranked.map((sentence) => sentence.coverage));
  return ranked
    .filter(({ coverage }, rank) => coverage > 0 && (rank === 0 || coverage >= least))
    .map((sentence, rank) => {
      const text = material.documents[sentence.sentence.document]?.text ?? '';
      return viewSentence(sentence, rank, text, question, evidence, tagger);
    });
}
