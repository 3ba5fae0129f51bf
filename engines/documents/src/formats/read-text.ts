import { brokenFile } from '../document-error.ts';
import type { JsonObject } from '../json-value.ts';
import { decodeString } from './decode-text.ts';
import { htmlToMarkdown } from './html-markdown.ts';
import type { ParsedContent } from './parsed-content.ts';
import type { OutlineEntry } from './read-document.ts';
import { markdownOutline, textFacts } from './text-facts.ts';
import { unescapeXml } from './xml-text.ts';

/** What stands at the head of HTML and XML is looked for in so many characters. */
const headCharacters = 50_000;

/** TXT and Markdown, as they stand. */
export async function readText(bytes: Uint8Array, isMarkdown: boolean): Promise<ParsedContent> {
  const { text, encoding } = decoded(bytes);
  return textDocument(text, {
    mediaType: isMarkdown ? 'text/markdown' : 'text/plain',
    label: isMarkdown ? 'Markdown document' : 'Text document',
    outline: isMarkdown ? markdownOutline(text) : [],
    facts: { encoding },
  });
}

export async function readHtml(bytes: Uint8Array): Promise<ParsedContent> {
  const { text: html, encoding } = decoded(bytes, htmlCharset(bytes));
  const title = /<title[^<>]*>([^<]*)<\/title>/i.exec(html.slice(0, headCharacters))?.[1];
  const text = await htmlToMarkdown(html);
  return textDocument(text, {
    mediaType: 'text/html',
    label: 'HTML document',
    outline: markdownOutline(text),
    facts: { encoding, title: title === undefined ? null : unescapeXml(title).replace(/\s+/g, ' ').trim() },
  });
}

/** XML stays as it is: nothing is expanded or fetched, so entities and DTDs have no power. */
export async function readXml(bytes: Uint8Array): Promise<ParsedContent> {
  const { text, encoding } = decoded(bytes, xmlCharset(bytes));
  const root = /<([a-z_][\w.:-]*)/i.exec(text.slice(0, headCharacters))?.[1];
  if (root === undefined) throw brokenFile('The file is named XML but holds no element.');
  return textDocument(text, {
    mediaType: 'application/xml',
    label: 'XML document',
    outline: [],
    facts: { encoding, root_element: root.split(':').at(-1) ?? root },
  });
}

export async function textDocument(
  text: string,
  about: { mediaType: string; label: string; outline: OutlineEntry[]; facts?: JsonObject },
): Promise<ParsedContent> {
  const facts = textFacts(text, about.outline);
  return {
    kind: 'document',
    mediaType: about.mediaType,
    text,
    metadata: { ...facts, ...about.facts },
    processingSummary: `${about.label}, ${Number(facts.word_count).toLocaleString('en-US')} word${facts.word_count === 1 ? '' : 's'}`,
    outline: about.outline,
  };
}

function decoded(bytes: Uint8Array, named?: string): { text: string; encoding: string } {
  const text = decodeString(bytes, named);
  if (!text) throw brokenFile('The file is named as a text but holds other data.');
  return text;
}

function htmlCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  return /<meta[^<>]+?charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1];
}

function xmlCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^[^<]*<\?xml[^<>]+?encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1];
}
