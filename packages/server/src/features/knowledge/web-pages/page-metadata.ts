import { isoDate } from '../../../lib/iso-date.ts';
import { nodesOf, type PageDocument } from './page-node.ts';

export interface PageMetadata {
  title: string;
  author: string | null;
  /** ISO 8601, as far as the page tells. */
  publishedDate: string | null;
  /** As declared, such as `de` or `en-GB`. */
  language: string | null;
  description: string | null;
}

interface LinkedData {
  headline: string | null;
  author: string | null;
  date: string | null;
}

/** What the head of a page says about it. */
export function readMetadata(document: PageDocument): PageMetadata {
  const linked = readLinkedData(document);
  const meta = readMeta(document);
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find((value) => value) ?? null;
  const heading = document.querySelector('h1')?.textContent ?? '';
  const time = document.querySelector('time[datetime]')?.getAttribute('datetime') ?? null;
  return {
    title: clean(first('og:title', 'twitter:title') ?? linked.headline ?? (document.title || heading)).slice(0, 500),
    author: nullable(first('author', 'article:author', 'dc.creator') ?? linked.author),
    publishedDate: dateOf(
      first('article:published_time', 'date', 'dc.date', 'dcterms.created', 'citation_publication_date') ??
        linked.date ??
        time,
    ),
    language: nullable(document.documentElement?.getAttribute('lang') ?? first('og:locale')),
    description: nullable(first('description', 'og:description')),
  };
}

function readMeta(document: PageDocument): Map<string, string> {
  const values = new Map<string, string>();
  for (const element of nodesOf(document.querySelectorAll('meta[content]'))) {
    const name = (element.getAttribute('property') ?? element.getAttribute('name') ?? '').toLowerCase();
    if (name && !values.has(name)) values.set(name, element.getAttribute('content') ?? '');
  }
  return values;
}

function readLinkedData(document: PageDocument): LinkedData {
  const result: LinkedData = { headline: null, author: null, date: null };
  for (const element of nodesOf(document.querySelectorAll('script[type="application/ld+json"]')).slice(0, 10)) {
    for (const item of linkedItems(element.textContent ?? '')) {
      result.headline ??= text(item.headline);
      result.date ??= text(item.datePublished);
      const author = Array.isArray(item.author) ? item.author[0] : item.author;
      result.author ??= isRecord(author) ? text(author.name) : text(author);
    }
  }
  return result;
}

function linkedItems(json: string): Record<string, unknown>[] {
  try {
    const value: unknown = JSON.parse(json);
    const list = Array.isArray(value)
      ? value
      : isRecord(value) && Array.isArray(value['@graph'])
        ? value['@graph']
        : [value];
    return list.filter(isRecord).slice(0, 50);
  } catch {
    // Broken linked data is common; the page is read without it.
    return [];
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() ? value : null;
}

function clean(value: string): string {
  return value.replace(/\s+/g, ' ').trim();
}

function nullable(value: string | null): string | null {
  return value === null ? null : clean(value).slice(0, 200) || null;
}

function dateOf(value: string | null): string | null {
  return isoDate(value ?? undefined, Date.now()) ?? null;
}
