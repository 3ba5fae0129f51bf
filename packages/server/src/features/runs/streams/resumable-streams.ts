// long because what writes, reads, stops and ends a stream is one protocol between processes
import { AppError } from '../../../lib/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Call } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { StoredStream, StreamStore } from '../../../ports/stream-store.ts';
import { LiveStream } from './live-stream.ts';

/** Events are handed to the store so much later, together with those that came meanwhile. */
const storeAfterMs = 100;
const lookEveryMs = 1000;
/** A process that has not spoken of its streams for so long is gone. */
const lostAfterMs = 20_000;
/** How often another process looks for new events of a stream that it sends on. */
const pollMs = 100;
const noteReaderMs = 2000;
const sweepMs = 60_000;
/** Work that is begun later may wait for so long. */
const longestWaitingMs = 6 * 60 * 60_000;
/** A reader of this process that takes nothing for so long is waited for no longer. */
const longestWaitMs = 60_000;

export interface ResumableStreamsParts {
  store: StreamStore;
  clock: Clock;
  /** Whether a key was rolled from another, whose streams are then its own. */
  succeeds(key: string, earlier: string): Promise<boolean>;
  settings: { readerlessMs: number; keptMs: number; maxBytes: number; perWorkspace: number };
  /** A store that cannot be reached: streams go on, and can be taken up again in this process alone. */
  onError(error: unknown): void;
}

/** Who begins or reads a stream. */
export interface StreamCaller {
  workspaceId: string;
  owner: string;
  userId: string | null;
}

interface Open {
  live: LiveStream;
  workspaceId: string;
  owner: string;
  /** Ends the work; null for work that goes on without readers. */
  stop: ((reason: AppError) => void) | null;
  readAt: number;
  timer: NodeJS.Timeout | null;
  /** The last step towards the store. */
  storing: Promise<void>;
}

/** What goes on with a stream that was begun. */
export interface StreamWriter {
  readonly live: LiveStream;
  /** Takes events; returns them as they are sent. */
  write(block: string): string;
  /** To wait for before more is written; undefined where nobody is far behind. */
  room(): Promise<void> | undefined;
  /** All of it is there, or `isGivenUp`: another process goes on with it. */
  end(isGivenUp?: boolean): Promise<void>;
}

/** Streams that outlive the connections of their readers: any process that shares the store can send the rest of one. */
export class ResumableStreams {
  readonly #parts: ResumableStreamsParts;
  readonly #open = new Map<string, Open>();
  #timer: NodeJS.Timeout | null = null;
  readonly #sweeper: NodeJS.Timeout;
  #isLooking = false;

  constructor(parts: ResumableStreamsParts) {
    this.#parts = parts;
    this.#sweeper = setInterval(() => {
      parts.store.sweep(parts.clock.now()).catch(parts.onError);
    }, sweepMs).unref();
  }

  /** Makes room for a stream and its id known. Throws `rate_limit_exceeded` where the workspace has too many open. */
  async announce(caller: StreamCaller, { id = newId('strm'), lostBlock }: { id?: string; lostBlock: string | null }) {
    const { store, clock, settings } = this.#parts;
    const now = clock.now();
    const stream: StoredStream = { id, ...caller, lastNumber: 0, isEnded: false, beatAt: now, lostBlock };
    const expiresAt = lostBlock === null ? now + longestWaitingMs : this.#expiry(now);
    const limits = { mostStreams: settings.perWorkspace, expiresAt };
    const isThere = await store.create(stream, limits).catch((error: unknown) => {
      this.#parts.onError(error);
      return true;
    });
    if (isThere) return id;
    const most = settings.perWorkspace;
    throw new AppError('rate_limit_exceeded', `This workspace may have ${most} resumable streams open at once`, {
      retryAfterMs: 1000,
    });
  }

  /** Begins to write one that was announced, or goes on with it. `stop` ends the work when it is cancelled or nobody reads it. */
  write(
    id: string,
    { workspaceId, owner, after = 0, stop }: Omit<StreamCaller, 'userId'> & { after?: number; stop: Open['stop'] },
  ): StreamWriter {
    const { clock, settings } = this.#parts;
    const live = new LiveStream({ id, maxBytes: settings.maxBytes, after });
    const open: Open = { live, workspaceId, owner, stop, readAt: clock.now(), timer: null, storing: Promise.resolve() };
    this.#open.set(id, open);
    this.#timer ??= setInterval(() => void this.#look(), lookEveryMs).unref();
    return {
      live,
      write: (block) => {
        const written = live.write(block);
        open.timer ??= setTimeout(() => this.#store(open), storeAfterMs).unref();
        return written;
      },
      room: () => (live.isFull ? this.#room(live) : undefined),
      end: (isGivenUp = false) => this.#end(open, isGivenUp),
    };
  }

  /** One of the caller's. Throws `stream_not_found`, also for one of somebody else. */
  async find(id: string, caller: Omit<StreamCaller, 'userId'>): Promise<StoredStream> {
    const stream = await this.findOf(id, caller.workspaceId);
    if (stream && (stream.owner === caller.owner || (await this.#parts.succeeds(caller.owner, stream.owner))))
      return stream;
    throw new AppError('stream_not_found', `There is no stream ${id.slice(0, 100)} of this key`);
  }

  async findOf(id: string, workspaceId: string): Promise<StoredStream | null> {
    const open = this.#open.get(id);
    if (!open) return this.#parts.store.find(id, workspaceId);
    if (open.workspaceId !== workspaceId) return null;
    const { lastNumber, isEnded } = open.live;
    return { id, workspaceId, owner: open.owner, userId: null, lastNumber, isEnded, beatAt: 0, lostBlock: null };
  }

  /** What comes after an event, to the end. Throws `stream_events_gone` before anything is sent. */
  async follow(stream: StoredStream, after: number, signal: AbortSignal): Promise<AsyncGenerator<string, void>> {
    const live = this.#open.get(stream.id)?.live;
    const first = live?.firstNumber ?? (await this.#firstStored(stream));
    if (first > after + 1) throw gone(after);
    if (live) return this.followLive(stream, { live, after: Math.min(after, live.lastNumber), signal });
    return this.#followStored(stream, after, signal);
  }

  /** Of a stream that this process writes; where it gives it up, of whoever goes on with it. */
  async *followLive(
    stream: Pick<StoredStream, 'id' | 'workspaceId'>,
    { live, after, signal }: { live: LiveStream; after: number; signal: AbortSignal },
  ): AsyncGenerator<string, void, undefined> {
    let sent = after;
    for await (const { text, last } of live.follow(after, signal)) {
      sent = last;
      yield text;
    }
    if (!live.isGivenUp || signal.aborted) return;
    const stored = await this.#parts.store.find(stream.id, stream.workspaceId);
    if (stored) yield* this.#followStored(stored, sent, signal);
  }

  /** Whether it had ended before. */
  async cancel(stream: StoredStream): Promise<boolean> {
    if (stream.isEnded) return true;
    const open = this.#open.get(stream.id);
    if (open) open.stop?.(cancelled());
    else await this.#parts.store.askCancel(stream.id);
    return false;
  }

  /** Adds the last events to a stream that no process writes any more, or this one still does. */
  async finish(stream: StoredStream, blockOf: (number: number) => string): Promise<void> {
    if (stream.isEnded) return;
    const open = this.#open.get(stream.id);
    if (open) {
      open.live.write(blockOf(open.live.lastNumber + 1));
      return this.#end(open, false);
    }
    await this.#endStored(stream, stream.lastNumber, blockOf(stream.lastNumber + 1));
  }

  /** As if it had never been. */
  async drop(id: string): Promise<void> {
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open?.timer) clearTimeout(open.timer);
    open?.live.end();
    await open?.storing;
    await this.#parts.store.delete(id);
  }

  forgetWorkspace(workspaceId: string): Promise<void> {
    return this.#parts.store.forgetWorkspace(workspaceId);
  }

  forgetUser(user: { workspaceId: string; userId: string }): Promise<void> {
    return this.#parts.store.forgetUser(user);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    if (this.#timer) clearInterval(this.#timer);
    for (const open of this.#open.values()) {
      if (open.timer) clearTimeout(open.timer);
      await open.storing;
    }
    await this.#parts.store.close();
  }

  #expiry = (now: number): number => now + this.#parts.settings.keptMs;

  async #room(live: LiveStream): Promise<void> {
    const until = performance.now() + longestWaitMs;
    while (live.isFull && performance.now() < until) {
      const pause = Promise.withResolvers<void>();
      const timer = setTimeout(pause.resolve, lookEveryMs).unref();
      await Promise.race([live.changed(), pause.promise]);
      clearTimeout(timer);
    }
  }

  #store(open: Open): void {
    open.timer = null;
    open.storing = open.storing.then(() => this.#append(open, false));
  }

  async #append({ live }: Open, isEnded: boolean): Promise<void> {
    const { store, clock, onError } = this.#parts;
    const events = live.unstored();
    if (events.last < events.first && !isEnded) return;
    const at = clock.now();
    try {
      await store.append(live.id, events, { isEnded, at, expiresAt: this.#expiry(at), keptFrom: live.firstNumber });
      live.stored(events.last);
    } catch (error) {
      // What was not taken is handed over again with what comes next.
      onError(error);
    }
  }

  async #end(open: Open, isGivenUp: boolean): Promise<void> {
    if (open.timer) clearTimeout(open.timer);
    open.timer = null;
    await open.storing;
    await this.#append(open, !isGivenUp);
    open.live.isGivenUp = isGivenUp;
    open.live.end();
    this.#open.delete(open.live.id);
    if (this.#open.size > 0 || !this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Says that this process goes on, hears what others did, and stops what nobody reads. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { store, clock, settings, onError } = this.#parts;
    try {
      const at = clock.now();
      const news = await store.beat([...this.#open.keys()], { at, expiresAt: this.#expiry(at) });
      for (const { id, readerAt, isCancelled } of news) {
        const open = this.#open.get(id);
        if (!open) continue;
        if (isCancelled) open.stop?.(cancelled());
        open.readAt = Math.max(open.readAt, readerAt ?? 0);
      }
    } catch (error) {
      onError(error);
    }
    const now = clock.now();
    for (const open of this.#open.values()) {
      if (open.live.readers > 0) open.readAt = now;
      if (now - open.readAt > settings.readerlessMs) open.stop?.(abandoned(settings.readerlessMs));
      if (!open.live.isStored && open.timer === null) this.#store(open);
    }
    this.#isLooking = false;
  }

  async #firstStored(stream: StoredStream): Promise<number> {
    const [oldest] = await this.#parts.store.eventsAfter(stream.id, 0);
    return oldest?.first ?? stream.lastNumber + 1;
  }

  /** Of a stream that another process writes, or that is over. */
  async *#followStored(
    begun: StoredStream,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<string, void, undefined> {
    const { store, clock } = this.#parts;
    let [last, notedAt] = [after, 0];
    let stream: StoredStream | null = begun;
    while (!signal.aborted) {
      for (const events of await this.#patiently(() => store.eventsAfter(begun.id, last), signal)) {
        if (events.first > last + 1) return;
        yield events.first === last + 1 ? events.text : textAfter(events.text, last);
        last = events.last;
      }
      if (stream === null || (stream.isEnded && last >= stream.lastNumber)) return;
      const now = clock.now();
      if (
        !stream.isEnded &&
        stream.lostBlock !== null &&
        now - stream.beatAt > lostAfterMs &&
        last >= stream.lastNumber
      )
        await this.#endStored(stream, last, stream.lostBlock);
      if (now - notedAt > noteReaderMs) {
        notedAt = now;
        await this.#patiently(() => store.noteReader(begun.id, now), signal);
      }
      await clock.sleep(pollMs, signal).catch(() => {});
      stream = await this.#patiently(() => store.find(begun.id, begun.workspaceId), signal);
    }
  }

  /** Asks the store again for as long as a writer may be silent: a moment in which it cannot be reached ends no reader's stream. */
  async #patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const { clock, onError } = this.#parts;
    for (const until = clock.now() + lostAfterMs; ; ) {
      try {
        return await ask();
      } catch (error) {
        if (signal.aborted || clock.now() >= until) throw error;
        onError(error);
        await clock.sleep(lookEveryMs, signal).catch(() => {});
      }
    }
  }

  /** Ends what nobody writes any more. */
  async #endStored({ id }: StoredStream, last: number, block: string): Promise<void> {
    const live = new LiveStream({ id, maxBytes: Number.MAX_SAFE_INTEGER, after: last });
    live.write(block);
    const at = this.#parts.clock.now();
    const change = { isEnded: true, at, expiresAt: this.#expiry(at), keptFrom: 1 };
    await this.#parts.store.append(id, live.unstored(), change);
  }
}

/** Whose streams a call can see: its key's, or those of the person who is signed in. */
export const streamCallerOf = ({
  workspaceId,
  keyId,
  userId = null,
  ...call
}: Pick<Call, 'workspaceId' | 'keyId' | 'userId'> & { person?: { userId: string } | null }): StreamCaller => ({
  workspaceId,
  owner: call.person?.userId ?? keyId,
  userId,
});

function textAfter(text: string, number: number): string {
  const mark = `id: ${number + 1}\n`;
  const place = text.indexOf(`\n\n${mark}`);
  return place === -1 ? '' : text.slice(place + 2);
}

const gone = (after: number): AppError =>
  new AppError('stream_events_gone', `What came after event ${after} is no longer kept`);
const cancelled = (): AppError => new AppError('stream_cancelled', 'The stream was stopped');
const abandoned = (ms: number): AppError =>
  new AppError('stream_abandoned', `Nobody read the stream for ${ms / 1000} seconds`);
