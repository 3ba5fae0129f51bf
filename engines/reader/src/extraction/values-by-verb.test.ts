import { describe, expect, test } from 'vitest';
import { read } from '../read.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };

/** What is filled of a schema from one text. */
async function fill(from: string, properties: Record<string, unknown>, filename = 'note.txt'): Promise<unknown> {
  const { parts } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Extract the data.' }] }],
      documents: [{ filename, text: from }],
      responseFormat: { schema: JSON.parse(JSON.stringify({ type: 'object', properties })) },
    },
    { now: 0 },
  );
  return JSON.parse(parts.join(''));
}

describe('a property named after what happened takes the year of it, and nobody that merely stands there', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['Ada Lovelace was born in 1815.', { name: text, born: integer }, { name: 'Ada Lovelace', born: 1815 }],
    ['The Elm bridge was opened on 4 May 1932.', { opened: text }, { opened: '4 May 1932' }],
    ['The mill was founded in 1921 by Otto Kern.', { founded: integer }, { founded: 1921 }],
    ['The novel was published in 2011 by Kite Press.', { published: integer }, { published: 2011 }],
  ])('%s', async (from, properties, filled) => expect(await fill(from, properties)).toEqual(filled));

  test.each<[string, Record<string, unknown>]>([
    ['Marie Curie discovered radium in 1898.', { discovered: text }],
    ['The hall was not opened in 1921.', { opened: integer }],
    ['The hall was opened in 1921. The west wing was opened in 1950.', { opened: integer }],
    ['The bridge was designed in Ulm.', { designer: text }],
    ['The hall was closed by the evening, Ada Kern had left.', { closed_by: text }],
  ])('nothing is taken from: %s', async (from, properties) => expect(await fill(from, properties)).toEqual({}));
});

describe('a property that names no more than a form takes the one column of it', () => {
  const items = (properties: Record<string, unknown>) => ({
    talks: { type: 'array', items: { type: 'object', properties } },
  });
  const talks =
    '| From | Talk | Fee in EUR |\n| --- | --- | --- |\n| 09:30 | Moss | 12.00 |\n| 11:15 | Fern | 8.50 |\n';
  test('time, money', async () =>
    expect(await fill(`Talks\n\n${talks}`, items({ time: text, talk: text, total: number }), 'talks.md')).toEqual({
      talks: [
        { time: '09:30', talk: 'Moss', total: 12 },
        { time: '11:15', talk: 'Fern', total: 8.5 },
      ],
    }));
  test('not when two columns are of the form', async () => {
    const two = talks
      .replace('Fee in EUR |', 'Fee in EUR | Until |')
      .replace('12.00 |', '12.00 | 10:30 |')
      .replace('8.50 |', '8.50 | 12:00 |')
      .replace('| --- |\n', '| --- | --- |\n');
    expect(await fill(`Talks\n\n${two}`, items({ time: text, talk: text }), 'talks.md')).toEqual({
      talks: [{ talk: 'Moss' }, { talk: 'Fern' }],
    });
  });
});

describe('labels of one language are met by names of another', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    [
      'Rechnung Nr. 2026-118\nRechnungsdatum: 12.03.2026\nZahlbar bis: 26.03.2026\nGesamtbetrag: 119,00 €',
      { faellig_am: text },
      { faellig_am: '26.03.2026' },
    ],
    [
      'Protokoll der Mitgliederversammlung\nOrt: Vereinsheim\nVorsitz: Petra Kühn\nAnwesend: 23 Mitglieder',
      { location: text, chair: text, attendees: integer, treasurer: text },
      { location: 'Vereinsheim', chair: 'Petra Kühn', attendees: 23 },
    ],
    [
      'Offre de stage\nPoste : Assistante marketing\nLieu : Lyon\nDurée : 6 mois',
      { position: text, location: text, duration: text, salary: text },
      { position: 'Assistante marketing', location: 'Lyon', duration: '6 mois' },
    ],
  ])('%s', async (from, properties, filled) => expect(await fill(from, properties)).toEqual(filled));
});
