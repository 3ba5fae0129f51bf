/** A mark in a text, or several in one pair of brackets. */
export interface MarkGroup {
  /** With the white space before it. */
  start: number;
  end: number;
  /** As it is written, without that white space. */
  text: string;
  numbers: number[];
}

const longestRange = 20;
const group = /[ \t\u00a0]*(?:\[\^?(\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\](?![(\w])|【\s*(\d{1,4})[^】\n]{0,60}】)/g;

/** The marks `[3]`, `[3, 7]`, `[3-5]`, `[^3]` and `【3†…】` of a text, but for what stands between back-ticks. */
export function findMarks(text: string): MarkGroup[] {
  const code = codeSpans(text);
  const marks: MarkGroup[] = [];
  for (const match of text.matchAll(group)) {
    const start = match.index;
    const end = start + match[0].length;
    // A link's text and a place in a list (`[1](…)`, `row[1]`) are no marks; the latter only stands in code.
    if (code.some((span) => start < span.end && end > span.start)) continue;
    marks.push({ start, end, text: match[0].trim(), numbers: numbersOf(match[1] ?? match[2] ?? '') });
  }
  return marks;
}

/** Whether the end of a text may be the beginning of a mark: then it waits for what follows. */
export function mayBeginMark(text: string): boolean {
  return /[ \t\u00a0]*(?:\[\^?[\d\s,;–-]{0,40}|【[^】\n]{0,70})?$/.exec(text)?.[0] !== '';
}

function numbersOf(inner: string): number[] {
  return inner.split(/\s*[,;]\s*/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/\s*[–-]\s*/).map(Number);
    if (to < from || to - from > longestRange) return [from, to];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function codeSpans(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/(`+)[^`][\s\S]*?\1/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}
