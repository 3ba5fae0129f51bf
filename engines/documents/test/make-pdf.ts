import { createHash } from 'node:crypto';

interface PdfPageParts {
  /** Content stream operators. */
  content: string;
  width?: number;
  height?: number;
}

export interface PdfParts {
  pages: PdfPageParts[];
  title?: string;
  /** Bookmarks, each to a page counted from 1. */
  outline?: { title: string; page: number }[];
  /** Protects the file with this password (RC4, 40 bits: the oldest way, which every reader knows). */
  password?: string;
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** A line of text at a place counted in points from the lower left corner. */
export function line(text: string, x: number, y: number, size = 11, font: 'F1' | 'F2' = 'F1'): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
}

/** A stroked straight line. */
export function stroke(x1: number, y1: number, x2: number, y2: number): string {
  return `0.7 w ${x1} ${y1} m ${x2} ${y2} l S`;
}

/** A small PDF written by hand: pages, two Helvetica fonts, title, bookmarks, password. */
export function makePdf({ pages, title, outline = [], password }: PdfParts): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const pageIds = pages.map((_, i) => 5 + i * 2);
  const firstBookmark = 5 + pages.length * 2;
  const info = firstBookmark + outline.length + 1;
  const outlineRoot = firstBookmark + outline.length;
  add(`<< /Type /Catalog /Pages 2 0 R ${outline.length > 0 ? `/Outlines ${outlineRoot} 0 R` : ''} >>`);
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>');
  const id = Buffer.alloc(16, 7);
  const key = password === undefined ? null : encryptionKey(password, id);
  for (const [i, page] of pages.entries()) {
    const own = (pageIds[i] ?? 0) + 1;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width ?? 612} ${page.height ?? 792}] ` +
        `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${own} 0 R >>`,
    );
    const data = key
      ? rc4(objectKey(key, own), Buffer.from(page.content, 'latin1'))
      : Buffer.from(page.content, 'latin1');
    add(`<< /Length ${data.length} >>\nstream\n${data.toString('latin1')}\nendstream`);
  }
  for (const [i, bookmark] of outline.entries()) {
    const next = i + 1 < outline.length ? `/Next ${firstBookmark + i + 1} 0 R` : '';
    const previous = i > 0 ? `/Prev ${firstBookmark + i - 1} 0 R` : '';
    add(
      `<< /Title (${bookmark.title}) /Parent ${outlineRoot} 0 R ${next} ${previous} /Dest [${pageIds[bookmark.page - 1]} 0 R /Fit] >>`,
    );
  }
  add(
    `<< /Type /Outlines /Count ${outline.length} ${outline.length > 0 ? `/First ${firstBookmark} 0 R /Last ${outlineRoot - 1} 0 R` : ''} >>`,
  );
  add(key ? '<< >>' : `<< /Title (${title ?? ''}) >>`);
  const hex = id.toString('hex');
  const locked =
    key && password !== undefined
      ? `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${ownerEntry(password)}> /U <${rc4(key, padding).toString('hex')}> /P -4 >>`
      : '';
  return assemble(objects, `/Info ${info} 0 R /ID [<${hex}> <${hex}>] ${locked}`);
}

function assemble(objects: string[], trailer: string): Buffer {
  let body = '%PDF-1.4\n';
  const offsets: number[] = [];
  for (const [i, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) body += `${String(offset).padStart(10, '0')} 00000 n \n`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
}

function md5(...parts: Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function ownerEntry(password: string): string {
  return rc4(md5(padded(password)).subarray(0, 5), padded(password)).toString('hex');
}

function encryptionKey(password: string, id: Buffer): Buffer {
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  return md5(padded(password), Buffer.from(ownerEntry(password), 'hex'), permissions, id).subarray(0, 5);
}

function objectKey(key: Buffer, object: number): Buffer {
  return md5(key, Buffer.from([object & 255, object >> 8, 0, 0, 0])).subarray(0, 10);
}

/** RC4 by hand: OpenSSL 3 no longer offers it without its legacy provider. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  const out = Buffer.alloc(data.length);
  for (let n = 0, i = 0, j = 0; n < data.length; n++) {
    i = (i + 1) & 255;
    j = (j + state[i]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
    out[n] = data[n]! ^ state[(state[i]! + state[j]!) & 255]!;
  }
  return out;
}
