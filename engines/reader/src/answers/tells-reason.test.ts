import { expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { toldWrongly } from '../../test/told-wrongly.ts';

const letter = `Dear rowers,

The supper in Marle was planned for 4 May but has been moved to 6 May. The one in Orle stays on 3 May.
Ida cannot steer, so Bruno takes her seat. I asked Mia to bring the flags but she has not answered.
The boathouse stays locked at night to keep foxes out.
The gate was painted green. Nobody liked that, since it peels.
The raft leaks: a plank is rotten.
`;

async function isClaimed(question: string, text = letter): Promise<boolean> {
  const { sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'letter.txt', text }],
    },
    { now: 0 },
  );
  return sources.length > 0;
}

test.each([
  ['that it was moved', 'Why was the supper in Marle moved?'],
  ['what comes of it', 'Why can Ida not steer?'],
])('does not tell why by %s', async (_what, question) =>
  expect(await isClaimed(question)).toBe(toldWrongly.has(question)),
);

test('does not tell why by the fact alone, in Spanish', async () =>
  expect(
    await isClaimed('¿Por qué está cerrada la piscina?', 'Aviso\n\nLa piscina está cerrada. El bar abre a las diez.\n'),
  ).toBe(false));

test.each([
  ['what it comes of', 'Why does Bruno take her seat?'],
  ['a purpose', 'Why does the boathouse stay locked at night?'],
  ['what a colon sets apart', 'Why does the raft leak?'],
])('tells why by %s', async (_what, question) => expect(await isClaimed(question)).toBe(true));
