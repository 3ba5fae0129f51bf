/** A piece of a reply: words, or the mark of a source. */
export type MarkedPiece = { at: number; text: string } | { at: number; source: number };

/** Splits a text at the marks `[n]` of its sources. Marks beyond them stay text. */
export function splitMarks(text: string, sourceCount: number): MarkedPiece[] {
  const pieces: MarkedPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(/\[(\d{1,3})\]/g)) {
    const source = Number(match[1]);
    if (source < 1 || source > sourceCount) continue;
    if (match.index > end) pieces.push({ at: end, text: text.slice(end, match.index) });
    pieces.push({ at: match.index, source });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end) });
  return pieces;
}

/** A passage with what stands around it. */
export interface Excerpt {
  before: string;
  passage: string;
  after: string;
}

/** At most `around` characters on either side, begun and ended at lines where there are any. */
export function excerptOf(text: string, { start, end }: { start: number; end: number }, around = 6_000): Excerpt {
  const from = Math.max(0, start - around);
  const to = Math.min(text.length, end + around);
  const firstLine = from === 0 ? 0 : text.indexOf('\n', from) + 1;
  const lastLine = to === text.length ? to : text.lastIndexOf('\n', to);
  return {
    before: text.slice(firstLine > from && firstLine < start ? firstLine : from, start),
    passage: text.slice(start, end),
    after: text.slice(end, lastLine > end ? lastLine : to),
  };
}
