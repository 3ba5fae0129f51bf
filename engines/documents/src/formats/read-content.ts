import { extname } from 'node:path';
import { brokenFile } from '../document-error.ts';
import type { DocumentFormat } from './detect-format.ts';
import type { ParsedContent } from './parsed-content.ts';

/** Reads any format but PDF. Each parser is loaded when it is first needed. */
export async function readContent(
  bytes: Uint8Array,
  format: Exclude<DocumentFormat, 'pdf'>,
  filename: string,
): Promise<ParsedContent> {
  switch (format) {
    case 'image':
      return (await import('./read-image.ts')).readImage(bytes);
    case 'csv':
      return (await import('../sheets/read-csv.ts')).readCsv(bytes, extensionOf(filename));
    case 'xlsx':
    case 'xlsb':
    case 'xls':
    case 'ods':
      return (await import('../sheets/read-workbook.ts')).readWorkbook(bytes, format);
    case 'json':
    case 'jsonl':
      return (await import('./read-json.ts')).readJson(bytes, format === 'jsonl');
    case 'text':
    case 'markdown':
      return (await import('./read-text.ts')).readText(bytes, format === 'markdown');
    case 'html':
      return (await import('./read-text.ts')).readHtml(bytes);
    case 'xml':
      return (await import('./read-text.ts')).readXml(bytes);
    case 'docx':
      return (await import('./read-docx.ts')).readDocx(bytes);
    case 'pptx':
      return (await import('./read-pptx.ts')).readPptx(bytes);
    case 'odt':
    case 'odp':
      return (await import('./read-open-document.ts')).readOpenDocument(bytes, format);
    case 'doc':
      return (await import('./read-doc.ts')).readDoc(bytes);
    case 'ppt':
      return (await import('./read-ppt.ts')).readPpt(bytes);
    case 'rtf':
      return (await import('./read-rtf.ts')).readRtf(bytes);
    case 'msg':
      return (await import('./read-msg.ts')).readMsg(bytes);
    case 'zip':
      return (await import('./read-zip.ts')).readZip(bytes);
    case 'epub':
      return (await import('./read-epub.ts')).readEpub(bytes);
    case 'email':
      return (await import('./read-email.ts')).readEmail(bytes);
    default: {
      const unknown: never = format;
      throw brokenFile(`The format ${String(unknown)} cannot be read.`);
    }
  }
}

/** Lower case, without the point; empty when the name has none. */
export function extensionOf(filename: string): string {
  return extname(filename).slice(1).toLowerCase();
}
