import type { FastifyReply } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { each, type Sink } from '../lib/event-flow.ts';
import { toAppError } from './error-reply.ts';
import { EventWriter, firstEventPingMs } from './event-writer.ts';
import { nameEngine } from './name-engine.ts';
import type { RequestState } from './request-pipeline.ts';
import { dataBlock, type Encode, type EventStream } from './route.ts';

export interface SendEventsHooks {
  /** Stores the usage record; the terminal event waits for it. */
  settle(status: number, error?: AppError): Promise<void>;
  /** Called with a failure that the client sees as an event. */
  onFailure(error: AppError): void;
  /** Receives the whole stream as sent, when it must be kept for replay. */
  record?: ((block: string) => void) | undefined;
  /** Adds to the terminal event what the caller should know besides. */
  last?: ((event: unknown) => unknown) | undefined;
  /** Holds each event to the contract. */
  check?: ((event: unknown) => void) | undefined;
}

/** Where the events of a stream go. */
export interface EventTarget {
  /** Takes a block; a promise asks to wait before there is more. */
  write(block: string): Promise<void> | undefined;
  /** A failure can no longer become an ordinary error. */
  hasBegun(): boolean;
  /** Nobody would read of a failure. */
  isGone(): boolean;
}

/**
 * Sends a stream of events. Until the first event (or 15 s) nothing is committed, so an early failure throws and becomes an
 * ordinary error. Afterwards the stream ends with exactly one terminal event.
 */
export async function sendEvents(
  stream: EventStream<unknown, unknown>,
  reply: FastifyReply,
  state: RequestState,
  hooks: SendEventsHooks,
): Promise<void> {
  const { signal } = state.abort;
  let writer: EventWriter | null = null;
  const begin = () => {
    clearTimeout(silence);
    reply.hijack();
    nameEngine(reply.request, state);
    writer = new EventWriter(reply.raw, reply.request.ownHeaders);
    return writer;
  };
  const silence = setTimeout(() => begin().begin(), firstEventPingMs);
  const write = (block: string) => {
    hooks.record?.(block);
    const into = writer ?? begin();
    into.write(block);
    return into.isFull ? into.drained(signal) : undefined;
  };
  // What is written in callbacks the compiler does not see.
  const end = () => writer?.end();
  try {
    const target = { write, hasBegun: () => writer !== null, isGone: () => reply.raw.destroyed };
    await writeEvents(stream, target, signal, hooks);
  } finally {
    clearTimeout(silence);
    end();
  }
}

/** Writes all events of a stream, the last one once the call is settled, or what it failed with. */
export async function writeEvents(
  stream: EventStream<unknown, unknown>,
  target: EventTarget,
  signal: AbortSignal,
  hooks: SendEventsHooks,
): Promise<void> {
  const encode = encoder(stream, hooks.check);
  try {
    const last = await pump(stream, signal, (event) => target.write(stream.options.format(event, encode)));
    await hooks.settle(200);
    target.write(stream.options.format(hooks.last?.(last) ?? last, encode));
  } catch (error) {
    if (!target.hasBegun()) throw error;
    const failure = toAppError(signal.aborted ? signal.reason : error);
    await hooks.settle(failure.status, failure);
    if (target.isGone()) return;
    hooks.onFailure(failure);
    target.write(stream.options.formatError(failure, encode));
  }
}

/**
 * Hands every event but the terminal one on, and returns that one: its source must have finished its own work (and its metering)
 * before the caller learns that all is done.
 */
function pump({ options }: EventStream<unknown, unknown>, signal: AbortSignal, write: Sink<unknown>): Promise<unknown> {
  const last: unknown[] = [];
  const read = each(options.events, (event) => {
    if (signal.aborted) throw signal.reason;
    if (last.length > 0) throw new Error('an event followed the terminal event');
    if (!options.isTerminal(event)) return write(event);
    last.push(event);
    return undefined;
  });
  return read.then(() => {
    if (last.length === 0) throw new AppError('internal_error', 'The answer ended without saying that it was complete');
    return last[0];
  });
}

function encoder({ options }: EventStream<unknown, unknown>, check: SendEventsHooks['check']): Encode<unknown> {
  const encode = options.encode ?? dataBlock;
  if (!check) return encode;
  return (event) => {
    check(event);
    return encode(event);
  };
}
