import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Prompt } from '../../src/ports/language-model.ts';
import { ScriptedLanguageModel, type ScriptedReply } from '../scripted-language-model.ts';
import { eventsIn, routerOf, startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

let service: TestService;
let model: ScriptedLanguageModel;
/** What the model asks of tables, one for each time that it is asked. */
let asks: ScriptedReply[];

const asksForQueries = ({ system }: Prompt): boolean => system.includes('You do not answer the question yet');
const json = (...queries: object[]): string => JSON.stringify({ queries });

// One service for all, since each starts processes of its own; every test has its own files and asks.
beforeAll(async () => {
  model = new ScriptedLanguageModel((prompt) =>
    asksForQueries(prompt) ? (asks.shift() ?? json()) : 'Computed from the table.',
  );
  service = await startTestService({ replacements: { models: routerOf(model) } });
});
afterAll(() => service.close());
beforeEach(() => {
  asks = [];
  model.prompts.length = 0;
});

const upload = async (text: string, name: string): Promise<string> =>
  (await uploadFile(service, name, text)).json.file_id;

const cities = ['Oslo', 'Bergen', 'Narvik'];
const rows = Array.from({ length: 6000 }, (_, number) => ({
  number,
  city: cities[number % 3] ?? '',
  amount: (number % 97) + 0.25,
}));
const orders = `number,city,amount\n${rows.map(({ number, city, amount }) => `${number},${city},${amount}`).join('\n')}\n`;
const regions = 'town,region\nOslo,East\nBergen,West\nNarvik,North\n';
const sumOf = (city: string) => rows.filter((row) => row.city === city).reduce((sum, { amount }) => sum + amount, 0);
const byCity = {
  table: 't1',
  group_by: ['city'],
  aggregates: [{ function: 'sum', column: 'amount' }],
  order_by: [{ column: 'sum(amount)', descending: true }],
  limit: 1,
};
const query = 'Which city has the highest amounts in all?';
const answerPrompt = () => model.prompts.find((prompt) => !asksForQueries(prompt));

describe('a connected model that is asked about a long table', () => {
  it('has its query run over all rows, shows it, and pays for both calls', async () => {
    asks = [json(byCity)];
    const file = await upload(orders, 'orders.csv');
    const { status, json: reply } = await service.call('POST', '/v1/answer', { query, file_ids: [file] });
    expect(status, JSON.stringify(reply)).toBe(200);
    const best = cities
      .map((city) => ({ city, 'sum(amount)': sumOf(city) }))
      .sort((a, b) => b['sum(amount)'] - a['sum(amount)'])[0];
    expect(reply.queries).toEqual([
      {
        file_id: file,
        filename: 'orders.csv',
        sheet: expect.any(String),
        query: { group_by: byCity.group_by, aggregates: byCity.aggregates, order_by: byCity.order_by, limit: 1 },
        matched: 3,
        rows: [best],
      },
    ]);
    // What was computed stands in what the model answers from, before anything that was guessed.
    expect(answerPrompt()?.documents?.[0]?.facts?.[0]?.text).toContain(String(best?.['sum(amount)']));
    expect(JSON.stringify(model.prompts[0]?.messages)).toContain('t1: orders.csv');
    expect(model.prompts).toHaveLength(2);
    expect(reply.usage).toMatchObject({ input_tokens: 20, output_tokens: 10 });
    // A few lines stand for the rows that it was computed from.
    const { text = '', passages = [], quotable } = answerPrompt()?.documents?.[0] ?? {};
    expect(text.slice(passages[0]?.start, passages[0]?.end).split('\n').length).toBeLessThanOrEqual(8);
    expect([passages.length, quotable?.length]).toEqual([1, 1]);
    const { json: records } = await service.admin('GET', '/v1/admin/usage/records?limit=5');
    const paid = records.data.find(({ endpoint }: { endpoint: string }) => endpoint.includes('nswer'));
    expect(paid).toMatchObject({ input_tokens: 20, output_tokens: 10 });
    expect(paid.cost_usd).toBeCloseTo(20 * 0.001 + 10 * 0.01, 9);
  });

  it('joins two tables', async () => {
    const join = { table: 't2', left: 'city', right: 'town' };
    asks = [
      json({
        table: 't1',
        join,
        where: [{ column: 'region', operator: 'equals', value: 'west' }],
        aggregates: [{ function: 'sum', column: 'amount' }, { function: 'count' }],
      }),
    ];
    const file_ids = [await upload(orders, 'orders.csv'), await upload(regions, 'regions.csv')];
    const { json: reply } = await service.call('POST', '/v1/answer', {
      query: 'What came in from the West?',
      file_ids,
    });
    expect(reply.queries[0]).toMatchObject({ matched: 2000, rows: [{ 'sum(amount)': sumOf('Bergen'), count: 2000 }] });
  });

  it('is told once what is wrong with a query, and shows both', async () => {
    asks = [json({ table: 't1', aggregates: [{ function: 'sum', column: 'price' }] }), json(byCity)];
    const { json: reply } = await service.call('POST', '/v1/answer', {
      query,
      file_ids: [await upload(orders, 'orders.csv')],
    });
    expect(reply.queries).toHaveLength(2);
    expect(reply.queries[0]).toMatchObject({ rows: [], error: expect.stringContaining('no column price') });
    expect(reply.queries[1].rows).toHaveLength(1);
    expect(JSON.stringify(model.prompts[1]?.messages)).toContain('no column price');
  });

  it('stops asking after two rounds of queries that cannot be run', async () => {
    asks = Array.from({ length: 10 }, () => json({ table: 't9' }));
    const { json: reply } = await service.call('POST', '/v1/answer', {
      query,
      file_ids: [await upload(orders, 'orders.csv')],
    });
    expect(reply.success).toBe(true);
    expect(reply.queries.map(({ error }: { error: string }) => error)).toEqual([
      expect.stringContaining('no table t9'),
      expect.stringContaining('no table t9'),
    ]);
    expect(model.prompts.filter(asksForQueries)).toHaveLength(2);
  });

  it('gets fifty rows at most, and is told how many there are', async () => {
    asks = [json({ table: 't1', select: ['number'] })];
    const { json: reply } = await service.call('POST', '/v1/answer', {
      query,
      file_ids: [await upload(orders, 'orders.csv')],
    });
    expect(reply.queries[0].matched).toBe(6000);
    expect(reply.queries[0].rows).toHaveLength(50);
    expect(reply.queries[0].rows[0]).toEqual({ number: 0 });
    expect(answerPrompt()?.documents?.[0]?.facts?.[0]?.text.length).toBeLessThan(3000);
  });

  it.each<[string, ScriptedReply]>([
    ['no JSON', 'I would rather not.'],
    ['another shape', '{"queries": [{"sql": "drop table files"}]}'],
  ])(
    'answers all the same when it asks with %s',
    async (_, reply) => {
      asks = Array.from({ length: 4 }, () => reply);
      const { json: answered } = await service.call('POST', '/v1/answer', {
        query,
        file_ids: [await upload(orders, 'orders.csv')],
      });
      expect(answered.answer).toContain('Computed');
      expect(answered.queries).toBeUndefined();
    },
    90_000,
  );

  it('is asked nothing about a short table that it is shown whole, or without tables', async () => {
    await service.call('POST', '/v1/answer', { query, file_ids: [await upload(regions, 'regions.csv')] });
    await service.call('POST', '/v1/answer', { query, file_ids: [await upload('Only words.', 'words.txt')] });
    expect(model.prompts.some(asksForQueries)).toBe(false);
  });

  it('shows its queries in conversations, agents, chat-completions and streams', async () => {
    asks = Array.from({ length: 4 }, () => json(byCity));
    const file_ids = [await upload(orders, 'orders.csv')];
    const messages = [{ role: 'user', content: query }];
    const spoken = await service.call('POST', '/v1/conversation', { messages, file_ids });
    expect(spoken.json.queries[0].rows).toHaveLength(1);
    const tools = [{ name: 'ping', description: 'Pings', input_schema: { type: 'object' } }];
    const acted = await service.call('POST', '/v1/agent', { messages, file_ids, tools });
    expect(acted.json.queries[0].rows).toHaveLength(1);
    const chat = await service.call('POST', '/v1/chat-completion', { model: 'small-2', messages, file_ids });
    expect(chat.json.queries[0].rows).toHaveLength(1);
    const streamed = await service.call('POST', '/v1/answer', { query, file_ids, stream: true });
    expect(eventsIn(streamed.text).at(-1)).toMatchObject({ done: true, queries: [{ matched: 3 }] });
  });
});
