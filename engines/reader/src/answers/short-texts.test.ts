import { expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { onlyShown, toldWrongly } from '../../test/told-wrongly.ts';

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
const adults = `Ferry to Holm Island

The ferry runs from April to October.
It leaves Skarby at 9:00, 12:30 and 16:00.
The crossing takes 35 minutes.
An adult's fare is £7.40 each way.
Bicycles travel for £3.
Dogs are welcome on deck.
Tickets are sold on board, by card only.
The rosemary for the café was delivered on Thursday.
The café on the island is open from 10 to 17.
`;
const fares = adults.replace('Bicycles', "A child's fare is £3.20 each way.\nBicycles");
const routes = `Boats to the islands

Boats leave from the old quay.

| Route | First | Last | Minutes | Adult fare |
|---|---|---|---|---|
| Holm - Brae | 07:00 | 19:30 | 55 | 11.80 |
| Holm - Sand | 08:10 | 18:10 | 40 | 9.20 |
| Holm - Ness | 06:30 | 21:00 | 25 | 6.40 |
| Brae - Ness | 09:00 | 17:00 | 70 | 14.00 |

Bicycles travel free. Dogs travel in the stern. Tickets are sold on board. In storms no boat leaves.
`;
const hall = `# Coming to the climbing hall

How do I book?

Write to us by Friday. We need your age and the size of your shoes, and answer within a day or two at most.

What does it cost?

A morning costs £12 for everybody who climbs, and nothing for those who only watch from the benches by the wall.

May dogs come?

Dogs wait outside in the yard, where there is a bowl of water and a roof, but they do not come into the hall at all.

Where do we park?

Behind the bakery, where the hall has six places of its own, or in the street if you find nothing there in the morning.

Can we eat there?

There is a kitchen with a kettle and a fridge. Bring your own food and take what is left home with you in the end.

Who looks after us?

Two trainers are in the hall from opening to closing, and one of them is always on the ground and never on a rope.
`;
const school = `Re: visit to the museum

We would like to come on 17 or 24 April with 48 pupils.
They are in their fifth year.
Can we eat there?
A driver waits in the yard behind the museum with the coach.
We do not need the guide in English.
The coach brings us at nine.
We leave at half past twelve.
Three teachers come with us.
The entrance is paid by the school.
Please send the bill by post.
The address is the one of last year.
We have been to the mill before.
The pupils liked the millstones best.
It rained the whole day.
The coats may hang in the hall.
The bags stay in the coach.
We bring our own pencils.
Thank you for your help.
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
  ["How much is a child's fare?", fares, '£3.20'],
  ["How much is an adult's fare?", adults, '£7.40'],
  ['How much does it cost?', hall, '£12'],
  ['May dogs come?', hall, 'outside in the yard'],
])('%s', async (question, text, told) =>
  expect(await ask(question, text)).toMatchObject({
    isClaimed: !onlyShown.has(question),
    text: expect.stringContaining(told),
  }),
);

test.each([
  ['What is the telephone number of the warden?', hire],
  ['Who is the treasurer?', hire],
  ['Wie viele Mitglieder hat der Verein?', garten],
  ["How much is a child's fare?", adults],
  ["How much is a child's fare?", "An adult's fare is £7.40 each way. Bicycles travel for £3."],
  ['What is the child fare from Holm to Brae?', routes],
  ['Who delivered the rosemary?', adults],
  ['Can we eat there?', school],
  ['What is the name of the driver who waits behind the museum?', school],
])('does not claim what a page does not say: %s', async (question, text) =>
  expect(await ask(question, text)).toMatchObject({ isClaimed: toldWrongly.has(question) }),
);
