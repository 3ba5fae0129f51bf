import { monthOf } from '@parley/text';

/** A stretch of text: UTF-16 offsets, end exclusive, white space at the ends left out. */
export interface Span {
  start: number;
  end: number;
}

const abbreviations = new Set(
  `v mr mrs ms dr prof st sr jr vs etc no nos inc ltd co corp dept est fig figs eq vol vols pp ed eds al approx ca cf e.g i.e u.s u.k u.n d.c a.d b.c
  jan feb mar apr jun jul aug sep sept oct nov dec gen col lt sgt capt maj rev hon gov sen rep pres mt ft ave blvd rd
  bzw z.b d.h u.a usw ca nr str bd sra dra ud uds pág núm av m mme mlle`.split(/\s+/),
);

/** Sentences in reading order. Headings, list items and short lines are sentences of their own. */
export function splitSentences(text: string, from = 0, to = text.length): Span[] {
  const spans: Span[] = [];
  let start = from;
  const boundary = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+["'”’」』）]*|\n+/g;
  boundary.lastIndex = from;
  for (let match = boundary.exec(text); match !== null && match.index < to; match = boundary.exec(text)) {
    const end = match.index + match[0].length;
    const ends =
      match[0][0] === '\n'
        ? match[0].length > 1 || endsAtNewline(text, from, match.index, to)
        : endsSentence(text, start, match.index, end);
    if (!ends) continue;
    pushTrimmed(spans, text, start, Math.min(end, to));
    start = end;
  }
  if (start < to) pushTrimmed(spans, text, start, to);
  return spans;
}

function endsSentence(text: string, start: number, mark: number, end: number): boolean {
  if (text[mark] !== '.') return true;
  const before = /[\p{L}\p{N}.]+$/u.exec(text.slice(Math.max(start, mark - 24), mark))?.[0] ?? '';
  const next = /^\s*["'“‘«([]*(\S)/u.exec(text.slice(end, end + 8))?.[1] ?? '';
  if (/\p{Ll}/u.test(next)) return false;
  if (/^\p{Lu}$/u.test(before)) return false;
  if (/^\d{1,2}$/.test(before) && /\p{L}/u.test(next) && mark - start < 4) return false;
  // "31. Dezember": the day of a month.
  if (/^\d{1,2}$/.test(before) && monthOf(/^\s*(\p{L}+)/u.exec(text.slice(end, end + 20))?.[1] ?? '') !== undefined)
    return false;
  return !abbreviations.has(before.toLowerCase());
}

/** Items of lists, rows, labelled lines, and the lines of logs, which begin with the time. */
const startsItem =
  /^[ \t]*(?:[-*•–·#>|]|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\d{1,3}[.)]\s|\p{Lu}[\p{L} ]{0,30}:)/u;

/** A newline inside wrapped prose joins two halves of a sentence; any other newline ends what stands before it. */
function endsAtNewline(text: string, from: number, newline: number, to: number): boolean {
  const nextEnd = text.indexOf('\n', newline + 1);
  const next = text.slice(newline + 1, Math.min(nextEnd < 0 ? to : nextEnd, to));
  if (next.trim() === '' || startsItem.test(next)) return true;
  // The line as it was wrapped, of which the sentence may be the end only.
  const lineStart = Math.max(from, text.lastIndexOf('\n', newline - 1) + 1);
  const line = text.slice(lineStart, newline).trimEnd();
  if (/^\s*(?:#|\|)/.test(line)) return true;
  return !(line.length >= 40 && (/^\s*\p{Ll}/u.test(next) || /[,\p{Ll}]$/u.test(line)));
}

function pushTrimmed(spans: Span[], text: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  if (end > start) spans.push({ start, end });
}
