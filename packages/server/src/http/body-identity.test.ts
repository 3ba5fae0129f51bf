import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { BodyIdentity } from './body-identity.ts';

/** A request as far as its body goes, which comes in the given pieces. */
function requestOf(pieces: (string | Buffer)[], headers: Record<string, string> = {}): FastifyRequest {
  const raw = Readable.from(
    pieces.map((piece) => Buffer.from(piece)),
    { objectMode: true },
  );
  const request: Partial<FastifyRequest> = Object.assign(Object.create(null), {
    raw,
    headers: { 'transfer-encoding': 'chunked', ...headers },
  });
  // Only these two are looked at.
  return request as FastifyRequest;
}
const read = (pieces: (string | Buffer)[], headers?: Record<string, string>, maxBytes = 1000) =>
  new BodyIdentity(requestOf(pieces, headers), null).read(maxBytes);
const formOf = (boundary: string, ...parts: string[]) =>
  [...parts.map((part) => `--${boundary}\r\n\r\n${part}\r\n`), `--${boundary}--\r\n`].join('');
const form = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });

describe('a body that was read', () => {
  it('is known by its text', () => {
    const of = (text: string | null, headers = {}) => new BodyIdentity(requestOf([], headers), text).value;
    expect(of('{"a":1}')).toMatch(/^[0-9a-f]{64}$/);
    expect(of('{"a":1}')).toBe(of('{"a":1}'));
    expect(of('{"a":1}')).not.toBe(of('{"a":2}'));
  });

  it('is the empty one where there is none', async () => {
    const none = requestOf(['x']);
    none.headers = {};
    const zero = requestOf(['x']);
    zero.headers = { 'content-length': '0' };
    const empty = new BodyIdentity(requestOf([]), '').value;
    expect([new BodyIdentity(none, null).value, new BodyIdentity(zero, null).value]).toEqual([empty, empty]);
    const some = requestOf(['x']);
    some.headers = { 'content-length': '1' };
    expect(new BodyIdentity(some, null).value).toBeNull();
    const ended = requestOf([]);
    ended.raw.resume();
    await new Promise((resolve) => ended.raw.once('end', resolve));
    expect(new BodyIdentity(ended, null).value).toBe(empty);
  });
});

describe('a body that comes as a stream', () => {
  it('is known when somebody else has read it to its end, and does not flow before', async () => {
    const request = requestOf(['one', 'two']);
    const identity = new BodyIdentity(request, null);
    await new Promise(setImmediate);
    expect(identity.value).toBeNull();
    const pieces: string[] = [];
    for await (const piece of request.raw) pieces.push(String(piece));
    expect(pieces).toEqual(['one', 'two']);
    expect(identity.value).toBe(await read(['onetwo']));
    expect(await identity.read(1)).toBe(identity.value);
  });

  it('is the same in whatever pieces it comes, and another with a byte changed', async () => {
    const whole = await read(['some bytes']);
    expect(await read(['some', ' ', 'bytes'])).toBe(whole);
    expect(await read(['some bytez'])).not.toBe(whole);
    expect(await read(['some bytes '])).not.toBe(whole);
  });

  it('may have as many bytes as are allowed, not one more', async () => {
    await read(['12345', '67890'], {}, 10);
    await expect(read(['12345', '678901'], {}, 10)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('that breaks off is the end of the request', async () => {
    const request = requestOf(['x']);
    const identity = new BodyIdentity(request, null);
    request.raw.destroy(new Error('reset'));
    await expect(identity.read(10)).rejects.toMatchObject({ code: 'client_closed_request' });
  });
});

describe('a form', () => {
  const parts = ['first part', 'second part'];

  it('is the same under another boundary, plain or in quotes', async () => {
    const one = await read([formOf('AaB03x', ...parts)], form('AaB03x'));
    expect(await read([formOf('other-boundary', ...parts)], form('other-boundary'))).toBe(one);
    const quoted = { 'content-type': 'Multipart/mixed; charset=utf-8; Boundary="with space"; x=y' };
    expect(await read([formOf('with space', ...parts)], quoted)).toBe(one);
    expect(await read([formOf('b', ...parts)], { 'content-type': 'multipart/form-data;boundary=b;x=y' })).toBe(one);
  });

  it('is another one with another part, and with the same bytes parted elsewhere', async () => {
    const one = await read([formOf('b1', ...parts)], form('b1'));
    expect(await read([formOf('b1', 'first part', 'second parT')], form('b1'))).not.toBe(one);
    expect(await read([formOf('b1', 'first part')], form('b1'))).not.toBe(one);
    const text = formOf('b1', 'ab');
    expect(await read([text.replace('a', 'ab1')], form('b1'))).not.toBe(await read([text], form('b1')));
    expect(await read(['xb1yz'], form('b1'))).not.toBe(await read(['xyb1z'], form('b1')));
  });

  it('is the same wherever its bytes are cut, boundaries included', async () => {
    const text = formOf('a-boundary', ...parts);
    const one = await read([text], form('a-boundary'));
    for (let at = 1; at < text.length; at++) {
      expect([at, await read([text.slice(0, at), text.slice(at)], form('a-boundary'))]).toEqual([at, one]);
    }
    expect(await read([...text], form('a-boundary'))).toBe(one);
  });

  it('without a boundary, or of another type, is known by its bytes', async () => {
    const text = formOf('b1', ...parts);
    const plain = await read([text]);
    for (const type of ['multipart/form-data', 'application/x; boundary=b1', 'x multipart/form-data; boundary=b1']) {
      expect([type, await read([text], { 'content-type': type })]).toEqual([type, plain]);
    }
    expect(await read([text], form('b1'))).not.toBe(plain);
  });
});
