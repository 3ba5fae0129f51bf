import { isUtf8 } from 'node:buffer';
import { detect } from 'chardet';
import iconv from 'iconv-lite';

const declarationBytes = 1024;

/**
 * Decodes a page. In this order: byte order mark, the header's charset, the page's own declaration in its first 1,024
 * bytes, UTF-8 when the bytes are valid UTF-8, a guess. A declared UTF-8 that the bytes contradict is not believed.
 */
export function decodePage(bytes: Buffer, contentType: string): { text: string; charset: string } {
  const charset =
    byteOrderMark(bytes) ??
    believed(charsetOf(contentType), bytes) ??
    believed(declared(bytes), bytes) ??
    (isUtf8(bytes) ? 'utf-8' : guessed(bytes));
  return { text: iconv.decode(bytes, charset), charset };
}

function byteOrderMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function charsetOf(contentType: string): string | null {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? null;
}

function declared(bytes: Buffer): string | null {
  const head = bytes.subarray(0, declarationBytes).toString('latin1');
  // bounded: the head of a page in which HTML has the declaration, at most 1,024 characters
  const meta = /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1];
  const xml = /^<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  // A declaration that could be read byte by byte cannot be in UTF-16 (HTML standard).
  const name = meta ?? xml ?? null;
  return name && /^utf-?16/i.test(name) ? 'utf-8' : name;
}

function believed(name: string | null, bytes: Buffer): string | null {
  if (name === null) return null;
  const label = name.toLowerCase();
  if (/^utf-?8$/.test(label)) return isUtf8(bytes) ? 'utf-8' : null;
  // Browsers read these labels as windows-1252, which has the same letters and more.
  if (/^(?:iso-?8859-?1|latin-?1|us-ascii|ascii)$/.test(label))
    return isUtf8(bytes) && hasMultibyte(bytes) ? 'utf-8' : 'windows-1252';
  return iconv.encodingExists(label) ? label : null;
}

function hasMultibyte(bytes: Buffer): boolean {
  return bytes.some((byte) => byte > 0x7f);
}

function guessed(bytes: Buffer): string {
  const name = detect(bytes.subarray(0, 64 * 1024));
  return name !== null && iconv.encodingExists(name) ? name : 'windows-1252';
}
