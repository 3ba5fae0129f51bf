import { hash } from 'node:crypto';
import { brokenFile } from '../document-error.ts';
import { DocumentPictures, mostPictureBytes } from './document-pictures.ts';
import { htmlToMarkdown } from './html-markdown.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';
import { markdownOutline } from './text-facts.ts';
import { unescapeXml } from './xml-text.ts';
import { ZipArchive } from './zip-archive.ts';

/** Where a picture stands, until its place in the text is known. */
const mark = { open: '\uE000picture', close: '\uE001' };
const marks = /\uE000picture(\d{1,6})\uE001/g;

/** Word documents: headings, lists, tables, notes and comments; pictures with the places of their texts. */
export async function readDocx(bytes: Uint8Array): Promise<ParsedContent> {
  const zip = new ZipArchive(bytes);
  zip.verify();
  const { default: mammoth } = await import('mammoth');
  const images = new DocxImages();
  const html = await mammoth
    .convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
      {
        convertImage: mammoth.images.imgElement(async (image) => ({ src: await images.keep(image) })),
        externalFileAccess: false,
      },
    )
    .catch((cause: unknown) => {
      throw brokenFile(`The Word document is broken (${reasonOf(cause)}). Open it in Word and save it again.`);
    });
  const marked = await htmlToMarkdown(
    html.value.replace(/<img[^<>]*>/g, (tag) => {
      const [, number] = /src="picture-(\d+)\./.exec(tag) ?? [];
      return number === undefined ? '' : `${mark.open}${number}${mark.close}`;
    }),
  );
  const { text: body, places } = takeMarks(marked);
  const text = [body, ...headersAndFooters(zip, body)].filter((part) => part !== '').join('\n\n');
  const pictures = new DocumentPictures();
  for (const { number, at } of places) {
    const image = images.kept[number];
    if (image) pictures.add(image.name, at, image.sizeBytes, () => image.bytes);
  }
  const content = await textDocument(text, {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    label: 'Word document',
    outline: markdownOutline(text),
  });
  return { ...content, ...pictures.result };
}

/** Pictures in the order in which they stand. Their bytes are held only so far as they may be read. */
class DocxImages {
  readonly kept: { name: string; sizeBytes: number; bytes: Buffer | null }[] = [];
  #bytes = 0;

  /** What the picture is called in the HTML; empty when it is missing or lies elsewhere. */
  async keep(image: { contentType: string; readAsBuffer(): Promise<Buffer> }): Promise<string> {
    const bytes = await image.readAsBuffer().catch(() => null);
    if (!bytes) return '';
    this.#bytes += bytes.length;
    const name = `${hash('sha256', bytes)}.${image.contentType.split('/').at(-1) ?? ''}`;
    const isHeld = this.#bytes <= mostPictureBytes;
    this.kept.push({ name, sizeBytes: isHeld ? bytes.length : mostPictureBytes + 1, bytes: isHeld ? bytes : null });
    return `picture-${this.kept.length - 1}.`;
  }
}

/** The text without the marks of pictures, and the end of the paragraph or table that each stood in. */
function takeMarks(marked: string): { text: string; places: { number: number; at: number }[] } {
  const found: { number: number; at: number }[] = [];
  let text = '';
  let from = 0;
  for (const match of marked.matchAll(marks)) {
    text += marked.slice(from, match.index);
    from = match.index + match[0].length;
    found.push({ number: Number(match[1]), at: text.length });
  }
  text = (text + marked.slice(from)).trimEnd();
  const places = found.map(({ number, at }) => {
    const end = text.indexOf('\n\n', at);
    return { number, at: end < 0 ? text.length : end };
  });
  return { text, places };
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
