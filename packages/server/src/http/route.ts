import type { Readable } from 'node:stream';
import type { Endpoint } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Call } from '../ports/call.ts';

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
  call: Call;
  /** The request as Fastify has it: headers, and the raw stream of bodies that are not JSON. */
  raw: FastifyRequest;
}

/** A value is sent as JSON with status 200; the two classes say otherwise. */
export type RouteReply = object | EventStream<unknown> | RawReply;

export interface Route {
  endpoint: Endpoint;
  handler(request: RouteRequest): Promise<RouteReply> | RouteReply;
}

/** Ties a handler to its endpoint, with the types of the endpoint's schemas. */
export function route<const E extends Endpoint>(
  endpoint: E,
  handler: (request: RouteRequest<E>) => Promise<RouteReply> | RouteReply,
): Route {
  // The endpoint's own schemas have validated the request before the handler sees it.
  return { endpoint, handler: (request) => handler(request as RouteRequest<E>) };
}

export interface EventStreamOptions<Event> {
  events: AsyncIterator<Event, unknown>;
  /** The whole block of one event, `data: …` and the blank line included. Empty for nothing. */
  format(event: Event): string;
  /** The terminal block for a failure after the stream has begun. */
  formatError(error: unknown): string;
  /** The terminal event goes out only after the call is settled. */
  isTerminal(event: Event): boolean;
}

/** A reply as server-sent events. What fails before the first event is an ordinary error. */
export class EventStream<Event> {
  readonly options: EventStreamOptions<Event>;

  constructor(options: EventStreamOptions<Event>) {
    this.options = options;
  }
}

/** A reply with a status, headers or a body of its own. Objects are sent as JSON. */
export class RawReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Readable | Buffer | string | object;

  constructor(options: {
    status?: number;
    headers?: Record<string, string>;
    body: Readable | Buffer | string | object;
  }) {
    this.status = options.status ?? 200;
    this.headers = options.headers ?? {};
    this.body = options.body;
  }
}

/** One event as one line of JSON. */
export const dataBlock = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
