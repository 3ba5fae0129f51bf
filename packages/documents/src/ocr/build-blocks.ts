import { boxAround, clampBox, mean, median } from './geometry.ts';
import type { OcrBlock, OcrWord } from './ocr-block.ts';
import type { Box, ReadLine } from './ocr-engine.ts';
import { orderLines, type Row, textOf } from './order-lines.ts';

export interface LaidOutPage {
  blocks: OcrBlock[];
  markdown: string;
  text: string;
}

interface Draft {
  type: OcrBlock['type'];
  /** Rows of cells; one cell a row outside tables. */
  cells: string[][];
  lines: ReadLine[];
  level?: number;
}

const uncertainBelow = 0.6;
const bullet = /^([•·▪●○◦*–-]|\d{1,3}[.)]|\(?[a-z][.)])\s+\S/u;

/** Lines to blocks in reading order, and those to Markdown and to plain text. */
export function layOut(lines: readonly ReadLine[], width: number, height: number): LaidOutPage {
  const usual = median(
    lines.map((line) => line.box.height),
    lines.map((line) => line.box.width),
  );
  const drafts = orderLines(lines).flatMap((rows) => draftsOf(rows, usual));
  return {
    blocks: drafts.map((draft) => toBlock(draft, width, height)),
    markdown: drafts.map(toMarkdown).join('\n\n'),
    text: drafts.map(toText).join('\n\n'),
  };
}

function draftsOf(rows: readonly Row[], usual: number): Draft[] {
  const drafts: Draft[] = [];
  let index = 0;
  while (index < rows.length) {
    const end = tableEnd(rows, index);
    if (end - index >= 3) {
      drafts.push(toTable(rows.slice(index, end)));
      index = end;
      continue;
    }
    const row = rows[index] ?? [];
    index++;
    const text = row.map(textOf).join(' ');
    const last = drafts.at(-1);
    const type = typeOf(row, text, usual);
    if (last && last.type === type && type !== 'heading' && follows(last, row)) {
      last.cells.push([text]);
      last.lines.push(...row);
    } else {
      drafts.push({
        type,
        cells: [[text]],
        lines: [...row],
        ...(type === 'heading' && { level: levelOf(row, usual) }),
      });
    }
  }
  return drafts;
}

/** The row after the last one of a table that begins here: rows of several cells, single cells in between allowed. */
function tableEnd(rows: readonly Row[], start: number): number {
  let end = start;
  for (let index = start; index < rows.length; index++) {
    const row = rows[index] ?? [];
    if (row.length >= 2) end = index + 1;
    else if (index - end >= 1 || end === start) break;
  }
  return end;
}

function typeOf(row: Row, text: string, usual: number): OcrBlock['type'] {
  if (bullet.test(text)) return 'list';
  const height = median(row.map((line) => line.box.height));
  return height > 1.35 * usual && text.length < 120 && /\p{L}/u.test(text) ? 'heading' : 'paragraph';
}

function levelOf(row: Row, usual: number): number {
  const height = median(row.map((line) => line.box.height));
  return height > 2.2 * usual ? 1 : height > 1.7 * usual ? 2 : 3;
}

/** Whether a row goes on directly below a block. */
function follows(draft: Draft, row: Row): boolean {
  const above = draft.lines.at(-1)?.box;
  const below = row[0]?.box;
  if (!above || !below) return false;
  const gap = below.y - (above.y + above.height);
  return gap < 0.9 * Math.max(above.height, below.height);
}

/** Puts cells into columns by where they stand. */
function toTable(rows: readonly Row[]): Draft {
  const columns: { from: number; to: number }[] = [];
  for (const cell of rows.flat().sort((a, b) => a.box.x - b.box.x)) {
    const to = cell.box.x + cell.box.width;
    const column = columns.find((candidate) => cell.box.x < candidate.to && to > candidate.from);
    if (!column) columns.push({ from: cell.box.x, to });
    // A cell that spans several columns must not melt them into one.
    else if (cell.box.width < 2.5 * (column.to - column.from)) column.to = Math.max(column.to, to);
  }
  const cells = rows.map((row) => {
    const line = columns.map(() => '');
    for (const cell of row) {
      const center = cell.box.x + cell.box.width / 2;
      const distances = columns.map((column) =>
        center >= column.from && center <= column.to
          ? 0
          : Math.min(Math.abs(center - column.from), Math.abs(center - column.to)),
      );
      const index = distances.indexOf(Math.min(...distances));
      line[index] = [line[index], textOf(cell)].filter(Boolean).join(' ');
    }
    return line;
  });
  return { type: 'table', cells, lines: rows.flat() };
}

function toBlock(draft: Draft, width: number, height: number): OcrBlock {
  return {
    type: draft.type,
    text: toText(draft),
    bounding_box: clampBox(boxAround(draft.lines.map((line) => line.box)), width, height),
    confidence: share(mean(draft.lines.map((line) => line.confidence))),
    words: draft.lines.flatMap((line) => line.words).map((word) => toWord(word, width, height)),
  };
}

function toWord(word: { text: string; box: Box; confidence: number }, width: number, height: number): OcrWord {
  return {
    text: word.text,
    bounding_box: clampBox(word.box, width, height),
    confidence: share(word.confidence),
    ...(word.confidence < uncertainBelow && { uncertain: true }),
  };
}

function share(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}

function toText(draft: Draft): string {
  return draft.cells.map((row) => row.filter(Boolean).join('\t')).join('\n');
}

function toMarkdown(draft: Draft): string {
  if (draft.type === 'table') {
    const rows = draft.cells.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
    const rule = `|${' --- |'.repeat(draft.cells[0]?.length ?? 1)}`;
    return [rows[0], rule, ...rows.slice(1)].join('\n');
  }
  const lines = draft.cells.map((row) => row.join(' '));
  if (draft.type === 'heading') return `${'#'.repeat(draft.level ?? 2)} ${lines.join(' ')}`;
  if (draft.type === 'list') return lines.map((line) => line.replace(/^[•·▪●○◦–]\s*/u, '- ')).join('\n');
  return lines.map(escapeLine).join('\n');
}

/** Marks at the beginning of a line that Markdown would take for structure. */
function escapeLine(line: string): string {
  return line.replace(/^(#{1,6}\s|>|[-+*]\s|={3,}$|-{3,}$)/, '\\$1').replace(/^(\s*)\|/, '$1\\|');
}
