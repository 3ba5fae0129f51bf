import { expect, test } from 'vitest';
import { findPersonalData, preparePersonalData } from './find-personal-data.ts';

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

// Names, by lists and by what stands around them.
test.each([
  ['Minutes: P. Lindqvist was late, Saoirse Brennan took notes.', ['P. Lindqvist', 'Saoirse Brennan']],
  ['hola, soy yolanda la del segundo', ['yolanda']],
  ['Table for two under Quarrington, Saturday.', ['Quarrington']],
  ['Es geht um meine Mutter, Friedlinde Achterkamp, Zimmer 4.', ['Friedlinde Achterkamp']],
  ['Bien à vous,\nYann Le Guellec', ['Yann Le Guellec']],
  ['Cliente: Mohamed El Idrissi, pedido 22.', ['Mohamed El Idrissi']],
  ['Name as printed: MORETTI PAULA JANE', ['MORETTI PAULA JANE']],
])('names in: %s', async (text, names) =>
  expect((await found(text)).filter(([kind]) => kind === 'name').map(([, name]) => name)).toEqual(names),
);

test.each([
  ['The wifi password at the hut is Otter-Moss-77.', 'secret', 'Otter-Moss-77'],
  ['mein Passwort ist schnurri1988', 'secret', 'schnurri1988'],
  ['El PIN de la alarma es 7714.', 'secret', '7714'],
  ['le code du portail, 6620A', 'secret', '6620A'],
  ['mot de passe : « chat noir sur toit »', 'secret', 'chat noir sur toit '],
  ['See https://bob:Hush-44@files.example.org/x/ please', 'secret', 'https://bob:Hush-44@files.example.org/x/'],
  [
    'GET https://api.example.com/v1?access_token=8c1fd2e07b5a',
    'secret',
    'https://api.example.com/v1?access_token=8c1fd2e07b5a',
  ],
  ['mail: rita dot moss at example dot com', 'email', 'rita dot moss at example dot com'],
  ['mi correo es eva (arroba) example (punto) org', 'email', 'eva (arroba) example (punto) org'],
  ['geboren am dritten März neunzehnhundertachtzig', 'date_of_birth', 'am dritten März neunzehnhundertachtzig'],
  ['Patient: Ada Winterbourne (08.03.1933).', 'date_of_birth', '08.03.1933'],
  ['d.o.b. 22.11.1966', 'date_of_birth', '22.11.1966'],
  ['Flat 2, 14 Rosebank Terrace, Edinburgh EH11 2AB', 'address', 'Flat 2, 14 Rosebank Terrace, Edinburgh EH11 2AB'],
  ['Lieferung an Hinterm Deich 3\n26506 Norden', 'address', 'Hinterm Deich 3\n26506 Norden'],
  ['vivo en calle del Pez 8, 3.º C, 11005 Cádiz.', 'address', 'calle del Pez 8, 3.º C, 11005 Cádiz'],
  ['chemin des Vignes 5, 1963 Vétroz', 'address', 'chemin des Vignes 5, 1963 Vétroz'],
  ['Blocked a login from 203.0.113.9 today', 'ip_address', '203.0.113.9'],
  ['Meine Steuer-ID: 36.574.261.809', 'national_id', '36.574.261.809'],
])('%s has a %s', async (text, kind, value) => expect(await found(text)).toContainEqual([kind, value]));

test.each([
  'The firmware went from 4.12.0.7 to 4.12.1.2; see section 4.2.1.3.',
  '"Oliver" is the armchair, and the silla Blanca is sold out.',
  'We fly to San Francisco with a Hugo Boss shirt and Jack Daniels.',
  'Ist die Albert-Einstein-Straße gesperrt? Der Bosch Akkuschrauber ist da.',
  'A wie Anton, dann Berta Dora Emil.',
  'My password is wrong and the token has expired.',
  'Order 4711 of 12.03.2026 costs 1,200.00 euros, 14:30, version 1.2.3.4.',
  'Mark the date in May, and grant us the hope of grace.',
  'The number 4111 1111 1111 1112 is no card, DE89 3704 0044 0532 0130 01 no account.',
  'Die Straße nach Berlin ist 12 km lang; der Termin ist am 3. Mai.',
])('nobody is in: %s', async (text) => expect(await found(text)).toEqual([]));

test('a long text is read in short steps', async () => {
  await preparePersonalData();
  for (const piece of ['Anna Kroll, ', '1.2.3.4 ', 'Passwort x9! ', 'A. ', '12 Main Street, ', '@ at dot ']) {
    const text = piece.repeat(Math.ceil(100_000 / piece.length)).slice(0, 100_000);
    const steps: number[] = [];
    let began = process.threadCpuUsage();
    const onPiece = () => {
      const { user, system } = process.threadCpuUsage(began);
      steps.push((user + system) / 1000);
      began = process.threadCpuUsage();
      return Promise.resolve();
    };
    await findPersonalData(text, { onPiece });
    // The median of the thread's own time, in milliseconds, since the machine of a test has other work: the measure of the longest is in quality/personal-data/time.ts.
    expect(steps.length).toBeGreaterThanOrEqual(100);
    expect(steps.sort((one, other) => one - other)[Math.floor(steps.length / 2)]).toBeLessThan(10);
  }
}, 60_000);

test('what crosses the edge of a piece is found once and whole', async () => {
  for (let before = 770; before < 810; before += 3) {
    const text = `${'x '.repeat(before / 2)}write to someone.long@mail.example.org now`;
    expect(await found(text)).toEqual([['email', 'someone.long@mail.example.org']]);
  }
});

test('a key that is longer than a piece is found whole', async () => {
  const key = `sk-${'a1B2'.repeat(400)}`;
  for (const before of [10, 300, 399, 598])
    expect(await found(`${'x '.repeat(before)}${key} ok`)).toEqual([['secret', key]]);
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
    // Of the processor: a busy machine makes one of two wait.
    const startedAt = process.cpuUsage();
    await findPersonalData(text);
    return process.cpuUsage(startedAt).user / 1000;
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
