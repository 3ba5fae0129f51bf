import { type Endpoint, isJsonObject } from '@parley/contract';
import type { FastifyReply } from 'fastify';
import { type ResumableStreams, streamCallerOf } from '../features/runs/streams/resumable-streams.ts';
import { AppError } from '../lib/app-error.ts';
import { EventWriter, firstEventPingMs } from './event-writer.ts';
import { nameEngine } from './name-engine.ts';
import type { RequestState } from './request-pipeline.ts';
import { dataBlock, type EventBlocks, type EventStream } from './route.ts';
import { type SendEventsHooks, writeEvents } from './send-events.ts';

export const streamHeader = 'x-parley-stream';

/** Whether a call asks for a stream that can be taken up again. Throws where nothing of it may be kept. */
export function isResumable({ body: schema }: Endpoint, body: unknown, keepsNothing: boolean | undefined): boolean {
  const isKnown = schema !== undefined && 'properties' in schema && isJsonObject(schema.properties);
  if (!isKnown || !('resumable' in Object(schema.properties))) return false;
  if (!isJsonObject(body) || body.resumable !== true) return false;
  if (!keepsNothing) return true;
  throw new AppError(
    'invalid_request',
    'A resumable stream is kept while it goes on and for some minutes after, and this call or its key says that nothing is (store: false)',
    { title: 'resumable is not valid', param: 'resumable' },
  );
}

/** Sends a stream that goes on without this connection, and that any process can send the rest of. */
export async function sendResumable(
  stream: EventStream<unknown, unknown>,
  { reply, state, streams }: { reply: FastifyReply; state: RequestState; streams: ResumableStreams },
  hooks: SendEventsHooks,
): Promise<void> {
  const { signal } = state.abort;
  const caller = streamCallerOf(state.call);
  const lost = new AppError('stream_lost', 'The process that wrote the stream is gone');
  const { formatLost = (error) => stream.options.formatError(error, dataBlock) } = stream.options;
  const id = await streams.announce(caller, { lostBlock: formatLost(lost) });
  const writer = streams.write(id, { ...caller, stop: (reason) => state.abort.abort(reason) });
  let isSent = false;
  const begun = Promise.withResolvers<void>();
  const write = (block: string) => {
    const written = writer.write(block);
    hooks.record?.(written);
    state.contents?.write(written);
    if (written !== '') begun.resolve();
    return writer.room();
  };
  const target = { write, hasBegun: () => isSent || writer.live.lastNumber > 0, isGone: () => false };
  const work = writeEvents(stream, target, signal, hooks).then(
    () => writer.end(),
    async (error) => {
      await streams.drop(id);
      throw error;
    },
  );
  const silence = setTimeout(begun.resolve, firstEventPingMs);
  try {
    await Promise.race([begun.promise, work]);
    isSent = true;
    // From now on its reader knows what to ask for.
    if (!reply.raw.destroyed) {
      state.goesOn = true;
      state.contents?.goesOn();
      reply.request.ownHeaders[streamHeader] = id;
      const { live } = writer;
      const follow = { live, after: 0, signal: leftSignal(reply) };
      await sendAll(reply, state, streams.followLive({ id, ...caller }, follow));
    }
    await work;
  } finally {
    clearTimeout(silence);
    state.goesOn = false;
    state.contents?.ended();
    state.leave();
  }
}

/** Sends events that are there as text, for as long as their reader stays. */
export async function sendBlocks({ blocks, headers }: EventBlocks, reply: FastifyReply, state: RequestState) {
  Object.assign(reply.request.ownHeaders, headers);
  await sendAll(reply, state, blocks);
}

async function sendAll(reply: FastifyReply, state: RequestState, blocks: AsyncIterable<string>): Promise<void> {
  const left = leftSignal(reply);
  reply.hijack();
  nameEngine(reply.request, state);
  const writer = new EventWriter(reply.raw, reply.request.ownHeaders);
  writer.begin();
  try {
    for await (const block of blocks) {
      writer.write(block);
      if (writer.isFull) await writer.drained(left);
    }
    writer.end();
  } catch (error) {
    // What breaks off must not look like what has ended.
    reply.raw.destroy();
    throw error;
  }
}

/** Aborts when the connection has closed. */
function leftSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  if (raw.destroyed) left.abort();
  else raw.once('close', () => left.abort());
  return left.signal;
}
