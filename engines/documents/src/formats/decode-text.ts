import { isAscii, isUtf8 } from 'node:buffer';
import chardet from 'chardet';
import iconv from 'iconv-lite';

export interface DecodedText {
  /** The text as UTF-8 bytes, without a byte order mark. */
  utf8: Uint8Array;
  /** Name of the encoding that the bytes were in, lower case, such as `utf-8`, `utf-16le`, `windows-1252`. */
  encoding: string;
}

const sampleBytes = 65_536;

/**
 * Finds the encoding of a text and gives it as UTF-8. Null when the bytes are no text at all. `named` is what the text
 * says of itself; it counts only where the bytes leave it open.
 */
export function decodeText(bytes: Uint8Array, named?: string): DecodedText | null {
  const marked = byteOrderMark(bytes);
  if (marked) {
    const body = bytes.subarray(marked.length);
    if (marked.encoding === 'utf-8' && isUtf8(body)) return { utf8: body, encoding: 'utf-8' };
    return { utf8: transcode(body, marked.encoding), encoding: marked.encoding };
  }
  const wide = unmarkedUtf16(bytes);
  if (wide) return { utf8: transcode(bytes, wide), encoding: wide };
  if (isUtf8(bytes)) return looksBinary(bytes) ? null : { utf8: bytes, encoding: isAscii(bytes) ? 'ascii' : 'utf-8' };
  if (looksBinary(bytes)) return null;
  const encoding = named && iconv.encodingExists(named) && !/^utf-?8$/i.test(named) ? named : guessLegacy(bytes);
  return { utf8: transcode(bytes, encoding), encoding };
}

/** `decodeText` as a string with `\n` line ends left as they are. */
export function decodeString(bytes: Uint8Array, named?: string): { text: string; encoding: string } | null {
  const decoded = decodeText(bytes, named);
  return decoded && { text: utf8String(decoded.utf8), encoding: decoded.encoding };
}

export function utf8String(utf8: Uint8Array): string {
  return Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength).toString('utf8');
}

function byteOrderMark(bytes: Uint8Array): { encoding: string; length: number } | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { encoding: 'utf-32le', length: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { encoding: 'utf-32be', length: 4 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  return null;
}

/** Western text in UTF-16 has a zero in nearly every second byte. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, 4096) & ~1;
  if (length < 2 || bytes.length % 2 === 1) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) evenZeros++;
    if (bytes[i + 1] === 0) oddZeros++;
  }
  const pairs = length / 2;
  if (oddZeros > pairs * 0.4 && evenZeros < pairs * 0.05) return 'utf-16le';
  if (evenZeros > pairs * 0.4 && oddZeros < pairs * 0.05) return 'utf-16be';
  return null;
}

/** Control characters that no text has, in more than a trace. */
function looksBinary(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, sampleBytes);
  let odd = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) odd++;
  }
  return odd > length * 0.02 + 1;
}

/** A text that is not UTF-8: the detector's best guess that can decode it, else the Western code page. */
function guessLegacy(bytes: Uint8Array): string {
  const first = bytes.findIndex((byte) => byte > 127);
  const start = Math.max(0, first - 1024);
  const sample = bytes.subarray(start, start + sampleBytes);
  const guess = chardet.analyse(sample).find((match) => match.name !== 'UTF-8' && iconv.encodingExists(match.name));
  const multiByte = /^(shift_jis|euc-|big5|gb|iso-2022)/i;
  if (guess && guess.confidence >= (multiByte.test(guess.name) ? 30 : 45)) {
    return guess.name.toLowerCase() === 'iso-8859-1' ? 'windows-1252' : guess.name.toLowerCase();
  }
  return 'windows-1252';
}

function transcode(bytes: Uint8Array, encoding: string): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Buffer.from(iconv.decode(buffer, encoding), 'utf8');
}
