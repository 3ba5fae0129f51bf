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
