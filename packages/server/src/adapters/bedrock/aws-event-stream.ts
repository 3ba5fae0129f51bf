import { crc32 } from 'node:zlib';

/** One message of an event stream: its headers that are texts, and its payload. */
export interface AwsMessage {
  headers: Record<string, string>;
  payload: Buffer;
}

const preludeBytes = 12;
const crcBytes = 4;
/** More than any message of the protocol may have. */
const mostBytes = 25 * 1024 * 1024;
/** Bytes of the values of headers by their type; -1 for those that say it themselves. */
const valueBytes = [0, 0, 1, 2, 4, 8, -1, -1, 8, 16];
const textType = 7;

/**
 * Puts messages of `application/vnd.amazon.eventstream` together, wherever their bytes are split
 * (https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html). Throws for what is damaged.
 */
export class AwsEventStream {
  #rest: Buffer = Buffer.alloc(0);

  *take(chunk: Uint8Array): Generator<AwsMessage, void, undefined> {
    this.#rest = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    while (this.#rest.length >= preludeBytes) {
      const length = this.#rest.readUInt32BE(0);
      if (length < preludeBytes + crcBytes || length > mostBytes)
        throw new Error('a message of the stream has no such length');
      if (crc32(this.#rest.subarray(0, 8)) !== this.#rest.readUInt32BE(8))
        throw new Error('a message of the stream is damaged');
      if (this.#rest.length < length) return;
      yield read(this.#rest.subarray(0, length));
      this.#rest = this.#rest.subarray(length);
    }
  }

  /** Nothing but whole messages came. */
  get isAtEnd(): boolean {
    return this.#rest.length === 0;
  }
}

function read(message: Buffer): AwsMessage {
  const end = message.length - crcBytes;
  if (crc32(message.subarray(0, end)) !== message.readUInt32BE(end))
    throw new Error('a message of the stream is damaged');
  const payloadAt = preludeBytes + message.readUInt32BE(4);
  if (payloadAt > end) throw new Error('the headers of a message are longer than the message');
  return { headers: readHeaders(message.subarray(preludeBytes, payloadAt)), payload: message.subarray(payloadAt, end) };
}

function readHeaders(bytes: Buffer): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.toString('utf8', at + 1, nameEnd);
    const type = bytes.readUInt8(nameEnd);
    const fixed = valueBytes[type];
    if (fixed === undefined) throw new Error('a header of a message has an unknown type');
    const from = nameEnd + 1 + (fixed < 0 ? 2 : 0);
    at = from + (fixed < 0 ? bytes.readUInt16BE(nameEnd + 1) : fixed);
    if (type === textType) headers[name] = bytes.toString('utf8', from, at);
  }
  return headers;
}
