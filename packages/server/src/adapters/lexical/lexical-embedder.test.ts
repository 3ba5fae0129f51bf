import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { growthOf, longestWaitOf } from '../../../test/growth.ts';
import { LexicalEmbedder } from './lexical-embedder.ts';

const embedder = new LexicalEmbedder();
const vectorsOf = async (texts: string[], dimensions?: number) =>
  (await embedder.embed(texts, { purpose: 'document', dimensions, signal: AbortSignal.timeout(20_000) })).vectors;
const likeness = (left: Float32Array, right: Float32Array) =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

describe('the embedded embedder', () => {
  it('makes vectors of 512 numbers and of length 1, also of a text without words', async () => {
    for (const vector of await vectorsOf(['The bridge was built in 1932.', '…!?', '橋は1932年に完成した。'])) {
      expect(vector).toHaveLength(512);
      expect(likeness(vector, vector)).toBeCloseTo(1, 5);
    }
    const [short] = await vectorsOf(['The bridge'], 64);
    expect(short).toHaveLength(64);
    await expect(vectorsOf(['x'], 513)).rejects.toThrow('dimensions can be at most 512');
  });

  it('gives the same vector for the same text in every process', async () => {
    const [vector = new Float32Array()] = await vectorsOf(['The bridge was built in 1932.']);
    expect(hash('sha256', Buffer.from(vector.buffer)).slice(0, 16)).toBe('e4889b3f160862d4');
  });

  it.each([
    ['When was the bridge built?', 'The bridge was built in 1932.', 'The soup needs salt and pepper.'],
    ['flooded basement insurance', 'Insurers pay when basements flood.', 'The choir sings on Sundays.'],
    ['reciept for the dinner', 'A receipt of the dinners in June.', 'Trains to the coast leave hourly.'],
    ['Wann öffnet das Museum?', 'Das Museum ist ab zehn Uhr geöffnet.', 'Die Katze schläft auf dem Dach.'],
    ['桥是什么时候建成的', '这座桥建成于1932年。', '汤里要加盐和胡椒。'],
  ])('finds "%s" nearer to a text that shares its words', async (question, near, far) => {
    const [asked, first, second] = await vectorsOf([question, near, far]);
    expect(likeness(asked!, first!)).toBeGreaterThan(likeness(asked!, second!) + 0.1);
  });

  it('reads a long text in parts as it reads it whole', async () => {
    const words = Array.from({ length: 30_000 }, (_, index) => `word${index % 977}`);
    const [spaced, broken] = await vectorsOf([words.join(' '), words.join('\n')]);
    expect(hash('sha256', Buffer.from(spaced!.buffer)).slice(0, 16)).toBe('0b3183c41046b81e');
    expect(likeness(spaced!, broken!)).toBeCloseTo(1, 5);
  });

  it('lets others work while it looks for a word in megabytes without one', async () => {
    expect(await longestWaitOf(() => vectorsOf(['👩‍👩‍👧‍👦🇩🇪👍🏽'.repeat(100_000)]))).toBeLessThan(100);
  });

  it('lets others work while it embeds a long text', async () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `word${index % 977}`).join(' ');
    // All at once would be hundreds of milliseconds.
    expect(await longestWaitOf(() => vectorsOf([words]))).toBeLessThan(100);
  });

  it.each(['é', 'a', '1,', 'x y ', '橋', '\u0301', "a'"])('takes time by the length of a text of %j', async (piece) => {
    expect(await growthOf((length) => vectorsOf([piece.repeat(length / piece.length)]), 8_000)).toBeLessThan(24);
  });

  it('lets others work while it embeds a text of many different words, or of one', async () => {
    const different = Array.from({ length: 200_000 }, (_, index) => (index * 7919).toString(36)).join(' ');
    expect(await longestWaitOf(() => vectorsOf([different]))).toBeLessThan(100);
    expect(await longestWaitOf(() => vectorsOf(['ab'.repeat(500_000)]))).toBeLessThan(100);
  });
});
