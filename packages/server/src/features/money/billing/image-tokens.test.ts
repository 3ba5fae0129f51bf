import { describe, expect, it } from 'vitest';
import { imageTokens } from './image-tokens.ts';

const encoded = (head: Buffer, more = 200) => Buffer.concat([head, Buffer.alloc(more)]).toString('base64');

const png = (width: number, height: number) => {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return encoded(bytes);
};
const gif = (width: number, height: number) => {
  const bytes = Buffer.from('47494638396100000000', 'hex');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return encoded(bytes);
};
const webp = (kind: string, write: (bytes: Buffer) => void) => {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0, 'latin1');
  bytes.write(`WEBP${kind}`, 8, 'latin1');
  write(bytes);
  return encoded(bytes);
};
/** A JPEG whose frame begins with `marker`, behind segments that carry no size. */
const jpeg = (marker: number, { width, height }: { width: number; height: number }, before: number[] = [0xe0]) => {
  const segments = before.map((kind) => {
    const segment = Buffer.alloc(20, 1);
    segment.writeUInt16BE(0xff00 + kind, 0);
    segment.writeUInt16BE(18, 2);
    return segment;
  });
  const frame = Buffer.alloc(10);
  frame.writeUInt16BE(0xff00 + marker, 0);
  frame.writeUInt16BE(17, 2);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return encoded(Buffer.concat([Buffer.from('ffd8', 'hex'), ...segments, frame]), 50);
};
/** By the rule of Anthropic, a token for 750 pixels: tells which size was read. */
const pixels = (base64: string) => imageTokens(base64, 'anthropic');
const unknown = 1_600;

describe('an image counts', () => {
  it.each([
    ['anthropic', 750, 1000, 1000],
    ['anthropic', 100, 750, 100],
    ['anthropic', 1568, 478, 1_000],
    // Scaled to 1,568 by 784.
    ['anthropic', 3136, 1568, 1_600],
    ['anthropic', 6272, 784, 410],
    ['anthropic', 784, 6272, 410],
    ['anthropic', 5000, 5000, 1_600],
    ['openai', 512, 512, 85 + 170],
    ['openai', 513, 512, 85 + 2 * 170],
    // 2,048 by 1,024, then 1,536 by 768.
    ['openai', 4096, 2048, 85 + 6 * 170],
    ['openai', 2048, 4096, 85 + 6 * 170],
    ['openai', 100, 2000, 85 + 4 * 170],
    ['openai', 8192, 1024, 85 + 4 * 170],
    ['google', 384, 384, 258],
    ['google', 385, 384, 258 * 4],
    ['google', 384, 385, 258 * 4],
    ['google', 300, 600, 258 * 2 * 3],
    ['google', 960, 540, 258 * 3 * 2],
    ['google', 3000, 3000, 258 * 16],
  ] as const)('by the rule of %s, %d by %d', (rule, width, height, tokens) => {
    expect(imageTokens(png(width, height), rule)).toBe(tokens);
  });

  it('what the dearest vendor makes of it where the vendor is not known', () => {
    expect(imageTokens(png(3000, 3000), undefined)).toBe(258 * 16);
    expect(imageTokens(png(750, 1000), undefined)).toBe(1_032);
    expect(imageTokens(png(200, 200), undefined)).toBe(258);
  });
});

describe('the size is read from', () => {
  it.each([
    ['PNG', png(750, 10)],
    ['GIF', gif(750, 10)],
    [
      'WebP with an extended head',
      webp('VP8X', (bytes) => {
        bytes.writeUIntLE(749, 24, 3);
        bytes.writeUIntLE(9, 27, 3);
      }),
    ],
    [
      'lossy WebP, whose upper two bits are a scale',
      webp('VP8 ', (bytes) => {
        bytes.writeUInt16LE(750 | 0x4000, 26);
        bytes.writeUInt16LE(10 | 0x8000, 28);
      }),
    ],
    ['lossless WebP', webp('VP8L', (bytes) => bytes.writeUInt32LE(749 | (9 << 14), 21))],
    ['JPEG', jpeg(0xc0, { width: 750, height: 10 })],
    ['JPEG without a segment before its frame', jpeg(0xc0, { width: 750, height: 10 }, [])],
    ['progressive JPEG', jpeg(0xc2, { width: 750, height: 10 })],
    ['JPEG with the last kind of frame', jpeg(0xcf, { width: 750, height: 10 })],
    ['JPEG with tables first', jpeg(0xc0, { width: 750, height: 10 }, [0xc4, 0xc8, 0xcc, 0xdb, 0x01])],
  ])('%s', (_format, base64) => {
    expect(pixels(base64)).toBe(10);
  });

  it.each([
    [
      'WebP with an extended head',
      (size: number) =>
        webp('VP8X', (bytes) => {
          bytes.writeUIntLE(size - 1, 24, 3);
          bytes.writeUIntLE(size - 1, 27, 3);
        }),
    ],
    [
      'lossless WebP',
      (size: number) => webp('VP8L', (bytes) => bytes.writeUInt32LE((size - 1) | ((size - 1) << 14), 21)),
    ],
  ])('%s to the pixel, where a tile more begins', (_format, made) => {
    expect(imageTokens(made(512), 'openai')).toBe(85 + 170);
    expect(imageTokens(made(513), 'openai')).toBe(85 + 4 * 170);
  });

  it('no image whose head says nothing', () => {
    // As a JPEG, but for its first bytes, and for the byte that begins a marker.
    expect(pixels(encoded(Buffer.from('0000ffc0001108000a02ee', 'hex')))).toBe(unknown);
    expect(pixels(encoded(Buffer.from('ffd800c0001108000a02ee', 'hex')))).toBe(unknown);
    expect(pixels(encoded(Buffer.from('ffd8ffc0001108000a02ee', 'hex')))).toBe(10);
    expect(pixels(webp('VP9 ', () => {}))).toBe(unknown);
    expect(pixels(encoded(Buffer.from('ffd8000000110000100010', 'hex')))).toBe(unknown);
    expect(pixels(encoded(Buffer.from('00ff', 'hex')))).toBe(unknown);
    expect(pixels(Buffer.from(png(750, 10), 'base64').subarray(0, 29).toString('base64'))).toBe(unknown);
    expect(pixels(Buffer.from(png(750, 10), 'base64').subarray(0, 30).toString('base64'))).toBe(10);
    expect(pixels('')).toBe(unknown);
  });

  it('no more of a file than its beginning, whatever its length', () => {
    const far = jpeg(0xc0, { width: 750, height: 10 }, Array(6000).fill(0xe1));
    expect(far.length).toBeGreaterThan(150_000);
    expect(pixels(far)).toBe(unknown);
    expect(pixels(jpeg(0xc0, { width: 750, height: 10 }, Array(4000).fill(0xe1)))).toBe(10);
  });
});
