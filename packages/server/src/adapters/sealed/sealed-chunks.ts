import type { Readable } from 'node:stream';
import { openBytes, saltBytes, sealBytes, tagBytes } from '../../lib/data-keys.ts';

/** `PARLEYSL`, the version, the id of the data key, and the salt that makes the blob's own key of it. */
const magic = Buffer.from('PARLEYSL\u0001', 'latin1');
const idBytes = 8;
export const headerBytes = magic.length + idBytes + saltBytes;
export const chunkBytes = 64 * 1024;
export const sealedChunkBytes = chunkBytes + tagBytes;
export interface Header {
  id: string;
  salt: Buffer;
}

/** The part of a blob that is opened: whole chunks, of which the last of the blob is marked as such. */
interface Part {
  first: number;
  /** Of the whole blob. */
  chunks: number;
}

const damaged = (): Error => new Error('a sealed blob is damaged, or was sealed with another key');

export function readHeader(bytes: Buffer): Header | null {
  if (bytes.length < headerBytes || !bytes.subarray(0, magic.length).equals(magic)) return null;
  const id = bytes.subarray(magic.length, magic.length + idBytes).toString('hex');
  return { id, salt: Buffer.from(bytes.subarray(magic.length + idBytes, headerBytes)) };
}

export const chunksIn = (sealedBytes: number): number => Math.ceil((sealedBytes - headerBytes) / sealedChunkBytes);

export const plainSize = (sealedBytes: number): number => sealedBytes - headerBytes - chunksIn(sealedBytes) * tagBytes;

/** Counts the chunks and marks the last one. */
function nonceOf(index: number, chunks: number | 'last'): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 4);
  nonce[11] = chunks === 'last' || index === chunks - 1 ? 1 : 0;
  return nonce;
}

export async function* sealing(
  header: Buffer,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  key: Buffer,
): AsyncGenerator<Buffer> {
  yield header;
  const chunk = Buffer.alloc(chunkBytes);
  let [held, index] = [0, 0];
  for await (const piece of body) {
    for (let at = 0; at < piece.length; ) {
      // A full chunk waits for what follows, since it may be the last.
      if (held === chunkBytes) {
        yield sealBytes(chunk, key, nonceOf(index++, 0));
        held = 0;
      }
      const taken = piece.subarray(at, at + chunkBytes - held);
      chunk.set(taken, held);
      held += taken.length;
      at += taken.length;
    }
  }
  yield sealBytes(chunk.subarray(0, held), key, nonceOf(index, 'last'));
}

export async function* opening(
  body: AsyncIterable<Uint8Array>,
  key: Buffer,
  { first, chunks, last = chunks - 1 }: Part & { last?: number },
): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(sealedChunkBytes);
  let [held, index] = [0, first];
  const open = (): Buffer => {
    const plain = openChunk(chunk.subarray(0, held), key, { index: index++, chunks });
    held = 0;
    return plain;
  };
  for await (const piece of body) {
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + sealedChunkBytes - held);
      chunk.set(taken, held);
      held += taken.length;
      at += taken.length;
      if (held === sealedChunkBytes) yield open();
    }
  }
  if (held > 0) yield open();
  if (index !== last + 1) throw damaged();
}

export async function* slice(body: AsyncIterable<Buffer>, from: number, length: number): AsyncGenerator<Buffer> {
  let [skip, left] = [from, length];
  for await (const piece of body) {
    const wanted = piece.subarray(Math.min(skip, piece.length), skip + left);
    skip = Math.max(0, skip - piece.length);
    left -= wanted.length;
    if (wanted.length > 0) yield wanted;
  }
}

/** The bytes of the header, or fewer where there are no more, and what follows. */
export async function readHead(body: Readable): Promise<{ head: Buffer; rest: AsyncIterable<Buffer> }> {
  const pieces: Buffer[] = [];
  const iterator: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  for (let held = 0; held < headerBytes; ) {
    const { done, value } = await iterator.next();
    if (done) break;
    pieces.push(value);
    held += value.length;
  }
  return { head: Buffer.concat(pieces), rest: { [Symbol.asyncIterator]: () => iterator } };
}

export async function* joined(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

/** What a blob begins with that is sealed under a data key. */
export const headerOf = (keyId: string, salt: Buffer): Buffer =>
  Buffer.concat([magic, Buffer.from(keyId, 'hex'), salt]);

/** One chunk of a blob that is in memory. Throws when it was altered. */
export function openChunk(sealed: Buffer, key: Buffer, { index, chunks }: { index: number; chunks: number }): Buffer {
  const plain = openBytes(sealed, key, nonceOf(index, chunks));
  if (!plain) throw damaged();
  return plain;
}
