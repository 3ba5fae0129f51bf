// long because one exchange has one end, which each of its ways to read an answer comes to.
import { StringDecoder } from 'node:string_decoder';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { Dispatcher } from 'undici';
import { AppError } from '../../lib/app-error.ts';
import { EventQueue } from '../../lib/event-queue.ts';
import { parseJson as parseInPieces } from '../../lib/parse-json.ts';
import { mayHoldHalves, wellFormed } from '../../lib/well-formed.ts';
import { TextTemplate } from './text-template.ts';
import {
  cutError,
  errorFromNetwork,
  errorFromStatus,
  invalidError,
  parseJson,
  timeoutError,
} from './upstream-errors.ts';

/** Turns the JSON of one vendor into events. One object per exchange; it throws `AppError` for what it cannot accept. */
export interface ReplyReader<T> {
  /** One event of a stream. */
  readEvent(event: unknown, emit: (value: T) => void): void;
  /** The text of an event that says nothing else, null for any other. Together with `readText` it spares the parsing. */
  textOf?(event: unknown): string | null;
  /** The same as `readEvent` of an event whose only meaning is this text. */
  readText?(text: string, emit: (value: T) => void): void;
  /** Bytes of a stream in a framing of the vendor's own, where it has one (`application/vnd.…eventstream`). */
  readBytes?(chunk: Uint8Array, emit: (value: T) => void): void;
  /** The stream is over. Throws `upstream_cut` unless the vendor had said that it finished. */
  readEnd(emit: (value: T) => void): void;
  /** The whole of an unstreamed reply. */
  readBody(body: unknown, emit: (value: T) => void): void;
  /** One value for two neighbours that nobody has read yet, or null. */
  join?(earlier: T, later: T): T | null;
}

/** More than any vendor sends as one event or one answer; images come base64 inside JSON. */
const maxBodyBytes = 64 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;
/** Characters of an answer that are read without giving way. */
const longestAtOnce = 64 * 1024;

/**
 * One request to a model provider and the way of its answer into a queue of events. Works on undici's callbacks: no
 * web stream, no generator, no signal chain, since all of them would cost more than the rest together.
 */
export class UpstreamExchange<T> implements Dispatcher.DispatchHandler {
  readonly events: EventQueue<T>;
  readonly #reader: ReplyReader<T>;
  readonly #isStreamed: boolean;
  readonly #signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  readonly #emit: (value: T) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: Record<string, unknown> = {};
  #decoder: StringDecoder | null = null;
  #parser: EventSourceParser | null = null;
  /** The stream comes in the vendor's own framing. */
  #isFramed = false;
  readonly #template = new TextTemplate();
  #wasWhole = true;
  /** What was read so far ended with a blank line. */
  #isAtBlock = true;
  /** The whole block that is being parsed, where it came in one piece. */
  #block: Buffer | null = null;
  #chunks: Buffer[] = [];
  #sizeBytes = 0;
  #isOver = false;
  #hasRoom = true;

  constructor(options: {
    reader: ReplyReader<T>;
    /** A stream was asked for. */
    isStreamed: boolean;
    signal: AbortSignal;
    totalTimeoutMs: number;
    translate?: ((value: T) => T | null) | undefined;
  }) {
    const { signal, totalTimeoutMs, translate } = options;
    this.#reader = options.reader;
    this.#isStreamed = options.isStreamed;
    this.#signal = signal;
    this.events = new EventQueue<T>({
      join: (earlier, later) => this.#reader.join?.(earlier, later) ?? null,
      onLeave: () => this.#stop(new AppError('client_closed_request', 'The reader left.')),
      onDrain: () => this.#controller?.resume(),
    });
    this.#emit = (value) => {
      const event = translate === undefined ? value : translate(value);
      if (event !== null && !this.events.push(event)) this.#hasRoom = false;
    };
    this.#timer = setTimeout(() => this.#fail(timeoutError()), totalTimeoutMs);
    this.#timer.unref();
    signal.addEventListener('abort', this.#onAbort);
    if (signal.aborted) this.#onAbort();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('left before the request was sent'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    this.#controller = controller;
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const type = String(headers['content-type'] ?? '');
    this.#isFramed =
      status < 300 && this.#reader.readBytes !== undefined && /^application\/vnd\..*eventstream/.test(type);
    if (this.#isFramed) return;
    if (status < 300 && (type.includes('event-stream') || (this.#isStreamed && !type.includes('json')))) {
      this.#decoder = new StringDecoder('utf8');
      this.#parser = createParser({ onEvent: ({ data }) => this.#readEvent(data), maxBufferSize: maxBodyBytes });
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    if (this.#isFramed) this.#readFrames(chunk);
    else if (this.#parser === null || this.#decoder === null) {
      this.#collect(chunk);
      return;
    } else this.#readChunk(chunk);
    if (this.#hasRoom || this.#isOver) return;
    this.#hasRoom = true;
    controller.pause();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    if (this.#parser === null && !this.#isFramed) this.#readWhole();
    else this.#readStreamEnd();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isOver) return;
    // A refusal whose body breaks off is still that refusal.
    if (this.#status >= 300) this.#readWhole();
    else if (this.#parser !== null || this.#isFramed) this.#readStreamEnd(errorFromNetwork(error, true));
    else this.#fail(errorFromNetwork(error, this.#status !== 0));
  }

  /** The whole answer is there already. */
  answer({ status, body }: { status: number; body: string }): void {
    this.#status = status;
    this.#chunks = [Buffer.from(body)];
    this.#readWhole();
  }

  /** The request could not even be handed over. */
  fail(error: unknown): void {
    this.#fail(errorFromNetwork(error, false));
  }

  /** Block by block, as long as there is hope that one will repeat another but for its text. */
  #readChunk(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && !this.#isOver) {
      const text = this.#isAtBlock ? this.#template.read(chunk, at) : null;
      if (text !== null) {
        this.#readText(text);
        at = this.#template.end;
        continue;
      }
      const end = this.#reader.readText === undefined || this.#template.isHopeless ? -1 : chunk.indexOf('\n\n', at);
      const block = end < 0 ? chunk.subarray(at) : chunk.subarray(at, end + 2);
      this.#block = this.#isAtBlock && end >= 0 ? block : null;
      this.#feed(block);
      this.#block = null;
      this.#isAtBlock = end >= 0;
      at += block.length;
    }
  }

  #feed(bytes: Buffer): void {
    // Between pieces that end with a whole character there is none to be put together.
    const isWhole = (bytes[bytes.length - 1] ?? 0) < 0x80;
    const text = isWhole && this.#wasWhole ? bytes.toString('utf8') : (this.#decoder?.write(bytes) ?? '');
    this.#wasWhole = isWhole;
    this.#attempt(() => this.#parser?.feed(text));
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#fail(error instanceof AppError ? error : invalidError(error));
    }
  }

  #readFrames(chunk: Buffer): void {
    this.#attempt(() => this.#reader.readBytes?.(chunk, this.#emit));
  }

  #readText(text: string): void {
    try {
      this.#reader.readText?.(text, this.#emit);
    } catch (error) {
      this.#fail(error instanceof AppError ? error : invalidError(error));
    }
  }

  #readEvent(data: string): void {
    if (this.#isOver || data === '') return;
    if (data !== '[DONE]') {
      this.#readJson(data);
      return;
    }
    this.#reader.readEnd(this.#emit);
    this.#complete();
  }

  #readJson(data: string): void {
    const reader = this.#reader;
    const event = parseJson(data);
    const block = this.#block;
    if (block !== null && reader.readText !== undefined) {
      const text = reader.textOf?.(event) ?? null;
      if (text !== null) this.#template.learn(block, data, text, (other) => reader.textOf?.(other) ?? null);
    }
    reader.readEvent(event, this.#emit);
  }

  /** Some servers leave out the blank line after their last event; a half event is what a cut connection leaves. */
  #readStreamEnd(failure?: AppError): void {
    try {
      this.#parser?.feed(`${this.#decoder?.end() ?? ''}\n\n`);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'upstream_invalid') this.#fail(error);
    }
    if (this.#isOver) return;
    try {
      this.#reader.readEnd(this.#emit);
      this.#complete();
    } catch (error) {
      this.#fail(failure ?? error);
    }
  }

  #collect(chunk: Buffer): void {
    this.#sizeBytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#status >= 300 && this.#sizeBytes > maxErrorBytes) this.#readWhole();
    else if (this.#sizeBytes > maxBodyBytes) this.#fail(invalidError(new Error('the answer is too large')));
  }

  #readWhole(): void {
    const text = (this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks))?.toString('utf8') ?? '';
    this.#attempt(() => {
      if (this.#status >= 300) throw errorFromStatus(this.#status, this.#headers, text);
      if (text.length > longestAtOnce) void this.#readLong(text);
      else this.#takeBody(parseJson(text), text);
    });
  }

  async #readLong(text: string): Promise<void> {
    try {
      const body = await parseInPieces(text);
      if (!this.#isOver) this.#takeBody(body, text);
    } catch (error) {
      this.#fail(error instanceof AppError ? error : invalidError(error));
    }
  }

  #takeBody(body: unknown, text: string): void {
    this.#reader.readBody(mayHoldHalves(text) ? wellFormed(body) : body, this.#emit);
    this.#complete();
  }

  /** What still comes is let in and thrown away, so that the connection can be used again. */
  #complete(): void {
    if (!this.#close()) return;
    this.events.end();
  }

  #fail(error: unknown): void {
    if (!this.#close()) return;
    this.events.fail(error instanceof AppError ? error : cutError(error));
    if (!this.#hasEnded()) this.#controller?.abort(new Error('the exchange failed'));
  }

  #stop(reason: unknown): void {
    if (!this.#close()) return;
    this.events.abandon(reason);
    this.#controller?.abort(new Error('the caller left'));
  }

  #close(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
    return true;
  }

  #hasEnded(): boolean {
    return this.#controller?.aborted ?? true;
  }

  readonly #onAbort = (): void => this.#stop(this.#signal.reason);
}
