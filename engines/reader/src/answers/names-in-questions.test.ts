import { describe, expect, test } from 'vitest';
import { read } from '../../test/read-as-served.ts';

async function ask(question: string, documents: { filename: string; text: string }[]) {
  const { parts, sources = [] } = await read(
    { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }], documents },
    { now: 0 },
  );
  return { text: parts.join(''), from: sources.map(({ document }) => documents[document]?.filename) };
}

const wings = [1, 2, 3, 4, 5, 6].map((wing) => ({
  filename: `wing-${wing}.txt`,
  text: `The Birch garden wing ${wing} has ${130 + wing} rooms, which are spread over several floors. Ada Lund leads it.\n`,
}));
const garden = {
  filename: 'garden.txt',
  text: 'The Birch garden was opened in 1911. Rooms of the Birch garden: the Birch garden has 40 rooms in all.\n',
};
const list = {
  filename: 'list.csv',
  text: '| Name | Opened | Led by | Rooms |\n|---|---|---|---|\n| Birch garden wing 7 | 1950 | Otto Palm | 77 |\n| Alder depot | 1890 | Maja Nord | 9 |\n',
};

describe('a name that a question gives whole', () => {
  test('goes before longer names that only begin so', async () => {
    const { text } = await ask('How many rooms does the Birch garden have?', [...wings, garden]);
    expect(text).toContain('40 rooms');
  });

  test('goes before the longer name in a row of a table', async () => {
    const { text } = await ask('How many rooms does the Birch garden have?', [list, garden]);
    expect(text).toContain('40 rooms');
    expect(text).not.toContain('77');
  });

  test('may be a longer one', async () => {
    const { text } = await ask('How many rooms does the Birch garden wing 3 have?', [...wings, garden]);
    expect(text).toContain('133 rooms');
  });

  test('is not another one of the same beginning in a table', async () => {
    const { from } = await ask('How many rooms does the Alder orangery have?', [list]);
    expect(from).toEqual([]);
  });
});

describe('what is said in other forms', () => {
  test.each([
    ['Who leads the Alder depot?', 'Anna Nord is the head of the Alder depot. It has 4 rooms.', 'Anna Nord'],
    ['What is the telephone extension of Clara Juul?', 'The telephone extension of Clara Juul is 3939.', '3939'],
  ])('%s', async (question, text, held) => {
    expect((await ask(question, [{ filename: 'a.txt', text }])).text).toContain(held);
  });

  test('by a sentence whose pronoun stands for the thing that is asked about', async () => {
    const text = 'The Otter K-200 is a pump for small workshops. It is made in Dunford and sold in nine countries.\n';
    const other = 'The Otter K-200 Plus is a pump for farms. It is made in Ashham and sold in two countries.\n';
    const documents = [
      { filename: 'plus.txt', text: other },
      { filename: 'a.txt', text },
    ];
    const { text: said } = await ask('Where is the Otter K-200 made?', documents);
    expect(said).toContain('made in Dunford');
  });

  test('of somebody who also stands in a table, in a text and not in the table', async () => {
    const contracts = {
      filename: 'contracts.csv',
      text: '| Contract | Tenant | Rent |\n|---|---|---|\n| C-1 | Ada Lund | 511 |\n| C-2 | Otto Palm | 90 |\n',
    };
    const letter = { filename: 'a.txt', text: 'Ada Lund works as a gardener in the office at Ashham.\n' };
    const { text } = await ask('What does Ada Lund work as?', [contracts, letter]);
    expect(text).toContain('works as a gardener');
  });

  test('where something was made is not told by a sentence that says nothing of making', async () => {
    const text = 'The guarantee of the Otter K-200 lasts 5 years.\n';
    expect((await ask('Where is the Otter K-200 made?', [{ filename: 'a.txt', text }])).from).toEqual([]);
  });

  test.each([
    ['When did the forest committee of Wend meet?', '2024-01-03'],
    ['In which year was the forest committee of Wend opened?', '1931'],
    ['Who leads the forest committee of Wend?', 'Ada Lund'],
  ])('by the heading of a column: %s', async (question, held) => {
    const text = JSON.stringify({
      committee: 'forest committee of Wend',
      met_on: '2024-01-03',
      opened: 1931,
      led_by: 'Ada Lund',
    });
    const { text: said, from } = await ask(question, [{ filename: 'a.json', text }]);
    expect(said).toContain(held);
    expect(from).toEqual(['a.json']);
  });

  test('by any sentence of a text in a field of JSON', async () => {
    const text = JSON.stringify(
      {
        name: 'Alder mill',
        description: 'The Alder mill opened its doors in 1913. It has 12 rooms. The Alder mill closes at noon.',
      },
      null,
      2,
    );
    const { text: said } = await ask('In which year was the Alder mill opened?', [{ filename: 'a.json', text }]);
    expect(said).toContain('The Alder mill opened its doors in 1913.');
    expect((await ask('When does the Alder mill close?', [{ filename: 'a.json', text }])).text).toContain(
      'closes at noon',
    );
  });
});
