import type { LayoutWord } from './layout-words.ts';
import type { PageBlock, Paragraph } from './paragraphs.ts';
import { boundsOf } from './text-rows.ts';

/** What is looked at to tell headings, in the order of the numbers in a row. */
export const headingFeatureNames = [
  'size',
  'sizeAbove',
  'sizeBelow',
  'isBold',
  'isBoldBelow',
  'boldShare',
  'isItalic',
  'isOtherFont',
  'styleShare',
  'styleCount',
  'styleLength',
  'styleSentences',
  'styleFollowed',
  'words',
  'characters',
  'lines',
  'capitals',
  'titleCase',
  'numberDepth',
  'numberKind',
  'numberFollows',
  'numberGoesOn',
  'ending',
  'beginsSmall',
  'letters',
  'gapAbove',
  'gapBelow',
  'gapRatio',
  'indent',
  'centre',
  'width',
  'wordsBelow',
  'wordsAbove',
  'kindBelow',
  'kindAbove',
  'endingAbove',
  'isLikeBelow',
  'isLikeAbove',
  'place',
  'page',
  'shortOnPage',
  'repeats',
  'isItem',
  'beginsBig',
] as const;

const none = 9;
const mostGap = 6;
const shortWords = 12;

interface Context {
  paragraph: Paragraph;
  page: number;
  height: number;
  style: Style;
  box: { x: number; width: number };
  words: number;
  above: PageBlock | undefined;
  below: PageBlock | undefined;
  shortOnPage: number;
}

interface Style {
  ink: number;
  count: number;
  words: number;
  sentences: number;
  followed: number;
  size: number;
  font: string;
}

const numbering = /^(?:\p{L}{4,10}\s+)?(\d{1,3}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){0,4}|[IVXL]{1,6})([.):]?)\s+\S/u;
/** The number of a title as its parts; null where it has none. */
function numberOf(text: string): { parts: number[]; kind: number } | null {
  const match = numbering.exec(text);
  const [, number = '', mark = ''] = match ?? [];
  if (
    number === '' ||
    (/^[A-Z]+$/.test(number) && mark === '' && !/^\p{L}{4,10}\s/u.test(text) && number !== 'A' && number !== 'B')
  )
    return null;
  const [first = '', ...rest] = number.split('.');
  const value = /^\d/.test(first)
    ? Number(first)
    : first.length === 1 && !/[IVX]/.test(first)
      ? first.charCodeAt(0) - 64
      : romanValue(first);
  const kind = /^\p{L}{4}/u.test(text) ? 4 : /^\d/.test(first) ? 1 : rest.length > 0 ? 3 : 2;
  return { parts: [value, ...rest.map(Number)], kind };
}

function romanValue(text: string): number {
  const values: Record<string, number> = { I: 1, V: 5, X: 10, L: 50 };
  const digits = [...text].map((letter) => values[letter] ?? 0);
  return digits.reduce((sum, digit, i) => sum + (digit < (digits[i + 1] ?? 0) ? -digit : digit), 0);
}

/** Rows of features for every paragraph of a document, told beside all others. */
export function headingFeatures(pages: readonly PageBlock[][]): Map<Paragraph, number[]> {
  const styles = new Map<string, Style>();
  const contexts = pages.flatMap((blocks, page) => contextsOf(blocks, page, styles));
  const body = [...styles.values()].reduce((most, style) => (style.ink > most.ink ? style : most), emptyStyle);
  const all = [...styles.values()].reduce((sum, { ink }) => sum + ink, 0);
  for (const { below, style } of contexts) {
    if (below?.kind === 'paragraph' && styleOf(below.paragraph, styles) === body && style !== body) style.followed++;
  }
  const repeats = new Map<string, number>();
  for (const { paragraph } of contexts) repeats.set(paragraph.text, (repeats.get(paragraph.text) ?? 0) + 1);
  const numbers = new Map<string, number>();
  for (const [at, { paragraph }] of contexts.entries()) {
    const parts = numberOf(paragraph.text)?.parts;
    if (parts && !numbers.has(parts.join('.'))) numbers.set(parts.join('.'), at);
  }
  const boldInk = contexts.reduce((sum, { paragraph }) => sum + (paragraph.isBold ? paragraph.text.length : 0), 0);
  const document = { body, all, repeats, numbers, styles, boldShare: boldInk / Math.max(1, all), pages: pages.length };
  return new Map(contexts.map((context, at) => [context.paragraph, rowOf(context, at, document)]));
}

interface Document {
  body: Style;
  all: number;
  repeats: Map<string, number>;
  numbers: Map<string, number>;
  styles: Map<string, Style>;
  boldShare: number;
  pages: number;
}

const emptyStyle: Style = { ink: 0, count: 0, words: 0, sentences: 0, followed: 0, size: 10, font: '' };

function rowOf(context: Context, at: number, document: Document): number[] {
  const { paragraph, style, box, words, above, below, page, height } = context;
  const { text, size } = paragraph;
  const { body } = document;
  const [over, under] = [above, below].map((block) => (block?.kind === 'paragraph' ? block.paragraph : undefined));
  const gapAbove = over ? gapOf(over, paragraph) : none;
  const gapBelow = under ? gapOf(paragraph, under) : none;
  const number = numberOf(text);
  const parts = number?.parts ?? [];
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const neighbour = under ? boundsOf(under.words) : over ? boundsOf(over.words) : box;
  const widest = Math.max(neighbour.width, box.width, 1);
  return [
    size / body.size,
    over ? size / over.size : 1,
    under ? size / under.size : 1,
    Number(paragraph.isBold),
    Number(under?.isBold ?? false),
    document.boldShare,
    paragraph.words.filter(({ isItalic }) => isItalic).length / Math.max(1, paragraph.words.length),
    Number(style.font !== body.font),
    Math.log(style.ink / Math.max(1, document.all)),
    Math.log(style.count),
    style.words / style.count,
    style.sentences / style.count,
    style.followed / style.count,
    words,
    text.length,
    paragraph.lines,
    (text.match(/\p{Lu}/gu)?.length ?? 0) / Math.max(1, letters),
    (text.match(/(?<!\S)["'“(]?\p{Lu}/gu)?.length ?? 0) / Math.max(1, words),
    parts.length,
    number?.kind ?? 0,
    number ? Number(follows(parts, at, document.numbers)) : -1,
    number ? Number(goesOn(parts, at, document.numbers)) : -1,
    endingOf(text),
    Number(/^["'“(]?\p{Ll}/u.test(text)),
    letters / Math.max(1, text.replace(/\s/g, '').length),
    gapAbove,
    gapBelow,
    gapAbove === none || gapBelow === none ? none : Math.max(-mostGap, Math.min(mostGap, gapAbove - gapBelow)),
    Math.max(-none, Math.min(none, (box.x - neighbour.x) / size)),
    Math.min(none, Math.abs(box.x + box.width / 2 - (neighbour.x + neighbour.width / 2)) / size),
    box.width / widest,
    under ? Math.min(99, wordsIn(under.text)) : 0,
    over ? Math.min(99, wordsIn(over.text)) : 0,
    kindOf(below),
    kindOf(above),
    over ? endingOf(over.text) : -1,
    under ? Number(styleOf(under, document.styles) === style) : -1,
    over ? Number(styleOf(over, document.styles) === style) : -1,
    paragraph.y / height,
    Math.min(page, 3),
    context.shortOnPage,
    Math.log(document.repeats.get(text) ?? 1),
    Number(paragraph.kind === 'item'),
    Math.max(...paragraph.words.slice(0, 1).map((word) => word.size)) / size,
  ];
}

function contextsOf(blocks: PageBlock[], page: number, styles: Map<string, Style>): Context[] {
  const content = blocks.filter(({ kind }) => kind === 'paragraph' || kind === 'table');
  const bottoms = content.map((block) => (block.kind === 'paragraph' ? block.paragraph.bottom : 0));
  const height = Math.max(1, ...bottoms);
  const found = content.flatMap((block, i): Context[] => {
    if (block.kind === 'table') addTable(block.words, styles);
    if (block.kind !== 'paragraph') return [];
    const { paragraph } = block;
    const style = styleOf(paragraph, styles);
    const words = wordsIn(paragraph.text);
    style.ink += paragraph.text.length;
    style.count++;
    style.words += Math.min(100, words);
    if (/[.:;,]$/.test(paragraph.text)) style.sentences++;
    const { x, width } = boundsOf(paragraph.words);
    const [above, below] = [content[i - 1], content[i + 1]];
    return [{ paragraph, page, height, style, box: { x, width }, words, above, below, shortOnPage: 0 }];
  });
  const short = found.filter(({ words }) => words < shortWords).length / Math.max(1, found.length);
  for (const context of found) context.shortOnPage = short;
  return found;
}

/** The cells of tables are text like any other, of which some documents have nothing else. */
function addTable(words: LayoutWord[], styles: Map<string, Style>): void {
  const sizes = words.map(({ size }) => size).sort((a, b) => a - b);
  const isBold = words.filter((word) => word.isBold).length > words.length / 2;
  const style = styleOf({ words, size: sizes[sizes.length >> 1] ?? 0, isBold }, styles);
  style.ink += words.reduce((sum, { text }) => sum + text.length, 0);
  style.count++;
}

function styleOf(
  { words, size: points, isBold }: Pick<Paragraph, 'words' | 'size' | 'isBold'>,
  styles: Map<string, Style>,
): Style {
  const ink = new Map<string, number>();
  for (const word of words) ink.set(word.font ?? '', (ink.get(word.font ?? '') ?? 0) + word.text.length);
  const [font = ''] = [...ink].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0]);
  const size = Math.round(points * 2) / 2;
  const key = `${size} ${isBold} ${font}`;
  const style = styles.get(key) ?? { ...emptyStyle, size, font };
  styles.set(key, style);
  return style;
}

/** White space between two paragraphs of one column in letter heights. */
function gapOf(upper: Paragraph, lower: Paragraph): number {
  const gap = (lower.y - upper.bottom) / Math.max(1, Math.min(upper.size, lower.size));
  return gap < -1 ? none : Math.min(mostGap, gap);
}

const wordsIn = (text: string): number => text.split(' ').length;

function endingOf(text: string): number {
  if (/[\s…]\d{1,4}$/.test(text)) return 5;
  if (/[.]["”’)]?$/.test(text)) return 1;
  if (/:$/.test(text)) return 2;
  if (/[,;]$/.test(text)) return 3;
  return /[?!]$/.test(text) ? 4 : 0;
}

function kindOf(block: PageBlock | undefined): number {
  if (block?.kind === 'table') return 2;
  if (block?.kind !== 'paragraph') return 0;
  return block.paragraph.kind === 'item' ? 3 : 1;
}

/** Whether the number before this one stands above it, or it is the first. */
function follows(parts: number[], at: number, numbers: Map<string, number>): boolean {
  const last = parts.at(-1) ?? 0;
  const before = last > 1 ? [...parts.slice(0, -1), last - 1] : parts.slice(0, -1);
  if (before.length === 0) return true;
  return (numbers.get(before.join('.')) ?? at) < at;
}

/** Whether the next number, or the first one below, stands below. */
function goesOn(parts: number[], at: number, numbers: Map<string, number>): boolean {
  const next = [...parts.slice(0, -1), (parts.at(-1) ?? 0) + 1];
  return [next, [...parts, 1]].some((each) => (numbers.get(each.join('.')) ?? -1) > at);
}
