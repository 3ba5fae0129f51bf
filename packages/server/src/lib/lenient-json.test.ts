import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJson, withoutReasoning } from './lenient-json.ts';

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

  it.each([
    ['numbers and a comma too many', `{"a": [${'7,'.repeat(900_000)}]}`],
    ['numbers in prose', `So: [${'7,'.repeat(900_000)}7] and so on`],
    ['words in single quotes', `{'a': [${"'value', ".repeat(300_000)}]}`],
    ['openings', '['.repeat(50_000)],
    ['deep openings with numbers', `${'['.repeat(190)}${'1,'.repeat(500_000)}`],
    ['half lists', '[1,2 '.repeat(400_000)],
    ['half objects', '{"a":'.repeat(20_000)],
    ['half members', '{"a": "x'.repeat(60_000)],
    ['quotes in a text', `{"a": "${'he said "x", then '.repeat(100_000)}"}`],
    ['quotes and blanks', `{"a":"${'"     '.repeat(250_000)}`],
    ['calls in calls', `[${'a('.repeat(200_000)}`],
    ['comments that never end', `[${'/* 1, '.repeat(200_000)}`],
    ['markup comments that never end', `[${'<!-- 1, '.repeat(200_000)}`],
    ['thoughts that never end', '<think>'.repeat(300_000)],
    ['thoughts that end otherwise', '<think>a</reasoning><thought>'.repeat(60_000)],
    ['odd blanks', `[${'\u200b'.repeat(1_000_000)}1`],
    ['strict JSON', `[${'1,'.repeat(1_500_000)}1]`],
  ])('never keeps the process busy for longer than 250 ms: %s', (_, text) => {
    const started = process.threadCpuUsage();
    findJson(text);
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(250);
  });

  it('takes pairs of thoughts out, whatever stands in them, and the opening of one that never ends', () => {
    expect(withoutReasoning('a<think>x<reasoning>y</think>b')).toBe('a b');
    expect(withoutReasoning('a<think>x<THOUGHT>y</thought>b')).toBe('a x b');
    expect(withoutReasoning('thinking…</think>b')).toBe('b');
  });
});
