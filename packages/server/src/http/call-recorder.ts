import type { ServerResponse } from 'node:http';
import type { Endpoint } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CallContentsStore, maxContents } from '../features/money/usage-reports/call-contents.ts';
import { boundedJson } from '../lib/bounded-json.ts';
import { withoutSecrets } from '../lib/without-secrets.ts';
import type { EdgeCall } from '../ports/call.ts';
import { keepsNothing } from './keeps-nothing.ts';
import { userOf } from './user-of.ts';

/** Read beyond what is kept, so that a secret at the limit is whole when it is looked for. */
const margin = 8 * 1024;
/** Base64 in a reply, which nobody reads. */
const encoded = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{4096,}={0,2}/g;
/** Their requests are credentials. */
const neverKept = new Set(['connectIntegration']);

/** Keeps what capability calls ask and are answered, where the operator turned that on. */
export class CallRecorder {
  readonly #contents: CallContentsStore;

  constructor(parts: { contents: CallContentsStore }) {
    this.#contents = parts.contents;
  }

  /** Looks on while a call is answered. Only POST: what is read back by GET was asked for, and is looked at, elsewhere. */
  watch(endpoint: Endpoint, request: FastifyRequest, { raw }: FastifyReply, call: EdgeCall): WatchedCall | null {
    const isKept = this.#contents.keeps(call.keyId) && endpoint.method === 'POST' && call.workspaceId !== '';
    if (!isKept || neverKept.has(endpoint.id)) return null;
    const sent = new ReplyText();
    sent.watch(raw);
    const watched = new WatchedCall((reply) => this.#keep(request, call, reply));
    raw.once('close', () => watched.closed(sent));
    return watched;
  }

  #keep(request: FastifyRequest, call: EdgeCall, reply: ReplyText): void {
    // A request that was refused before its handler may have said so all the same.
    if (keepsNothing(request, call)) return;
    const known = credentialsOf(request);
    const asked =
      request.body === undefined || request.body === null ? null : boundedJson(request.body, maxContents + margin);
    const sides = [asked?.text ?? null, reply.text].map((text) => (text === null ? null : clean(text, known)));
    const [requestText = null, replyText = null] = sides;
    this.#contents.keep({
      workspaceId: call.workspaceId,
      requestId: call.requestId,
      userId: userOf(request.body),
      request: requestText,
      reply: replyText,
      isTruncated:
        asked?.isCut === true || reply.isCut || sides.some((text) => text !== null && text.length > maxContents),
    });
  }
}

/** A call whose contents are kept once, when all of its reply is there. */
export class WatchedCall {
  readonly #keep: (reply: ReplyText) => void;
  readonly #written = new ReplyText();
  #outlives = false;

  constructor(keep: (reply: ReplyText) => void) {
    this.#keep = keep;
  }

  /** What is written of a reply that any connection can read. */
  write(block: string): void {
    this.#written.take(block);
  }

  /** The reply goes on without its first connection: from now on what is written counts, not what is sent. */
  goesOn(): void {
    this.#outlives = true;
  }

  /** All of a reply is written that went on. */
  ended(): void {
    if (this.#outlives) this.#keep(this.#written);
  }

  closed(sent: ReplyText): void {
    if (!this.#outlives) this.#keep(sent);
  }
}

function clean(text: string, known: readonly string[]): string {
  return withoutSecrets(text, known).replace(encoded, (bytes) => `[${bytes.length} characters]`);
}

/** What the caller showed to come in. */
function credentialsOf({ headers }: FastifyRequest): string[] {
  const { authorization = '', 'x-api-key': apiKey = '', cookie = '' } = headers;
  const session = cookie.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  return [authorization.replace(/^\w+\s+/, '').trim(), String(apiKey), ...session];
}

/** The beginning of a reply. */
class ReplyText {
  readonly #chunks: string[] = [];
  #length = 0;
  #isBinary = false;

  /** Takes what a response sends, whichever way it goes out. */
  watch(raw: ServerResponse): void {
    const { write, end } = raw;
    const watched = (send: typeof write | typeof end) => {
      const take = (chunk: unknown) => this.take(chunk);
      return function (this: unknown, ...values: unknown[]): unknown {
        take(values[0]);
        return Reflect.apply(send, raw, values);
      };
    };
    // Answers leave by several ways; all of them end in these two.
    Object.assign(raw, { write: watched(write), end: watched(end) });
  }

  /** Null for bytes that are no text, and for nothing. */
  get text(): string | null {
    return this.#isBinary || this.#length === 0 ? null : this.#chunks.join('').slice(0, maxContents + margin);
  }

  get isCut(): boolean {
    return !this.#isBinary && this.#length > maxContents + margin;
  }

  take(chunk: unknown): void {
    const isBytes = chunk instanceof Uint8Array;
    if (!isBytes && typeof chunk !== 'string') return;
    const isOver = this.#length > maxContents + margin;
    this.#length += chunk.length;
    if (this.#isBinary || isOver) return;
    if (!isBytes) this.#chunks.push(chunk.slice(0, maxContents + margin));
    else if (chunk.includes(0)) this.#isBinary = true;
    else this.#chunks.push(Buffer.from(chunk.subarray(0, maxContents + margin)).toString());
  }
}
