import type { FastifyReply } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { toAppError } from './error-reply.ts';
import { EventWriter, firstEventPingMs } from './event-writer.ts';
import { nameEngine, type RequestState } from './request-pipeline.ts';
import { dataBlock, type Encode, type EventStream } from './route.ts';

export interface SendEventsHooks {
  /** Stores the usage record; the terminal event waits for it. */
  settle(status: number): Promise<void>;
  /** Called with a failure that the client sees as an event. */
  onFailure(error: AppError): void;
  /** Receives the whole stream as sent, when it must be kept for replay. */
  record?: ((block: string) => void) | undefined;
  /** Holds each event to the contract. */
  check?: ((event: unknown) => void) | undefined;
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
  const { events } = stream.options;
  const encode = encoder(stream, hooks.check);
  let next = events.next();
  const first = await firstOrSilence(next);
  if (first) next = Promise.resolve(first);
  reply.hijack();
  nameEngine(reply.request, state);
  const writer = new EventWriter(reply.raw, reply.request.ownHeaders);
  if (!first) writer.begin();
  const write = (block: string) => {
    hooks.record?.(block);
    writer.write(block);
  };
  try {
    await pump(stream, next, state, { ...hooks, encode }, writer, write);
  } catch (error) {
    const failure = toAppError(state.abort.signal.aborted ? state.abort.signal.reason : error);
    await hooks.settle(failure.status);
    if (!reply.raw.destroyed) {
      hooks.onFailure(failure);
      write(stream.options.formatError(failure, encode));
    }
  } finally {
    writer.end();
  }
}

async function pump(
  { options }: EventStream<unknown, unknown>,
  first: Promise<IteratorResult<unknown, unknown>>,
  { abort }: RequestState,
  { settle, encode }: Pick<SendEventsHooks, 'settle'> & { encode: Encode<unknown> },
  writer: EventWriter,
  write: (block: string) => void,
): Promise<void> {
  const { events, format, isTerminal } = options;
  let result = await first;
  while (!result.done) {
    if (abort.signal.aborted) {
      await events.return?.();
      throw abort.signal.reason;
    }
    if (isTerminal(result.value)) {
      // The source must have finished its own work (and its metering) before the caller is told that all is done.
      const rest = await events.next();
      if (!rest.done) throw new Error('an event followed the terminal event');
      await settle(200);
      write(format(result.value, encode));
      return;
    }
    write(format(result.value, encode));
    if (writer.isFull) await writer.drained(abort.signal);
    result = await events.next();
  }
  throw new AppError('internal_error', 'The answer ended without saying that it was complete');
}

function encoder({ options }: EventStream<unknown, unknown>, check: SendEventsHooks['check']): Encode<unknown> {
  const encode = options.encode ?? dataBlock;
  if (!check) return encode;
  return (event) => {
    check(event);
    return encode(event);
  };
}

/** The first result, or null when nothing came within the time after which a sign of life is due. */
async function firstOrSilence(
  next: Promise<IteratorResult<unknown, unknown>>,
): Promise<IteratorResult<unknown, unknown> | null> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, firstEventPingMs, null);
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}
