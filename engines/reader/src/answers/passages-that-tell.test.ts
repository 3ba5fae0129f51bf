import { expect, it } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import type { Prompt } from '../prompt.ts';

const minutes = `Minutes of the rowing section, 3 May

Summer regatta
The regatta is on 21 June at the upper lake.

The meeting closed at 21:10. Who will carry the boats was left open.
`;

async function ask(question: string, text = minutes, filename = 'minutes.txt'): Promise<string> {
  const prompt: Prompt = {
    system: '',
    messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
    documents: [{ filename, text }],
  };
  return JSON.stringify(await read(prompt, { now: Date.UTC(2026, 4, 4, 12) }));
}

it('tells the time of the text, not that of the clock', async () => {
  expect(await ask('What time did the meeting close?')).not.toMatch(/UTC/);
  expect(await ask('What time is it?')).toMatch(/12:00 UTC/);
});

it('shows no heading that only repeats the question', async () => {
  expect(await ask('When is the summer regatta?')).not.toMatch(/“Summer regatta”/);
});

it('shows no numbered heading, and reads what stands under it', async () => {
  const text =
    'Notes of the bell ringers\n\n3. Tower open day\nIt will be held on Sunday 7 June from 11:00.\n\n4. Ropes\nNothing new.\n';
  const reply = await ask('When will the tower open day be held?', text);
  expect(reply).not.toMatch(/“Tower open day”/);
  expect(reply).toMatch(/Sunday 7 June/);
});

it('shows no line of a JSON text', async () => {
  const json = JSON.stringify(
    [
      { station: 4, name: 'Hill' },
      { station: 7, name: 'Quay' },
    ],
    null,
    2,
  );
  expect(await ask('How old is station 7?', json, 'stations.json')).not.toMatch(/says/);
});

it.each([
  ['euros that are counted', 'How many euros did the finance committee of Orwick grant?', '453 euros'],
  ['an extension, which is no whole telephone number', 'What is the telephone extension of Cora Juhn?', '3939'],
])('tells %s', async (_what, question, told) => {
  const text =
    'The finance committee of Orwick met in the hall. The finance committee of Orwick granted 453 euros for the kiln.\n' +
    'Cora Juhn works at the office. The telephone extension of Cora Juhn is 3939.\n';
  const { parts } = JSON.parse(await ask(question, text));
  expect(parts.join('')).toContain(told);
});

it('tells who leads something by who is its head, and nothing by who once was', async () => {
  const text =
    '# Quay wing 1\n\nThe Quay wing 1 opened in 1948. Mara Voss is the head of the Quay wing 1. It has 108 rooms.\n';
  expect(await ask('Who leads the Quay wing 1?', text)).toMatch(/“[^”]*Mara Voss is the head/);
  const film = 'The film was shown in May. Ann Lee was the manager of the film. Tickets cost 4 euros.\n';
  expect(await ask('Who directed the film?', film)).not.toMatch(/says: “Ann Lee/);
});
