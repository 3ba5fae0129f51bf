import { ParleyError } from '../errors.ts';

/** One server-sent event. */
export interface ServerEvent {
  /** `message` where the service names none. */
  event: string;
  data: string;
  /** Of a stream that can be taken up again. */
  id?: string;
}

/** No line of the service is longer; beyond it something else answers. */
const longestLine = 64 * 1024 * 1024;

/**
 * Reads server-sent events from bytes that may be split anywhere: inside a character, a line end or a field. Lines end with LF,
 * CR or CRLF; comments and unknown fields are skipped; an event without its closing blank line is not an event.
 */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent, void, undefined> {
  const decoder = new TextDecoder();
  const lines = new Lines();
  const event = new EventBuilder();
  for await (const chunk of chunks) {
    for (const line of lines.take(decoder.decode(chunk, { stream: true }))) {
      const whole = event.take(line);
      if (whole) yield whole;
    }
  }
  for (const line of lines.take(decoder.decode())) {
    const whole = event.take(line);
    if (whole) yield whole;
  }
}

/** Cuts text into lines, whatever pieces it comes in. */
class Lines {
  #rest = '';
  /** A CR ended the text so far; an LF that comes first now belongs to it. */
  #endedWithReturn = false;

  *take(text: string): Generator<string, void, undefined> {
    let from = this.#endedWithReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') this.#endedWithReturn = false;
    const ends = /\r\n?|\n/g;
    ends.lastIndex = from;
    for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
      yield this.#rest + text.slice(from, end.index);
      this.#rest = '';
      from = ends.lastIndex;
      this.#endedWithReturn = from === text.length && end[0] === '\r';
    }
    this.#rest += text.slice(from);
    if (this.#rest.length > longestLine) throw new ParleyError('invalid_stream', 'A line of the stream does not end');
  }
}

/** Puts the lines of one event together. */
class EventBuilder {
  #event = '';
  #id: string | undefined;
  #data: string[] = [];

  /** The event that a blank line completes. */
  take(line: string): ServerEvent | null {
    if (line === '') return this.#complete();
    const colon = line.indexOf(':');
    if (colon === 0) return null;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id') this.#id = value;
    return null;
  }

  #complete(): ServerEvent | null {
    const id = this.#id === undefined ? {} : { id: this.#id };
    const whole =
      this.#data.length > 0 ? { event: this.#event || 'message', data: this.#data.join('\n'), ...id } : null;
    this.#event = '';
    this.#id = undefined;
    this.#data = [];
    return whole;
  }
}
