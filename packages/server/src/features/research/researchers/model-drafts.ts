import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { addressesModel } from '../model-instructions.ts';
import type { Claim, DraftSentence } from '../research-types.ts';
import type { ResearchState } from '../researcher.ts';
import { judgeSentence } from '../verification/sentence-problems.ts';

/** What some of the claims' sentences say, without those that name none or others. */
export function sentencesOf(answer: JsonObject | null, given: readonly Claim[]): DraftSentence[] {
  const known = new Set(given.map((claim) => claim.id));
  return listOf(answer?.sentences).flatMap((entry) => {
    if (!isJsonObject(entry)) return [];
    const sentence = textOf(entry.text);
    const claims = textsOf(entry.claim_ids);
    return sentence !== null && claims.length > 0 && claims.every((id) => known.has(id))
      ? [{ text: sentence, claims }]
      : [];
  });
}

export function problemsOf(sentences: readonly DraftSentence[], state: ResearchState): string[] {
  return sentences.flatMap((sentence) => {
    const claims = state.claims.filter((claim) => sentence.claims.includes(claim.id));
    // Wording that differs is judged once the report is whole.
    const found = judgeSentence(sentence.text, claims, state.sources).facts;
    return found.map((problem) => `"${sentence.text.slice(0, 120)}": ${problem}`);
  });
}

export function distinct(sentences: DraftSentence[]): DraftSentence[] {
  const seen = new Set<string>();
  return sentences.filter((sentence) => {
    const key = sentence.claims.join(' ');
    return !seen.has(key) && seen.add(key);
  });
}

/** A search is made of words: an address, or an order that a page put into the model's mouth, is none. */
export function isPlainQuery(query: string): boolean {
  return query.length <= 300 && !/https?:|www\.|\b\w+\.(?:com|net|org|io)\b/i.test(query) && !addressesModel(query);
}

export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

export function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

export function textsOf(value: JsonValue | undefined): string[] {
  return listOf(value).flatMap((entry) => textOf(entry) ?? []);
}
