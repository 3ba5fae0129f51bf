/** A piece of a text by its UTF-16 positions. */
export interface Span {
  start: number;
  end: number;
}

/** A block of Markdown with where it stands, so that passages can be marked in it. */
export type Block = Span &
  (
    | { kind: 'heading'; level: number; content: Span }
    | { kind: 'paragraph' | 'quote'; content: Span }
    | { kind: 'list'; isOrdered: boolean; items: Array<Span & { depth: number }> }
    | { kind: 'table'; header: Span[]; rows: Span[][] }
    | { kind: 'code'; language: string; content: Span }
    | { kind: 'formula'; content: Span }
    | { kind: 'rule' }
  );

interface Line extends Span {
  text: string;
}

const heading = /^(#{1,6})\s+/;
const item = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+/;
const divider = /^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;
const rule = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** Reads the Markdown that the service and models write: headings, paragraphs, lists, tables, code, formulas, quotes. */
export function parseMarkdown(text: string): Block[] {
  const lines = linesOf(text);
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const [block, next] = readBlock(lines, at);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

function readBlock(lines: readonly Line[], at: number): [block: Block | null, next: number] {
  const line = lines[at];
  if (!line || line.text.trim() === '') return [null, at + 1];
  const { start, end, text } = line;
  if (/^\s*```/.test(text)) return readCode(lines, at);
  const fence = /^\s*(\$\$|\\\[)/.exec(text)?.[1];
  if (fence !== undefined) return readFormula(lines, at, fence);
  const title = heading.exec(text);
  if (title) {
    const content = { start: start + title[0].length, end };
    return [{ kind: 'heading', level: title[1]?.length ?? 1, content, start, end }, at + 1];
  }
  if (text.trimStart().startsWith('|') && divider.test(lines[at + 1]?.text ?? '')) return readTable(lines, at);
  if (rule.test(text)) return [{ kind: 'rule', start, end }, at + 1];
  if (item.test(text)) return readList(lines, at);
  const isQuote = text.startsWith('>');
  const last = lastWhere(lines, at, ({ text: next }) => !beginsBlock(next) && next.startsWith('>') === isQuote);
  const stop = lines[last]?.end ?? end;
  const content = { start: isQuote ? start + (/^>\s?/.exec(text)?.[0].length ?? 0) : start, end: stop };
  return [{ kind: isQuote ? 'quote' : 'paragraph', content, start, end: stop }, last + 1];
}

function readCode(lines: readonly Line[], at: number): [Block, number] {
  const last = lastWhere(lines, at, ({ text }) => !/^\s*```/.test(text));
  const start = lines[at]?.start ?? 0;
  const closing = lines[last + 1];
  const content = { start: lines[at + 1]?.start ?? start, end: lines[last]?.end ?? start };
  const language = /^\s*```\s*([\w+#.-]*)/.exec(lines[at]?.text ?? '')?.[1] ?? '';
  return [{ kind: 'code', language, content, start, end: closing?.end ?? content.end }, last + 2];
}

/** Between `$$` and `$$`, or `\[` and `\]`, on one line or on several. One that is never closed ends with its paragraph. */
function readFormula(lines: readonly Line[], at: number, fence: string): [Block, number] {
  const closing = fence === '$$' ? '$$' : '\\]';
  const { start: begin = 0, text = '' } = lines[at] ?? {};
  const from = begin + text.indexOf(fence) + fence.length;
  let last = at;
  for (;;) {
    const line = lines[last];
    if (!line || line.text.trim() === '') break;
    const offset = last === at ? from - line.start : 0;
    const found = line.text.indexOf(closing, offset);
    if (found >= 0) {
      const content = { start: from, end: line.start + found };
      return [{ kind: 'formula', content, start: begin, end: line.end }, last + 1];
    }
    last++;
  }
  const end = lines[last - 1]?.end ?? from;
  return [{ kind: 'formula', content: { start: from, end: Math.max(from, end) }, start: begin, end }, last];
}

function readTable(lines: readonly Line[], at: number): [Block, number] {
  const last = lastWhere(lines, at + 1, ({ text }) => text.trimStart().startsWith('|'));
  const [header, , ...rows] = lines.slice(at, last + 1).map(cellsOf);
  const [start, end] = [lines[at]?.start ?? 0, lines[last]?.end ?? 0];
  return [{ kind: 'table', header: header ?? [], rows, start, end }, last + 1];
}

function readList(lines: readonly Line[], at: number): [Block, number] {
  const last = lastWhere(lines, at, ({ text }) => item.test(text));
  const found = lines.slice(at, last + 1).map(({ start, end, text }) => {
    const [mark = '', indent = ''] = item.exec(text) ?? [];
    return { start: start + mark.length, end, depth: Math.min(4, Math.floor(indent.length / 2)) };
  });
  const isOrdered = item.exec(lines[at]?.text ?? '')?.[2] !== undefined;
  const [start, end] = [lines[at]?.start ?? 0, lines[last]?.end ?? 0];
  return [{ kind: 'list', isOrdered, items: found, start, end }, last + 1];
}

const beginsBlock = (text: string): boolean =>
  text.trim() === '' ||
  heading.test(text) ||
  item.test(text) ||
  /^\s*(?:```|\$\$|\\\[)/.test(text) ||
  text.startsWith('|');

/** The last line from `at` on before the first that does not belong. */
function lastWhere(lines: readonly Line[], at: number, belongs: (line: Line) => boolean): number {
  let last = at;
  for (;;) {
    const next = lines[last + 1];
    if (!next || !belongs(next)) return last;
    last++;
  }
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    lines.push({ start, end, text: text.slice(start, end) });
    start = end + 1;
  }
  return lines;
}

/** Cells of a row of a table, without the blanks around them. */
function cellsOf({ start, text }: Line): Span[] {
  const cells: Span[] = [];
  let from = text.indexOf('|') + 1;
  for (let index = from; index <= text.length; index++) {
    const isEnd = index === text.length;
    if (!isEnd && (text[index] !== '|' || text[index - 1] === '\\')) continue;
    const cell = text.slice(from, index);
    if (!isEnd || cell.trim() !== '') {
      const lead = cell.length - cell.trimStart().length;
      cells.push({ start: start + from + lead, end: start + from + Math.max(lead, cell.trimEnd().length) });
    }
    from = index + 1;
  }
  return cells;
}
