import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { boundedBody } from './bounded-body.ts';

async function read(bytes: Buffer[], headers: Record<string, string> = {}, { maxBytes = 100, method = 'GET' } = {}) {
  const body = Readable.from(bytes);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of boundedBody({ body, headers, maxBytes, method })) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } finally {
    expect(body.destroyed).toBe(true);
  }
}
const text = 'some text';
const bytes = Buffer.from(text);
const tooLarge = { code: 'url_too_large' };
const encoded = (...names: string[]) => ({ 'content-encoding': names.join(', ') });

describe('a body', () => {
  it.each([
    ['as it is', bytes, {}],
    ['named as it is', bytes, encoded('identity')],
    ['gzip', gzipSync(bytes), encoded('gzip')],
    ['x-gzip, in any case', gzipSync(bytes), encoded('X-GZIP')],
    ['deflate', deflateSync(bytes), encoded('deflate')],
    ['brotli', brotliCompressSync(bytes), encoded('br')],
    ['two layers, the last one undone first', gzipSync(brotliCompressSync(bytes)), encoded('br', 'identity', 'gzip')],
  ])('comes %s', async (_, body, headers) => {
    expect(await read([body], headers)).toBe(text);
    expect(
      await read(
        [...body].map((byte) => Buffer.from([byte])),
        headers,
      ),
    ).toBe(text);
  });

  it('compressed with gzip or deflate may lack its last bytes, as browsers forgive', async () => {
    expect(await read([gzipSync(bytes).subarray(0, -4)], encoded('gzip'))).toBe(text);
    expect(await read([deflateSync(bytes).subarray(0, -4)], encoded('deflate'))).toBe(text);
  });

  it('in three layers, or in a way we do not know, is not read', async () => {
    const unreachable = { code: 'url_unreachable' };
    await expect(read([bytes], encoded('gzip', 'gzip', 'gzip'))).rejects.toMatchObject(unreachable);
    await expect(read([bytes], encoded('zstd'))).rejects.toMatchObject(unreachable);
    await expect(read([Buffer.from('no gzip at all')], encoded('gzip'))).rejects.toThrow();
  });
});

describe('the limit', () => {
  it('is met by as many bytes as are allowed, not by one more', async () => {
    expect(await read([Buffer.alloc(60, 'a'), Buffer.alloc(40, 'a')])).toHaveLength(100);
    await expect(read([Buffer.alloc(60), Buffer.alloc(41)])).rejects.toMatchObject(tooLarge);
    await expect(read([gzipSync(Buffer.alloc(101))], encoded('gzip'))).rejects.toMatchObject(tooLarge);
  });

  it('is held by what the head declares, except of an answer without a body or of compressed bytes', async () => {
    await expect(read([bytes], { 'content-length': '101' })).rejects.toMatchObject(tooLarge);
    expect(await read([bytes], { 'content-length': '100' })).toBe(text);
    expect(await read([], { 'content-length': '101' }, { method: 'HEAD' })).toBe('');
    const compressed = { ...encoded('gzip'), 'content-length': '101' };
    expect(await read([gzipSync(bytes)], compressed)).toBe(text);
  });

  it('closes the connection, also when the reader leaves early', async () => {
    const body = Readable.from([bytes, bytes]);
    for await (const _ of boundedBody({ body, headers: {}, maxBytes: 100, method: 'GET' })) break;
    expect(body.destroyed).toBe(true);
    // A reset that comes after it ends no process.
    body.emit('error', new Error('reset'));
  });
});
