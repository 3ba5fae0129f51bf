import { alignedTables } from './aligned-table.ts';
import { type Titles, titlesByPage } from './bookmarks.ts';
import { booktabsTables } from './booktabs-table.ts';
import { type LayoutWord, type UprightPage, uprightPage } from './layout-words.ts';
import { withoutLineNumbers } from './line-numbers.ts';
import { letterCounts, lostLetters } from './lost-letters.ts';
import { pageFurniture } from './page-furniture.ts';
import { pageMarkdown } from './page-markdown.ts';
import { type PageRules, pageRules, ruleGroups } from './page-rules.ts';
import type { PageTable } from './page-table.ts';
import { joinText, type PageBlock, paragraphs, runsOn } from './paragraphs.ts';
import type { PdfOutlineEntry, PdfPage } from './pdf-engine.ts';
import type { Box, RawPage } from './raw-page.ts';
import { type Piece, readingOrder } from './reading-order.ts';
import { ruledTable } from './ruled-table.ts';
import { type Segment, segmentsOf, type TextRow, textRows, toRow } from './text-rows.ts';
import { textFaults } from './text-soundness.ts';

/**
 * Turns what the pages draw into Markdown in reading order. Every word of the text layer is placed exactly once; what the
 * bookmarks of `outline` name is a heading.
 */
export function layoutPages(pages: RawPage[], outline: readonly PdfOutlineEntry[] = []): PdfPage[] {
  const layouts = layOutPages(pages, outline);
  const markdown = pageMarkdown(layouts.map((layout) => layout.blocks));
  return pages.map((page, i) => {
    const reasons = textFaults(page);
    const letters = page.letters ?? letterCounts(...page.runs.map((run) => run.text));
    return {
      number: page.number,
      width: page.width,
      height: page.height,
      markdown: markdown[i] ?? '',
      hasSoundText: reasons.length === 0,
      reasons,
      isBlank: page.isBlank,
      letters: lostLetters(letters, markdown[i] ?? ''),
      tables: (layouts[i]?.tables ?? []).map(({ rows: cells }) => ({
        rows: cells.length,
        columns: cells[0]?.length ?? 0,
      })),
    };
  });
}

/** The blocks of every page, before it is told which of them are headings. */
export function layOutPages(pages: RawPage[], outline: readonly PdfOutlineEntry[] = []): PageLayout[] {
  const upright = pages.map(uprightPage);
  const rows = upright.map((page) => textRows(page.words));
  const furniture = pageFurniture(upright.map(({ height, rules }, i) => ({ height, rules, rows: rows[i] ?? [] })));
  const titles = titlesByPage(outline);
  return upright.map((page, i) =>
    layOutWords({ ...page, titles: titles.get(pages[i]?.number ?? 0) }, rows[i] ?? [], furniture[i] ?? new Set()),
  );
}

export interface PageLayout {
  blocks: PageBlock[];
  tables: PageTable[];
}

/** Where more than this share of the lines run over its border, it is none of a table. */
const crossedShare = 0.1;

type PagePiece = Piece & ({ table: PageTable } | { segment: Segment });

const rightToLeft = /[\p{sc=Hebr}\p{sc=Arab}]/gu;

/** The one way from words with boxes to blocks in reading order, whether a text layer or an OCR engine gave them. */
export function layOutWords(
  page: Omit<UprightPage, 'width' | 'words'> & {
    /** The rows were read as lines: words of two of them that touch are not told apart anew. */
    areRowsRead?: boolean;
    /** Of the bookmarks that lead here. */
    titles?: Titles | undefined;
  },
  rows: TextRow[],
  furniture: Set<TextRow>,
): PageLayout {
  const { rows: body, numbers } = withoutLineNumbers(rows.filter((row) => !furniture.has(row)));
  const words = body.flatMap((row) => row.words);
  const rules = pageRules(page.rules, []);
  const tables = findTables(page, body, words, rules);
  const isFree = (word: LayoutWord) => !tables.some(({ box }) => isInside(box, word));
  const free = tables.length === 0 ? body : page.areRowsRead ? rowsOf(body, isFree) : textRows(words.filter(isFree));
  const verticals = rules.vertical;
  const isCut = (left: number, right: number, row: TextRow) =>
    verticals.some(
      (line) =>
        line.at > left - 1 &&
        line.at < right + 1 &&
        line.from < row.y + row.height / 2 &&
        line.to > row.y + row.height / 2,
    );
  const pieces: PagePiece[] = [
    ...free.flatMap((row) => segmentsOf(row, 1.1, isCut)).map((segment): PagePiece => ({ ...segment, segment })),
    ...tables.map((table): PagePiece => ({ ...table.box, text: '', size: 0, table })),
  ];
  const letters = words.map((word) => word.text).join('');
  const isRightToLeft = (letters.match(rightToLeft)?.length ?? 0) > letters.length * 0.4;
  const blocks = joinParted(
    readingOrder(pieces, isRightToLeft).flatMap((group) => toBlocks(group, words, page.titles)),
  );
  const aside = rows.filter((row) => furniture.has(row));
  const top = aside.filter((row) => row.y < page.height / 2);
  const bottom = aside.filter((row) => row.y >= page.height / 2);
  const notes = (kind: 'header' | 'footer', list: TextRow[]): PageBlock[] =>
    list.map((row) => ({ kind, text: row.words.map((word) => word.text).join(' '), words: row.words }));
  const margins = page.turned.map((run): PageBlock => ({ kind: 'margin', text: run.text.trim(), words: [] }));
  if (numbers.length > 0)
    margins.push({ kind: 'margin', text: numbers.map((word) => word.text).join(' '), words: numbers });
  return { blocks: [...notes('header', top), ...blocks, ...notes('footer', bottom), ...margins], tables };
}

/** The rows without the words that are left out. */
function rowsOf(rows: TextRow[], isKept: (word: LayoutWord) => boolean): TextRow[] {
  return rows.map((row) => row.words.filter(isKept)).flatMap((words) => (words.length === 0 ? [] : [toRow(words)]));
}

function findTables(
  page: Pick<UprightPage, 'rules' | 'fills'> & { titles?: Titles | undefined },
  rows: TextRow[],
  words: LayoutWord[],
  rules: PageRules,
): PageTable[] {
  const ruled = ruleGroups(rules)
    .sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)
    .flatMap((group) => ruledTable(group, words) ?? [])
    .filter(({ box }) => !isCrossed(box, words));
  const kept = ruled.filter((table, i) => !ruled.slice(0, i).some((other) => overlaps(other.box, table.box)));
  const outside = (tables: PageTable[]) => words.filter((word) => !tables.some(({ box }) => isInside(box, word)));
  const lined = booktabsTables(kept.length === 0 ? words : outside(kept), rules);
  const framed = [...kept, ...lined.filter(({ box }) => !isCrossed(box, words))];
  const rest = framed.length === 0 ? rows : textRows(outside(framed));
  const edges = page.fills.length === 0 ? rules : pageRules(page.rules, page.fills);
  return [...framed, ...alignedTables(rest, edges, page.titles)];
}

/** Whether lines that an engine read whole run over the border, as they do where the lines of a chart join boxes of text. */
function isCrossed(box: Box, words: readonly LayoutWord[]): boolean {
  const sides = new Map<number, Set<boolean>>();
  for (const word of words) {
    if (word.read) sides.set(word.run, (sides.get(word.run) ?? new Set()).add(isInside(box, word)));
  }
  const lines = [...sides.values()].filter((side) => side.has(true));
  return lines.filter((side) => side.size > 1).length > Math.max(1, lines.length * crossedShare);
}

function toBlocks(pieces: PagePiece[], words: LayoutWord[], titles: Titles | undefined): PageBlock[] {
  const blocks: PageBlock[] = [];
  let segments: Segment[] = [];
  const flush = () => {
    blocks.push(...paragraphs(segments, titles).map((paragraph): PageBlock => ({ kind: 'paragraph', paragraph })));
    segments = [];
  };
  for (const piece of pieces) {
    if ('segment' in piece) segments.push(piece.segment);
    else {
      flush();
      const { box, rows } = piece.table;
      blocks.push({ kind: 'table', rows, words: words.filter((word) => isInside(box, word)) });
    }
  }
  flush();
  return blocks;
}

function joinParted(blocks: PageBlock[]): PageBlock[] {
  const joined: PageBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last?.kind === 'paragraph' && block.kind === 'paragraph' && runsOn(last.paragraph, block.paragraph)) {
      last.paragraph.text = joinText(last.paragraph.text, block.paragraph.text);
      last.paragraph.lines += block.paragraph.lines;
      last.paragraph.lineTexts.push(...block.paragraph.lineTexts);
      last.paragraph.words.push(...block.paragraph.words);
    } else joined.push(block);
  }
  return joined;
}

function isInside(box: Box, word: LayoutWord): boolean {
  const x = word.x + word.width / 2;
  const y = word.y + word.height / 2;
  return x > box.x - 1 && x < box.x + box.width + 1 && y > box.y - 1 && y < box.y + box.height + 1;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
