import { brokenFile, DocumentError } from '../document-error.ts';
import { looksLikeTable } from '../sheets/csv-dialect.ts';
import { decodeString } from './decode-text.ts';
import { isPicture } from './picture-signature.ts';
import { plainTextNames } from './plain-text-names.ts';
import { ZipArchive } from './zip-archive.ts';

export type DocumentFormat =
  | 'pdf'
  | 'image'
  | 'csv'
  | 'xlsx'
  | 'xlsb'
  | 'xls'
  | 'ods'
  | 'json'
  | 'jsonl'
  | 'text'
  | 'markdown'
  | 'docx'
  | 'pptx'
  | 'odt'
  | 'odp'
  | 'doc'
  | 'ppt'
  | 'rtf'
  | 'msg'
  | 'zip'
  | 'html'
  | 'xml'
  | 'email'
  | 'epub';

const supported =
  'PDF, PNG, JPEG, GIF, WebP, TIFF, BMP, AVIF, HEIC, SVG, CSV, TSV, Excel, ODS, JSON, JSON Lines, TXT, Markdown, RTF, Word (.docx, .doc), ODT, PowerPoint (.pptx, .ppt), ODP, HTML, XML, EML, MSG, EPUB, ZIP and plain text (INI, YAML, TOML, SRT, source code)';

const byExtension: Record<string, DocumentFormat> = {
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  psv: 'csv',
  ssv: 'csv',
  json: 'json',
  geojson: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  xml: 'xml',
  eml: 'email',
};

const byMediaType: Record<string, DocumentFormat> = {
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'json',
  'application/jsonl': 'jsonl',
  'application/x-ndjson': 'jsonl',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'message/rfc822': 'email',
};

/** What a file is, by its content; the name decides only between kinds of text, where content alone cannot. */
export async function detectFormat(
  bytes: Uint8Array,
  extension: string,
  declaredType: string,
): Promise<DocumentFormat> {
  if (bytes.length === 0) throw new DocumentError('file_empty', 'The file is empty (0 bytes). Upload it again.');
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4100));
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (isPicture(head)) return 'image';
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return zipFormat(bytes);
  if (head.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1') return compoundFormat(bytes);
  if (head.toString('latin1', 0, 5) === '{\\rtf') return 'rtf';
  if (/^09(00|02|04|08)(04|06|08|10)00/.test(head.toString('hex', 0, 4))) return 'xls';
  // A PDF whose first line is missing is a broken PDF rather than a text.
  if (extension === 'pdf' && /\b\d+ \d+ obj\b/.test(head.toString('latin1'))) return 'pdf';
  const named =
    byExtension[extension] ??
    (plainTextNames.has(extension) ? 'text' : undefined) ??
    byMediaType[declaredType.split(';')[0]?.trim().toLowerCase() ?? ''];
  const text = decodeString(bytes.subarray(0, 65_536))?.text;
  if (text === undefined && !(named === 'json' || named === 'jsonl')) return refuseBinary(bytes, extension);
  return sniffText(text ?? '', bytes, extension, named);
}

function sniffText(
  text: string,
  bytes: Uint8Array,
  extension: string,
  named: DocumentFormat | undefined,
): DocumentFormat {
  if (named === 'json' || named === 'jsonl' || named === 'markdown' || named === 'text' || named === 'email')
    return named;
  const start = text.trimStart().slice(0, 1000);
  if (/^<(?:!doctype html|html[\s>])/i.test(afterProlog(start))) return 'html';
  if (/^<svg[\s>]/i.test(afterProlog(start).replace(/^<!doctype svg[^>]*>\s*/i, ''))) return 'image';
  if (/^<\?xml\s/.test(start)) return named === 'html' ? 'html' : 'xml';
  if (named !== undefined) return named;
  if (/^[[{]/.test(start) && isJson(bytes)) return 'json';
  if (
    /^((return-path|received|from|to|subject|date|mime-version|message-id|delivered-to):\s.*\r?\n([ \t].*\r?\n)*){2}/i.test(
      start,
    )
  )
    return 'email';
  if (/^<[a-z!]/i.test(start) && /<\/(p|div|table|body|h1)>/i.test(text)) return 'html';
  if (extension === 'xls' || extension === 'xlsx' || looksLikeTable(Buffer.from(text))) return 'csv';
  return 'text';
}

function isJson(bytes: Uint8Array): boolean {
  if (bytes.length > 5_000_000) return true;
  try {
    JSON.parse(decodeString(bytes)?.text ?? '');
    return true;
  } catch {
    return false;
  }
}

function zipFormat(bytes: Uint8Array): DocumentFormat {
  const zip = new ZipArchive(bytes);
  const mimetype = zip.find('mimetype') ? (zip.text('mimetype') ?? '').trim() : '';
  if (mimetype === 'application/epub+zip') return 'epub';
  if (mimetype.startsWith('application/vnd.oasis.opendocument.spreadsheet')) return 'ods';
  if (mimetype.startsWith('application/vnd.oasis.opendocument.text')) return 'odt';
  if (mimetype.startsWith('application/vnd.oasis.opendocument.presentation')) return 'odp';
  if (zip.find('xl/workbook.bin')) return 'xlsb';
  const types = zip.text('[Content_Types].xml') ?? '';
  if (/spreadsheetml/.test(types)) return 'xlsx';
  if (/wordprocessingml/.test(types)) return 'docx';
  if (/presentationml/.test(types)) return 'pptx';
  if (zip.find('META-INF/container.xml')) return 'epub';
  if (mimetype.startsWith('application/vnd.oasis')) {
    throw new DocumentError(
      'unsupported_file_type',
      `This OpenDocument format cannot be read. Supported are ${supported}.`,
    );
  }
  return 'zip';
}

/** What follows the XML declaration and the comments at the beginning. */
function afterProlog(start: string): string {
  let rest = start.replace(/^<\?xml[^>]*>/i, '').trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end < 0) return '';
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}

/**
 * The streams in the root of the container of old Office files tell what it is; what is embedded in it has streams of the same
 * names further down.
 */
async function compoundFormat(bytes: Uint8Array): Promise<DocumentFormat> {
  const names = await rootStreams(bytes);
  const has = (name: string) => names.has(name.toLowerCase());
  if (has('EncryptedPackage'))
    throw brokenFile('The file is protected by a password. Remove the password and upload it again.');
  if (has('Workbook') || has('Book')) return 'xls';
  if (has('WordDocument')) return 'doc';
  if (has('PowerPoint Document')) return 'ppt';
  if (has('__properties_version1.0')) return 'msg';
  throw new DocumentError(
    'unsupported_file_type',
    'This old Office format cannot be read. Save it in a newer format and upload it again.',
  );
}

/** In lower case: programs write them as they like. */
async function rootStreams(bytes: Uint8Array): Promise<Set<string>> {
  const { default: XLSX } = await import('@e965/xlsx');
  try {
    const { FullPaths } = XLSX.CFB.read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      type: 'buffer',
    });
    return new Set(FullPaths.map((path: string) => path.toLowerCase().replace(/^[^/]*\//, '')));
  } catch {
    throw brokenFile('The file is broken. Open it in Office, save it again and upload the new file.');
  }
}

async function refuseBinary(bytes: Uint8Array, extension: string): Promise<never> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const isNamed =
    byExtension[extension] !== undefined ||
    /^(pdf|png|jpe?g|gif|webp|tiff?|bmp|avif|hei[cf]|xlsx?|od[stp]|docx?|pptx?|rtf|msg|zip|epub)$/.test(extension);
  if (isNamed && !found)
    throw brokenFile(`The file is no .${extension} file or is broken. Export it again and upload the new file.`);
  const kind = found ? `.${found.ext}` : 'this kind';
  throw new DocumentError(
    'unsupported_file_type',
    `Files of ${found ? `type ${kind}` : kind} cannot be read. Supported are ${supported}.`,
  );
}
