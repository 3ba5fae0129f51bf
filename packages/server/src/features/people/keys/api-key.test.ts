import { expect, it } from 'vitest';
import { generateApiKey, hashApiKey, looksGenerated } from './api-key.ts';

/** Of zeros, with the checksum that belongs to them. */
const known = `parley_00000000_${'0'.repeat(32)}xbpBjQ`;

it('makes keys that begin with what may be shown of them and end with a checksum', () => {
  const { key, prefix } = generateApiKey();
  expect(key).toMatch(/^parley_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
  expect(key.startsWith(`${prefix}_`)).toBe(true);
  expect(prefix).toHaveLength(15);
  expect(new Set(Array.from({ length: 50 }, () => generateApiKey().key)).size).toBe(50);
});

it('knows its own keys, and tells one that was mistyped at any place', () => {
  const { key } = generateApiKey();
  expect(looksGenerated(key)).toBe(true);
  for (const at of [8, 20, 46, 47, 53]) {
    const other = key[at] === 'a' ? 'b' : 'a';
    expect([at, looksGenerated(key.slice(0, at) + other + key.slice(at + 1))]).toEqual([at, false]);
  }
});

it('writes checksums as it always did, since keys outlive releases', () => {
  expect(looksGenerated(`${known.slice(0, -1)}q`)).toBe(false);
  expect(looksGenerated(known)).toBe(true);
});

it('knows nothing else', () => {
  const others = [
    '',
    'x'.repeat(54),
    'parley_short_but_own',
    `my-${known}`,
    `${known}-2`,
    `${known}\n`,
    known.toLowerCase(),
    // Of another form, with the checksum that belongs to it.
    'stripe_00000000RJk5Ps',
  ];
  expect(others.map(looksGenerated)).toEqual(others.map(() => false));
});

it('stores keys by SHA-256', () => {
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
