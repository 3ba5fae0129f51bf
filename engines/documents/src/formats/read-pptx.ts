import { brokenFile } from '../document-error.ts';
import { DocumentPictures } from './document-pictures.ts';
import { markdownTable } from './markdown-table.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';
import { markdownOutline } from './text-facts.ts';
import { attribute, elements, relations, startTags, unescapeXml } from './xml-text.ts';
import { ZipArchive } from './zip-archive.ts';

/** Presentations: each slide with its title, texts, tables and notes, in order of showing. */
export async function readPptx(bytes: Uint8Array): Promise<ParsedContent> {
  const zip = new ZipArchive(bytes);
  const presentation = zip.text('ppt/presentation.xml');
  if (presentation === null) throw brokenFile('The presentation is broken. Open it in PowerPoint and save it again.');
  const parts = relations(zip.text('ppt/_rels/presentation.xml.rels'), 'ppt');
  const slides = startTags(presentation, 'sldId')
    .map((tag) => parts.get(attribute(tag, '[\\w.-]+:id') ?? '')?.target)
    .filter((target) => target !== undefined);
  const pageStarts: number[] = [];
  const pictures = new DocumentPictures();
  let text = '';
  for (const [index, path] of slides.entries()) {
    if (text !== '') text += '\n\n';
    pageStarts.push(text.length);
    text += slideMarkdown(zip, path, index + 1);
    for (const picture of slidePictures(zip, path))
      pictures.add(picture, text.length, zip.sizeOf(picture), () => zip.read(picture));
  }
  const pageOf = (offset: number) => pageStarts.findLastIndex((start) => start <= offset) + 1;
  const content = await textDocument(text, {
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    label: `PowerPoint presentation with ${slides.length} slide${slides.length === 1 ? '' : 's'}`,
    outline: markdownOutline(text, pageOf),
    facts: { slide_count: slides.length },
  });
  return { ...content, ...pictures.result, pageStarts, pages: slides.length };
}

/** Parts of the archive that the slide itself shows. */
function slidePictures(zip: ZipArchive, path: string): string[] {
  const xml = zip.text(path) ?? '';
  const parts = relationsOf(zip, path);
  const shown = startTags(xml, 'a:blip').map((tag) => attribute(tag, 'r:embed') ?? '');
  return shown.flatMap((id) => parts.get(id)?.target ?? []);
}

function relationsOf(zip: ZipArchive, path: string): ReturnType<typeof relations> {
  const folder = path.split('/').slice(0, -1).join('/');
  return relations(zip.text(`${folder}/_rels/${path.split('/').at(-1)}.rels`), folder);
}

function slideMarkdown(zip: ZipArchive, path: string, number: number): string {
  const xml = zip.text(path) ?? '';
  const parts = relationsOf(zip, path);
  const notesPath = [...parts.values()].find((part) => part.type === 'notesSlide')?.target;
  let title = '';
  const blocks: string[] = [];
  for (const shape of elements(xml, 'p:sp', 'a:tbl')) {
    if (shape.startsWith('<a:tbl')) {
      blocks.push(tableMarkdown(shape));
      continue;
    }
    const isTitle = /<p:ph[^<>]*type="(title|ctrTitle)"/.test(shape);
    const paragraphs = paragraphTexts(shape);
    if (isTitle && title === '') title = paragraphs.map((line) => line.text).join(' ');
    else
      blocks.push(
        paragraphs.map(({ text, level }) => (level > 0 ? `${'  '.repeat(level - 1)}- ${text}` : text)).join('\n'),
      );
  }
  const notes = notesPath === undefined ? '' : notesText(zip.text(notesPath) ?? '');
  return [`## ${title || `Slide ${number}`}`, ...blocks, notes && `Notes: ${notes}`]
    .filter((block) => block !== '')
    .join('\n\n');
}

function paragraphTexts(xml: string): { text: string; level: number }[] {
  const paragraphs = elements(xml, 'a:p');
  return paragraphs
    .map((paragraph) => ({
      text: unescapeXml(
        (paragraph.match(/<a:t>[^<]*|<a:br\/?>/g) ?? [])
          .map((run) => (run.startsWith('<a:br') ? ' ' : run.slice(5)))
          .join(''),
      ).trim(),
      level: paragraphs.length > 1 ? Number(/<a:pPr[^<>]*\slvl="(\d)"/.exec(paragraph)?.[1] ?? 0) + 1 : 0,
    }))
    .filter(({ text }) => text !== '');
}

function tableMarkdown(xml: string): string {
  const rows = elements(xml, 'a:tr').map((row) =>
    elements(row, 'a:tc').map((cell) =>
      paragraphTexts(cell)
        .map(({ text }) => text)
        .join(' '),
    ),
  );
  return rows.length === 0 ? '' : markdownTable(rows[0] ?? [], rows.slice(1));
}

function notesText(xml: string): string {
  const body = elements(xml, 'p:sp').find((shape) => /type="body"/.test(shape)) ?? '';
  return paragraphTexts(body)
    .map(({ text }) => text)
    .join(' ');
}
