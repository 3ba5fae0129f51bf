import type { Readable } from 'node:stream';
import type { Endpoint } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { EdgeCall } from '../ports/call.ts';
import type { LateReply } from './late-reply.ts';

type Read<E, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer Schema> ? (Schema extends TSchema ? Static<Schema> : undefined) : undefined;

/** A request after authentication and validation. */
export interface RouteRequest<E extends Endpoint = Endpoint> {
  body: Read<E, 'body'>;
  params: Read<E, 'params'>;
  query: Read<E, 'query'>;
  /**
   * Who calls. On endpoints without a key and on management calls the workspace is empty and the meter counts nothing.
   */
  call: EdgeCall;
  /** The request as Fastify has it: headers, and the raw stream of bodies that are not JSON. */
  raw: FastifyRequest;
}

/** A value is sent as JSON with status 200; the classes say otherwise. */
export type RouteReply =
  | object
  | EventStream<unknown, unknown>
  | RawReply<number, ReplyBody>
  | VendorReply<object>
  | EventBlocks
  | LateReply<object>;

/** What goes out as it is. */
export type RawBody = Readable | Buffer | string;
type ReplyBody = RawBody | object;

type StatusOf<E extends Endpoint> = keyof E['responses'] & number;
/** The body of one status: what its schema says as JSON, or bytes where the contract names another content type. */
type BodyOf<E extends Endpoint, Status extends StatusOf<E>> = E['responses'][Status] extends TSchema
  ? E extends { contentType: string }
    ? RawBody
    : Static<E['responses'][Status]>
  : RawBody;

type JsonOf<E extends Endpoint> = E extends { contentType: string }
  ? never
  : E['responses'] extends { 200: infer Schema extends TSchema }
    ? Static<Schema>
    : never;

/** What the contract lets a handler of an endpoint answer; anything else does not compile. */
export type ReplyOf<E extends Endpoint> =
  | JsonOf<E>
  | { [Status in StatusOf<E>]: RawReply<Status, BodyOf<E, Status>> }[StatusOf<E>]
  | (E extends { vendorAnswers: { openai: infer Schema extends TSchema } } ? VendorReply<Static<Schema>> : never)
  | (E extends { event: infer Event extends TSchema } ? EventStream<Static<Event>, unknown> | EventBlocks : never)
  | (E extends { contentType: 'text/event-stream' } ? EventBlocks : never)
  | (JsonOf<E> extends object ? LateReply<JsonOf<E>> : never);

export interface Route {
  endpoint: Endpoint;
  handler(request: RouteRequest): Promise<RouteReply> | RouteReply;
}

/** Ties a handler to its endpoint, with the types of the endpoint's schemas for what comes in and what goes out. */
export function route<const E extends Endpoint, const R extends ReplyOf<E>>(
  endpoint: E,
  handler: (request: RouteRequest<E>) => Promise<R> | R,
): Route {
  return {
    endpoint,
    // The endpoint's own schemas have validated the request before the handler sees it, and every body is an object.
    handler: (request) => handler(request as RouteRequest<E>) as Promise<RouteReply> | RouteReply,
  };
}

/** One event of the contract as the block that goes over the wire. */
export type Encode<Wire> = (event: Wire) => string;

export interface EventStreamOptions<Wire, Source = Wire> {
  events: AsyncIterable<Source, unknown>;
  /** The whole block of one event, the blank line included, with each event of the contract put through `encode`. */
  format(event: Source, encode: Encode<Wire>): string;
  /** The terminal block for a failure after the stream has begun. */
  formatError(error: unknown, encode: Encode<Wire>): string;
  /** The terminal event goes out only after the call is settled. */
  isTerminal(event: Source): boolean;
  /** The terminal block of one whose process is gone. Default: that of a failure. */
  formatLost?(error: Error): string;
  /** Default: `dataBlock`. */
  encode?(event: Wire): string;
}

/** A reply as server-sent events. What fails before the first event is an ordinary error. */
export class EventStream<Wire, Source = Wire> {
  /** Only for the compiler: streams of different events are different types. */
  declare readonly wire: Wire;
  readonly options: EventStreamOptions<Wire, Source>;

  constructor(options: EventStreamOptions<Wire, Source>) {
    this.options = options;
  }
}

/** Server-sent events as they were sent before, or are sent elsewhere now. The call is settled before they are. */
export class EventBlocks {
  readonly blocks: AsyncIterable<string>;
  readonly headers: Record<string, string>;

  constructor(blocks: AsyncIterable<string>, headers: Record<string, string> = {}) {
    this.blocks = blocks;
    this.headers = headers;
  }
}

/** A reply with a status, headers or a body of its own. Objects are sent as JSON. */
export class RawReply<const Status extends number = 200, Body extends ReplyBody = RawBody> {
  readonly status: Status;
  readonly headers: Record<string, string | string[]>;
  readonly body: Body;
  /** False for an answer that must not be kept for `Idempotency-Key`. Default true. */
  readonly isKept: boolean;

  /** What it cost is known when this resolves, after the body has been sent. */
  readonly until: Promise<void> | null;

  constructor(options: {
    status: Status;
    headers?: Record<string, string | string[]>;
    body: Body;
    isKept?: boolean;
    until?: Promise<void>;
  }) {
    this.status = options.status;
    this.headers = options.headers ?? {};
    this.body = options.body;
    this.isKept = options.isKept ?? true;
    this.until = options.until ?? null;
  }
}

/** The 200 answer for a vendor's client libraries, where the contract has one besides our own. */
export class VendorReply<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** One event as one line of JSON. */
export const dataBlock = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
