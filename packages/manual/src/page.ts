import type { Heading } from './markdown.ts';

/** One page of the manual, before it is drawn. */
export interface Page {
  /** What follows `/docs/` in its address; empty for the first page. */
  slug: string;
  title: string;
  /** One sentence for lists of pages, search and language models. */
  summary: string;
  /** Heading of its group in the contents. */
  group: string;
  /** The calls that a page of the reference describes. */
  calls?: readonly Call[];
  /** The page as Markdown: its twin at `/docs/<slug>.md`. */
  markdown(): string;
  /** The page as HTML without the frame around it. */
  body(): PageBody;
}

/** One call of the service: `POST /v1/answer`, and what it is for. */
interface Call {
  method: string;
  path: string;
  summary: string;
}

export interface PageBody {
  html: string;
  /** For the contents of the page. */
  headings: Heading[];
  /** `reference`: wide, with the samples beside the words. `home`: without contents of the page. Default: `guide`. */
  layout?: 'guide' | 'reference' | 'home';
}

/** The address of a page. */
export const addressOf = (slug: string): string => (slug === '' ? '/docs' : `/docs/${slug}`);

/** The address that samples are written with; readers are shown that of their service. */
export const sampleAddress = 'http://127.0.0.1:8484';

/** The address of its Markdown. */
export const markdownAddressOf = (slug: string): string => `/docs/${slug === '' ? 'index' : slug}.md`;
