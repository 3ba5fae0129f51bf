/** How often each letter and digit stands in a text. */
export type LetterCounts = ReadonlyMap<string, number>;

/** Ligatures count as their letters, since readers write them either way. */
export function letterCounts(...texts: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const letter of text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
  }
  return counts;
}

/** How many letters of a text layer its Markdown does not have, and how many there are. */
export function lostLetters(layer: LetterCounts, markdown: string): { lost: number; all: number } {
  const kept = letterCounts(markdown.replaceAll('&lt;', '<'));
  let lost = 0;
  let all = 0;
  for (const [letter, count] of layer) {
    all += count;
    lost += Math.max(0, count - (kept.get(letter) ?? 0));
  }
  return { lost, all };
}
