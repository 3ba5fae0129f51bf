import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { jsonMembers } from '../../lib/json-members.ts';

/** Of one answer of a batch; images come base64 inside JSON. */
const longestLine = 64 * 1024 * 1024;

/** An object of a line: its members by their names, each as the JSON text of its value. */
export type JsonLine = ReadonlyMap<string, string>;

/**
 * The objects of a file of JSON Lines, from the disk or as a vendor sends it, without reading what is in them. What is no object or too long is
 * left out: whoever waits for it asks again.
 */
export async function* jsonLines(source: string | Readable): AsyncGenerator<JsonLine> {
  for await (const text of textLines(source)) {
    const line = await jsonMembers(text);
    if (line) yield line;
  }
}

/** A text among the members; null for what is none. */
export function textIn(line: JsonLine, name: string): string | null {
  const text = line.get(name);
  if (text?.[0] !== '"' || text.length > longestText) return null;
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}

const longestText = 10_000;

async function* textLines(source: string | Readable): AsyncGenerator<string> {
  const stream = typeof source === 'string' ? createReadStream(source) : source;
  let rest: string[] = [];
  let length = 0;
  const take = (piece: string) => {
    length += piece.length;
    if (length > longestLine) rest = [];
    else rest.push(piece);
  };
  for await (const chunk of stream.setEncoding('utf8')) {
    const [first = '', ...others] = String(chunk).split('\n');
    take(first);
    for (const other of others) {
      if (length <= longestLine) yield rest.join('');
      [rest, length] = [[], 0];
      take(other);
    }
  }
  if (length <= longestLine) yield rest.join('');
}
