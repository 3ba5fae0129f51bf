import { describe, expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';
import { splitQuestion } from './split-question.ts';

test.each([
  ['What does it cost and who do I ask?', ['What does it cost?', 'who do I ask?']],
  ['Was kostet die Karte und wann fährt das Schiff?', ['Was kostet die Karte?', 'wann fährt das Schiff?']],
  ['When does the fair begin and where?', ['When does the fair begin?', 'And where?']],
  ['At what time and from which quay does it leave?', undefined],
  ['Which firm did they choose and for what price?', undefined],
  ['Who are Ann and Bob?', undefined],
  ['What do bread and butter cost?', undefined],
])('%s', (question, halves) => expect(splitQuestion(question)).toEqual(halves));

const fair = `The fair takes place on the meadow by the river.

A stall at the fair costs 35 EUR. Stalls are put up from six o'clock on. Dogs stay at home.

The mayor opens the fair on 4 May. A band plays until midnight. Parking is behind the mill.
`;

async function ask(question: string) {
  const { parts, sources = [] } = await read(
    {
      system: '',
      messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }],
      documents: [{ filename: 'fair.txt', text: fair }],
    },
    { now: Date.UTC(2026, 4, 4) },
  );
  return { text: parts.join(''), cited: sources.map(({ start, end }) => fair.slice(start, end)) };
}

describe('two questions in one', () => {
  test('are both answered', async () => {
    const { text, cited } = await ask('How much does a stall cost and who opens the fair?');
    expect(text).toContain('35 EUR');
    expect(text).toContain('The mayor opens the fair');
    expect(cited).toEqual(['A stall at the fair costs 35 EUR.', 'The mayor opens the fair on 4 May.']);
  });

  test('the one that is not said is named', async () => {
    const { text, cited } = await ask('How much does a stall cost and which vaccine protects against measles?');
    expect(text).toMatch(
      /^fair\.txt says: “A stall at the fair costs 35 EUR\.”\nAs for “which vaccine protects against measles\?”: The text does not say\./,
    );
    expect(cited).toEqual(['A stall at the fair costs 35 EUR.']);
  });

  test('of which none is said are declined as one', async () =>
    expect((await ask('Which vaccine protects against measles and who invented penicillin?')).text).toMatch(
      /^The text does not say\./,
    ));
});
