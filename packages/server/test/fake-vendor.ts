import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GuardedFetcher } from '../src/outbound/guard/guarded-fetcher.ts';

/** A request as it came over the wire. */
export interface WireRequest {
  method: string;
  /** The address that was asked for, before it was led to the loopback. */
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface VendorReply {
  status?: number;
  headers?: Record<string, string>;
  /** JSON, unless it is a text. */
  body?: unknown;
  /** Breaks the connection off instead of answering. */
  cut?: boolean;
  /** Waits for this before it answers. */
  after?: Promise<unknown>;
}

const originalHost = 'x-original-origin';

/** A third party on the loopback: answers what it is told to and remembers what it was asked. */
export class FakeVendor {
  readonly requests: WireRequest[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #reply: (request: WireRequest) => VendorReply | Promise<VendorReply> = () => ({ status: 404 });
  #fetcher: GuardedFetcher | null = null;

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#fetcher = new GuardedFetcher({
      userAgent: 'Parley/test',
      allowedAddresses: [`127.0.0.1:${this.port}`],
      concurrencyPerHost: 64,
      concurrency: 256,
    });
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  answer(reply: (request: WireRequest) => VendorReply | Promise<VendorReply>): void {
    this.#reply = reply;
  }

  /** The real guarded fetcher, with every https address led to this server. */
  get fetcher(): Pick<GuardedFetcher, 'fetch' | 'stream'> {
    const guarded = this.#fetcher!;
    const lead = (url: string | URL) => {
      const original = new URL(url);
      const isOurs = original.origin === this.url;
      return {
        url: isOurs ? original.href : `${this.url}${original.pathname}${original.search}`,
        headers: isOurs ? {} : { [originalHost]: original.origin },
      };
    };
    return {
      fetch: async (url, request = {}) => {
        const { url: target, headers } = lead(url);
        const answer = await guarded.fetch(target, { ...request, headers: { ...request.headers, ...headers } });
        return { ...answer, url: new URL(url).href };
      },
      stream: (url, request = {}) => {
        const { url: target, headers } = lead(url);
        return guarded.stream(target, { ...request, headers: { ...request.headers, ...headers } });
      },
    };
  }

  async close(): Promise<void> {
    await this.#fetcher?.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { [originalHost]: origin = this.url, ...headers } = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const wire: WireRequest = {
      method: request.method ?? '',
      url: `${origin}${request.url}`,
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.requests.push(wire);
    const reply = await this.#reply(wire);
    await reply.after;
    if (reply.cut) {
      request.socket.destroy();
      return;
    }
    const isText = typeof reply.body === 'string';
    response.writeHead(reply.status ?? 200, {
      ...(reply.body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
      ...reply.headers,
    });
    response.end(reply.body === undefined ? '' : isText ? String(reply.body) : JSON.stringify(reply.body));
  }
}
