import { languageSaid } from '../text/function-words.ts';
import { loadTagger } from '../text/part-of-speech.ts';
import { Evidence, impliedShare } from './evidence.ts';
import { analyseQuestion, type Question } from './question.ts';
import type { Material } from './read-material.ts';

/** A question put to a material. */
export interface Inquiry {
  question: Question;
  evidence: Evidence;
  material: Material;
  /** How strongly each term of the evidence is met anywhere in the material (0 to 1). */
  anywhere: Float64Array;
}

/** The question may be in another language than the material. */
export async function openInquiry(text: string, material: Material): Promise<Inquiry> {
  const language = languageSaid(text) ?? material.language;
  // One word, however it is written.
  const question = analyseQuestion(text.replace(/\be-(?=mail)/giu, 'e'), language, await loadTagger(language));
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
  return { question, evidence, material, anywhere };
}
