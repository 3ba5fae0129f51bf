import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { isJsonObject, type JsonObject } from '@parley/contract';
import { invalidError } from './upstream-errors.ts';

/** Of one answer of a batch; images come base64 inside JSON. */
const longestLine = 64 * 1024 * 1024;

/** The objects of a file of JSON Lines, from the disk or as a vendor sends it. */
export async function* jsonLines(source: string | Readable): AsyncGenerator<JsonObject> {
  const stream = typeof source === 'string' ? createReadStream(source) : source;
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of stream.setEncoding('utf8')) {
    const [first = '', ...others] = String(chunk).split('\n');
    rest.push(first);
    length += first.length;
    if (length > longestLine) throw invalidError(new Error('a line of the batch is too long'));
    for (const other of others) {
      yield* objectOf(rest.join(''));
      rest = [other];
      length = other.length;
    }
  }
  yield* objectOf(rest.join(''));
}

function* objectOf(text: string): Generator<JsonObject> {
  if (text.trim() === '') return;
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) yield value;
  } catch (error) {
    throw invalidError(error);
  }
}
