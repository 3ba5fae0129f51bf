import { describe, expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { toldWrongly } from '../../test/told-wrongly.ts';

/** What is cited for a question, in one string; empty where it is declined. */
async function cited(question: string, text: string): Promise<string> {
  const { sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'note.txt', text: `${text}\n` }],
    },
    { now: Date.UTC(2026, 4, 4) },
  );
  return sources.map(({ start, end }) => text.slice(start, end)).join(' ');
}

describe('what is said of another one is no answer', () => {
  test.each([
    ['the second of several', 'How much is the second lesson?', 'The lesson costs 30 EUR. Bring boots.'],
    ['another number', 'Which pump is used in pond 6?', '[pond5]\npump = P-20\nrelay = 6'],
    [
      'a thing of the same place',
      'What is the boat fee for the Alder lake camp?',
      'The Alder lake camp is open from May. A guide costs 30 EUR.',
    ],
    [
      'a figure of the question itself',
      'How much lead was found in the 2014 sample?',
      'The last lead sample was taken in 2014.',
    ],
    ['the age of a group', '¿Cuántos años tiene el guía Tomás?', 'El grupo (10 a 12 años) va con el guía Tomás Vidal.'],
    [
      'no word of paying',
      'Do I have to pay anything to register my bicycle?',
      'Owners are asked to register a bicycle with the office.',
    ],
    ['the role of another deed', 'Who directed the play?', 'The play has a manager, Mara Hanlon, who is new.'],
    [
      'the role of another deed in a table',
      'Who directed Medea?',
      '| Show | House manager |\n|---|---|\n| Medea | Mara Hanlon |\n| Faust | Rosa Delgado |',
    ],
  ])('%s: %s', async (_what, question, text) =>
    expect((await cited(question, text)) !== '').toBe(toldWrongly.has(question)),
  );
});

describe('what is said of the one that is meant is one', () => {
  test.each([
    ['El precio del primer curso es de 210 €.', '¿Cuál es el precio del primer curso?', '210'],
    ['Plots 3, 9 and 12 are let since May 2030.', 'Since when is plot 12 let?', 'May 2030'],
    ['The deposit for the tent is 40 EUR and is paid on arrival.', 'What is the deposit for the tent?', '40 EUR'],
    ['The chapel was first opened in 1902.', 'When was the chapel first opened?', '1902'],
    ['A stall at the fair costs 35 EUR. Dogs stay at home.', 'How much does a stall cost?', '35 EUR'],
    ['Nina Roth directed the play in 2021.', 'Who directed the play?', 'Nina Roth'],
    [
      '| Show | Director |\n|---|---|\n| Medea | Mara Hanlon |\n| Faust | Rosa Delgado |',
      'Who directed Medea?',
      'Mara Hanlon',
    ],
  ])('%s', async (text, question, held) => expect(await cited(question, text)).toContain(held));
});
