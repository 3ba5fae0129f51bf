import { expect, it } from 'vitest';
import { boundedJson } from './bounded-json.ts';

it('writes a small value as JSON does', () => {
  const value = { a: [1, 'two', null, { b: true }], 'c"d': {}, e: [] };
  expect(boundedJson(value, 1000)).toEqual({ text: JSON.stringify(value), isCut: false });
});

it('ends at its limit, and tells of encoded bytes only how many there are', () => {
  const many = { a: Array.from({ length: 100_000 }, (_, index) => index) };
  const cut = boundedJson(many, 100);
  expect([cut.text.length, cut.isCut]).toEqual([100, true]);
  expect(JSON.stringify(many).startsWith(cut.text)).toBe(true);
  const picture = { image: `data:image/png;base64,${'A'.repeat(9_000)}`, query: 'What is it?' };
  expect(JSON.parse(boundedJson(picture, 1000).text)).toEqual({ image: '[9022 characters]', query: 'What is it?' });
  const words = 'so many words '.repeat(500);
  expect(boundedJson({ words }, 10_000).text).toContain(words);
});

it('reads no further than its limit, in an object of many fields as well', () => {
  let reads = 0;
  const wide: Record<string, unknown> = {};
  const read = () => ++reads;
  for (let index = 0; index < 1000; index++) Object.defineProperty(wide, `k${index}`, { enumerable: true, get: read });
  expect(boundedJson(wide, 100)).toMatchObject({ isCut: true });
  expect(reads).toBeLessThan(20);
});

it('cuts the name of a field as it does a text', () => {
  const named = { [`${'n'.repeat(98)}😀${'"'.repeat(1000)}`]: 1 };
  expect(boundedJson(named, 100)).toEqual({ text: JSON.stringify(named).slice(0, 100), isCut: true });
});
