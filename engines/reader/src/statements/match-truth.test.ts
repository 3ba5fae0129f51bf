import { expect, test } from 'vitest';
import { read } from '../read.ts';

/** What the fields named in `expected` are told of a text. */
async function told(text: string, fields: readonly string[]): Promise<unknown> {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'boolean' }]));
  const { parts } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Extract.' }] }],
      documents: [{ filename: 'mail.txt', text }],
      responseFormat: { schema: { type: 'object', properties } },
    },
    { now: Date.UTC(2026, 5, 1) },
  );
  return JSON.parse(parts.join(''));
}

test.each<[string, Record<string, boolean>]>([
  [
    'Please leave out the heaters, but we do want the floor and the fairy lights.',
    { heaters: false, floor: true, fairy_lights: true },
  ],
  ['Skip the heaters and the fairy lights. We want the floor.', { heaters: false, fairy_lights: false, floor: true }],
  ['Please do not leave out the heaters.', { heaters: true }],
  ['Auf die Heizung verzichten wir. Den Boden bitte weglassen.', { heizung: false, boden: false }],
  ['Por favor, quite la calefacción. El suelo sí lo queremos.', { calefaccion: false, suelo: true }],
  [
    'The excursion is cancelled. The dinner takes place.',
    { excursion: false, dinner: true, excursion_cancelled: true },
  ],
  ['Breakfast is included, parking is not.', { breakfast_included: true, parking_included: false }],
  ['Breakfast is not included, parking is.', { breakfast_included: false, parking_included: true }],
  ['Smoking is forbidden and pets are welcome.', { smoking_allowed: false, pets_allowed: true }],
  ['Dogs, however small, are not allowed.', { dogs_allowed: false }],
  ['The van (registration to be added: ______) is not pledged.', { van_pledged: false }],
])('%s', async (text, expected) => {
  expect(await told(text, Object.keys(expected))).toEqual(expected);
});

test('in a letter neither a condition nor what is said of another thing is a yes', async () => {
  const letter =
    'Dear Mr Pell,\n\nthank you for your offer of 4 May. We would like to book the marquee for the weekend of 12 June. Please leave out the heaters. ' +
    'The floor is needed, as the meadow is soft. Our caterer brings his own tables. The fairy lights are included in your price. Parking for the lorry is behind the barn. ' +
    'Dogs may not run on the meadow. The invoice goes to the club. You grant 2 % discount if paid within 10 days. The deposit of £200 was paid on 6 May by transfer. ' +
    'Is there a generator?\n\nKind regards\nOdile Prowse';
  expect(
    await told(letter, ['heaters', 'fairy_lights_included', 'dogs_allowed', 'paid', 'deposit_paid', 'generator']),
  ).toEqual({
    heaters: false,
    fairy_lights_included: true,
    dogs_allowed: false,
    deposit_paid: true,
  });
});
