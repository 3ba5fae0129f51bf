import { expect, test } from 'vitest';
import { read } from '../read.ts';

async function nearest(question: string, text: string, filename = 'note.txt'): Promise<string> {
  const { parts } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename, text }],
    },
    { now: 0 },
  );
  return parts.join('');
}

test('a long item of a list is quoted behind the line that leads to it', async () => {
  const text = `Dear crews

For the night sail the harbour master wants three papers by 9 June:
  1. the plan of the route with the names of all lights that are passed, drawn by the skipper,
  2. the proof of cover for the boat and for everybody on board, worth at least 900,000, signed by the broker in ink,
  3. the list of the crew.
The harbour is dark at night. The pier has no rail.
`;
  expect(await nearest('Until when must the broker document be handed over?', text)).toMatch(
    /by 9 June: .*signed by the broker/,
  );
});

test('goods on two lines of a receipt are quoted as one', async () => {
  const text = `# Pine Street Dairy

| Receipt 1204 | 9 June |
| --- | --- |
| Goat cheese fresh | |
| 3 x 2.40 | 7.20 |
| Butter salted | |
| 2 x 1.95 | 3.90 |
| Oat bread | 2.80 |
| TOTAL EUR | 13.90 |
`;
  expect(await nearest('What did a single cheese of the goat kind set me back?', text)).toContain('3 x 2.40');
});

test('the total of a contract is nearest to what everything comes to', async () => {
  const text = `# Vertrag über ein Zelt

Die Reinigung kostet 40,00 €. Ein Ersatzhering kostet 3,00 €. Bei Verlust des Zeltes sind 900,00 € zu zahlen.

| Posten | Betrag |
| --- | --- |
| Zelt für drei Tage | 240,00 € |
| Aufbau | 80,00 € |
| Umsatzsteuer | 60,80 € |
| Gesamtbetrag | 380,80 € |
`;
  expect(await nearest('Was kostet uns das alles zusammen am Ende mit Steuern?', text, 'zelt.md')).toContain(
    '380,80 €',
  );
});

test('an age is nearest to how old one must be', async () => {
  const text = `Wood turning at the mill

Friends of the mill pay less for all lessons. The friends' card is $30 a year. Ordinary aprons hang by the door.

Those who take part must be 14 or older. The lathe is slow. The pond behind it is deep.
`;
  expect(await nearest('How old does my niece have to be for the ordinary lessons?', text)).toContain('14 or older');
});

test('rows of one table that touch a question alike do not crowd out a sentence that does', async () => {
  const rows = ['Sauna', 'Steam', 'Pool', 'Gym', 'Court', 'Lane', 'Range'].map(
    (name, at) => `| ${name} | £${at + 11}.00 | £1.00 |`,
  );
  const text = `# Baths\n\n| Place | Fee | Member |\n| --- | --- | --- |\n${rows.join('\n')}\n\nA missed hour costs £30 for each quarter, to be settled at the desk.\n`;
  const { parts } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'What am I charged if I do not turn up?' }] }],
      documents: [{ filename: 'baths.md', text }],
    },
    { now: 0 },
  );
  expect(parts.join('')).toContain('A missed hour costs £30');
});
