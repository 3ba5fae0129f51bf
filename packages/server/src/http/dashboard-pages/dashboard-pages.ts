import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { missingPage, waitingPage } from './waiting-page.ts';

export interface DashboardPagesOptions {
  /** Where the built files are; it may be empty, and be filled while the service runs. */
  directory: string;
  /** Other origins that pages may send bytes to and show them from: the store that uploads go to. */
  storeOrigins: readonly string[];
}

interface Encoded {
  bytes: Buffer;
  encoding: 'br' | 'gzip' | null;
}

interface PageFile {
  type: string;
  tag: string;
  /** Its name changes with its content. */
  isHashed: boolean;
  encoded: (encoding: Encoded['encoding']) => Promise<Encoded>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.bcmap': 'application/octet-stream',
};
const compressible = /^(text\/|application\/(json|wasm)|image\/svg)/;
const hashedName = /-[\w-]{8}\.\w+$/;
const smallestCompressed = 1000;
const maxFiles = 2000;
/** A build takes its files away and has them back within seconds. */
const maxListings = 20;
const beforeListingAgainMs = 250;
/** Addresses that the service answers itself, also unknown ones among them: a wrong address of the API gets an error and not a page. */
const notPages = /^\/(v1|docs|mcp|ocr|healthz|readyz|metrics|assets|\.well-known)(\/|$)|^\/[^/]+\.\w+$/;

/** Serves the built dashboard: its files, and its first page for every address that a browser opens and that is no other one. */
export class DashboardPages {
  readonly #options: DashboardPagesOptions;
  readonly #headers: Record<string, string>;
  #files: Map<string, PageFile> = new Map();
  /** Somebody builds the files. */
  isBuilding = false;
  /** Looks for what would build them, where that may have come since. */
  onMissing: (() => void) | null = null;

  constructor(options: DashboardPagesOptions) {
    this.#options = options;
    this.#headers = securityHeaders(options.storeOrigins);
  }

  /**
   * Reads the files anew. Somebody may be building them at that moment, this service or another one of the same checkout: what is
   * removed between being listed and being read is not there, and the files are listed again a little later.
   */
  async load(): Promise<void> {
    for (let left = maxListings; left > 0; left--) {
      const { files, isWhole } = await listPages(this.#options.directory);
      this.#files = files;
      if (isWhole) return;
      await setTimeout(beforeListingAgainMs);
    }
  }

  get isThere(): boolean {
    return this.#files.has('/index.html');
  }

  /** Whether the request is answered here; if so, it is. */
  readonly answer = (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const path = request.url.split('?', 1)[0] ?? '';
    if (!request.is404 && path !== '/') return false;
    const file = path === '/index.html' ? undefined : this.#files.get(path);
    if (file) {
      this.#send(file, request, reply);
      return true;
    }
    if (notPages.test(path) || !request.headers.accept?.includes('text/html')) return false;
    const index = this.#files.get('/index.html');
    if (index) this.#send(index, request, reply);
    else {
      this.onMissing?.();
      const soon = { 'retry-after': '2', refresh: '2' };
      reply.code(503).headers({ ...this.#headers, 'content-type': types['.html'], ...soon });
      reply.send(this.isBuilding ? waitingPage : missingPage);
    }
    return true;
  };

  #send(file: PageFile, request: FastifyRequest, reply: FastifyReply): void {
    const headers = {
      ...request.ownHeaders,
      ...this.#headers,
      'content-type': file.type,
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.tag,
      vary: 'Accept-Encoding',
    };
    if (request.headers['if-none-match'] === file.tag) {
      reply.code(304).headers(headers).send();
      return;
    }
    file
      .encoded(encodingFor(request.headers['accept-encoding']))
      .then(({ bytes, encoding }) => {
        reply.headers({ ...headers, ...(encoding !== null && { 'content-encoding': encoding }) }).send(bytes);
      })
      .catch((error: unknown) => reply.send(error));
  }
}

/** The one that takes least of those that the browser reads. */
function encodingFor(header: string | string[] | undefined): Encoded['encoding'] {
  const named = String(header ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]);
  return (['br', 'gzip'] as const).find((encoding) => named.includes(encoding)) ?? null;
}

/** The files of a directory by the paths of their addresses, and whether none of them came or went meanwhile. */
async function listPages(directory: string): Promise<{ files: Map<string, PageFile>; isWhole: boolean }> {
  const paths = await listFiles(directory);
  const files = new Map<string, PageFile>();
  let isWhole = true;
  for (const path of paths) {
    const type = types[extname(path)];
    if (type === undefined) continue;
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) isWhole = false;
    else files.set(path.slice(directory.length).replaceAll('\\', '/'), pageFile(path, type, bytes));
  }
  // A directory that is removed while it is listed seems to be empty.
  const after = new Set(await listFiles(directory));
  if (after.size !== paths.length || paths.some((path) => !after.has(path))) isWhole = false;
  return { files, isWhole };
}

async function listFiles(directory: string): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.slice(0, maxFiles);
}

function pageFile(path: string, type: string, bytes: Buffer): PageFile {
  const isCompressible = compressible.test(type) && bytes.length >= smallestCompressed;
  const made = new Map<string, Promise<Buffer>>();
  const compressed = (encoding: 'br' | 'gzip'): Promise<Buffer> => {
    const known = made.get(encoding);
    if (known) return known;
    // Packages come with them; from a checkout each is made once, off the event loop.
    const making = readFile(`${path}.${encoding === 'br' ? 'br' : 'gz'}`).catch(() => compress(bytes, encoding));
    made.set(encoding, making);
    return making;
  };
  return {
    type,
    tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    isHashed: hashedName.test(path),
    encoded: async (encoding) => {
      if (encoding === null || !isCompressible) return { bytes, encoding: null };
      return { bytes: await compressed(encoding), encoding };
    },
  };
}

function compress(bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 9 });
  return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
}

/** No script but the service's own files, no frame around it, and no address but the service's and its store's. */
function securityHeaders(storeOrigins: readonly string[]): Record<string, string> {
  const stores = storeOrigins.map((origin) => ` ${origin}`).join('');
  const policy = [
    "default-src 'none'",
    // PDF pages are decoded by WebAssembly of pdf.js.
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${stores}`,
    `media-src 'self' data: blob:${stores}`,
    "font-src 'self' data:",
    `connect-src 'self'${stores}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  };
}
