import iconv from 'iconv-lite';
import { brokenFile } from '../document-error.ts';
import { markdownTable } from './markdown-table.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';

/** Groups inside each other; a writer needs a few dozen. */
const maxDepth = 500;
/** What stands in these groups is no text of the document. */
const unread = new Set(
  `fonttbl colortbl stylesheet listtable listoverridetable rsidtbl info pict object themedata colorschememapping datastore
   latentstyles xmlnstbl generator fldinst filetbl revtbl template bkmkstart bkmkend atnid atnauthor annotation pgptbl mmathPr`.split(
    /\s+/,
  ),
);
const marks: Record<string, string> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  '~': ' ',
  _: '-',
  '-': '',
};

interface Group {
  isRead: boolean;
  /** Characters that stand in for one `\u` and are left out. */
  standIns: number;
}

/** Rich Text Format: paragraphs and tables; pictures and objects are left out. One pass, no patterns over the whole. */
export async function readRtf(bytes: Uint8Array): Promise<ParsedContent> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!source.startsWith('{\\rtf')) throw brokenFile('The file is named RTF but holds other data.');
  const text = new RtfText().read(source);
  return textDocument(text, { mediaType: 'application/rtf', label: 'RTF document', outline: [] });
}

class RtfText {
  readonly #blocks: string[] = [];
  #paragraph = '';
  #cells: string[] = [];
  #rows: string[][] = [];
  #codePage = 'windows-1252';
  /** Bytes of the code page that wait for each other. */
  #pending: number[] = [];
  #toSkip = 0;
  #group: Group = { isRead: true, standIns: 1 };
  readonly #outer: Group[] = [];

  read(source: string): string {
    for (let at = 0; at < source.length; ) {
      const mark = source[at] ?? '';
      if (mark === '{') {
        if (this.#outer.length >= maxDepth) throw brokenFile('The RTF file nests its groups too deeply.');
        this.#outer.push(this.#group);
        this.#group = { ...this.#group };
        at++;
      } else if (mark === '}') {
        this.#flush();
        this.#group = this.#outer.pop() ?? this.#group;
        at++;
      } else if (mark === '\\') at = this.#control(source, at + 1);
      else {
        if (mark !== '\r' && mark !== '\n') this.#byte(mark.charCodeAt(0));
        at++;
      }
    }
    this.#endParagraph();
    this.#endTable();
    return this.#blocks.join('\n\n');
  }

  /** A control word or symbol, whose name begins at `at`; answers where it ends. */
  #control(source: string, at: number): number {
    const symbol = source[at] ?? '';
    if (symbol === "'") {
      const value = Number.parseInt(source.slice(at + 1, at + 3), 16);
      if (!Number.isNaN(value)) this.#byte(value);
      return at + 3;
    }
    if (!/[a-z]/i.test(symbol)) {
      if (symbol === '*') this.#group.isRead = false;
      else if ('\\{}'.includes(symbol)) this.#byte(symbol.charCodeAt(0));
      else this.#write(marks[symbol] ?? '');
      return at + 1;
    }
    let end = at;
    while (end - at < 40 && /[a-z]/i.test(source[end] ?? '')) end++;
    const name = source.slice(at, end);
    const from = end;
    if (source[end] === '-') end++;
    while (end - from < 12 && /\d/.test(source[end] ?? '')) end++;
    const value = end > from ? Number(source.slice(from, end)) : null;
    if (source[end] === ' ') end++;
    if (name === 'bin') return end + Math.max(0, value ?? 0);
    this.#word(name, value);
    return end;
  }

  #word(name: string, value: number | null): void {
    if (unread.has(name)) this.#group.isRead = false;
    else if (name === 'ansicpg' && value !== null && iconv.encodingExists(`windows-${value}`))
      this.#codePage = `windows-${value}`;
    else if (name === 'uc' && value !== null) this.#group.standIns = Math.min(10, Math.max(0, value));
    else if (name === 'u' && value !== null) {
      this.#write(String.fromCharCode(value < 0 ? value + 65_536 : value));
      this.#toSkip = this.#group.standIns;
    } else if (name === 'par' || name === 'sect' || name === 'page') this.#endParagraph();
    else if (name === 'cell') this.#endCell();
    else if (name === 'row') this.#endRow();
    else if (marks[name] !== undefined) this.#write(marks[name]);
  }

  #byte(value: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else if (this.#group.isRead) this.#pending.push(value);
  }

  #write(text: string): void {
    this.#flush();
    if (this.#group.isRead) this.#paragraph += text;
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    this.#paragraph += iconv.decode(Buffer.from(this.#pending), this.#codePage);
    this.#pending = [];
  }

  #endParagraph(): void {
    this.#flush();
    // Paragraphs within a cell are its lines.
    if (this.#cells.length > 0) {
      this.#paragraph += ' ';
      return;
    }
    const text = this.#paragraph.trim();
    this.#paragraph = '';
    if (text === '') return;
    this.#endTable();
    this.#blocks.push(text);
  }

  #endCell(): void {
    this.#flush();
    this.#cells.push(this.#paragraph.replaceAll(/\s+/g, ' ').trim());
    this.#paragraph = '';
  }

  #endRow(): void {
    this.#flush();
    this.#paragraph = '';
    if (this.#cells.length > 0) this.#rows.push(this.#cells);
    this.#cells = [];
  }

  #endTable(): void {
    if (this.#cells.length > 0) this.#endRow();
    if (this.#rows.length > 0) this.#blocks.push(markdownTable(this.#rows[0] ?? [], this.#rows.slice(1)));
    this.#rows = [];
  }
}
