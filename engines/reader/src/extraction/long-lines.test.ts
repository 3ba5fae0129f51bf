import type { JsonObject } from '@parley/contract';
import { expect, it } from 'vitest';
import { longestLine } from '../bounds/bounds.ts';
import { readInstructions } from '../conversation/read-instructions.ts';
import { extractReply } from './extract-reply.ts';
import { readLayout } from './layout.ts';

const schema: JsonObject = {
  type: 'object',
  properties: { contact: { type: 'string' }, invoiceNumber: { type: 'string' }, address: { type: 'string' } },
  additionalProperties: false,
};

async function extract(text: string): Promise<unknown> {
  const reply = await extractReply(schema, 'Extract the data.', [{ filename: 'invoice.txt', text }]);
  return JSON.parse(reply.text);
}

const above = 'Contact: Ada Kern';
const below = 'Invoice number: RE-2031-7\nAddress: 4 Mill Lane, 10115 Berlin';

it('a line of 40 kB between two ordinary lines changes nothing about the values of those', async () => {
  const plain = await extract(`${above}\n\n${below}`);
  expect(plain).toEqual({ contact: 'Ada Kern', invoiceNumber: 'RE-2031-7', address: '4 Mill Lane, 10115 Berlin' });
  for (const part of ['lorem ipsum, ', '7 a\t', '( ', 'x | 12 '])
    expect(await extract(`${above}\n${part.repeat(40_000 / part.length)}\n${below}`)).toEqual(plain);
});

it('a line is read up to a bound, a word at its end whole, and the lines below keep their places', () => {
  const text = `${'Total sum '.repeat(4_000)}\nTotal: 12`;
  const [long, short] = readLayout(text);
  expect(long?.text.length).toBeLessThanOrEqual(longestLine);
  expect(long?.text).toMatch(/(?:Total|sum)$/);
  expect(long?.cells.every(({ right }) => right <= longestLine)).toBe(true);
  expect(short?.cells.map(({ text: cell, start }) => [cell, text.slice(start, start + cell.length)])).toEqual([
    ['Total: 12', 'Total: 12'],
  ]);
});

it('a cell that the bound cuts is no value', () => {
  const [line] = readLayout(`Name | ${'word '.repeat(398)}12345 67890 go on and on`);
  expect(line?.cells.map(({ text }) => text)).toEqual(['Name']);
});

it('marks and spaces in a long line cost no more than in proportion to its length', async () => {
  const seconds = async (length: number): Promise<number> => {
    const before = process.cpuUsage();
    await extract(`${above}\n4 a${'\u00a0 '.repeat(length / 2)}x\n${below}`);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  await seconds(1_000);
  expect(await seconds(80_000)).toBeLessThan(2);
});

it('instructions at the end of a long system prompt are read, and in time that grows with its length', () => {
  const long = 'We sell bread, rolls and cakes, and we bake them at night. '.repeat(8_000);
  const before = process.cpuUsage();
  const read = readInstructions(`${long}\nNever discuss salaries.\nReply in German.\nUse at most 20 words.`, 'Why?');
  const { user, system } = process.cpuUsage(before);
  expect(read).toMatchObject({ language: 'de', maxWords: 20, forbidden: ['salaries'] });
  expect((user + system) / 1e6).toBeLessThan(2);
});
