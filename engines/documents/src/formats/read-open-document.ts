import { brokenFile } from '../document-error.ts';
import { markdownTable } from './markdown-table.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';
import { markdownOutline } from './text-facts.ts';
import { attribute, unescapeXml } from './xml-text.ts';
import { ZipArchive } from './zip-archive.ts';

/** Cells that one cell may stand for: more is a table filled up to the edge of the sheet. */
const maxRepeats = 100;
const maxSpaces = 100;

/** Text documents (.odt) and presentations (.odp) of OpenDocument: headings, lists, tables, slides with their notes. */
export async function readOpenDocument(bytes: Uint8Array, format: 'odt' | 'odp'): Promise<ParsedContent> {
  const zip = new ZipArchive(bytes);
  zip.verify();
  const xml = zip.text('content.xml');
  if (xml === null) throw brokenFile('The document is broken: its content is missing. Open it and save it again.');
  if (/<manifest:encryption-data/.test(zip.text('META-INF/manifest.xml') ?? ''))
    throw brokenFile('The file is protected by a password. Remove the password and upload it again.');
  const { blocks, slides } = new OpenDocumentText().read(xml);
  const text = blocks.join('\n\n');
  if (format === 'odt') {
    return textDocument(text, {
      mediaType: 'application/vnd.oasis.opendocument.text',
      label: 'OpenDocument text',
      outline: markdownOutline(text),
    });
  }
  const pageStarts = slides.map((block) => blocks.slice(0, block).reduce((sum, part) => sum + part.length + 2, 0));
  const pageOf = (offset: number) => pageStarts.findLastIndex((start) => start <= offset) + 1;
  const content = await textDocument(text, {
    mediaType: 'application/vnd.oasis.opendocument.presentation',
    label: `OpenDocument presentation with ${slides.length} slide${slides.length === 1 ? '' : 's'}`,
    outline: markdownOutline(text, pageOf),
    facts: { slide_count: slides.length },
  });
  return { ...content, pageStarts, pages: slides.length };
}

/** What is not part of the text: names of styles, tracked deletions, remarks. */
const unread = new Set(['text:tracked-changes', 'office:annotation', 'office:forms', 'text:sequence-decls']);

interface Table {
  rows: string[][];
  row: string[];
  cell: string[];
  repeats: number;
}

/** Walks over the tags once, from the first to the last. */
class OpenDocumentText {
  readonly blocks: string[] = [];
  /** Index of the block that each slide begins with. */
  readonly slides: number[] = [];
  #text: string | null = null;
  #heading = 0;
  #listDepth = 0;
  #isItem = false;
  #unread = 0;
  readonly #tables: Table[] = [];

  read(xml: string): this {
    for (let at = 0; at < xml.length; ) {
      const start = xml.indexOf('<', at);
      const end = start < 0 ? -1 : xml.indexOf('>', start);
      if (this.#text !== null && this.#unread === 0)
        this.#text += unescapeXml(xml.slice(at, start < 0 ? xml.length : start));
      if (end < 0) break;
      this.#tag(xml.slice(start + 1, end));
      at = end + 1;
    }
    return this;
  }

  #tag(tag: string): void {
    const isEnd = tag.startsWith('/');
    const isEmpty = tag.endsWith('/');
    const name = /^\/?([\w:.-]+)/.exec(tag.slice(0, 100))?.[1] ?? '';
    if (unread.has(name)) {
      if (!isEmpty) this.#unread += isEnd ? -1 : 1;
      return;
    }
    if (this.#unread > 0) return;
    if (isEnd || isEmpty) {
      if (isEmpty) this.#open(name, ` ${tag}`);
      this.#close(name);
    } else this.#open(name, ` ${tag}`);
  }

  #open(name: string, tag: string): void {
    const table = this.#tables.at(-1);
    if (name === 'text:h' || name === 'text:p') {
      this.#text ??= '';
      this.#heading = name === 'text:h' ? Math.min(6, Number(attribute(tag, 'text:outline-level') ?? 1) || 1) : 0;
    } else if (name === 'text:s' && this.#text !== null)
      this.#text += ' '.repeat(Math.min(maxSpaces, Number(attribute(tag, 'text:c') ?? 1) || 1));
    else if (name === 'text:tab' && this.#text !== null) this.#text += '\t';
    else if (name === 'text:line-break' && this.#text !== null) this.#text += '\n';
    else if (name === 'text:list') this.#listDepth++;
    else if (name === 'text:list-item') this.#isItem = true;
    else if (name === 'draw:page') {
      this.slides.push(this.blocks.length);
      this.blocks.push(`## Slide ${this.slides.length}`);
    } else if (name === 'table:table') this.#tables.push({ rows: [], row: [], cell: [], repeats: 1 });
    else if (name === 'table:table-cell' && table) {
      table.cell = [];
      table.repeats = Math.min(maxRepeats, Number(attribute(tag, 'table:number-columns-repeated') ?? 1) || 1);
    }
  }

  #close(name: string): void {
    const table = this.#tables.at(-1);
    if (name === 'text:h' || name === 'text:p') this.#endParagraph();
    else if (name === 'text:list') this.#listDepth = Math.max(0, this.#listDepth - 1);
    else if (table && (name === 'table:table-cell' || name === 'table:covered-table-cell')) {
      const text = name === 'table:table-cell' ? table.cell.join(' ') : '';
      for (let i = 0; i < (text === '' ? table.repeats : 1); i++) table.row.push(text);
      table.cell = [];
      table.repeats = 1;
    } else if (table && name === 'table:table-row') {
      while (table.row.at(-1) === '') table.row.pop();
      if (table.row.length > 0) table.rows.push(table.row);
      table.row = [];
    } else if (table && name === 'table:table') {
      this.#tables.pop();
      if (table.rows.length > 0) this.#put(markdownTable(table.rows[0] ?? [], table.rows.slice(1)));
    }
  }

  #endParagraph(): void {
    const text = (this.#text ?? '').trim();
    this.#text = null;
    if (text === '') return;
    const item = this.#isItem && this.#listDepth > 0;
    const mark =
      this.#heading > 0
        ? `${'#'.repeat(this.#heading)} `
        : item
          ? `${'  '.repeat(Math.min(9, this.#listDepth - 1))}- `
          : '';
    this.#isItem = false;
    this.#put(mark + text);
  }

  /** Into the cell that is open, or as a block of its own. */
  #put(text: string): void {
    const table = this.#tables.at(-1);
    if (table) table.cell.push(text.replaceAll(/\s+/g, ' '));
    else this.blocks.push(text);
  }
}
