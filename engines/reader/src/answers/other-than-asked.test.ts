import { expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { onlyShown, toldWrongly } from '../../test/told-wrongly.ts';

const market = `Night market, notes for stallholders

Unload on the quay side. Please do not use the tower bridge, it is too narrow for vans.
There will be no concert on Sunday 9 August; that evening moves to Monday 10 August at 18:30.
The wine tent does not open before 18:00.
Dogs may not enter the hall, but may wait in the yard.
Any stall with two lamps is lit; ask the desk for a cable.
300 stamps = 4 francs voucher
There is no charge for a second lamp.
`;

async function ask(question: string, text = market) {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'market.txt', text }],
    },
    { now: 0 },
  );
  return { text: parts.join(''), isClaimed: sources.length > 0 };
}

test.each([
  ['which one not to use for which one to use', 'Which bridge should vans use?', 'do not use'],
  ['which one not to use for one named in key words', 'bridge for vans', 'do not use'],
  ['the day without it for its time', 'What time is the Sunday concert?', 'no concert'],
  ['what it takes for how much is lacking', 'How many more stamps do I need for the voucher?', '300 stamps'],
])('does not answer by %s', async (_what, question, denied) => {
  const { text, isClaimed } = await ask(question);
  expect({ text, isWrong: isClaimed && text.includes(denied) }).toMatchObject({ isWrong: toldWrongly.has(question) });
});

test.each([
  ['a limit', 'When does the wine tent open?', '18:00'],
  ['what another clause allows', 'Where may dogs wait?', 'yard'],
  ['a denial where a denial is asked for', 'Which bridge should not be used?', 'tower bridge'],
  ['that nothing is to be paid', 'How much is the charge for a second lamp?', 'no charge'],
])('still answers by %s', async (_what, question, told) => {
  expect(await ask(question)).toMatchObject({
    isClaimed: !onlyShown.has(question),
    text: expect.stringContaining(told),
  });
});

test('still answers by a denial where German asks for a yes or a no', async () => {
  const text = 'Hausordnung des Marktes\n\nHunde dürfen nicht in die Halle. Der Markt beginnt um 18 Uhr.\n';
  expect(await ask('Dürfen Hunde in die Halle?', text)).toMatchObject({ isClaimed: true });
});

test('does not answer by a passage that carries little of the question', async () => {
  const text =
    'Hausordnung des Marktes\n\nDer Stand darf nur mit Lampen benutzt werden. Der Markt beginnt um 18 Uhr.\n';
  expect(await ask('darf man damit nach dänemark', text)).toMatchObject({ isClaimed: false });
});

test('does not answer whether something is so by a row that does not tell', async () => {
  const slip =
    '# Slip\n\n| Goods | Price |\n| --- | --- |\n| Lantern paper | 8.99 |\n| Lamp oil | 4.50 |\n\nPapers cannot be taken back.\n';
  const { text, isClaimed } = await ask('can lantern paper go back?', slip);
  expect({ text, isWrong: isClaimed && text.includes('8.99') }).toMatchObject({ isWrong: false });
});

const notes = `Notes of the tower club

The ringer needs a rest in Bremen. Our steward is Ole Marr.
Members gave 25 each in spring. Three have not given anything yet.
A low bench costs 18 euros more.
A high bench costs 40 euros.
`;

test.each([
  ['a sentence that only names the role', 'Who is the ringer?', 'Bremen'],
  ['those who have for those who have not', 'Which members have not given?', 'gave 25'],
  ['a difference for a price', 'What does a low bench cost?', '18 euros'],
])('does not answer by %s', async (_what, question, told) => {
  const { text, isClaimed } = await ask(question, notes);
  expect({ text, isWrong: isClaimed && text.includes(told) }).toMatchObject({ isWrong: toldWrongly.has(question) });
});

test.each([
  ['a price', 'What does a high bench cost?', '40 euros'],
  ['a difference where one is asked for', 'How much more does a low bench cost?', '18 euros'],
])('answers by %s', async (_what, question, told) => {
  expect(await ask(question, notes)).toMatchObject({
    isClaimed: !onlyShown.has(question),
    text: expect.stringContaining(told),
  });
});

test('shows the name beside a role', async () => {
  expect((await ask('Who is the steward?', notes)).text).toContain('Our steward is Ole Marr.');
});

test('does not answer what somebody has by what he would like', async () => {
  const keys =
    '# Notes of the tower club\n\n## 3. Keys\n\nThere are five keys. Noor has two, Ilse, Tom and the sexton one each. Wendy would like one; the sexton refused to have more cut.\n';
  const { text, isClaimed } = await ask('How many keys does Wendy have?', keys);
  expect({ text, isWrong: isClaimed && text.includes('would like') }).toMatchObject({ isWrong: false });
});

test('does not answer a number asked for without accents by a time', async () => {
  const aviso =
    'Aviso a los vecinos\n\nEl portero está de baja. Le sustituye Marisa de 8:00 a 14:00. Presidenta: Elvira Cano, 600 555 210.\n';
  expect(await ask('telefono de Marisa', aviso)).toMatchObject({ isClaimed: false });
  expect(await ask('telefono de la presidenta', aviso)).toMatchObject({ text: expect.stringContaining('600 555 210') });
});

const leaflet = `Friends of the Orle path

The new mill hut opened on 3 May. The old one was sold to a farmer in Aske.
The cat in the mill is fed by Ines. Our donkey Bruno pulls the cart.
Membership stays at 12 pounds.

Dates
Sat 11 October: hedge cutting, meet at the Kell Head car park at half past nine, bring gloves
Sun 2 November: autumn walk along the river, twelve kilometres, leader Ines Tarrant
`;

test.each([
  ['"the old one" for how much', 'How much did the old mill hut sell for?', 'old one'],
  ['who feeds it for its name', 'What is the cat called?', 'fed by'],
  ['a fee for how many there are', 'How many members are there?', '12 pounds'],
  ['the line below', 'Who leads the hedge cutting?', 'Tarrant'],
])('does not answer by %s', async (_what, question, told) => {
  const { text, isClaimed } = await ask(question, leaflet);
  expect({ text, isWrong: isClaimed && text.includes(told) }).toMatchObject({ isWrong: toldWrongly.has(question) });
});

test('shows the name beside it', async () =>
  expect((await ask('What is the donkey called?', leaflet)).text).toContain('Bruno'));

test('does not answer what it cost by that it was given away', async () => {
  const text =
    'Liebe Hanne,\n\nmein Knie ist besser. Das Fahrrad habe ich Merle geschenkt. Die Katze wird von Frau Behn gefüttert.\n';
  expect(await ask('Was hat das Fahrrad gekostet?', text)).toMatchObject({ isClaimed: false });
  expect(await ask('Wie heißt die Katze?', text)).toMatchObject({ isClaimed: false });
});

const assembly = `Rowing club, general assembly of 6 February

The board had proposed 240 for seniors.
Quill Astor was elected chair with 39 votes, Fay Noor was elected treasurer.
The regatta moves from June to 12 September because of the works on the lock.
Barley was treated by Petra Lisk on 27 February.
`;

test.each([
  ['what was proposed', 'What will seniors pay?', 'proposed'],
  ["another's figure", 'How many votes did Fay Noor get?', '39'],
  ['where what it comes of is', 'Where is the regatta?', 'lock'],
  ['what she did for who assists her', "Who is Petra Lisk's assistant?", 'treated'],
])('does not answer by %s', async (_what, question, told) => {
  const { text, isClaimed } = await ask(question, assembly);
  expect({ text, isWrong: isClaimed && text.includes(told) }).toMatchObject({ isWrong: toldWrongly.has(question) });
});

test.each([
  ['what was proposed where that is asked', 'What was proposed for seniors?', '240'],
  ['the figure of the one who is named', 'How many votes did Quill Astor get?', '39'],
])('answers by %s', async (_what, question, told) =>
  expect(await ask(question, assembly)).toMatchObject({
    isClaimed: !onlyShown.has(question),
    text: expect.stringContaining(told),
  }),
);

const club = `Notes of the boat club

Mail for Tom Reed is collected on Friday.
The office has a website since May.
`;
const verein = 'Notizen des Vereins\n\nDie Uhr am Tor hat Frau Behn im Mai verkauft.\n';
const notas = 'Notas del club\n\nEl reloj de la puerta lo vendió Marisa Cano en mayo.\n';
const carnet = 'Notes du club\n\nJean Roux a peint les barques du club. La clé est chez Paul Morel.\n';

test.each([
  ['that there is mail for the address', "What is Tom Reed's email address?", club],
  ['that there is a website for its address', 'What is the website of the office?', club],
  ['who sold it for who repairs it, in German', 'Wer repariert die Uhr am Tor?', verein],
  ['who sold it for who repaired it, in Spanish', '¿Quién arregló el reloj de la puerta?', notas],
  ['who painted them for who washes them, in French', 'Qui lave les barques du club ?', carnet],
])('does not answer by %s', async (_what, question, text) =>
  expect(await ask(question, text)).toMatchObject({ isClaimed: toldWrongly.has(question) }),
);

const works = `Notes on the works

In 1887 the engineer Marta Holm built the dam. The flood of 1954 broke it.
Nobody repaired it for a while. The gate is painted green. It has two wheels.
Fish pass on the left. A keeper lives beside it. The road is narrow there.
`;

test.each([
  ['year that is not spoken of', 'Who built the dam in 1921?'],
  ['year that is spoken of', 'Who built the dam in 1954?'],
])('does not answer by who built it in another %s', async (_what, question) =>
  expect(await ask(question, works)).toMatchObject({ isClaimed: toldWrongly.has(question) }),
);
