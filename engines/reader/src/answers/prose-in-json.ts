import type { Material, Sentence } from './read-material.ts';

// bounded: the pattern of this file sees a sentence, at most 2,000 characters

/** A sentence of a text that a field holds: the first one, one in the middle, or the last one. */
const proseInJson =
  /^(?<key>[\s\S]{0,400}"\s*:\s*"|)(?<prose>(?=[\p{Lu}\p{Lo}\p{N}¿¡])[^"\\{}[\]]{19,}[.!?])(?:"[\s,}\]]*)?$/u;

/** Of a field of JSON that holds a sentence, the sentence. */
export function proseOf(sentence: Sentence, { documents }: Material): Sentence {
  const { document, start, end } = sentence;
  const { filename = '', text = '' } = documents[document] ?? {};
  const { key, prose } = (/\.jsonl?$/i.test(filename) && proseInJson.exec(text.slice(start, end))?.groups) || {};
  if (key === undefined || prose === undefined) return sentence;
  if (key === '' && prose.length === end - start) return sentence;
  return { ...sentence, start: start + key.length, end: start + key.length + prose.length };
}
