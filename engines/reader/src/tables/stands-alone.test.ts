import { expect, it } from 'vitest';
import { read } from '../read.ts';

async function ask(question: string, text: string, filename = 'table.md') {
  const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: question }] }];
  const { parts, shortAnswer } = await read({ system: '', messages, documents: [{ filename, text }] }, { now: 0 });
  return { said: parts.join(''), shortAnswer };
}

const repairs = `| order | client | work | offer | billed | paid_on | paid_by |
|---|---|---|---|---|---|---|
| R-1 | Nils Orde | new hinge | 60.00 | 66.50 | 2025-02-03 | Card |
| R-2 | Ida Brandt | key cut | 12.00 | 12.00 | 2025-02-09 | Cash |
| R-3 | Tove Lind | lock fitted | 140.00 | 152.00 | 2025-03-01 | Card |
`;

it.each([
  ['an amount by how it was paid or when', 'What did Nils Orde pay for the new hinge?', /Card|2025/],
  ['an amount by how it was paid', 'How much did Ida Brandt pay for the key?', /Cash|2025/],
  ['what lies between two values by one of them', 'How much more than the offer was billed for R-3?', /^(?:140|152)/],
])('does not tell %s', async (_what, question, told) => {
  const { said, shortAnswer } = await ask(question, repairs);
  expect(shortAnswer ?? '').not.toMatch(told);
  expect(said.length).toBeGreaterThan(0);
});

const pupils = JSON.stringify({
  pupils: [
    { id: 'P-1', name: 'Edda Roth', teacher: 'T-1', lessons: 21 },
    { id: 'P-2', name: 'Olaf Berg', teacher: 'T-2', lessons: 9 },
  ],
  teachers: [
    { id: 'T-1', name: 'Rune Falk', phone: '0555 100' },
    { id: 'T-2', name: 'Siv Holm', phone: '0555 200' },
  ],
});

it('gives nobody the telephone number of another', async () => {
  expect((await ask("what is edda roth's phone number", pupils, 'school.json')).shortAnswer).toBeUndefined();
  expect((await ask("What is Rune Falk's phone number?", pupils, 'school.json')).shortAnswer).toBe('0555 100');
});

it('still gives the figure that is asked for', async () => {
  expect((await ask('How many lessons did Edda Roth take?', pupils, 'school.json')).shortAnswer).toBe('21');
});

it('answers yes or no by no figure', async () => {
  expect((await ask('Can Edda Roth have lessons?', pupils, 'school.json')).shortAnswer ?? '').not.toMatch(/\d/);
});

it('does not count a row that says itself how many it is of', async () => {
  const bill = '| Item | Sum |\n|---|---|\n| 4 paper lanterns each 2.60 | 10.40 |\n| 1 rope | 8.00 |\n';
  expect((await ask('How many paper lanterns did we have?', bill)).shortAnswer).not.toBe('1');
});
