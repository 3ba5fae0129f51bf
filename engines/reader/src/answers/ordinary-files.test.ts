import { describe, expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { toldWrongly } from '../../test/told-wrongly.ts';

/** The text that is answered and how many passages are cited. */
async function ask(question: string, text: string, filename = 'note.txt') {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename, text }],
    },
    { now: Date.UTC(2026, 0, 5) },
  );
  return { text: parts.join(''), cited: sources.length };
}

describe('what a figure or a mark says without the word for it', () => {
  const lease =
    'The tenant is Ada Brook. The garage measures 16 square metres and has one window. The landlord lives next door.\n\nThe walls were painted grey last year. Ring the porter on +44 20 7946 0018 when the door is locked.\n';
  test.each([
    ['How big is the garage?', '16 square metres'],
    ['What colour are the walls?', 'grey'],
    ['Which phone number has the porter?', '7946 0018'],
  ])('%s', async (question, held) => expect((await ask(question, lease)).text).toContain(held));
  test('a number that belongs to another is not shown', async () =>
    expect((await ask('What is the phone number of the tenant?', lease)).cited).toBe(0));
});

test('words that mean nearly the same are met', async () =>
  expect(
    (await ask('How long is the guarantee?', 'The oven has a warranty of four years. It weighs 31 kg.\n')).text,
  ).toContain('four years'));

describe('sentences are whole', () => {
  const log =
    '2025-03-01 04:00:00,100 INFO  [mail] queue of 12 letters opened, sender=post\n2025-03-01 04:00:09,800 ERROR [mail] letter 77 was refused by relay-3: mailbox full\n2025-03-01 04:01:00,000 INFO  [mail] queue closed after 60 s\n';
  test('a line of a log is one', async () => {
    const { text } = await ask('Why was letter 77 refused?', log, 'mail.log');
    expect(text).toContain('mailbox full');
  });
  test('the day of a month does not end one', async () => {
    const { text } = await ask(
      'Wann wird das Wasser abgestellt?',
      'Sehr geehrte Frau Lenz,\n\ndas Wasser wird am 14. Oktober von acht bis zehn Uhr abgestellt. Bitte füllen Sie vorher einen Eimer.\n',
      'brief.txt',
    );
    expect(text).toContain('14. Oktober von acht bis zehn Uhr abgestellt');
  });
});

test('why something is so is shown with the sentence that gives the reason', async () => {
  const { text } = await ask(
    'Why is the lift out of use?',
    'The lift is out of use until further notice. A cable snapped on Sunday, and the firm waits for a new one.\n',
  );
  expect(text).toContain('A cable snapped on Sunday');
});

test('the language of a question is that of the reply, and no language is asked for by naming one', async () => {
  const english = await ask(
    'Is there a tour in French?',
    'The castle is open daily from ten to five. A ticket costs 7 euros.\n',
  );
  expect(english.text).toContain('The text does not say');
  const german = await ask(
    'How much does the sauna cost?',
    'Das Schwimmbad ist täglich geöffnet. Die Karte kostet 4 Euro.\n',
  );
  expect(german.text).toContain('The text does not say');
  expect(german.text).not.toMatch(/“(?:How|much|does)”/);
});

test('a sentence in a field of JSON answers, a list of fields does not', async () => {
  const data = JSON.stringify(
    { pump: { code: 'P-2', year: 2016 }, remark: 'The pump stands still because a bearing broke on 3 May.' },
    null,
    2,
  );
  expect((await ask('Why does the pump stand still?', data, 'pump.json')).text).toContain('a bearing broke on 3 May');
  expect((await ask('How much did the pump cost?', data, 'pump.json')).cited).toBe(0);
});

describe('nothing is shown that only looks like an answer', () => {
  test.each([
    ['How many tickets were sold?', 'Tickets cost 9 EUR, or 5 EUR for those under 16.'],
    ['How old is the bridge?', 'From 3 June to 9 June the bridge over the mill stream will be closed.'],
    ['How much does plot 7 cost?', 'Plots 7 and 12 become free in November.'],
    ['Wann wird der Zähler getauscht?', 'Zählernummer: 1AB00 7731 204'],
    ['¿Cuánto cuesta el garaje?', 'La cena cuesta 12 euros y se sirve a las nueve.'],
  ])('%s', async (question, text) =>
    expect((await ask(question, `${text}\n`)).cited > 0).toBe(toldWrongly.has(question)),
  );
});
