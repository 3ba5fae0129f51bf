import { monthOf } from './calendar-names.ts';

export interface Sentence {
  text: string;
  /** UTF-16 positions in the whole text, end exclusive, white space at the ends left out. */
  start: number;
  end: number;
}

export interface SentenceOptions {
  /** The part of the text that is read, UTF-16 positions; all of it by default. */
  from?: number;
  to?: number;
  /** A line break inside wrapped prose ends no sentence. Default false: every line break ends one, as between the blocks of a page. */
  isWrapped?: boolean;
}

/** A full stop after these does not end a sentence. */
const abbreviations = new Set(
  `v mr mrs ms dr prof st sr jr vs etc inc ltd co corp dept est fig figs eq vol vols p pp ed eds al approx ca cf e.g i.e u.s u.k u.n d.c a.d b.c
  jan feb mar apr jun jul aug sep sept oct nov dec gen col lt sgt capt maj rev hon gov sen rep pres mt ft ave blvd rd
  incl bzw z.b d.h u.a usw inkl zzgl evtl ggf vgl bspw nr str avda pza aprox bd sra dra ud uds pág núm av m mme mlle`.split(
    /\s+/,
  ),
);

/** Currencies and words for numbered things that are cut short before a number only. */
const beforeNumber = /^(?:nos?|rs|kr|fr|sfr|tel|ph|ext|art|arts|abs|ziff|kap|sec|ch|para|apt|pos|ref|reg|max|min)$/i;

/** Marks that end a sentence before a space; marks that end one by themselves (Chinese, Indian, Arabic and other scripts); line breaks. */
const boundary = /(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|[。！？।॥؟۔։።။។]+["'”’」』）]*|\n+/gu;

/**
 * The sentences of a text in reading order, in any script. Headings, list items and rows on lines of their own are sentences of their own;
 * an abbreviation, an initial or the day of a month ("4. Mai") ends none.
 */
export function sentencesOf(
  text: string,
  { from = 0, to = text.length, isWrapped = false }: SentenceOptions = {},
): Sentence[] {
  const sentences: Sentence[] = [];
  let start = from;
  let whole = wholeLine(text, start, to);
  boundary.lastIndex = from;
  for (let match = boundary.exec(text); match !== null && match.index < to; match = boundary.exec(text)) {
    const end = match.index + match[0].length;
    if (match.index < whole) continue;
    const ends =
      match[0][0] === '\n'
        ? !isWrapped || match[0].length > 1 || endsAtNewline(text, from, match.index, to)
        : endsSentence(text, start, match.index, end);
    if (!ends) continue;
    pushTrimmed(sentences, text, start, Math.min(end, to));
    start = end;
    whole = wholeLine(text, start, to);
  }
  if (start < to) pushTrimmed(sentences, text, start, to);
  return sentences;
}

const heading = /[ \t]*(?:#{1,6}[ \t][^\n]*|\|[^\n]{0,400}\|[ \t]*(?=\n|$))/y;

/** Where the line that begins here ends, when it is a heading ("# 1. Rent") or a row: marks inside it end no sentence. */
function wholeLine(text: string, from: number, to: number): number {
  if (from > 0 && text[from - 1] !== '\n') return from;
  heading.lastIndex = from;
  return heading.test(text) ? Math.min(heading.lastIndex, to) : from;
}

/** What a German number of a day, a term or an office stands behind: "die 1. Vorsitzende", "zum 3. Quartal". */
const beforeOrdinal =
  /(?:^|[^\p{L}])(?:[Dd](?:er|ie|as|en|em|es)|am|zum|vom|beim|im|zur)(?: \p{Ll}+e[nrms]?)? \d{1,2}$|\(\d{1,2}$/u;

function endsSentence(text: string, start: number, mark: number, end: number): boolean {
  const next = /^\s*["'“‘«([]*(\S)/u.exec(text.slice(end, end + 8))?.[1] ?? '';
  const isLower = /\p{Ll}/u.test(next);
  // "Why?" he asked.
  if (/[!?]/.test(text.charAt(mark))) return !(isLower && /["'”’»]/.test(text.slice(mark, end)));
  if (text[mark] !== '.') return !(isLower && text[mark] === '…');
  // Markdown writes a full stop behind a number as "30\\.".
  const stop = text[mark - 1] === '\\' ? mark - 1 : mark;
  // bounded: what stands before a mark, at most 24 characters
  const before = /[\p{L}\p{N}.]+$/u.exec(text.slice(Math.max(start, mark - 24), stop))?.[0] ?? '';
  if (isLower) return false;
  if (/^\p{Lu}$/u.test(before)) return false;
  if (/^\d{1,2}$/.test(before) && /\p{L}/u.test(next) && mark - start < 4) return false;
  if (/^\p{Lu}/u.test(next) && beforeOrdinal.test(text.slice(Math.max(start, mark - 40), stop))) return false;
  // "31. Dezember": the day of a month.
  if (/^\d{1,2}$/.test(before) && monthOf(/^\s*(\p{L}+)/u.exec(text.slice(end, end + 20))?.[1] ?? '') !== undefined)
    return false;
  // "No. 7", and "He said no."; "Rs. 2,000", and "It is paid in Rs. The rest follows."
  if (beforeNumber.test(before)) return !/\p{N}/u.test(next);
  return !abbreviations.has(before.toLowerCase());
}

/** Items of lists, rows, labelled lines, and the lines of logs, which begin with the time. */
const startsItem =
  /^[ \t]*(?:[-*•–·#>|]|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\d{1,3}[.)]\s|\p{Lu}[\p{L} ]{0,30}:|\p{Lu}[\p{L}\p{N} /-]{0,30}:(?=\s))/u;

/** A newline inside wrapped prose joins two halves of a sentence; any other newline ends what stands before it. */
function endsAtNewline(text: string, from: number, newline: number, to: number): boolean {
  const nextEnd = text.indexOf('\n', newline + 1);
  // The line as it was wrapped, of which the sentence may be the end only.
  const lineStart = Math.max(from, text.lastIndexOf('\n', newline - 1) + 1);
  const whole = text.slice(lineStart, newline).trimEnd();
  const following = text.slice(newline + 1, Math.min(nextEnd < 0 ? to : nextEnd, to));
  const depth = quoteDepth(whole);
  const isQuoted = depth > 0 && depth === quoteDepth(following);
  const [line, next] = isQuoted
    ? [whole.replace(quoteMarks, ''), following.replace(quoteMarks, '')]
    : [whole, following];
  if (next.trim() === '' || startsItem.test(next)) return true;
  if (/^\s*(?:#|\|)/.test(line) || isNewRow(line, next)) return true;
  return !(line.length >= 40 && (/^\s*\p{Ll}/u.test(next) || /[,\p{Ll}]$/u.test(line)));
}

const quoteMarks = /^[ \t]*(?:>[ \t]?)+/;
const quoteDepth = (line: string): number => (quoteMarks.exec(line)?.[0] ?? '').replace(/[^>]/g, '').length;

const columns = /\S(?: {3,}| *\t[ \t]*)\S/;

/** Columns that are set with spaces: a line with them is a row, and one that is set in further goes on from it. */
function isNewRow(line: string, next: string): boolean {
  if (columns.test(next)) return /^\s*[\p{Lu}\p{N}]/u.test(next);
  const indent = (of: string): number => of.search(/\S/);
  return columns.test(line) && indent(next) <= indent(line);
}

function pushTrimmed(sentences: Sentence[], text: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  if (end > start) sentences.push({ text: text.slice(start, end), start, end });
}
