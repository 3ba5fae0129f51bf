import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

const word = (index: number) => ({
  word: `a"\\${index}é`,
  start: index / 10,
  end: index / 10 + 0.1,
  tags: [1, [2], {}],
});
const words = (count: number) => Array.from({ length: count }, (_, index) => word(index));
const long = 'x,"]}'.repeat(40_000);

describe('parseJson', () => {
  it.each([
    ['a long list', words(20_000)],
    [
      'a list in objects in lists',
      { results: { channels: [{ alternatives: [{ words: words(10_000), text: long }] }] } },
    ],
    ['long texts among short ones', [1, long, null, { a: long, b: [] }, [], long, true]],
    ['many members', Object.fromEntries(words(20_000).map((value, index) => [`n"${index}`, value]))],
    ['one long text', long],
    ['one long text of quotes and backslashes', { a: [`${'"\\'.repeat(90_000)}`, `"${long}\\`] }],
    ['an empty list beside a long text', { empty: [], none: {}, long }],
  ])('reads %s as JSON.parse does', async (_name, value) => {
    for (const text of [JSON.stringify(value), ` ${JSON.stringify(value, null, 1)}\n`]) {
      expect(JSON.stringify(await parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
    }
  });

  it('makes a member of its own of __proto__, and takes the last of two of a name', async () => {
    const text = `{"__proto__":{"a":1},"twice":1,"twice":2,"long":${JSON.stringify(long)}}`;
    const value = await parseJson(text);
    expect(Object.keys(Object(value))).toEqual(['__proto__', 'twice', 'long']);
    expect(value).toMatchObject({ twice: 2 });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  const list = JSON.stringify(words(3000));
  it.each([
    ['a comma at its end', `${list.slice(0, -1)},]`],
    ['a comma before its end and a space', `[${JSON.stringify(long)}, ]`],
    ['two commas', `[1,,${list.slice(1)}`],
    ['no end', list.slice(0, -1)],
    ['another end', `${list.slice(0, -1)}}`],
    ['something behind it', `${list} 1`],
    ['a member without a value', `{"a":,"b":${list}}`],
    ['a member without a colon', `{"a" 1,"b":${list}}`],
    ['a name that is none', `{a:1,"b":${list}}`],
    ['a comma at the end of an object', `{"b":${list},}`],
    ['a text that does not end', `[${list},"abc]`],
    ['a long text with a quote in it that does not end', `[${list},"a\\"${'b'.repeat(100_000)}]`],
    ['brackets that cross', `[${list},{"a":[1}]]`],
    ['a space that JSON has not', `\u00a0${list}`],
  ])('refuses what has %s', async (_name, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    await expect(parseJson(text)).rejects.toThrow(SyntaxError);
  });

  it('takes no longer for what is deep than for what is wide', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const start = process.cpuUsage();
    await parseJson(deep).catch(() => {});
    expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
  });

  it('leaves the event loop free', async () => {
    const text = JSON.stringify({ words: words(80_000) });
    await parseJson(text);
    let longestMs = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 5; attempt++) {
      let [last, longest] = [process.cpuUsage(), 0];
      const beat = setInterval(() => {
        const { user, system } = process.cpuUsage(last);
        last = process.cpuUsage();
        longest = Math.max(longest, (user + system) / 1000);
      }, 0);
      await parseJson(text);
      clearInterval(beat);
      longestMs = Math.min(longestMs, longest);
    }
    expect(longestMs).toBeLessThan(60);
  });
});
