import { expect, it } from 'vitest';
import { read } from '../read.ts';

const notes = `# Kennel notes

The hound found on the quay on 15 September was taken to Harbour Vets and has gone home to its owner in Hut 17.
The cat in the yard is a Siamese, and her coat is grey.
Trial of 14 May: fit good, edge broke. Mona wants to try another varnish in July.
A discount is given by clause 4.5 only where the yearly turnover named there is reached.
The glue sets at 80 degrees.
We lived in a caravan in the yard for a summer: Piet, myself and his sister Rosa, who was seven. Rosa works as a welder.

| Alloy | Shade | Stock |
|---|---|---|
| Nickel bar | – | 4 |
| Copper bar | red | 9 |
`;
const protokoll = `# Protokoll

Die Absaugung an der Werkbank wurde am 2. September geprüft, ohne Mängel. Das Tor wurde von Jo Lang gestrichen.
Jule Haber singt am 8. November beim Fest in Altdorf und bekommt dafür frei.
`;

async function ask(question: string) {
  const isGerman = /^(?:Wer|In welcher|Welche)/.test(question);
  const document = isGerman ? { filename: 'protokoll.md', text: protokoll } : { filename: 'notes.md', text: notes };
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [document],
    },
    { now: 0 },
  );
  return { text: parts.join(''), isClaimed: sources.length > 0 };
}

it.each([
  ['a trait by a sentence without it', 'What breed was the hound on the quay?', 'Harbour Vets'],
  ['a trait by a dash in its cell', 'What is the shade of the nickel bar?', '–'],
  ['at what amount by the number of a clause', 'At what yearly turnover is there a discount?', '4.5'],
  ['an occupation by where somebody lived', 'What does Piet do for a living?', 'caravan'],
  ['who did it by what was done', 'Wer hat die Absaugung an der Werkbank geprüft?', 'September'],
  ['a trait abroad by a sentence without it', 'In welcher Stimmlage singt Jule Haber?', 'Altdorf'],
])('does not answer %s', async (_what, question, told) => {
  const { text, isClaimed } = await ask(question);
  expect({ text, isWrong: isClaimed && text.includes(told) }).toMatchObject({ isWrong: false });
});

it.each([
  ['a trait by its form', 'What colour is the coat of the cat?', 'grey'],
  ['a trait of a row', 'What is the shade of the copper bar?', 'red'],
  ['at what temperature', 'At what temperature does the glue set?', '80'],
  ['an occupation', 'What does Rosa work as?', 'welder'],
  ['who did it, named behind "von"', 'Wer hat das Tor gestrichen?', 'Jo Lang'],
])('still answers %s', async (_what, question, told) => {
  expect(await ask(question)).toMatchObject({ isClaimed: true, text: expect.stringContaining(told) });
});
