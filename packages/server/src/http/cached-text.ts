import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RawReply } from './route.ts';

/** Addresses under which one service is called at the same time. Bounded: callers name them. */
const maxOrigins = 8;

interface Cached {
  bytes: Buffer;
  tag: string;
}

/** A page that never changes while the process runs but for the service's address in it: made once, then sent as bytes. */
export class CachedText {
  readonly #make: (origin: string) => string;
  readonly #contentType: string;
  readonly #headers: Record<string, string>;
  readonly #byOrigin = new LRUCache<string, Cached>({ max: maxOrigins });
  #parts: string[] | null = null;

  /** `make` is called once, with a mark in the place of the address. */
  constructor(options: { contentType: string; headers?: Record<string, string>; make(origin: string): string }) {
    this.#make = options.make;
    this.#contentType = options.contentType;
    this.#headers = options.headers ?? {};
  }

  /** The page, or 304 for a caller who has it. */
  reply(request: FastifyRequest, origin = ''): RawReply<200, Buffer> | RawReply<304, string> {
    const { bytes, tag } = this.#byOrigin.get(origin) ?? this.#fill(origin);
    const headers = { etag: tag, 'cache-control': 'no-cache', ...this.#headers };
    const known = request.headers['if-none-match'];
    if (known !== undefined && hasTag(known, tag)) return new RawReply({ status: 304, headers, body: '' });
    return new RawReply({ status: 200, headers: { ...headers, 'content-type': this.#contentType }, body: bytes });
  }

  #fill(origin: string): Cached {
    this.#parts ??= this.#make(originMark).split(originMark);
    const bytes = Buffer.from(this.#parts.join(origin));
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    const cached = { bytes, tag };
    this.#byOrigin.set(origin, cached);
    return cached;
  }
}

const originMark = 'https://origin-mark.invalid';

const hasTag = (header: string, tag: string): boolean =>
  header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag);
