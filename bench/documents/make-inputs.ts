import { crc32, deflateRawSync } from 'node:zlib';

const columns = ['id', 'day', 'amount', 'shop', 'note'];

/** The same numbers in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function record(index: number, random: () => number): string[] {
  const day = new Date(Date.UTC(2020, 0, 1) + Math.floor(random() * 1500) * 864e5).toISOString().slice(0, 10);
  const note =
    random() < 0.05 ? '' : random() < 0.2 ? `a, "${Math.floor(random() * 1e4)}"` : `note ${Math.floor(random() * 1e4)}`;
  return [String(index), day, (random() * 10_000).toFixed(2), `shop ${Math.floor(random() * 500)}`, note];
}

/** A table of sales with `rows` rows; quoted cells, empty ones, dates and amounts. */
export function makeCsv(rows: number): Buffer {
  const random = generator(1);
  const lines = [columns.join(',')];
  for (let i = 1; i <= rows; i++) {
    lines.push(
      record(i, random)
        .map((cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(','),
    );
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** The same as an Excel workbook with one sheet. */
export function makeWorkbook(rows: number): Buffer {
  const random = generator(2);
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const line = (number: number, cells: string[], isHead: boolean) => {
    const parts = cells.map((cell, i) => {
      const place = `${'ABCDE'[i]}${number}`;
      if (cell === '') return '';
      if (!isHead && (i === 0 || i === 2)) return `<c r="${place}"><v>${cell}</v></c>`;
      return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    });
    return `<row r="${number}">${parts.join('')}</row>`;
  };
  const lines = [line(1, columns, true)];
  for (let i = 1; i <= rows; i++) lines.push(line(i + 1, record(i, random), false));
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = (type: string, target: string) =>
    `<Relationships><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;
  return zip({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  });
}

const vocabulary =
  'the harbour of a town lies where river meets sea and ships bring grain timber wine while boats carry people over water under bridges past old walls toward open light'.split(
    ' ',
  );

/** A report: headings, paragraphs, a ruled table of numbers on every third page, a page number at the foot. */
export function makeReport(pages: number): Buffer {
  const random = generator(3);
  const words = (count: number) =>
    Array.from({ length: count }, () => vocabulary[Math.floor(random() * vocabulary.length)]).join(' ');
  const show = (text: string, x: number, y: number, size: number, font: string) =>
    `BT /${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET`;
  const contents = Array.from({ length: pages }, (_, page) => {
    const parts = [show(`${page + 1}. ${words(4)}`, 72, 730, 16, 'F2'), show(String(page + 1), 303, 30, 9, 'F1')];
    const lines = page % 3 === 0 ? 28 : 42;
    for (let line = 0; line < lines; line++)
      parts.push(show(words(13), 72, 700 - line * 15 - Math.floor(line / 7) * 6, 11, 'F1'));
    if (page % 3 === 0) parts.push(...table(random, show));
    return parts.join('\n');
  });
  return pdf(contents);
}

function table(
  random: () => number,
  show: (text: string, x: number, y: number, size: number, font: string) => string,
): string[] {
  const xs = [72, 200, 300, 400, 500];
  const ys = Array.from({ length: 9 }, (_, i) => 240 - i * 20);
  const stroke = (x1: number, y1: number, x2: number, y2: number) => `0.5 w ${x1} ${y1} m ${x2} ${y2} l S`;
  const parts = [...xs.map((x) => stroke(x, 240, x, 80)), ...ys.map((y) => stroke(72, y, 500, y))];
  for (const [row, y] of ys.slice(0, -1).entries()) {
    for (const [column, x] of xs.slice(0, -1).entries()) {
      const text = row === 0 ? `head ${column}` : column === 0 ? `port ${row}` : (random() * 1000).toFixed(1);
      parts.push(show(text, x + 4, y - 14, 10, row === 0 ? 'F2' : 'F1'));
    }
  }
  return parts;
}

function pdf(contents: string[]): Buffer {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  objects.push(
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  );
  const kids = contents.map((content) => {
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${objects.length} 0 R >>`,
    );
    return `${objects.length} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`;
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [i, object] of objects.entries()) {
    offsets.push(length);
    const text = `${i + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(text);
    length += text.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`);
  parts.push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text);
    const packed = deflateRawSync(data, { level: 1 });
    const id = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(id.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, id, packed);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 0]), common, tail, id);
    offset += 30 + id.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length / 5, 4);
  end.writeUInt16LE(directory.length / 5, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listing, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
