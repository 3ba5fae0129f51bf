import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { readPages } from '../../engines/documents/src/pdf/liteparse-pages.ts';
import { restoreMissingText } from '../../engines/documents/src/pdf/missing-text.ts';
import type { PageBlock, Paragraph } from '../../engines/documents/src/pdf/paragraphs.ts';
import type { PdfOutlineEntry } from '../../engines/documents/src/pdf/pdf-engine.ts';
import { readPdfFacts } from '../../engines/documents/src/pdf/pdf-facts.ts';
import { PdfiumDocument } from '../../engines/documents/src/pdf/pdfium-document.ts';
import type { RawPage } from '../../engines/documents/src/pdf/raw-page.ts';

/** A PDF and the headings that are known of it. */
export interface KnownPdf {
  name: string;
  /** Who made it: the part of the name before "__". */
  source: string;
  pages: RawPage[];
  outline: PdfOutlineEntry[];
  /** Titles of the second form beside it, HTML or TeX; empty when there is none. */
  titles: string[];
  /** Whether the second form has every heading: HTML says so, bookmarks and TeX leave some out. */
  isWhole: boolean;
}

/** The PDFs of a folder, one after the other. */
export async function* knownPdfs(folder: string, maxPages: number): AsyncGenerator<KnownPdf> {
  const names = (await readdir(folder)).sort();
  for (const name of names.filter((each) => /\.pdf$/i.test(each))) {
    const bytes = await readFile(join(folder, name));
    const document = await PdfiumDocument.open(bytes, undefined);
    if (!document) continue;
    const { outline } = readPdfFacts(document);
    const pages: RawPage[] = [];
    for await (const batch of readPages(bytes, { password: undefined, maxPages })) {
      restoreMissingText(document, batch.pages);
      pages.push(...batch.pages);
    }
    document.close();
    const second = names.find((each) => /\.(?:html|tex)$/.test(each) && each.startsWith(name.replace(/pdf$/i, '')));
    const text = second ? await readFile(join(folder, second), 'utf8') : '';
    const isWhole = second?.endsWith('.html') ?? false;
    const titles = isWhole ? htmlTitles(text) : texTitles(text);
    yield { name, source: name.split('__')[0] ?? name, pages, outline, titles, isWhole };
  }
}

export const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Without "Chapter" and its number. */
export const bare = (text: string): string =>
  letters(text.replace(/^\s*(?:chapter|appendix|part|section|kapitel)?\s*[\dA-Z]{1,4}(?:[.-]\d+)*[.):]?\s+/i, ''));

const leastBookmarks = 4;

/** How many bookmarks stand in the text of their pages, and how many of these come out as headings. */
export function countBookmarks(
  outline: readonly PdfOutlineEntry[],
  texts: readonly string[],
  headings: readonly { page: number; text: string }[],
): { asked: number; found: number } {
  const open = headings.map(({ page, text }) => ({ page, text: letters(text), bare: bare(text), isUsed: false }));
  const count = { asked: 0, found: 0 };
  for (const { title, page } of outline.length < leastBookmarks ? [] : outline) {
    const [whole, short] = [letters(title), bare(title)];
    const at = (page ?? 0) - 1;
    const stands = `${texts[at] ?? ''}${texts[at + 1] ?? ''}`;
    // A bookmark may be worded otherwise than the page.
    if (whole.length < 2 || !(stands.includes(whole) || stands.includes(short))) continue;
    count.asked++;
    const hit = open.find(
      (heading) =>
        !heading.isUsed &&
        Math.abs(heading.page - at) <= 1 &&
        ([whole, short].includes(heading.text) ||
          [whole, short].includes(heading.bare) ||
          (short.length > 6 && (heading.text.endsWith(short) || heading.text.startsWith(whole)))),
    );
    if (!hit) continue;
    hit.isUsed = true;
    count.found++;
  }
  return count;
}

/**
 * Which paragraphs are headings: of those worded like a bookmark or a title of the second form the largest and boldest. Where bookmarks and
 * TeX leave some out, a short one that looks like a heading of the file is neither a heading nor none: it is not in the map.
 */
export function labelParagraphs(
  { outline, titles, isWhole }: KnownPdf,
  pages: readonly PageBlock[][],
): Map<Paragraph, boolean> {
  const all = pages.flatMap((blocks, page) =>
    blocks.flatMap((block) => (block.kind === 'paragraph' ? [{ page, paragraph: block.paragraph }] : [])),
  );
  const byLetters = new Map<string, typeof all>();
  for (const each of all) {
    for (const key of new Set([letters(each.paragraph.text), bare(each.paragraph.text)]))
      byLetters.set(key, [...(byLetters.get(key) ?? []), each]);
  }
  const found = new Set<Paragraph>();
  const mark = (title: string, page: number | null) => {
    const keys = [letters(title), bare(title)].filter((key) => key.length > 1);
    const [best] = keys
      .flatMap((key) => byLetters.get(key) ?? [])
      .filter((each) => (page === null || Math.abs(each.page - page) <= 1) && !found.has(each.paragraph))
      .map(({ paragraph }) => paragraph)
      .sort((one, other) => other.size - one.size || Number(other.isBold) - Number(one.isBold));
    if (best) found.add(best);
  };
  for (const { title, page } of outline) if (page !== null) mark(title, page - 1);
  for (const title of titles) mark(title, null);
  if (found.size === 0) return new Map();
  const lookOf = (paragraph: Paragraph) =>
    `${paragraph.size.toFixed(0)} ${paragraph.isBold} ${paragraph.words[0]?.font ?? ''}`;
  const looks = new Set([...found].map(lookOf));
  const isUnknown = (paragraph: Paragraph) =>
    !isWhole && !found.has(paragraph) && looks.has(lookOf(paragraph)) && paragraph.text.split(' ').length < 15;
  return new Map(
    all.flatMap(({ paragraph }) => (isUnknown(paragraph) ? [] : [[paragraph, found.has(paragraph)] as const])),
  );
}

function htmlTitles(html: string): string[] {
  return html.split(/(?=<html[\s>])/i).flatMap((part) => {
    const { document } = parseHTML(`<html>${part.replace(/<\/?(?:!doctype|html)[^>]*>/gi, '')}</html>`);
    for (const element of document.querySelectorAll('script, style, nav, .sphinxsidebar, .related, .headerlink'))
      element.remove();
    return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((element) =>
      (element.textContent ?? '').replace(/\s+/g, ' ').trim(),
    );
  });
}

function texTitles(tex: string): string[] {
  const found: string[] = [];
  const body = tex.replace(/(?<!\\)%.*$/gm, '');
  for (const match of body.matchAll(/\\(?:title|part|chapter|(?:sub){0,2}section)\*?\s*(?:\[[^\]]*\])?\{/g)) {
    const from = match.index + match[0].length;
    let depth = 1;
    let to = from;
    for (; to < body.length && depth > 0; to++) {
      if (body[to] === '{') depth++;
      else if (body[to] === '}') depth--;
    }
    const plain = body
      .slice(from, to - 1)
      .replace(/\\(?:label|footnote|index|thanks)\{[^{}]*\}/g, '')
      .replace(/\\[a-zA-Z]+\s*|\\.|[{}$~]/g, ' ');
    found.push(plain.replace(/\s+/g, ' ').trim());
  }
  return found;
}
