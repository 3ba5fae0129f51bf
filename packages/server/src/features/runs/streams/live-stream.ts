import type { StoredEvents } from '../../../ports/stream-store.ts';

/** A reader of this process that is so far behind is waited for. */
const highWaterBytes = 1024 * 1024;
/** Events handed to a reader at once. */
const handedBytes = 256 * 1024;

interface Reader {
  /** Of all bytes of the stream: how many it was handed. */
  readBytes: number;
}

/** A stream that this process writes: its newest events, and who reads them here. */
export class LiveStream {
  readonly id: string;
  readonly #maxBytes: number;
  /** The kept events; the first of them has the number `#first`. */
  #events: string[] = [];
  #first: number;
  #keptBytes = 0;
  #allBytes = 0;
  /** Number of the last event that was handed to the store. */
  #stored: number;
  #isEnded = false;
  /** Another process goes on with it. */
  isGivenUp = false;
  readonly #readers = new Set<Reader>();
  #waiting: (() => void)[] = [];

  /** `after`: the number of the last event that another process has written of it. */
  constructor({ id, maxBytes, after = 0 }: { id: string; maxBytes: number; after?: number }) {
    this.id = id;
    this.#maxBytes = maxBytes;
    this.#first = after + 1;
    this.#stored = after;
  }

  get lastNumber(): number {
    return this.#first + this.#events.length - 1;
  }

  /** Of the oldest event that is kept here. */
  get firstNumber(): number {
    return this.#first;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  get readers(): number {
    return this.#readers.size;
  }

  get isStored(): boolean {
    return this.#stored === this.lastNumber;
  }

  /** Takes a block of events and returns it with the number of each. */
  write(block: string): string {
    let written = '';
    for (let from = 0; from < block.length; ) {
      const end = block.indexOf('\n\n', from);
      const until = end === -1 ? block.length : end + 2;
      const event = `id: ${this.lastNumber + 1}\n${block.slice(from, until)}`;
      this.#events.push(event);
      this.#keptBytes += event.length;
      this.#allBytes += event.length;
      written += event;
      from = until;
    }
    this.#forgetOldest();
    this.#wake();
    return written;
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** What was not handed to the store yet. */
  unstored(): StoredEvents {
    const first = Math.max(this.#stored + 1, this.#first);
    return { first, last: this.lastNumber, text: this.#events.slice(first - this.#first).join('') };
  }

  stored(last: number): void {
    this.#stored = Math.max(this.#stored, last);
  }

  /** Whether a reader of this process is far behind. */
  get isFull(): boolean {
    for (const { readBytes } of this.#readers) if (this.#allBytes - readBytes > highWaterBytes) return true;
    return false;
  }

  /** What comes after an event, until the end or until the signal; ends early for a reader whose events are gone. */
  async *follow(after: number, signal: AbortSignal): AsyncGenerator<{ text: string; last: number }, void, undefined> {
    const reader: Reader = { readBytes: this.#allBytes - this.#bytesAfter(after) };
    this.#readers.add(reader);
    const wake = () => this.#wake();
    signal.addEventListener('abort', wake, { once: true });
    let next = after + 1;
    try {
      while (!signal.aborted && next >= this.#first) {
        const [text, count] = this.#from(next);
        if (count > 0) {
          next += count;
          reader.readBytes += text.length;
          this.#wake();
          yield { text, last: next - 1 };
        } else if (this.#isEnded) return;
        else await this.changed();
      }
    } finally {
      signal.removeEventListener('abort', wake);
      this.#readers.delete(reader);
      this.#wake();
    }
  }

  /** Resolves when an event has come, was read, or a reader has left. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #from(number: number): [text: string, count: number] {
    let text = '';
    let count = 0;
    for (let place = number - this.#first; place < this.#events.length && text.length < handedBytes; place++) {
      text += this.#events[place] ?? '';
      count++;
    }
    return [text, count];
  }

  #bytesAfter(number: number): number {
    let bytes = 0;
    for (const event of this.#events.slice(Math.max(0, number + 1 - this.#first))) bytes += event.length;
    return bytes;
  }

  #forgetOldest(): void {
    if (this.#keptBytes <= this.#maxBytes) return;
    let gone = 0;
    // In one go with some more, so that the list is not copied for each event.
    while (gone < this.#events.length - 1 && this.#keptBytes > this.#maxBytes * 0.9)
      this.#keptBytes -= this.#events[gone++]?.length ?? 0;
    this.#events = this.#events.slice(gone);
    this.#first += gone;
  }

  #wake(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
