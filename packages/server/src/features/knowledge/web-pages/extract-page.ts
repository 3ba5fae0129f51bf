import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { type Block, blocksOf, joinBlocks } from './block-text.ts';
import { mainBlocks, proseBlocks } from './main-blocks.ts';
import { type PageMetadata, readMetadata } from './page-metadata.ts';
import { nodesOf, type PageDocument, type PageElement } from './page-node.ts';
import { removeUnseen } from './unseen-parts.ts';

export interface ExtractedPage extends PageMetadata {
  /** The main text: blocks separated by an empty line, no marks. */
  text: string;
  /** True when the main text was recognised, false when it is everything but navigation. */
  isMainText: boolean;
  /** Absolute http and https addresses that the page links to, in reading order, without repetition. */
  links: { url: string; text: string }[];
}

const shortText = 200;
const leastShare = 0.1;
const maxLinks = 300;

/** Reads a page: its main text, title, author, date, language and links. Computes for up to a second: run it in a pool. */
export function extractPage(html: string, url: string): ExtractedPage {
  const document = parse(html);
  const metadata = readMetadata(document);
  const links = readLinks(document, url);
  removeUnseen(document);
  const all = everythingButNavigation(document);
  const main = readMain(document, metadata.title);
  const mainText = joinBlocks(main);
  const allText = joinBlocks(all);
  // Menus and teasers do not count against the main text: what it must not miss is prose.
  const proseLength = joinBlocks(proseBlocks(all)).length;
  const isMainText = mainText.length >= Math.min(shortText, proseLength) && mainText.length >= proseLength * leastShare;
  return { ...metadata, links, text: isMainText ? mainText : allText || mainText, isMainText };
}

function parse(html: string): PageDocument {
  const whole = /<html[\s>]/i.test(html.slice(0, 20_000)) ? html : `<!doctype html><html>${html}</html>`;
  const { document } = parseHTML(whole);
  fillBody(document);
  return document as unknown as PageDocument;
}

const ofHead = new Set(['TITLE', 'META', 'LINK', 'BASE']);

/** The tags of head and body may be left out; the parser leaves what they hold beside an empty head and body then. */
function fillBody({ head, body, documentElement }: ReturnType<typeof parseHTML>['document']): void {
  for (const node of [...documentElement.childNodes]) {
    if (node === head || node === body) continue;
    (ofHead.has(node.nodeName.toUpperCase()) ? head : body).append(node);
  }
}

function readMain(document: PageDocument, title: string): Block[] {
  try {
    // Readability takes the document apart; the serializer hands out the node itself instead of HTML text.
    const reader = new Readability<PageElement>(document as never, {
      serializer: (node) => node as unknown as PageElement,
      charThreshold: shortText,
    });
    const article = reader.parse();
    return article?.content ? mainBlocks(article.content, title) : [];
  } catch {
    // A document that Readability cannot take apart still has its whole text.
    return [];
  }
}

function everythingButNavigation(document: PageDocument): Block[] {
  const body = document.body;
  if (!body) return [];
  const beside = nodesOf(
    body.querySelectorAll('nav, header, footer, aside, [role=navigation], [role=banner], [role=contentinfo]'),
  );
  const removed = new Set<unknown>(beside);
  const blocks = blocksOf(body, (element) => removed.has(element));
  return blocks.length > 0 ? blocks : blocksOf(body);
}

function readLinks(document: PageDocument, base: string): { url: string; text: string }[] {
  const found = new Map<string, string>();
  for (const anchor of nodesOf(document.querySelectorAll('a[href]'))) {
    if (found.size >= maxLinks) break;
    const target = absolute(anchor.getAttribute('href') ?? '', base);
    if (target && !found.has(target)) found.set(target, (anchor.textContent ?? '').replace(/\s+/g, ' ').trim());
  }
  return [...found].map(([url, text]) => ({ url, text }));
}

function absolute(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base);
  url.hash = '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
