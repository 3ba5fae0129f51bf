import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJson } from './lenient-json.ts';

const json = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue(), { minLength: 1 }));

describe('findJson', () => {
  it('reads every JSON value as JSON.parse does', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        expect(findJson(text)[0]).toEqual({ value: JSON.parse(text), isTruncated: false, isRepaired: false });
      }),
      { numRuns: 300, seed: 1 },
    );
  });

  it('finds it in fences and prose, indented or not', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(findJson(`Here you are:\n\n\`\`\`json\n${text}\n\`\`\`\nDone.`)[0]?.value).toEqual(JSON.parse(text));
      }),
      { numRuns: 200, seed: 2 },
    );
  });

  it('closes what the end of the text cut off and says so', () => {
    const item = fc.record({ id: fc.nat(), name: fc.string({ unit: 'grapheme-ascii' }) });
    fc.assert(
      fc.property(fc.array(item, { minLength: 2, maxLength: 5 }), fc.nat(), (items, at) => {
        const text = JSON.stringify({ items });
        const cut = text.slice(0, 12 + (at % (text.length - 14)));
        const [found] = findJson(cut);
        if (found) expect(found.isTruncated).toBe(true);
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('ends, whatever it is given', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ':',
      ',',
      '\\',
      '//',
      '/*',
      '#',
      'a',
      '1',
      '-',
      ' ',
      '\n',
      '```',
      'null',
      '<think>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const { value } of findJson(pieces.join(''))) expect(JSON.stringify(value)).toBeDefined();
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  it('keeps a key named __proto__ a key', () => {
    const [found] = findJson("{'__proto__': {'a': 1}}");
    expect(Object.keys(found?.value ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });

  it('takes time in proportion to the text', () => {
    for (const text of [
      '['.repeat(50_000),
      '{"a":'.repeat(20_000),
      `{"a":"${'"     '.repeat(20_000)}`,
      '{"a": "x'.repeat(20_000),
    ]) {
      const started = process.threadCpuUsage();
      findJson(text);
      expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(1500);
    }
  });
});
