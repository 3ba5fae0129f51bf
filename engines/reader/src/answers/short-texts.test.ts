import { expect, test } from 'vitest';
import { read } from '../read.ts';

const hire = `Hire of the boat house

The club lets the boat house to Ms Ilka Brandt from 1 April 2026.
The weekly rent is £85 and has to be paid on Mondays.
The hirer leaves a deposit of three weeks' rent with the warden.
The deposit comes back within ten days after the last week.
Lamps and water are included.
Boats may not be kept in the hall.
Either side may end the hire with a month's notice.
The warden is Mr Amos Reed.
`;
const garten = `Ordnung des Gartenvereins

Der Verein wurde 1961 gegründet und hat 48 Parzellen.
Die Pacht beträgt 190 Euro im Jahr und ist bis Ende März zu zahlen.
Die Kaution von 300 Euro gibt es nach der Übergabe zurück.
Vorsitzende ist Hanne Voss.
Die Hecken werden im Juni geschnitten.
Hunde sind an der Leine zu führen.
Das Wasser wird im November abgestellt.
Die Versammlung findet jedes Jahr im Februar statt.
`;

async function ask(question: string, text: string) {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'paper.txt', text }],
    },
    { now: 0 },
  );
  return { text: parts.join(''), isClaimed: sources.length > 0 };
}

test.each([
  ['What is the weekly rent?', hire, '£85'],
  ['How much is the deposit?', hire, "three weeks' rent"],
  ['When must the rent be paid?', hire, 'Mondays'],
  ['Who is the warden?', hire, 'Amos Reed'],
  ['Wie hoch ist die Pacht?', garten, '190 Euro'],
  ['Wann findet die Versammlung statt?', garten, 'Februar'],
])('%s', async (question, text, told) =>
  expect(await ask(question, text)).toMatchObject({ isClaimed: true, text: expect.stringContaining(told) }),
);

test.each([
  ['What is the telephone number of the warden?', hire],
  ['Who is the treasurer?', hire],
  ['Wie viele Mitglieder hat der Verein?', garten],
])('does not claim what a page does not say: %s', async (question, text) =>
  expect(await ask(question, text)).toMatchObject({ isClaimed: false }),
);
