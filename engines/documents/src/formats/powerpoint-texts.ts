import { markdownTable } from './markdown-table.ts';
import { findRecord, numberAt, type OfficeRecord, recordsOf } from './office-records.ts';

/** One text of a slide: a title, a body, a box, a table. */
export interface SlideText {
  /** What the text is for, by the numbers of the format; null for a table. */
  use: number | null;
  paragraphs: string[];
}

/** `use` of the texts that head a slide, and of what the speaker says to it. */
export const titleUses: readonly (number | null)[] = [0, 6];
export const notesUse = 2;

const type = {
  textUse: 0x0f9f,
  characters: 0x0fa0,
  bytes: 0x0fa8,
  outlineText: 0x0f9e,
  drawing: 0x040c,
  group: 0xf003,
  shape: 0xf004,
  place: 0xf00f,
  tableMarks: 0xf122,
} as const;
/** Stand for the number of the slide, the date, the header and the footer: a mark in the text shows where. */
const fieldTypes = new Set([0x0fd8, 0x0ff7, 0x0ff8, 0x0ff9, 0x0ffa, 0x1015]);
const isTableMark = 0x039f;
/** Deeper than this no program groups shapes. */
const deepest = 24;
const mostCells = 10_000;

/** The texts among these records, in their order; others of the outline are named by their number. */
export function textsOf(records: Iterable<OfficeRecord>, outline: readonly SlideText[] = []): SlideText[] {
  const texts: SlideText[] = [];
  let use = 0;
  let written = '';
  let fields: number[] = [];
  const end = () => {
    const text = fields.length === 0 ? written : [...written].filter((_, at) => !fields.includes(at)).join('');
    const paragraphs = text
      .split('\r')
      // Within a paragraph a line may be broken.
      .map((paragraph) => paragraph.replace(/[\s\v\0]+/g, ' ').trim())
      .filter((paragraph) => paragraph !== '');
    texts.push({ use, paragraphs });
    written = '';
    fields = [];
  };
  let isOpen = false;
  for (const { type: kind, body } of records) {
    if (kind === type.textUse) {
      if (isOpen) end();
      isOpen = true;
      use = numberAt(body, 0);
    } else if (kind === type.characters) written += body.toString('utf16le');
    else if (kind === type.bytes) written += body.toString('latin1');
    else if (fieldTypes.has(kind)) fields.push(numberAt(body, 0));
    else if (kind === type.outlineText) {
      const text = outline[numberAt(body, 0)];
      if (text) texts.push(text);
    }
  }
  if (isOpen || written !== '') end();
  return texts;
}

/** The texts that a slide draws, in the order of its shapes; tables as Markdown. */
export function drawnTexts(slide: Buffer, outline: readonly SlideText[]): SlideText[] {
  const drawing = findRecord(slide, type.drawing);
  return drawing ? drawnIn(drawing.body, outline, 0) : [];
}

function drawnIn(body: Buffer, outline: readonly SlideText[], depth: number): SlideText[] {
  if (depth > deepest) return [];
  const found: SlideText[] = [...textsOf(recordsOf(body), outline)];
  for (const record of recordsOf(body)) {
    if (!record.isContainer) continue;
    const table = record.type === type.group ? tableIn(record.body) : null;
    for (const text of table ? [table] : drawnIn(record.body, outline, depth + 1)) found.push(text);
  }
  return found;
}

/** A table is a group of boxes, one a cell, in rows and columns by where they stand. */
function tableIn(group: Buffer): SlideText | null {
  const shapes = [...recordsOf(group)].filter((record) => record.type === type.shape);
  if (!shapes[0] || !isTable(shapes[0].body)) return null;
  const cells = shapes.slice(1).flatMap(({ body }) => {
    const place = findRecord(body, type.place)?.body;
    if (!place || place.length < 16) return [];
    const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => place.readInt32LE(offset));
    // Its borders are shapes of the group as well.
    if (left === right || top === bottom) return [];
    const text = drawnIn(body, [], 0).flatMap(({ paragraphs }) => paragraphs);
    return [{ left: left ?? 0, top: top ?? 0, text: text.join(' ') }];
  });
  const columns = steps(cells.map(({ left }) => left));
  const rows = steps(cells.map(({ top }) => top));
  if (rows.length === 0 || rows.length * columns.length > mostCells) return null;
  const grid = rows.map(() => columns.map(() => ''));
  for (const { left, top, text } of cells) {
    const row = grid[rows.indexOf(top)];
    if (row) row[columns.indexOf(left)] = text;
  }
  return { use: null, paragraphs: [markdownTable(grid[0] ?? [], grid.slice(1))] };
}

function steps(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** The marks of a shape are pairs of a number (two bytes) and a value (four). */
function isTable(shape: Buffer): boolean {
  const marks = findRecord(shape, type.tableMarks)?.body;
  if (!marks) return false;
  for (let at = 0; at + 6 <= marks.length; at += 6) {
    if ((marks.readUInt16LE(at) & 0x3fff) === isTableMark) return (numberAt(marks, at + 2) & 1) === 1;
  }
  return false;
}
