import { brokenFile } from '../document-error.ts';
import { htmlToMarkdown } from './html-markdown.ts';
import type { ParsedContent } from './parsed-content.ts';
import { textDocument } from './read-text.ts';
import { markdownOutline } from './text-facts.ts';
import { attribute, resolvePath, startTags, unescapeXml } from './xml-text.ts';
import { ZipArchive } from './zip-archive.ts';

/** Books: the chapters in reading order. */
export async function readEpub(bytes: Uint8Array): Promise<ParsedContent> {
  const zip = new ZipArchive(bytes);
  const container = zip.text('META-INF/container.xml') ?? '';
  const packagePath = attribute(startTags(container, 'rootfile')[0] ?? '', 'full-path');
  const description = packagePath === null ? null : zip.text(packagePath);
  if (packagePath === null || description === null)
    throw brokenFile('The book is broken: it does not say what it holds.');
  if (zip.find('META-INF/encryption.xml') && zip.find('META-INF/rights.xml')) {
    throw brokenFile('The book is copy-protected, so its text cannot be read.');
  }
  const folder = packagePath.split('/').slice(0, -1).join('/');
  const items = new Map(
    startTags(description, 'item').map((tag) => [attribute(tag, 'id'), attribute(tag, 'href') ?? '']),
  );
  const chapters: string[] = [];
  for (const tag of startTags(description, 'itemref')) {
    const href = items.get(attribute(tag, 'idref'));
    const html = href === undefined ? null : zip.text(resolvePath(folder, decodeHref(href)));
    if (html) chapters.push(await htmlToMarkdown(html));
  }
  const text = chapters.filter((chapter) => chapter !== '').join('\n\n');
  const field = (name: string) => {
    // such as: /<dc:title[^<>]*>([^<]*)</
    const value = new RegExp(`<dc:${name}[^<>]*>([^<]*)<`).exec(description)?.[1];
    return value === undefined ? null : unescapeXml(value).trim();
  };
  return textDocument(text, {
    mediaType: 'application/epub+zip',
    label: 'EPUB book',
    outline: markdownOutline(text),
    facts: { title: field('title'), author: field('creator'), chapter_count: chapters.length },
  });
}

function decodeHref(href: string): string {
  const path = href.split('#')[0] ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
