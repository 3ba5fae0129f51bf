import { describe, expect, it } from 'vitest';
import { longestWaitOf } from '../../test/growth.ts';
import { jsonMembers } from './json-members.ts';

const read = async (text: string) => {
  const members = await jsonMembers(text);
  return members && Object.fromEntries(members);
};

describe('jsonMembers', () => {
  it.each([
    {},
    { a: 1, b: 'x, "y" }', c: [1, { d: ']' }], e: { f: { g: '\\' } }, h: null, i: true, j: -1.5e10 },
    { 'with "quotes"': 'and \\" more\\\\', 'ü\n': '\u2028' },
    { empty: '', list: [], object: {} },
  ])('gives each value of an object as it stands: %j', async (value) => {
    for (const text of [JSON.stringify(value), `\n ${JSON.stringify(value, null, 2)}\r`]) {
      const members = await jsonMembers(text);
      const given = Object.fromEntries([...(members ?? [])].map(([name, own]) => [name, JSON.parse(own)]));
      expect(given).toEqual(value);
    }
  });

  it.each(['', '[]', '"a"', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,}', '{"a":}', '{a:1}', '{"a":1} x', '{"a":"b}'])(
    'is null for what is no object: %s',
    async (text) => {
      expect(await read(text)).toBeNull();
    },
  );

  it('holds the event loop for less than 50 ms of its processor at a time, in a text of 36 MB', async () => {
    const numbers = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index / 7));
    // As one piece of memory, as it comes from a file.
    const bytes = Buffer.from(`{"id":"one","body":{"data":[${Array(2_200).fill(numbers).join()}]},"last":1}`);
    const text = bytes.toString('latin1');
    expect(text.length).toBeGreaterThan(36_000_000);
    let members: Map<string, string> | null | undefined;
    const wait = await longestWaitOf(async () => {
      members = await jsonMembers(text);
    });
    expect([members?.get('id'), members?.get('last')]).toEqual(['"one"', '1']);
    expect(members?.get('body')?.length).toBeGreaterThan(36_000_000);
    expect(wait).toBeLessThan(50);
  });
});
