import type { JsonObject, JsonValue } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import type { PromptTool } from '../prompt.ts';
import { chooseToolCalls } from './choose-tool-calls.ts';

const tool = (name: string, description: string, properties: JsonObject, required: string[]): PromptTool => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required },
});
const text = (description: string): JsonObject => ({ type: 'string', description });
const english = [
  tool('get_weather', 'Gets the weather forecast for a city.', { city: text('Name of the city') }, ['city']),
  tool(
    'convert_currency',
    'Converts an amount of money.',
    { amount: { type: 'number' }, from: text('Currency to convert from'), to: text('Currency to convert to') },
    ['amount', 'from', 'to'],
  ),
  tool(
    'send_email',
    'Sends an email.',
    { to: text('Email address of the recipient'), body: text('Text of the message') },
    ['to', 'body'],
  ),
  tool('get_invoice', 'Looks up an invoice by its number.', { number: text('Number of the invoice') }, ['number']),
];
const german = [
  tool('wetter', 'Gibt die Wettervorhersage für eine Stadt.', { stadt: text('Name der Stadt') }, ['stadt']),
  tool('rechnung_suchen', 'Sucht eine Rechnung nach ihrer Nummer.', { nummer: text('Nummer der Rechnung') }, [
    'nummer',
  ]),
];

async function callsFor(request: string, tools: PromptTool[]): Promise<[string, JsonValue][]> {
  const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: request }] }];
  const reply = await chooseToolCalls({ system: '', messages, tools }, Date.UTC(2026, 4, 4));
  return reply?.toolCalls?.map(({ name, input }): [string, JsonValue] => [name, input]) ?? [];
}

describe('tools that are described in another language', () => {
  it.each<[string, string, JsonObject]>([
    ['Wie ist das Wetter in Lissabon?', 'get_weather', { city: 'Lissabon' }],
    ['¿Qué tiempo hace en Sevilla?', 'get_weather', { city: 'Sevilla' }],
    ['Quel temps fait-il à Lyon ?', 'get_weather', { city: 'Lyon' }],
    ['Zeig mir die Rechnung RE-2041', 'get_invoice', { number: 'RE-2041' }],
    ['Busca la factura F-771', 'get_invoice', { number: 'F-771' }],
    ['Cherche la facture F-771', 'get_invoice', { number: 'F-771' }],
  ])('%s', async (request, name, input) => {
    expect(await callsFor(request, english)).toEqual([[name, input]]);
  });

  it.each<[string, string, JsonObject]>([
    ['What is the weather in Lisbon?', 'wetter', { stadt: 'Lisbon' }],
    ['Find invoice RE-2041', 'rechnung_suchen', { nummer: 'RE-2041' }],
  ])('%s, of tools in German', async (request, name, input) => {
    expect(await callsFor(request, german)).toEqual([[name, input]]);
  });

  it.each(['Wer hat den Faust geschrieben?', '¿Quién pintó el Guernica?', 'Quelle est la capitale du Pérou ?'])(
    'calls none for %s',
    async (request) => {
      expect(await callsFor(request, english)).toEqual([]);
    },
  );
});

describe('what forms say', () => {
  it.each<[string, JsonObject]>([
    ['How much is 1,200 EUR in Swiss francs?', { amount: 1200, from: 'EUR', to: 'CHF' }],
    ['What are 300 Canadian dollars in euros?', { amount: 300, from: 'CAD', to: 'EUR' }],
    ['Wie viel sind 250 Euro in Schweizer Franken?', { amount: 250, from: 'EUR', to: 'CHF' }],
    ['¿Cuántos euros son 80 dólares?', { amount: 80, from: 'USD', to: 'EUR' }],
    ['Convertis 300 euros en francs suisses', { amount: 300, from: 'EUR', to: 'CHF' }],
  ])('two currencies are to be converted: %s', async (request, input) => {
    expect(await callsFor(request, english)).toEqual([['convert_currency', input]]);
  });

  it.each([
    ['Write to ana@example.com that the meeting is moved to Friday.', 'the meeting is moved to Friday'],
    ['Let ana@example.com know that the parcel has arrived.', 'the parcel has arrived'],
    ['Schreib an ana@example.com, dass das Treffen verschoben ist.', 'das Treffen verschoben ist'],
    ['Escribe a ana@example.com que la reunión es el lunes.', 'la reunión es el lunes'],
  ])('words for an address are a message: %s', async (request, body) => {
    expect(await callsFor(request, english)).toEqual([['send_email', { to: 'ana@example.com', body }]]);
  });

  it.each(['My address is ana@example.com.', 'Is ana@example.com a valid address?', 'I paid 40 euros for a book.'])(
    'calls none for %s',
    async (request) => {
      expect(await callsFor(request, english)).toEqual([]);
    },
  );

  it('takes no name for an address', async () => {
    expect(JSON.stringify(await callsFor('Send an email to Ana saying the order has shipped', english))).not.toContain(
      'Ana',
    );
  });
});
