import { readFileSync } from 'node:fs';
import { errorPage } from './error-page.ts';
import { guidePages } from './guides.ts';
import { homePage } from './home-page.ts';
import { drawNotFound, drawPage } from './layout.ts';
import { fullText, shortText } from './llms.ts';
import { nearestPages } from './nearest-pages.ts';
import { type Page, sampleAddress } from './page.ts';
import { referencePages } from './reference/reference-pages.ts';
import { searchIndex } from './search-index.ts';
import { type SettingTexts, settingsPage } from './settings-page.ts';

export interface ManualSources {
  /** The folder with the guides and their `contents.json`. */
  guides: string;
  /** The folder with the pictures of the guides. */
  images: string;
  /** The OpenAPI document. */
  openApi: object;
  settings: readonly SettingTexts[];
}

const files: Record<string, string> = {
  'manual.css': 'text/css',
  'theme.js': 'text/javascript',
  'manual.js': 'text/javascript',
  'search.js': 'text/javascript',
  'try.js': 'text/javascript',
};
const pictures: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** The documentation of the service: guides, reference, errors and settings as pages that a browser or a program reads. */
export class Manual {
  readonly #pages: Page[];
  readonly #images: string;

  constructor({ guides, images, openApi, settings }: ManualSources) {
    const made = [...referencePages(openApi), errorPage(), settingsPage(settings)];
    // What is made here lies among the guides as well, for readers of the repository.
    const written = guidePages(guides).filter(({ slug }) => made.every((page) => page.slug !== slug));
    this.#pages = [homePage([...written, ...made]), ...written, ...made];
    this.#images = images;
  }

  /** The addresses of all pages below `/docs/`; the first page's is empty. */
  get slugs(): string[] {
    return this.#pages.map(({ slug }) => slug);
  }

  /** A page as HTML, its samples with the address at which it is read; null when there is none. */
  html(slug: string, origin: string): string | null {
    const page = this.#find(slug);
    return page && drawPage(page, this.#pages).replaceAll(sampleAddress, origin);
  }

  /** A page as Markdown, likewise; null when there is none. */
  markdown(slug: string, origin: string): string | null {
    return this.#find(slug)?.markdown().replaceAll(sampleAddress, origin) ?? null;
  }

  /** What is said where there is no page, with the pages that may be meant. */
  notFound(slug: string): string {
    return drawNotFound(slug, nearestPages(slug, this.#pages), this.#pages);
  }

  /** What the search of the pages looks through. */
  searchIndex(): string {
    return JSON.stringify(searchIndex(this.#pages));
  }

  /** The manual in a page for language models: what there is, and where. */
  llmsText(origin: string): string {
    return shortText(this.#pages, origin);
  }

  /** All pages in one text for language models. */
  llmsFullText(origin: string): string {
    return fullText(this.#pages, origin);
  }

  /** A script or the style of the pages; null for any other name. */
  static asset(name: string): { contentType: string; body: string } | null {
    const contentType = Object.hasOwn(files, name) ? files[name] : undefined;
    if (contentType === undefined) return null;
    return { contentType, body: readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8') };
  }

  /** A picture of the guides; null when there is none. */
  image(name: string): { contentType: string; bytes: Buffer } | null {
    const contentType = pictures[name.split('.').at(-1) ?? ''];
    if (contentType === undefined || !/^[\w-]+\.\w+$/.test(name)) return null;
    try {
      return { contentType, bytes: readFileSync(`${this.#images}/${name}`) };
    } catch {
      return null;
    }
  }

  #find(slug: string): Page | null {
    return this.#pages.find((page) => page.slug === slug) ?? null;
  }
}
