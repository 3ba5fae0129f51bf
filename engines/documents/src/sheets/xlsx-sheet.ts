import { unescapeXml } from '../formats/xml-text.ts';
import type { ZipArchive } from '../formats/zip-archive.ts';
import { excelDate, excelNumber, type NumberStyle } from './excel-date.ts';
import { type GridCell, GridSheet } from './grid-sheet.ts';
import { type NumberUnit, withUnit } from './number-unit.ts';
import type { BuiltSheet } from './sheet-builder.ts';

export interface CellStyle {
  number: NumberStyle;
  unit: NumberUnit | undefined;
}

export interface WorkbookFacts {
  sharedStrings: string[];
  /** What each cell format makes of a number. */
  styles: CellStyle[];
  is1904: boolean;
}

const pieceCharacters = 1_000_000;
const maxCells = 30_000_000;

/** Reads the rows of one worksheet as they are unpacked, so that a sheet of any length needs the same memory. */
export async function readWorksheet(
  zip: ZipArchive,
  path: string,
  name: string,
  facts: WorkbookFacts,
): Promise<BuiltSheet> {
  const reader = new WorksheetReader(new GridSheet(name), facts);
  const decoder = new TextDecoder('utf-8');
  let text = '';
  for await (const chunk of zip.stream(path)) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= pieceCharacters) text = text.slice(reader.take(text));
  }
  reader.take(text + decoder.decode());
  return reader.sheet.finish();
}

class WorksheetReader {
  readonly sheet: GridSheet;
  readonly #facts: WorkbookFacts;
  #prefix: string | null = null;
  #row = -1;
  #cells = 0;

  constructor(sheet: GridSheet, facts: WorkbookFacts) {
    this.sheet = sheet;
    this.#facts = facts;
  }

  /** Reads the whole rows of a piece and says up to where it got. */
  take(text: string): number {
    this.#prefix ??= /<((?:[\w.-]+:)?)worksheet[\s>]/.exec(text)?.[1] ?? '';
    const open = `<${this.#prefix}row`;
    const close = `</${this.#prefix}row>`;
    let at = 0;
    for (;;) {
      const start = text.indexOf(open, at);
      if (start < 0) return Math.max(at, text.length - open.length);
      const tagEnd = text.indexOf('>', start);
      if (tagEnd < 0) return start;
      const after = text.charCodeAt(start + open.length);
      const isRow =
        after === 0x20 || after === 0x3e || after === 0x2f || after === 0x0a || after === 0x0d || after === 0x09;
      if (!isRow || text.charCodeAt(tagEnd - 1) === 0x2f) {
        if (isRow) this.#number(text.slice(start, tagEnd));
        at = tagEnd + 1;
        continue;
      }
      const end = text.indexOf(close, tagEnd);
      if (end < 0) return start;
      this.#readRow(this.#number(text.slice(start, tagEnd)), text.slice(tagEnd + 1, end));
      at = end + close.length;
    }
  }

  #number(tag: string): number {
    const given = / r="(\d+)"/.exec(tag)?.[1];
    this.#row = given === undefined ? this.#row + 1 : Number(given) - 1;
    return this.#row;
  }

  #readRow(row: number, text: string): void {
    const open = `<${this.#prefix}c`;
    const close = `</${this.#prefix}c>`;
    const cells: GridCell[] = [];
    let column = -1;
    let at = 0;
    for (;;) {
      const start = text.indexOf(open, at);
      if (start < 0) break;
      const tagEnd = text.indexOf('>', start);
      if (tagEnd < 0) break;
      const tag = text.slice(start + open.length, tagEnd);
      const isEmpty = tag.endsWith('/');
      const end = isEmpty ? tagEnd : text.indexOf(close, tagEnd);
      if (end < 0) break;
      at = isEmpty ? tagEnd + 1 : end + close.length;
      column = columnOf(tag) ?? column + 1;
      if (isEmpty) continue;
      const value = this.#value(tag, text.slice(tagEnd + 1, end));
      if (value !== '') cells.push({ column, text: value, ...this.#shown(tag, value) });
    }
    this.#cells += cells.length;
    if (this.#cells > maxCells) throw new RangeError(`the sheet has more than ${maxCells} cells`);
    cells.sort((a, b) => a.column - b.column);
    this.sheet.addRow(row, cells);
  }

  #value(tag: string, body: string): string {
    const type = / t="(\w+)"/.exec(tag)?.[1] ?? 'n';
    if (type === 'inlineStr') return richText(body, this.#prefix ?? '');
    const raw = elementText(body, `${this.#prefix}v`);
    if (raw === null) return '';
    if (type === 's') return this.#facts.sharedStrings[Number(raw)] ?? '';
    if (type === 'b') return raw === '1' ? 'TRUE' : 'FALSE';
    if (type === 'str') return unescapeXml(raw);
    if (type === 'e') return unescapeXml(raw);
    if (type === 'd') return raw.replace(/T00:00:00(\.0+)?Z?$/, '');
    const style = this.#styleOf(tag)?.number ?? 'plain';
    if (style === 'plain') return excelNumber(raw.trim());
    const serial = Number(raw);
    return Number.isFinite(serial) ? excelDate(serial, style, this.#facts.is1904) : raw;
  }

  #styleOf(tag: string): CellStyle | undefined {
    return this.#facts.styles[Number(/ s="(\d+)"/.exec(tag)?.[1] ?? 0)];
  }

  /** A number with the unit that its format writes. */
  #shown(tag: string, value: string): { shown?: string } {
    const unit = / t="(?!n")\w+"/.test(tag) ? undefined : this.#styleOf(tag)?.unit;
    return unit === undefined ? {} : { shown: withUnit(value, unit) };
  }
}

/** Column of a cell reference such as `AB12`, from 0. */
function columnOf(tag: string): number | null {
  const at = tag.indexOf(' r="');
  if (at < 0) return null;
  let column = 0;
  for (let i = at + 4; i < tag.length; i++) {
    const code = tag.charCodeAt(i) & ~32;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column === 0 ? null : column - 1;
}

function elementText(xml: string, element: string): string | null {
  const start = xml.indexOf(`<${element}`);
  if (start < 0) return null;
  const tagEnd = xml.indexOf('>', start);
  const end = xml.indexOf(`</${element}>`, tagEnd);
  return tagEnd < 0 || end < 0 ? null : xml.slice(tagEnd + 1, end);
}

/** Leaves out elements with what stands in them; what is never closed stays. */
function withoutElements(xml: string, element: string): string {
  const [open, close] = [`<${element}`, `</${element}>`];
  let kept = '';
  let from = 0;
  for (;;) {
    const start = xml.indexOf(open, from);
    const end = start < 0 ? -1 : xml.indexOf(close, start);
    if (end < 0) return kept + xml.slice(from);
    kept += xml.slice(from, start);
    from = end + close.length;
  }
}

/** Text of a string item: its runs joined, without the reading aids of East Asian text. */
export function richText(xml: string, prefix: string): string {
  const plain = withoutElements(xml, `${prefix}rPh`);
  const open = `<${prefix}t`;
  let text = '';
  let at = 0;
  for (;;) {
    const start = plain.indexOf(open, at);
    if (start < 0) break;
    const next = plain.charCodeAt(start + open.length);
    const tagEnd = plain.indexOf('>', start);
    at = tagEnd + 1;
    if (tagEnd < 0) break;
    if ((next !== 0x3e && next !== 0x20) || plain.charCodeAt(tagEnd - 1) === 0x2f) continue;
    const end = plain.indexOf(`</${prefix}t>`, tagEnd);
    if (end < 0) break;
    text += plain.slice(tagEnd + 1, end);
    at = end;
  }
  // Excel writes control characters as _x000D_.
  return unescapeXml(text)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\r\n?/g, '\n');
}
