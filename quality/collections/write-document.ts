import { crc32 } from 'node:zlib';

/** What a document says of one thing, however it is written down. */
export interface DocumentContent {
  title: string;
  sentences: readonly string[];
  /** Names of the fields, and one row for each thing: the thing itself first. */
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The kinds of documents that a collection is made of. */
export const documentKinds = ['md', 'txt', 'html', 'json', 'csv', 'docx', 'xlsx', 'pdf', 'eml', 'rtf'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Writes a document of one kind; `isProse` chooses sentences or fields where a kind has room for both. */
export function writeDocument(kind: DocumentKind, content: DocumentContent, isProse: boolean): Uint8Array<ArrayBuffer> {
  const { title, sentences, headings, rows } = content;
  const said = sentences.join(' ');
  switch (kind) {
    case 'md':
      return bytes(`# ${title}\n\n${said}\n\n## Notes\n\n${sentences.at(-1)}\n`);
    case 'txt':
      return bytes(`${said}\n`);
    case 'html':
      return bytes(`<html><body><h1>${title}</h1><p>${said}</p></body></html>`);
    case 'json':
      return bytes(JSON.stringify(isProse ? { name: title, description: said } : fields(headings, rows[0] ?? [])));
    case 'csv':
      return bytes([headings, ...rows].map((row) => row.map(csvCell).join(',')).join('\n'));
    case 'docx':
      return zip(wordFiles([title, ...sentences]));
    case 'xlsx':
      return zip(sheetFiles([headings, ...rows]));
    case 'pdf':
      return pdf([title, ...sentences]);
    case 'eml':
      return bytes(
        `From: office@archive.example\r\nTo: all@archive.example\r\nSubject: ${title}\r\nDate: Mon, 2 Mar 2026 09:00:00 +0000\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGood morning,\r\n\r\n${said}\r\n\r\nThe office\r\n`,
      );
    case 'rtf':
      return bytes(`{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}\\f0\\b ${title}\\b0\\par ${said}\\par}`);
  }
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const csvCell = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function fields(headings: readonly string[], row: readonly string[]): Record<string, string | number> {
  return Object.fromEntries(
    headings.map((heading, column) => {
      const cell = row[column] ?? '';
      return [heading.toLowerCase().replaceAll(' ', '_'), /^\d+$/.test(cell) ? Number(cell) : cell];
    }),
  );
}

const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const package_ = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function officeFiles(main: string, type: string, others: string): Record<string, string> {
  return {
    '[Content_Types].xml': `${head}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/>${others}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${package_}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="${main}"/></Relationships>`,
  };
}

function wordFiles(paragraphs: readonly string[]): Record<string, string> {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${xml(text)}</w:t></w:r></w:p>`).join('');
  return {
    ...officeFiles('word/document.xml', 'wordprocessingml.document', ''),
    'word/document.xml': `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  };
}

function sheetFiles(rows: readonly (readonly string[])[]): Record<string, string> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cell = (text: string): string =>
    /^\d+$/.test(text) ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${xml(text)}</t></is></c>`;
  const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  return {
    ...officeFiles(
      'xl/workbook.xml',
      'spreadsheetml.sheet',
      '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>',
    ),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="List" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${package_}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
  };
}

/** An archive whose members are stored as they are. */
function zip(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(0x00_21_00_00, 6);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, rest, path);
    const local = [Buffer.from('PK\x03\x04', 'latin1'), shared, path, data];
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, list, end]));
}

/** One page with a line of text for each sentence. */
function pdf(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const escaped = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n');
  const drawn = `BT /F1 10 Tf 16 TL 40 780 Td\n${escaped}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.4\n';
  const starts = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = starts.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return bytes(file);
}
