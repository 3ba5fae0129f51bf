/** What takes text at once, such as pino's destination for standard output. */
interface Sink {
  write(text: string): unknown;
}

/** Hands log lines on in one write for each turn of the event loop, and what is left at the end of the process. */
export class TurnLines {
  readonly #sink: Sink;
  #lines = '';

  constructor(sink: Sink) {
    this.#sink = sink;
    process.once('exit', this.#flush);
  }

  write(line: string): void {
    if (this.#lines === '') setImmediate(this.#flush);
    this.#lines += line;
  }

  close(): void {
    process.off('exit', this.#flush);
    this.#flush();
  }

  readonly #flush = (): void => {
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#sink.write(lines);
  };
}
