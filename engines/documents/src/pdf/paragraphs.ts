import { bookmarkLevel, type Titles } from './bookmarks.ts';
import type { LayoutWord } from './layout-words.ts';
import { areBeside, boundsOf, joinWords, type Segment } from './text-rows.ts';

/** Lines that belong together. */
export interface Paragraph {
  kind: 'text' | 'item';
  text: string;
  size: number;
  isBold: boolean;
  /** The level of the bookmark that it is the title of; null for all else. */
  level: number | null;
  lines: number;
  /** The lines one by one, as they stand. */
  lineTexts: string[];
  words: LayoutWord[];
  /** Left edge, for the depth of list items. */
  x: number;
  y: number;
  bottom: number;
}

/** What a page consists of, in reading order. */
export type PageBlock =
  | { kind: 'paragraph'; paragraph: Paragraph }
  | { kind: 'table'; rows: string[][]; words: LayoutWord[] }
  /** What stands on a page without being part of its text. */
  | { kind: 'header' | 'footer' | 'margin'; text: string; words: LayoutWord[] };

// Symbol fonts put their bullets into the private range.
const bullet = /^[•◦▪▫■□●○‣⁃∙·–—\-*➢➤✓✔❖\uF000-\uF0FF]\s+|^[•◦▪▫■□●○‣⁃∙➢➤✓✔❖\uF000-\uF0FF]/;
const numbered = /^(\(?[a-z0-9]{1,3}[.)]|[ivx]{1,5}[.)]|\d{1,2}(\.\d{1,2})+)\s+\S/i;

/** Titles of more lines are none. */
const titleLines = 3;

/** A line of a table of contents: dots lead to its page. */
export const endsInLeader = /…\s*(?:\p{L}-?)?[\divxlc]{1,6}$/iu;

const numberedHead = /^(?:[a-z](?=[.)])|\d{1,3})[.\d)]*\s+\S/iu;

interface TextLine {
  segments: Segment[];
  words: LayoutWord[];
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
}

/** Joins the segments of one block of the page, given in reading order, into paragraphs. */
export function paragraphs(segments: Segment[], titles: Titles = new Map()): Paragraph[] {
  const lines = toLines(segments);
  const right = Math.max(...lines.map((line) => line.x + line.width), 0);
  const left = Math.min(...lines.map((line) => line.x), Infinity);
  const pitches = lines
    .slice(1)
    .map((line, i) => line.y - (lines[i]?.y ?? 0))
    .sort((a, b) => a - b);
  const block = { left, right, pitch: pitches[pitches.length >> 2] ?? 0 };
  const found: Paragraph[] = [];
  let last: TextLine | undefined;
  for (const line of lines) {
    const text = joinWords(line.words);
    const isItem = bullet.test(text);
    const current = found.at(-1);
    const together = current ? joinText(current.text, text) : text;
    const level = bookmarkLevel(titles, current ? together : text);
    const isTitlesRest = current !== undefined && level !== null && current.lines < titleLines;
    const isTitle = bookmarkLevel(titles, text) !== null;
    const staysOpen = current?.level === null && !isTitle;
    if (current && last && !isItem && (isTitlesRest || (staysOpen && goesOn(current, { last, line, text }, block)))) {
      current.text = together;
      current.level = isTitlesRest ? level : current.level;
      current.isBold &&= isBoldLine(line);
      current.lines++;
      current.lineTexts.push(text);
      current.words.push(...line.words);
      current.bottom = line.y + line.height;
    } else {
      found.push({
        kind: isItem ? 'item' : 'text',
        text: isItem ? text.replace(bullet, '') : text,
        size: line.size,
        isBold: isBoldLine(line),
        level: bookmarkLevel(titles, text),
        lines: 1,
        lineTexts: [text],
        words: [...line.words],
        x: line.x,
        y: line.y,
        bottom: line.y + line.height,
      });
    }
    last = line;
  }
  return found.filter((paragraph) => paragraph.text !== '');
}

/** All of its words are bold; a dash or a bullet may be of any weight. */
const isBoldLine = ({ words }: TextLine): boolean =>
  words.every((word) => word.isBold || !/[\p{L}\p{N}]/u.test(word.text));

function areOfOtherFonts(one: TextLine, other: TextLine): boolean {
  const fontsOf = ({ words }: TextLine) => words.flatMap(({ font, text }) => (/\p{L}{2}/u.test(text) ? [font] : []));
  const fonts = new Set(fontsOf(one));
  const others = fontsOf(other);
  return fonts.size > 0 && others.length > 0 && !fonts.has(undefined) && others.every((font) => !fonts.has(font));
}

function toLines(segments: Segment[]): TextLine[] {
  const lines: Segment[][] = [];
  for (const segment of segments) {
    const line = lines.at(-1);
    const first = line?.[0];
    const overlap = first
      ? Math.min(first.y + first.height, segment.y + segment.height) - Math.max(first.y, segment.y)
      : 0;
    const isLevel = first !== undefined && overlap > Math.min(first.height, segment.height) * 0.5;
    if (line && isLevel && line.every((part) => areBeside(part, segment))) line.push(segment);
    else lines.push([segment]);
  }
  return lines.map((parts) => {
    const words = parts.flatMap((part) => part.words).sort((a, b) => a.x - b.x);
    const sizes = words.map((word) => word.size).sort((a, b) => a - b);
    return { segments: parts, words, ...boundsOf(words), size: sizes[sizes.length >> 1] ?? 0 };
  });
}

interface TextBlock {
  left: number;
  right: number;
  /** What the closer lines are apart. */
  pitch: number;
}

function goesOn(
  current: Paragraph,
  { last, line, text }: { last: TextLine; line: TextLine; text: string },
  { left, right, pitch: usual }: TextBlock,
): boolean {
  if (endsInLeader.test(joinWords(last.words))) return false;
  const pitch = line.y - last.y;
  const size = Math.max(last.size, line.size);
  if (pitch > Math.max(size * 1.9, Math.min(usual * 1.2, size * 3)) || pitch < -size) return false;
  // Sizes waver in text layers that OCR made, but not between a heading and a full line.
  const areFull = Math.min(last.width, line.width) > (right - left) * 0.7;
  const isMidSentence = areFull && /[\p{L},]$/u.test(joinWords(last.words)) && /^\p{Ll}{2}/u.test(text);
  if (Math.abs(last.size - line.size) > size * (isMidSentence ? 0.6 : areFull ? 0.35 : 0.12)) return false;
  // A short line in one font and a sentence in another are a title and its text.
  const endsShort = last.x + last.width < right - (right - left) * 0.12;
  if (endsShort && /^\P{Ll}/u.test(text) && areOfOtherFonts(last, line)) return false;
  const isBold = isBoldLine(line);
  if (current.isBold && !isBold && current.lines <= 3 && current.kind === 'text') {
    // Bold words at the head of a paragraph make its whole line seem bold; a heading does not run on over the line's end.
    const isFull = last.x + last.width > right - (right - left) * 0.12;
    if (!isFull || current.lines > 1 || pitch > usual * 1.1 || !/^[\p{Ll}\p{N}]|[.:] /u.test(`${text}`)) return false;
  }
  if (isBold ? numberedHead.test(text) : numbered.test(text) && line.x <= left + size) return false;
  // An indented line, or one after a line that ends short, begins a paragraph.
  const isIndented =
    line.x > last.x + size * 0.8 &&
    line.x < last.x + size * 4 &&
    current.kind !== 'item' &&
    Math.abs(last.x - left) < size * 0.5;
  const endedShort =
    last.x + last.width < right - (right - left) * 0.25 && /[.!?:]["')\]]?$/.test(joinWords(last.words));
  return (!isIndented || (current.isBold && isBold)) && !endedShort;
}

/** Whether a paragraph goes on in the next one: the text was parted by the end of a column or by a picture. */
export function runsOn(paragraph: Paragraph, next: Paragraph): boolean {
  if (next.kind !== 'text' || !/^\p{Ll}/u.test(next.text) || numbered.test(next.text)) return false;
  if (Math.abs(paragraph.size - next.size) > paragraph.size * 0.12 || paragraph.isBold !== next.isBold) return false;
  return (
    /\p{Ll}-$/u.test(paragraph.text) || (paragraph.lines >= 2 && next.lines >= 2 && /[\p{Ll},]$/u.test(paragraph.text))
  );
}

/** Joins two lines; a word parted by a hyphen becomes whole again. */
export function joinText(text: string, next: string): string {
  if (/\p{Ll}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  return `${text} ${next}`;
}
