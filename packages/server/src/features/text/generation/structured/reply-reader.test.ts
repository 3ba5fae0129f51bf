import { afterAll, describe, expect, it } from 'vitest';
import { longestWaitOf } from '../../../../../test/growth.ts';
import { compileGivenSchema } from '../../../../lib/given-schema.ts';
import type { ObjectReading } from './read-object.ts';
import { ReplyReader } from './reply-reader.ts';

const reader = new ReplyReader();
afterAll(() => reader.close());

const schema = compileGivenSchema({
  type: 'object',
  properties: { a: { type: 'string' }, rows: { type: 'array', items: { type: 'integer' } } },
});
const call = { workspaceId: 'w', wrapper: null };
const read = (text: string, signal = new AbortController().signal) =>
  reader.readObject(text, schema, { ...call, signal });
const filled = (piece: string, size = 400_000) => piece.repeat(Math.ceil(size / piece.length));

describe('a long reply', () => {
  it.each([
    ['a fence and a comma too much', `Here:\n\`\`\`json\n{"a": "${filled('abc.def@example.invalid, ')}",}\n\`\`\``],
    ['single quotes', `{'a': '${filled("it''s ")}',}`],
    ['quotes that are not escaped', `{"a": "${filled('say "x" ')}",}`],
    ['raw new lines', `{"a": "${filled('a line\n')}",}`],
    ['escaped quotes', `{"a": "${filled('\\"b\\" ')}",}`],
    ['text around it', `${filled('word ', 200_000)}{"a": "b",}${filled(' word', 200_000)}`],
    ['keys without quotes and comments', `{${filled('/* c */ a: "x", // d\n')}}`],
    ['many fences', filled('```json\n{"a":"x",}\n```\n')],
    ['a number as a text', `{"rows": ["7", ${filled('7, ')}],}`],
  ])('is mended beside other work: %s', async (_, text) => {
    let reading: ObjectReading | undefined;
    const wait = await longestWaitOf(async () => {
      reading = await read(text);
    });
    expect(reading).toMatchObject({ isValid: true, isRepaired: true });
    expect(wait).toBeLessThan(50);
  });

  it.each([
    ['brackets', filled('[', 4_000_000)],
    ['objects that begin', filled('{"a":')],
    ['calls', `[${filled('a(')}]`],
    ['NaN', `[${filled('NaN, ')}]`],
    ['commas', `[${filled('1,,')}]`],
    ['thoughts, 4 MB', filled('<think></think>', 4_000_000)],
    ['quotes, 4 MB', `{rows: "b", "c": "${filled('"', 4_000_000)}`],
  ])('that nothing can be made of ends beside other work: %s', async (_, text) => {
    let reading: ObjectReading | undefined;
    const wait = await longestWaitOf(async () => {
      reading = await read(text);
    });
    expect(reading?.isValid).toBe(false);
    expect(wait).toBeLessThan(50);
  });

  it('that is right as it stands is taken as it is', async () => {
    const value = { a: filled('x') };
    expect(await read(JSON.stringify(value))).toEqual({ isValid: true, value, isTruncated: false, isRepaired: false });
    const wrapped = await reader.readObject(JSON.stringify({ value }), schema, {
      ...call,
      wrapper: 'value',
      signal: new AbortController().signal,
    });
    expect(wrapped).toMatchObject({ isValid: true, value });
  });

  it('is left when its caller has left', async () => {
    const controller = new AbortController();
    const reading = read(filled('{"a":'), controller.signal);
    controller.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
  });
});
