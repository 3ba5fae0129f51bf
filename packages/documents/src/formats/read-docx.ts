import { brokenFile } from '../document-error.ts';
import { htmlToMarkdown } from './html-markdown.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';
import { markdownOutline } from './text-facts.ts';
import { unescapeXml } from './xml-text.ts';
import { ZipArchive } from './zip-archive.ts';

/** Word documents: headings, lists, tables, notes and comments. */
export async function readDocx(bytes: Uint8Array): Promise<ParsedContent> {
  const zip = new ZipArchive(bytes);
  zip.verify();
  const { default: mammoth } = await import('mammoth');
  const html = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    )
    .catch((cause: unknown) => {
      throw brokenFile(`The Word document is broken (${reasonOf(cause)}). Open it in Word and save it again.`);
    });
  const body = await htmlToMarkdown(html.value.replace(/<img[^>]*>/g, ''));
  const text = [body, ...headersAndFooters(zip, body)].filter((part) => part !== '').join('\n\n');
  return textDocument(text, {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    label: 'Word document',
    outline: markdownOutline(text),
  });
}

/** Text that stands on every page; it belongs to the document, once. */
function headersAndFooters(zip: ZipArchive, body: string): string[] {
  const seen = new Set<string>();
  for (const name of zip.names.filter((entry) => /^word\/(header|footer)\d*\.xml$/.test(entry))) {
    const paragraphs = (zip.text(name) ?? '').split('</w:p>');
    const lines = paragraphs.map((paragraph) =>
      (paragraph.match(/<w:t[ >][^<]*/g) ?? []).map((run) => unescapeXml(run.slice(run.indexOf('>') + 1))).join(''),
    );
    const text = lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n');
    if (text !== '' && !body.includes(text)) seen.add(text);
  }
  return [...seen];
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? (cause.message.split('\n')[0]?.slice(0, 120) ?? '') : String(cause);
}
