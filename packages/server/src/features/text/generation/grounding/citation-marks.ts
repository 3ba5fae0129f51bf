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
const group = /\[\^?(\d{1,4}(?:\s{0,3}[,;–-]\s{0,3}\d{1,4})*)\](?![(\w])|【\s{0,3}(\d{1,4})[^【】\n]{0,60}】/g;

/** The marks `[3]`, `[3, 7]`, `[3-5]`, `[^3]` and `【3†…】` of a text, but for what stands between back-ticks. */
export function findMarks(text: string): MarkGroup[] {
  const code = codeSpans(text);
  const marks: MarkGroup[] = [];
  let next = 0;
  for (const match of text.matchAll(group)) {
    const end = match.index + match[0].length;
    // The white space before it is gone back over by hand: a pattern that begins with it tries each run from each of its characters.
    let start = match.index;
    while (start > (marks.at(-1)?.end ?? 0) && isBlank(text.charCodeAt(start - 1))) start--;
    // A link's text and a place in a list (`[1](…)`, `row[1]`) are no marks; the latter only stands in code.
    while ((code[next]?.end ?? Infinity) <= start) next++;
    if ((code[next]?.start ?? Infinity) < end) continue;
    marks.push({ start, end, text: match[0], numbers: numbersOf(match[1] ?? match[2] ?? '') });
  }
  return marks;
}

/** Whether the end of a text may be the beginning of a mark: then it waits for what follows. */
export function mayBeginMark(text: string): boolean {
  // bounded: the longest mark that has begun, at most 80 characters
  return /[ \t\u00a0]$|(?:\[\^?[\d\s,;–-]{0,40}|【[^】\n]{0,70})$/.test(text.slice(-80));
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0xa0;

function numbersOf(inner: string): number[] {
  return inner.split(/[,;]/).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/).map(Number);
    if (to < from || to - from > longestRange) return [from, to];
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

/**
 * What stands between a run of back-ticks and the next one that is as long. A run that no later one matches opens with as many of its last
 * back-ticks as the longest later one has; each run is looked at once.
 */
function codeSpans(text: string): { start: number; end: number }[] {
  const runs = Array.from(text.matchAll(/`+/g), ({ index, 0: run }) => ({ start: index, length: run.length }));
  const longestBehind = runs.map(() => 0);
  for (let at = runs.length - 2; at >= 0; at--)
    longestBehind[at] = Math.max(longestBehind[at + 1] ?? 0, runs[at + 1]?.length ?? 0);
  const spans: { start: number; end: number }[] = [];
  let used = 0;
  for (let at = 0; at < runs.length; at++) {
    const { start, length } = runs[at] ?? { start: 0, length: 0 };
    const marks = Math.min(length - Math.max(0, used - start), longestBehind[at] ?? 0);
    if (marks <= 0) continue;
    let close = at + 1;
    while ((runs[close]?.length ?? Infinity) < marks) close++;
    const end = (runs[close]?.start ?? 0) + marks;
    spans.push({ start: start + length - marks, end });
    used = end;
    // What is left of the run that closes may open the next.
    at = close - 1;
  }
  return spans;
}
