/** A stretch of a text that can be found and quoted by itself. Positions are UTF-16, end exclusive. */
export interface Passage {
  start: number;
  end: number;
  /** The headings it stands under, outermost first. */
  headings: string[];
}

interface Block {
  start: number;
  end: number;
}

/** A passage is filled up to `target` and, for the sake of a whole section, may reach `most`. */
interface Sizes {
  target: number;
  most: number;
}

const spacedSizes: Sizes = { target: 1100, most: 1900 };
/** A Chinese or Japanese character says about as much as half a word. */
const denseSizes: Sizes = { target: 400, most: 700 };
const sampleLength = 2000;
const longestHeading = 200;

/**
 * Cuts Markdown or plain text into passages of a paragraph or a few: sections stay together when they are short, and no
 * passage reaches over a heading. Together the passages hold every character that is not white space.
 */
export function splitPassages(text: string): Passage[] {
  const sizes = isDense(text) ? denseSizes : spacedSizes;
  const passages: Passage[] = [];
  for (const section of sections(text)) {
    for (const { start, end } of fill(text, section, sizes)) passages.push({ start, end, headings: section.headings });
  }
  return passages;
}

interface Section extends Block {
  headings: string[];
}

const headingPattern = /^ {0,3}(#{1,6})[ \t](.+)$/;

/** Stretches between headings, each with its own heading line in front. */
function* sections(text: string): Generator<Section> {
  const stack: { level: number; title: string }[] = [];
  let start = 0;
  let headings: string[] = [];
  let isOnlyHeadings = true;
  for (const line of lines(text)) {
    const source = text.slice(line.start, line.end);
    const heading = source.length <= 2 * longestHeading ? headingPattern.exec(source) : null;
    if (!heading) {
      if (source.trim() !== '') isOnlyHeadings = false;
      continue;
    }
    // Headings that follow each other directly open one section together.
    if (!isOnlyHeadings) {
      yield { start, end: line.start, headings };
      start = line.start;
      isOnlyHeadings = true;
    }
    const level = heading[1]?.length ?? 1;
    while ((stack.at(-1)?.level ?? 0) >= level) stack.pop();
    stack.push({ level, title: titleOf(heading[2] ?? '').slice(0, longestHeading) });
    headings = stack.map(({ title }) => title);
  }
  yield { start, end: text.length, headings };
}

/** What a heading says without the marks that may close it: "Rent ##". */
function titleOf(written: string): string {
  const title = written
    .trim()
    .replace(/(?<!#)#+$/, '')
    .trimEnd();
  return title === '' ? written.trim() : title;
}

function* fill(text: string, section: Block, sizes: Sizes): Generator<Block> {
  const whole = trimmed(text, section.start, section.end);
  if (!whole) return;
  if (whole.end - whole.start <= sizes.most) {
    yield whole;
    return;
  }
  let start = whole.start;
  let end = whole.start;
  for (const piece of pieces(text, whole, sizes)) {
    if (end > start && piece.end - start > sizes.target) {
      yield { start, end };
      start = piece.start;
    }
    end = piece.end;
  }
  yield { start, end };
}

/** Paragraphs; those that are too long in sentences or lines, and those in parts of the allowed length. */
function* pieces(text: string, section: Block, sizes: Sizes): Generator<Block> {
  for (const paragraph of split(text, section, /\n[ \t]*\n/g)) {
    if (paragraph.end - paragraph.start <= sizes.target) {
      yield paragraph;
      continue;
    }
    for (const sentence of split(text, paragraph, /[.!?…]["'”’)\]]*\s+(?=[\p{Lu}\p{N}"“(])|[。！？]["”』」）]*|\n/gu)) {
      for (let start = sentence.start; start < sentence.end; ) {
        const end = Math.min(sentence.end, cut(text, start, start + sizes.target));
        yield { start, end };
        start = end;
      }
    }
  }
}

function* split(text: string, block: Block, boundary: RegExp): Generator<Block> {
  const part = text.slice(block.start, block.end);
  let from = 0;
  for (const match of part.matchAll(boundary)) {
    const found = trimmed(text, block.start + from, block.start + match.index + match[0].length);
    if (found) yield found;
    from = match.index + match[0].length;
  }
  const rest = trimmed(text, block.start + from, block.end);
  if (rest) yield rest;
}

/** The last space before `at`, or `at` itself, never inside a surrogate pair. */
function cut(text: string, start: number, at: number): number {
  if (at >= text.length) return text.length;
  // Looked for in the second half alone: a text without spaces would be gone through from its beginning at every cut.
  const half = start + Math.floor((at - start) / 2) + 1;
  const space = text.slice(half, at + 1).lastIndexOf(' ');
  if (space >= 0) return half + space + 1;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

function trimmed(text: string, start: number, end: number): Block | null {
  let from = start;
  let to = end;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff || code === 0x3000;
}

function* lines(text: string): Generator<Block> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield { start, end };
    start = end + 1;
  }
}

function isDense(text: string): boolean {
  const sample = text.slice(0, sampleLength);
  const dense = sample.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return dense > sample.length * 0.25;
}
