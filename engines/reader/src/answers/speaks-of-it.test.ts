import { expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { toldWrongly } from '../../test/told-wrongly.ts';

const lighthouse = `Lighthouse keepers' club

The oldest lamp cleaned was a brass one of 1880, given by Mrs Orla Finch; it shines again after a new wick.
Our youngest keeper, Ivo Brandt, turned 19 in March.
The old stair has room for 6 people and was closed after the storm.
A new stair will be built next year.
Spare wick no. RB-317 is kept in the cupboard.
The evening costs £12 a head, supper not included.
Supper is £8.50 and has to be ordered a week ahead.
Guests are asked to leave the tower before the gates close.
The tea room is on the ground floor.
Guides: Pia Holm, desk 2 (no more names are taken when there are 40 guides)
Dr Emil Sand has looked after the telescope since 2009.
The telescope is shown in the library room.
The harbour office was founded in 1902 by Nils Aune.
`;
async function ask(question: string, text = lighthouse) {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'club.txt', text }],
    },
    { now: 0 },
  );
  return { text: parts.join(''), isShown: sources.length > 0 };
}

test.each([
  ['the oldest thing for the oldest person', 'Who is the oldest keeper?'],
  ['what holds of an old one for a new one', 'How many people has the new stair room for?'],
  ['what was done to a thing for who did it', 'Who repaired the oldest brass lamp?'],
  ['the number of a part for its price', 'What does the spare wick RB-317 cost?'],
  ['a year for a day of the week', 'On which days is Dr Sand in the library?'],
  ['a limit for how many there are', 'How many guides are there now?'],
  ['the closing of another thing', 'When does the tea room close?'],
])('does not show %s', async (_what, question) => {
  expect((await ask(question)).isShown).toBe(toldWrongly.has(question));
});

test('shows who does it where another thing stands above', async () => {
  const text = '# The play "A Ghost Comes"\n\nThe tallest is Ole, who plays the miller.\nThe sea is calm.\n';
  expect((await ask('Who plays the miller?', text)).text).toContain('Ole');
});

test('does not show when a code changes for the code', async () => {
  const text = '## Doors, locks and boats\n\nThe code changes on the first Monday of the month.\n';
  expect((await ask('What is the code for the locks?', text)).isShown).toBe(false);
  expect((await ask('What is the code?', 'The code is 4471. It rains.\n')).text).toContain('4471');
});

test('does not show a price that leaves out what is asked for without the one that does not', async () => {
  expect((await ask('What is the price of the supper?')).text).toContain('£8.50');
});

const lease = `Mietvertrag

§ 1 Sache
Vermietet wird die Wohnung Mühlgasse 14, mit drei Zimmern und einem Balkon zum Hof. Der Keller ist 12 m² groß.

§ 2 Miete
Sie beträgt 720 Euro im Monat. Bei Verlust eines Schlüssels werden 60 Euro berechnet.
Der Mieter bekommt drei Briefkästen.
`;

test.each([
  ['what one costs for how many there are', 'Wie viele Schlüssel gibt es?'],
  ['a number of a house for a size', 'Wie groß ist der Balkon?'],
])('does not show %s', async (_what, question) =>
  expect((await ask(question, lease)).isShown).toBe(toldWrongly.has(question)),
);

test('shows a size, a count, and what stands under the heading of a part', async () => {
  expect((await ask('Wie hoch ist die Miete?', lease)).text).toContain('720 Euro');
  expect((await ask('Wie groß ist der Keller?', lease)).text).toContain('12 m²');
  expect((await ask('Wie viele Briefkästen bekommt der Mieter?', lease)).text).toContain('drei');
});

test('says of what is free that it is', async () => {
  const text =
    'Anyone who has not passed the swimming test may only row in the tub pair.\nThe lockers are free of charge.\n';
  expect((await ask('Are the lockers free?', text)).text).toContain('free of charge');
});

const hall = `**Subject:** Re: Broken Organ

Hi Ada,

the organ stopped in the middle of the hymn. I have opened the window.
You may paint the porch, but not in dark colours.
Ole is at work until four.
The keys hang in the porch. The porch is green.
`;
const minutes = `La piscina abrirá del 20 de junio al 10 de septiembre.
Don Blas pide que se cambie la bombilla del garaje.
El ascensor se averió siete veces. La cuota cuesta 40 euros.
La escalera la limpia Inés Mora.
`;

test.each([
  ['a subject for who did it', 'Who broke the organ?', hall],
  ['what was done next for the reason', 'Why did the organ stop?', hall],
  ['that somebody works for where he does', 'Where does Ole work?', hall],
  ['what colour it is not for the colour', 'What colour will be the paint?', hall],
  ['days for a size', '¿Cuánto mide la piscina?', minutes],
  ['who asks for a deed for who does it', '¿Quién arregla la bombilla?', minutes],
  ['how often for what it cost', '¿Cuánto costó el ascensor?', minutes],
])('does not show %s', async (_what, question, text) =>
  expect((await ask(question, text)).isShown).toBe(toldWrongly.has(question)),
);

const toys = `Wash the costumes at 30 degrees.
The bouncy castle is hired by members for £35 a day.
`;
const markt = 'Beim letzten Markt kamen rund 900 Gäste.\nDer Honig war schnell verkauft.\n';

test.each([
  ['an order for who does it', 'Who washes the costumes?', toys],
  [
    'the time of day for a price',
    'How much is a ticket for the lamp evening?',
    'Lamp evening: Friday 6 June, 7.30 pm, village hall.\n',
  ],
  ['a price for a size', 'How big is the bouncy castle?', toys],
  ['a word that begins like a month for a time', 'Wann war der letzte Markt?', markt],
])('does not show %s', async (_what, question, text) =>
  expect((await ask(question, text)).isShown).toBe(toldWrongly.has(question)),
);

test('an amount in rupees is one', async () =>
  expect(
    (await ask('How much is the rent of the hall?', 'The rent of the hall is Rs. 42,000.\nIt rains.\n')).text,
  ).toContain('42,000'));

test('shows the place, the colour, the doer and the price', async () => {
  expect((await ask('Where are the keys?', hall)).text).toContain('hang in the porch');
  expect((await ask('What colour is the porch?', hall)).text).toContain('green');
  expect((await ask('¿Quién limpia la escalera?', minutes)).text).toContain('Inés Mora');
  expect((await ask('¿Cuánto cuesta la cuota?', minutes)).text).toContain('40 euros');
});

test('what says all that is asked is still shown', async () => {
  expect((await ask('Who founded the harbour office?')).text).toContain('Nils Aune');
  expect((await ask('Who is the youngest keeper?')).text).toContain('Ivo Brandt');
  expect((await ask('How many people has the old stair room for?')).text).toContain('6 people');
  expect((await ask('What does the evening cost?')).text).toContain('£12');
});

const boats = `The boat house is open from May to September. A rowing boat costs 95 euros for a week. The weekly rent of a sailing boat is 240 euros. A deposit of
100 euros is asked for each boat. Children under ten wear a life jacket. Boats come back by Saturday at noon. The keys hang in the office. Fuel is not
included. Dogs are welcome on board.`;

test('tells no weekly rent where a daily one is asked for', async () => {
  expect((await ask('What is the daily rent of a boat?', boats)).isShown).toBe(false);
  expect((await ask('What is the weekly rent of a sailing boat?', boats)).isShown).toBe(true);
});
