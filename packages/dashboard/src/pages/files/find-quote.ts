/**
 * Which of the pieces of a page (words, runs) a quote covers, by their index. Blanks, case and marks of Markdown do not count; empty
 * when the quote does not stand there in one go.
 */
export function findQuote(pieces: readonly string[], quote: string): number[] {
  const wanted = bare(quote);
  if (wanted === '') return [];
  const owners: number[] = [];
  let joined = '';
  pieces.forEach((piece, index) => {
    const letters = bare(piece);
    joined += letters;
    for (let count = 0; count < letters.length; count++) owners.push(index);
  });
  const at = joined.indexOf(wanted);
  if (at < 0) return [];
  return [...new Set(owners.slice(at, at + wanted.length))];
}

/** Letters and digits alone, as UTF-16 units of the folded text. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
