import { compileSchema } from '@parley/json-schema';
import { describe, expect, it } from 'vitest';
import { readObject } from './read-object.ts';
import { readToolCall } from './read-tool-call.ts';

const add = compileSchema({
  type: 'object',
  properties: { left: { type: 'integer' }, right: { type: 'integer' } },
  required: ['left', 'right'],
  additionalProperties: false,
});
const none = compileSchema({ type: 'object', additionalProperties: false });
const tools = new Map([
  ['add_numbers', add],
  ['ping', none],
]);
const read = (name: string, text: string) => readToolCall(name, text, tools);
const input = { left: 1, right: 2 };
const valid = { isValid: true, name: 'add_numbers', input };

describe('a call of a tool', () => {
  it.each(['add_numbers', 'Add_Numbers', 'addNumbers', 'functions.add_numbers', 'function:add-numbers'])(
    'names it %s',
    (name) => {
      expect(read(name, '{"left":1,"right":2}')).toEqual(valid);
    },
  );

  it('of a tool that is not there says which there are', () => {
    expect(read('subtract', '{}')).toEqual({
      isValid: false,
      errors: ['there is no tool "subtract"; the tools are add_numbers, ping'],
      parsed: null,
    });
    const alike = new Map([...tools, ['addNumbers', add] as const]);
    expect(readToolCall('add-numbers', '{}', alike)).toMatchObject({ isValid: false });
    expect(readToolCall('addNumbers', '{"left":1,"right":2}', alike)).toMatchObject({ name: 'addNumbers' });
  });

  it('takes what fits before what could be mended, and mends what has one reading', () => {
    expect(read('add_numbers', '{"left":"1","right":2} {"left":1,"right":2}')).toEqual(valid);
    expect(read('add_numbers', '{"left":"1","right":"2"}')).toEqual(valid);
  });

  it.each(['', ' ', 'null', '[]', '""', '{}'])('without arguments may say so as %j', (text) => {
    expect(read('ping', text)).toEqual({ isValid: true, name: 'ping', input: {} });
  });

  it('that does not fit says why, and what was read of it', () => {
    expect(read('add_numbers', '{"left":1}')).toEqual({
      isValid: false,
      errors: [expect.stringMatching(/^add_numbers: .*right/)],
      parsed: { left: 1 },
    });
    expect(read('add_numbers', '[1, 2]')).toEqual({
      isValid: false,
      errors: ['add_numbers: the arguments are not a JSON object'],
      parsed: null,
    });
    expect(read('add_numbers', 'words')).toMatchObject({ isValid: false, parsed: null });
  });

  it('that was cut off is not taken, even where its half would fit', () => {
    expect(read('add_numbers', '{"left":1,"right":2')).toEqual({
      isValid: false,
      errors: ['the arguments were cut off'],
      parsed: null,
    });
  });
});

describe('an object in a reply', () => {
  it('is taken as it stands before it is mended, from wherever it stands', async () => {
    const found = { isValid: true, value: input, isTruncated: false };
    expect(await readObject('First {"left":"1","right":2}, then {"left":1,"right":2}.', add)).toMatchObject(found);
    expect(await readObject('{"left":1,"right":2}', add)).toEqual({ ...found, isRepaired: false });
    expect(await readObject('{"left":"1","right":2}', add)).toEqual({ ...found, isRepaired: true });
  });

  it('is taken out of what the vendor wrapped it in, and as it came where that fits', async () => {
    const unwrap = (value: unknown) => (value as { value?: never }).value ?? (value as never);
    const found = { isValid: true, value: input, isTruncated: false, isRepaired: false };
    expect(await readObject('{"value":{"left":1,"right":2}}', add, unwrap)).toEqual(found);
    const wrapped = compileSchema({ type: 'object', required: ['value'] });
    expect(await readObject('{"value":{}}', wrapped, unwrap)).toMatchObject({ isValid: true, value: { value: {} } });
  });

  it('may be the words themselves where only text or a number may stand', async () => {
    const words = (type: string, text: string) => readObject(text, compileSchema({ type }));
    expect(await words('string', ' Just words. ')).toMatchObject({
      isValid: true,
      value: 'Just words.',
      isRepaired: true,
    });
    expect(await words('string', '<think>hm</think> Words')).toMatchObject({ value: 'Words' });
    expect(await words('number', 'forty')).toMatchObject({ isValid: false });
    expect([await words('integer', '$ 42'), await words('boolean', 'yes')]).toMatchObject([
      { value: 42 },
      { value: true },
    ]);
    expect(await words('object', 'Just words.')).toMatchObject({ isValid: false, hasJson: false });
  });

  it('that is not there, or not right, is said to be so', async () => {
    const missing = (reason: string) => ({ isValid: false, errors: [reason], hasJson: false });
    expect(await readObject(' ', add)).toEqual(missing('the reply is empty'));
    expect(await readObject('No.', add)).toEqual(missing('the reply holds no JSON value'));
    const wrong = await readObject('{"left":1} {"right":2}', add);
    expect(wrong).toEqual({ isValid: false, errors: [expect.stringContaining('required property')], hasJson: true });
  });
});
