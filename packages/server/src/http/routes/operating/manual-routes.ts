import { fileURLToPath } from 'node:url';
import { type Endpoint, operatingEndpoints } from '@parley/contract';
import type { Manual, SettingTexts } from '@parley/manual';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../lib/app-error.ts';
import { CachedText } from '../../cached-text.ts';
import { buildOpenApi } from '../../openapi.ts';
import { RawReply, type Route, route } from '../../route.ts';

/** Nothing but its own scripts, styles and calls, and no frame around it. */
const manualHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; " +
    "media-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};
const fileHeaders = { 'x-content-type-options': 'nosniff' };
const isAddress = /^https?:\/\/[\w.:[\]-]+$/;
const forGood = 'public, max-age=31536000, immutable';
const root = new URL('../../../../../../', import.meta.url);

export interface ManualParts {
  settings: readonly SettingTexts[];
  /** All endpoints of the service, known once every route exists. */
  endpoints(): Endpoint[];
}

/** The documentation. It is read and drawn when it is first asked for, page by page, and each page is kept. */
export function manualRoutes(parts: ManualParts): Route[] {
  const shelf = new Shelf(parts);
  return [
    route(operatingEndpoints.getManual, ({ raw, call: { origin } }) => shelf.first(raw, origin)),
    route(operatingEndpoints.getManualPage, ({ raw, params, call: { origin } }) =>
      shelf.page(raw, params.page, origin),
    ),
    route(operatingEndpoints.getReferencePage, ({ raw, params, call: { origin } }) =>
      shelf.page(raw, `reference/${params.group}`, origin),
    ),
    route(operatingEndpoints.getManualAsset, ({ raw, params }) => shelf.asset(raw, params.name)),
    route(operatingEndpoints.getManualImage, ({ params }) => shelf.image(params.name)),
    route(operatingEndpoints.getSearchIndex, ({ raw }) =>
      shelf.text('search', raw, {
        contentType: 'application/json',
        headers: fileHeaders,
        make: (manual) => manual.searchIndex(),
      }),
    ),
    route(operatingEndpoints.getLlmsText, ({ raw, call: { origin } }) =>
      shelf.text('llms', raw, { contentType: 'text/plain', origin, make: (manual, from) => manual.llmsText(from) }),
    ),
    route(operatingEndpoints.getLlmsFullText, ({ raw, call: { origin } }) =>
      shelf.text('llms-full', raw, {
        contentType: 'text/plain',
        origin,
        make: (manual, from) => manual.llmsFullText(from),
      }),
    ),
  ];
}

interface Text {
  contentType: string;
  headers?: Record<string, string>;
  /** The address of the service that the reader called, where the text names it. */
  origin?: string;
  make(origin: string): string;
}

/** What has been drawn. As many texts as the manual has pages, in two forms: addresses of no page are not kept. */
class Shelf {
  readonly #parts: ManualParts;
  readonly #texts = new Map<string, CachedText>();
  #module: Promise<typeof import('@parley/manual')> | null = null;
  #manual: Manual | null = null;

  constructor(parts: ManualParts) {
    this.#parts = parts;
  }

  /** The first page. */
  async first(raw: FastifyRequest, origin: string): Promise<RawReply<200, Buffer> | RawReply<304, string>> {
    return this.#draw(await this.#open(), raw, { slug: '', isMarkdown: wantsMarkdown(raw), origin });
  }

  /** The page at an address below `/docs/`. */
  async page(
    raw: FastifyRequest,
    address: string,
    origin: string,
  ): Promise<RawReply<200, Buffer> | RawReply<304, string> | RawReply<404, string>> {
    const manual = await this.#open();
    const isTwin = address.endsWith('.md');
    const name = isTwin ? address.slice(0, -'.md'.length) : address;
    const slug = isTwin && name === 'index' ? '' : name;
    if (manual.slugs.includes(slug))
      return this.#draw(manual, raw, { slug, isMarkdown: isTwin || wantsMarkdown(raw), origin });
    const headers = { ...manualHeaders, 'content-type': 'text/html; charset=utf-8' };
    return new RawReply({ status: 404, headers, body: manual.notFound(address) });
  }

  async asset(raw: FastifyRequest, name: string): Promise<RawReply<200, Buffer> | RawReply<304, string>> {
    const { Manual } = await this.#load();
    const asset = Manual.asset(name);
    if (asset === null) throw new AppError('not_found', `The documentation has no file ${name}`);
    // Pages name a file with a mark of its content; without it, it may change.
    const isMarked = /[?&]v=/.test(raw.url);
    return this.#reply(`${isMarked}/assets/${name}`, raw, {
      contentType: asset.contentType,
      headers: isMarked ? { ...fileHeaders, 'cache-control': forGood } : fileHeaders,
      make: () => asset.body,
    });
  }

  async image(name: string): Promise<RawReply<200, Buffer>> {
    const image = (await this.#open()).image(name);
    if (image === null) throw new AppError('not_found', `The documentation has no picture ${name}`);
    const headers = { ...fileHeaders, 'content-type': image.contentType, 'cache-control': 'public, max-age=3600' };
    return new RawReply({ status: 200, headers, body: image.bytes });
  }

  async text(
    name: string,
    raw: FastifyRequest,
    text: Omit<Text, 'make'> & { make(manual: Manual, origin: string): string },
  ) {
    const manual = await this.#open();
    return this.#reply(name, raw, { ...text, make: (origin) => text.make(manual, origin) });
  }

  #draw(
    manual: Manual,
    raw: FastifyRequest,
    { slug, isMarkdown, origin }: { slug: string; isMarkdown: boolean; origin: string },
  ): RawReply<200, Buffer> | RawReply<304, string> {
    return this.#reply(`${isMarkdown}/${slug}`, raw, {
      contentType: isMarkdown ? 'text/markdown' : 'text/html',
      headers: { ...manualHeaders, vary: 'accept' },
      // Callers name the host; what is no address does not come into a page.
      origin: isAddress.test(origin) ? origin : '',
      make: (from) => (isMarkdown ? manual.markdown(slug, from) : manual.html(slug, from)) ?? '',
    });
  }

  #reply(name: string, raw: FastifyRequest, text: Text): RawReply<200, Buffer> | RawReply<304, string> {
    const known = this.#texts.get(name);
    if (known !== undefined) return known.reply(raw, text.origin);
    const { contentType, headers = {}, make } = text;
    const made = new CachedText({ contentType: `${contentType}; charset=utf-8`, headers, make });
    this.#texts.set(name, made);
    return made.reply(raw, text.origin);
  }

  /** Not with the start: it costs what a page costs, and most processes are never asked. */
  async #open(): Promise<Manual> {
    const { Manual } = await this.#load();
    this.#manual ??= new Manual({
      guides: fileURLToPath(new URL('docs/guides', root)),
      images: fileURLToPath(new URL('docs/images', root)),
      openApi: buildOpenApi(this.#parts.endpoints(), '/'),
      settings: this.#parts.settings,
    });
    return this.#manual;
  }

  #load(): Promise<typeof import('@parley/manual')> {
    this.#module ??= import('@parley/manual');
    return this.#module;
  }
}

/** Browsers ask for HTML, or for anything; programs that read Markdown put it first. */
function wantsMarkdown({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '';
  const [markdown, html] = [accept.indexOf('text/markdown'), accept.indexOf('text/html')];
  return markdown !== -1 && (html === -1 || markdown < html);
}
