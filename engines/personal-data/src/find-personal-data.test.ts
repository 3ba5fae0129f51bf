import { expect, test } from 'vitest';
import { findPersonalData } from './find-personal-data.ts';

const found = async (text: string) =>
  (await findPersonalData(text)).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

test.each([
  [
    'Write to ilse.b@post.example.de or call +49 30 901820.',
    [
      ['email', 'ilse.b@post.example.de'],
      ['phone', '+49 30 901820'],
    ],
  ],
  ['Pay to DE89 3704 0044 0532 0130 00 by Friday.', [['iban', 'DE89 3704 0044 0532 0130 00']]],
  ['The card 4111 1111 1111 1111 was refused.', [['card', '4111 1111 1111 1111']]],
  ['Her SSN is 536-90-4399.', [['national_id', '536-90-4399']]],
  [
    'Mi DNI es 12345678Z, el NIE de ella X1234567L.',
    [
      ['national_id', '12345678Z'],
      ['national_id', 'X1234567L'],
    ],
  ],
  ['Mon numéro est le 1 85 05 78 006 084 91.', [['national_id', '1 85 05 78 006 084 91']]],
  ['Meine Steuer-ID: 36 574 261 809.', [['national_id', '36 574 261 809']]],
  ['AHV-Nummer 756.9217.0769.85.', [['national_id', '756.9217.0769.85']]],
  [
    'Herr Dr. Weber wohnt Am Alten Markt 3, 50667 Köln.',
    [
      ['name', 'Weber'],
      ['address', 'Am Alten Markt 3, 50667 Köln'],
    ],
  ],
  [
    'Dear Anna, meet John F. Kennedy.',
    [
      ['name', 'Anna'],
      ['name', 'John F. Kennedy'],
    ],
  ],
  [
    'Marie-Claire Dubois est née le 4 mars 1990.',
    [
      ['name', 'Marie-Claire Dubois'],
      ['date_of_birth', '4 mars 1990'],
    ],
  ],
  [
    'La señora Carmen de la Fuente vive en Calle Mayor 3, 28013 Madrid.',
    [
      ['name', 'Carmen de la Fuente'],
      ['address', 'Calle Mayor 3, 28013 Madrid'],
    ],
  ],
  [
    'From 192.168.0.12 with ghp_0123456789abcdefghijABCDEFGHIJ012345.',
    [
      ['ip_address', '192.168.0.12'],
      ['secret', 'ghp_0123456789abcdefghijABCDEFGHIJ012345'],
    ],
  ],
])('%s', async (text, expected) => expect(await found(text)).toEqual(expected));

test.each([
  'Order 4711 of 12.03.2026 costs 1,200.00 euros, 14:30, version 1.2.3.4.',
  'Mark the date in May, and grant us the hope of grace.',
  'The number 4111 1111 1111 1112 is no card, DE89 3704 0044 0532 0130 01 no account.',
  'Die Straße nach Berlin ist 12 km lang; der Termin ist am 3. Mai.',
])('nobody is in: %s', async (text) => expect(await found(text)).toEqual([]));

test('what crosses the edge of a piece is found once and whole', async () => {
  for (let before = 970; before < 1010; before += 3) {
    const text = `${'x '.repeat(before / 2)}write to someone.long@mail.example.org now`;
    expect(await found(text)).toEqual([['email', 'someone.long@mail.example.org']]);
  }
});

test.each([
  '1 ',
  '1',
  '+49 30 ',
  '((',
  '1-',
  'A',
  'Aa ',
  'a@',
  ':',
  'eyJ-',
  'AA11',
  '12 rue a ',
  'Calle A ',
  'AB12 3456 ',
  'Anna ',
])('a long run of %j takes time in proportion', async (piece) => {
  const time = async (length: number) => {
    const text = piece.repeat(Math.ceil(length / piece.length));
    const startedAt = performance.now();
    await findPersonalData(text);
    return performance.now() - startedAt;
  };
  await time(20_000);
  const [short, long] = [await time(50_000), await time(200_000)];
  // Four times the text: far below the sixteen of a square, with room for a busy machine.
  expect(long).toBeLessThan(Math.max(short, 20) * 10);
});

test('only the kinds that are asked for', async () => {
  const text = 'Anna Kroll, anna@example.org';
  expect(await findPersonalData(text, { kinds: ['email'] })).toEqual([{ kind: 'email', start: 12, end: text.length }]);
});
