import type { JsonObject, JsonValue } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import type { Prompt, PromptTool } from '../prompt.ts';
import { chooseToolCalls } from './choose-tool-calls.ts';

const now = Date.UTC(2026, 4, 4);

function tool(name: string, description: string, properties: JsonObject, required: string[]): PromptTool {
  return { name, description, inputSchema: { type: 'object', properties, required } };
}

const forecast = tool(
  'get_forecast',
  'Weather forecast for a city.',
  {
    city: { type: 'string', description: 'Name of the city.' },
    days: { type: 'integer', description: 'Number of days to forecast. Default is 1.' },
    unit: { type: 'string', enum: ['celsius', 'fahrenheit'], description: 'Unit of temperature.' },
  },
  ['city'],
);
const loan = tool(
  'loan_payment',
  'Calculate the monthly payment of a loan.',
  {
    amount: { type: 'number', description: 'Amount of the loan in dollars.' },
    annual_rate: { type: 'number', description: 'Annual interest rate as a decimal, such as 0.05.' },
    years: { type: 'integer', description: 'Term of the loan in years.' },
  },
  ['amount', 'annual_rate', 'years'],
);
const booking = tool(
  'book_table',
  'Book a table in a restaurant.',
  {
    restaurant: { type: 'string', description: 'Name of the restaurant.' },
    date: { type: 'string', description: 'Date of the booking, in format YYYY-MM-DD.' },
    guests: { type: 'integer', description: 'Number of guests.' },
  },
  ['restaurant', 'date', 'guests'],
);

const numbered = tool(
  'check_stock',
  'Stock of a part',
  { part: { type: 'string', description: 'number of the part' } },
  ['part'],
);

async function choose(text: string, tools: PromptTool[], before: Prompt['messages'] = [], more: Partial<Prompt> = {}) {
  const prompt: Prompt = {
    system: '',
    messages: [...before, { role: 'user', parts: [{ type: 'text', text }] }],
    tools,
    ...more,
  };
  const reply = await chooseToolCalls(prompt, now);
  return { reply, calls: reply?.toolCalls?.map(({ name, input }): [string, JsonValue] => [name, input]) ?? [] };
}

describe('choosing tools without a model', () => {
  it('takes the tool that suits and fills its inputs from the words', async () => {
    const { calls } = await choose('What is the weather forecast for Lisbon for the next 3 days in Celsius?', [
      loan,
      forecast,
      booking,
    ]);
    expect(calls).toEqual([['get_forecast', { city: 'Lisbon', days: 3, unit: 'celsius' }]]);
  });

  it('reads money, rates and terms in the form that the description asks for', async () => {
    const { calls } = await choose(
      'Calculate the monthly payment of a loan of $20,000 at an annual interest rate of 6% over 4 years.',
      [loan, forecast],
    );
    expect(calls).toEqual([['loan_payment', { amount: 20_000, annual_rate: 0.06, years: 4 }]]);
  });

  it('writes dates in the format of the description, also relative ones', async () => {
    const { calls } = await choose('Book a table at the restaurant Blue Anchor for four guests tomorrow.', [
      booking,
      forecast,
    ]);
    expect(calls).toEqual([['book_table', { restaurant: 'Blue Anchor', date: '2026-05-05', guests: 4 }]]);
  });

  it('makes one call for each of several values', async () => {
    const { calls } = await choose('Get the weather forecast for Lisbon and Porto.', [forecast]);
    expect(calls).toEqual([
      ['get_forecast', { city: 'Lisbon' }],
      ['get_forecast', { city: 'Porto' }],
    ]);
  });

  it('calls nothing when nothing fits', async () => {
    expect((await choose('Who wrote the opera Carmen?', [loan, forecast, booking])).calls).toEqual([]);
  });

  it('asks for inputs that are missing, and finds them in the history', async () => {
    const { calls, reply } = await choose('Calculate the monthly payment of a loan of $9,000.', [loan]);
    expect(calls).toEqual([]);
    if (reply) expect(reply.text).toContain('years');
  });

  it('calls the tool that the caller names', async () => {
    const { calls } = await choose('Tell me about Lisbon.', [loan, forecast], [], {
      toolChoice: { name: 'get_forecast' },
    });
    expect(calls).toEqual([['get_forecast', { city: 'Lisbon' }]]);
  });

  it('tells the results of calls in sentences', async () => {
    const prompt: Prompt = {
      system: '',
      tools: [forecast],
      messages: [
        { role: 'user', parts: [{ type: 'text', text: 'Weather in Lisbon?' }] },
        {
          role: 'assistant',
          parts: [{ type: 'tool-call', id: 'c1', name: 'get_forecast', input: { city: 'Lisbon' } }],
        },
        {
          role: 'tool',
          results: [
            { toolCallId: 'c1', toolName: 'get_forecast', result: { temperature: 21, unit: '°C', sky: 'clear' } },
          ],
        },
      ],
    };
    const reply = await chooseToolCalls(prompt, now);
    expect(reply?.text).toBe('Forecast: temperature 21 °C, sky clear.');
    expect(reply?.toolCalls).toBeUndefined();
  });
});

describe('inputs of the right kind', () => {
  const stock = tool('check_stock', 'Says how many pieces of a part there are.', { part: { type: 'string' } }, [
    'part',
  ]);
  const mail = tool('file_report', 'Files a report.', { room: { type: 'string', description: 'Room.' } }, ['room']);
  const currency = (side: string): JsonObject => ({ type: 'string', description: `Currency to convert ${side}.` });
  const conversion = tool(
    'convert_currency',
    'Converts an amount of money.',
    { amount: { type: 'number' }, from: currency('from'), to: currency('to') },
    ['amount', 'from', 'to'],
  );

  it('puts no date into what is no date, and asks for it', async () => {
    const { reply, calls } = await choose('Will there be stock by 2027-04-02?', [stock]);
    expect(calls).toEqual([]);
    expect(reply?.text).toContain('Please tell me the part');
    const { calls: given } = await choose('Is part AX-200 in stock on 2027-04-02?', [stock]);
    expect(given).toEqual([['check_stock', { part: 'AX-200' }]]);
  });

  it('puts no address into what is no address', async () => {
    const { calls } = await choose('File the report for ana@example.com', [mail]);
    expect(JSON.stringify(calls)).not.toContain('example');
  });

  it.each([
    ['Convert 250 dollars to euros', { amount: 250, from: 'USD', to: 'EUR' }],
    ['Convert 80 CHF into yen, please', { amount: 80, from: 'CHF', to: 'JPY' }],
  ])('knows two currencies apart by what stands with the figure: %s', async (text, input) => {
    expect((await choose(text, [conversion, stock])).calls).toEqual([['convert_currency', input]]);
  });

  it('asks for a number where the request has none', async () => {
    const { calls, reply } = await choose('Check the stock for delivery on 2027-04-02.', [numbered]);
    expect(calls).toEqual([]);
    expect(reply?.text).toContain('part');
    expect((await choose('Is the part 77-120 in stock?', [numbered])).calls).toEqual([
      ['check_stock', { part: '77-120' }],
    ]);
  });

  it.each([
    ['Convert 20 euros to dollars and 30 pounds to yen.', '20 EUR USD, 30 GBP JPY'],
    ['Change 100 Swiss francs into euros and 50 euros into Swiss francs, please.', '100 CHF EUR, 50 EUR CHF'],
    ['Convert 20 euros to dollars, 30 pounds to yen and 12 dollars to euros.', '20 EUR USD, 30 GBP JPY, 12 USD EUR'],
    ['Convert 20 euros to dollars and to yen.', '20 EUR USD, 20 EUR JPY'],
    ['What are 5 USD and 7 GBP in euros?', '5 USD EUR, 7 GBP EUR'],
    ['How much are 15 dollars in euros?', '15 USD EUR'],
  ])('gives each amount its own currencies: %s', async (text, expected) => {
    const code: JsonObject = { type: 'string', description: 'currency code' };
    const convert = tool('convert', 'Convert money', { amount: { type: 'number' }, from: code, to: code }, [
      'amount',
      'from',
      'to',
    ]);
    const { calls } = await choose(text, [convert, forecast]);
    expect(calls.map(([, input]) => Object.values(input as JsonObject).join(' ')).join(', ')).toBe(expected);
  });

  it('finds a second request that only names what it is about', async () => {
    const timer = tool('set_timer', 'Sets a timer.', { minutes: { type: 'integer' } }, ['minutes']);
    expect((await choose('The forecast for Rome and a timer for 4 minutes.', [forecast, timer])).calls).toEqual([
      ['get_forecast', { city: 'Rome' }],
      ['set_timer', { minutes: 4 }],
    ]);
  });

  it('loses neither of two requests, also when a verb is an ordinary noun elsewhere', async () => {
    const { calls } = await choose('Check stock of Z9 and book a table at Noma on 3 May 2027 for 4 guests', [
      stock,
      booking,
    ]);
    expect(calls).toEqual([
      ['check_stock', { part: 'Z9' }],
      ['book_table', { restaurant: 'Noma', date: '2027-05-03', guests: 4 }],
    ]);
  });
});
