import { plainTerm, type WordSegment } from './word-segment.ts';

/** The weight of the asked words of the headings, by the square of their share in the telling ones. */
export function headingBonus(
  segment: WordSegment,
  { from, end }: { from: number; end: number },
  termOf: ReadonlyMap<number, number>,
  weights: readonly number[],
): number {
  const asked = new Set<number>();
  let met = 0;
  let telling = 0;
  for (let at = from; at < end; at++) {
    const word = segment.words[at] ?? 0;
    const term = termOf.get(word);
    if (term !== undefined) {
      asked.add(term);
      met++;
    }
    if (term !== undefined || ((segment.marks[word] ?? 0) & plainTerm) === 0) telling++;
  }
  if (met === 0) return 0;
  return [...asked].reduce((sum, term) => sum + (weights[term] ?? 0), 0) * (met / telling) ** 2;
}
