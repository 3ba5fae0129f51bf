import { PassageIndex, splitPassages } from '@parley/text';

/** Passages in one part of an index, so that reading a part back never takes long. */
const passagesPerPart = 500;

/** The search index of a text, in parts. */
export function buildIndex(text: string): Uint8Array[] {
  const passages = splitPassages(text);
  const parts: Uint8Array[] = [];
  for (let from = 0; from < passages.length; from += passagesPerPart) {
    parts.push(PassageIndex.build(text, passages.slice(from, from + passagesPerPart)).encode());
  }
  return parts;
}
