/** The page from 1 at an offset; undefined where pages have no meaning. */
export function pageAt(pageStarts: readonly number[], offset: number): number | undefined {
  if (pageStarts.length === 0) return undefined;
  let low = 0;
  let high = pageStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pageStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
