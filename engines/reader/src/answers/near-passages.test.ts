import { describe, expect, it, test } from 'vitest';
import type { Prompt, PromptDocument } from '../prompt.ts';
import { read } from '../read.ts';

const rules = `# Rules of the allotment

## Water
The tap by the shed is shut off from November to March. Rain barrels are filled by those who have a greenhouse.

## Fees
Each plot costs 64.00 EUR a year, which is due by 15 February. Late payers owe 5.00 EUR more.

## Keys
Mrs Talvio hands out keys for the gate. A lost one has to be replaced for 18.00 EUR.
`;

async function ask(
  question: string,
  documents: PromptDocument[] = [{ filename: 'rules.md', text: rules }],
  more: Partial<Prompt> = {},
) {
  const { parts, sources, shortAnswer, code } = await read(
    { system: '', messages: [{ role: 'user', parts: [{ type: 'text', text: question }] }], documents, ...more },
    { now: Date.UTC(2026, 4, 4) },
  );
  return { text: parts.join(''), sources, shortAnswer, code };
}

const quotes = (text: string): string[] => text.split('\n').slice(2);

describe('a decline quotes what touches the question', () => {
  it('behind the sentence that says what was looked through, and cites nothing', async () => {
    const { text, sources, shortAnswer, code } = await ask('How much do gardeners pay who were not punctual?');
    expect(text).toMatch(/^The text does not say this for certain\. I looked through rules\.md \(\d+ sentences\)/);
    expect(text.split('\n')[1]).toBe('Nearest to it, and no sure answer:');
    expect(text).toContain('Late payers owe 5.00 EUR more.”');
    expect({ sources, shortAnswer, code }).toEqual({ sources: [], shortAnswer: undefined, code: undefined });
  });

  it('of which there are four at most, none twice', async () => {
    const { text } = await ask(
      'Which gate, tap, shed, plot, barrel, greenhouse and fee of the neighbour is the oldest?',
    );
    expect(quotes(text).length).toBeGreaterThan(1);
    expect(quotes(text).length).toBeLessThanOrEqual(4);
    expect(new Set(quotes(text)).size).toBe(quotes(text).length);
  });

  test('a short sentence brings what stands beside it in the same paragraph, first what touches the question too', async () => {
    const text =
      '# Boats\n\nThe ferry has 40 seats. The skipper is Ada Lind. There was a complaint about the noise of the engine. Ole paid for new plugs.\n\n# Shop\n\nIt sells rope.\n';
    const { text: said } = await ask('What did the neighbours get for the complaint about the loud bell?', [
      { filename: 'boats.txt', text },
    ]);
    expect(quotes(said)[0]).toContain('noise of the engine. Ole paid for new plugs.');
    expect(quotes(said)[0]).not.toContain('rope');
  });

  test('an item of a list brings the line that leads to it', async () => {
    const text =
      'The harbour office may end the lease of the berth at once if:\n- two payments in a row are missed;\n- the boat lies empty for a year.\n\nThe slipway is open.\n';
    const { text: said } = await ask('Which boats are thrown out when nobody has paid and they lie empty?', [
      { filename: 'lease.txt', text },
    ]);
    expect(quotes(said)[0]).toContain(
      'berth at once if: two payments in a row are missed; the boat lies empty for a year.',
    );
  });

  test('a title on a line of its own stands above the paragraph under it, and ends what is quoted before it', async () => {
    const text =
      'Dear neighbour\n\nParking\nPlease leave the street free from seven on, so that the lorries of the builders can pass.\n\nNoise\nThe saw is loud and runs on the first two days only, never before nine in the morning.\n';
    const { text: said } = await ask('Which rule about noise annoys the cats?', [{ filename: 'letter.txt', text }]);
    expect(quotes(said)[0]).toContain('never before nine in the morning.');
    expect(quotes(said)[0]).not.toContain('lorries');
  });

  test('what has the form that is asked for is quoted, though no word touches it', async () => {
    const { text, sources } = await ask('When does it happen?', [
      { filename: 'form.txt', text: '# Kitchen\n\nA hose burst on 11 January.\n\n# Hall\n\nThe ceiling is wet.\n' },
    ]);
    expect(text).toContain('11 January');
    expect(text).not.toContain('ceiling');
    expect(sources).toEqual([]);
  });

  test('in a short text also a form that most sentences have, behind what the words touch', async () => {
    const text = '# Kitchen\n\nThe hose burst.\n\n# Hall\n\nAda bought 7 lamps.\n';
    const { text: said } = await ask('How many of them did the hose reach?', [{ filename: 'form.txt', text }]);
    expect(quotes(said)).toEqual(['- “The hose burst.”', '- “Ada bought 7 lamps.”']);
  });

  test('nothing is quoted where no word touches it', async () =>
    expect((await ask('Which vaccine protects against measles?')).text).toMatch(
      /^The text does not say\. I looked through rules\.md \(\d+ sentences\); nothing there mentions [^\n]*\.$/,
    ));

  test.each([
    ['a slip of typing', 'Wich grenhouse has the best tomatos?', 'greenhouse'],
    ['a derived word', 'What was the replacement of the greenhouse door worth?', 'replaced for 18.00 EUR'],
    ['a heading', 'Fees of last summer for visitors?', '64.00 EUR'],
  ])('%s is understood', async (_kind, question, held) => expect((await ask(question)).text).toContain(held));

  test('a part of a German compound is met, and the words around it are German', async () => {
    const text = 'Der Hufschmied kommt alle acht Wochen. Die Tierärztin wohnt in Leer. Heu liegt im Speicher.\n';
    const reply = await ask('Welche Augenfarbe hat der Schmied?', [{ filename: 'hof.txt', text }]);
    expect(reply.text).toMatch(/^Das geht aus dem Text nicht sicher hervor\. Durchgesehen: hof\.txt/);
    expect(reply.text).toContain('Am nächsten kommt, ohne eine sichere Antwort zu sein:\n- „Der Hufschmied kommt');
  });

  test('an entry of a list of JSON is quoted by its fields', async () => {
    const boats = JSON.stringify({
      boats: [
        { name: 'Alca', skipper: 'Ines Roth', berths: 6 },
        { name: 'Uria', skipper: 'Ole Lund', berths: 4 },
      ],
    });
    const { text, sources } = await ask('Which colour has the hull of Uria?', [
      { filename: 'boats.json', text: boats },
    ]);
    expect(sources).toEqual([]);
    expect(quotes(text)[0]).toBe('- “name: Uria, skipper: Ole Lund, berths: 4”');
  });

  test('a row is quoted with its headings', async () => {
    const table = '| Boat | Skipper | Berths |\n|---|---|---|\n| Alca | Ines Roth | 6 |\n| Uria | Ole Lund | 4 |\n';
    const { text } = await ask('Which colour has the hull of Uria?', [{ filename: 'boats.md', text: table }]);
    expect(quotes(text)[0]).toBe('- “Boat: Uria, Skipper: Ole Lund, Berths: 4”');
  });

  test('what has the form that is asked for goes first', async () => {
    const text = 'The boiler stands in the cellar. The boiler was checked on 3 May 2030. The boiler hums.\n';
    const { text: said } = await ask('When did the inspector look at the old boiler of the neighbours?', [
      { filename: 'house.txt', text },
    ]);
    expect(said).toContain('3 May 2030');
  });

  test('each passage of several files names its own', async () => {
    const { text } = await ask('Which greenhouse and which skipper are the oldest?', [
      { filename: 'rules.md', text: rules },
      { filename: 'boats.md', text: 'The skipper of the Uria is Ole Lund.\n' },
    ]);
    expect(text).toContain('- rules.md: “');
    expect(text).toContain('- boats.md: “The skipper of the Uria is Ole Lund.”');
  });
});

describe('what is quoted so is no answer', () => {
  const question = 'How much do gardeners pay who were not punctual?';

  it('does not come where the length, the layout or the words of a decline are set', async () => {
    for (const system of [
      'Answer in one sentence.',
      'Use at most 20 words.',
      'Be brief.',
      'If the text does not say it, say "n/a".',
    ])
      expect((await ask(question, undefined, { system })).text).not.toContain('Nearest');
  });

  it('does not come with what needs a model, which cites nothing', async () => {
    const { text, sources, code } = await ask('Write a poem about the greenhouse');
    expect({ near: text.includes('Nearest'), sources, code }).toEqual({
      near: false,
      sources: [],
      code: 'needs_model',
    });
  });

  it('is not taken for something that was said earlier', async () => {
    const declined = await ask(question);
    const { text } = await ask('What did you say of late payers?', [], {
      messages: [
        { role: 'user', parts: [{ type: 'text', text: question }] },
        { role: 'assistant', parts: [{ type: 'text', text: declined.text }] },
        { role: 'user', parts: [{ type: 'text', text: 'What did you say of late payers?' }] },
      ],
    });
    expect(declined.text).toContain('Late payers owe');
    expect(text).not.toContain('5.00 EUR');
  });

  it('fills no field', async () => {
    const schema = { type: 'object', properties: { fine: { type: ['number', 'null'] } }, required: ['fine'] };
    const { text } = await ask(question, [{ filename: 'a.txt', text: 'Gardeners like it here. The gate squeaks.' }], {
      responseFormat: { schema },
    });
    expect(JSON.parse(text)).toEqual({ fine: null });
  });
});
