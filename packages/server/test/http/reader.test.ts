import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, eventsIn, startTestService, type TestService } from '../test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const lease = 'The rent is 840.00 EUR a month. It is due on the third working day. Signed by Ines Okafor.';

describe('the embedded engine as a client sees it', () => {
  it('quotes the passage and names itself', async () => {
    const { json } = await service.call('POST', '/v1/answer', { query: 'How much is the rent?', context: lease });
    expect(json).toMatchObject({
      answer: 'The text says: “The rent is 840.00 EUR a month.”',
      engine: 'reader',
      finish_reason: 'stop',
      sources: [{ start: 0, end: 31, quote: 'The rent is 840.00 EUR a month.', basis: 'quoted' }],
    });
  });

  it('says what it looked through when nothing speaks to the question', async () => {
    const { json } = await service.call('POST', '/v1/answer', { query: 'Who feeds the otters?', context: lease });
    expect(json).toMatchObject({ sources: [], engine: 'reader' });
    expect(json.answer).toBe(
      'The text does not say. I looked through the text (3 sentences); nothing there mentions “otters”.',
    );
  });

  const declined = 'Which bank takes the payments of the third floor?';
  const near =
    'The text does not say this for certain. I looked through the text (3 sentences); nothing there mentions “bank”, “floor”.\n' +
    'Nearest to it, and no sure answer:\n- “The rent is 840.00 EUR a month. It is due on the third working day. Signed by Ines Okafor.”';

  it('quotes what touches the question behind a decline, in every shape, and cites none of it', async () => {
    const { json } = await service.call('POST', '/v1/answer', { query: declined, context: lease });
    expect(json).toMatchObject({ answer: near, sources: [], finish_reason: 'stop' });
    expect(json).not.toHaveProperty('short_answer');
    expect(json).not.toHaveProperty('code');
    const streamed = eventsIn(
      (await service.call('POST', '/v1/answer', { query: declined, context: lease, stream: true })).text,
    );
    expect(streamed.map((event) => Object(event).content ?? '').join('')).toBe(near);
    expect(streamed.at(-1)).toMatchObject({ done: true, sources: [] });
    const messages = [{ role: 'user', content: `${lease}\n\n${declined}` }];
    const chat = await service.call('POST', '/v1/chat/completions', { model: 'small-2', messages });
    expect(chat.json.choices[0].message.content).toBe(near);
    const message = await service.call('POST', '/v1/messages', { model: 'small-2', max_tokens: 400, messages });
    expect(message.json.content).toMatchObject([{ type: 'text', text: near }]);
    const response = await service.call('POST', '/v1/responses', { model: 'small-2', input: messages });
    expect(response.json.output.at(-1).content).toMatchObject([{ type: 'output_text', text: near, annotations: [] }]);
  });

  it('does not say in a conversation that it said what it only quoted as near', async () => {
    const messages = [
      { role: 'user', content: `${lease}\n\n${declined}` },
      { role: 'assistant', content: near },
      { role: 'user', content: 'Who is it signed by, did you say?' },
    ];
    const { json } = await service.call('POST', '/v1/conversation', { messages });
    expect(json.response).not.toMatch(/^I said earlier/);
  });

  it('says by code what needs a model, plain and streamed', async () => {
    const body = { query: 'Write a letter to the landlord', context: lease };
    expect((await service.call('POST', '/v1/answer', body)).json).toMatchObject({
      code: 'needs_model',
      engine: 'reader',
    });
    const { text } = await service.call('POST', '/v1/answer', { ...body, stream: true });
    expect(eventsIn(text).at(-1)).toMatchObject({
      done: true,
      code: 'needs_model',
      finish_reason: 'stop',
      sources: [],
    });
  });

  it('says where each value stands, and fails for what the text does not hold', async () => {
    const response_format = {
      type: 'object',
      properties: { rent: { type: 'number' }, iban: { type: ['string', 'null'] } },
      required: ['rent', 'iban'],
    };
    const { json } = await service.call('POST', '/v1/answer', {
      query: 'Extract.',
      context: 'Rent: 840.00 EUR',
      response_format,
    });
    expect(json).toMatchObject({
      data: { rent: 840, iban: null },
      fields: { '/rent': { found: 'normalised', source: { quote: '840.00' } }, '/iban': { found: 'none' } },
    });
    const refused = await service.call('POST', '/v1/answer', {
      query: 'Extract.',
      context: 'Hello there.',
      response_format,
    });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({ code: 'schema_not_met', details: 'not found in the text: /rent' });
  });

  it('with `ungrounded: "refuse"` gives what is stated, and refuses what only a condition or the name of another value says', async () => {
    const context = 'Rent: 840.00 EUR\nDate: 3 May 2031\n\n2 % less if the rent is paid within 10 days.';
    const properties = {
      rent: { type: 'number' },
      paid: { type: 'boolean' },
      due_date: { type: 'string', format: 'date' },
      net_rent: { type: 'number' },
    };
    const ask = (required: string[]) =>
      service.call('POST', '/v1/answer', {
        query: 'Extract.',
        context,
        ungrounded: 'refuse',
        response_format: { type: 'object', properties, required },
      });
    const { json } = await ask(['rent']);
    expect(json).toMatchObject({ data: { rent: 840 }, fields: { '/rent': { source: { quote: '840.00' } } } });
    expect(Object.keys(json.data)).toEqual(['rent']);
    for (const name of ['paid', 'due_date', 'net_rent']) {
      const refused = await ask(['rent', name]);
      expect(refused).toMatchObject({ status: 422, json: { code: 'schema_not_met' } });
      expect(refused.json.details).toBe(`not found in the text: /${name}`);
    }
  });

  it('gives what comes near without answering as data, plain and streamed', async () => {
    const context = 'The deposit is kept by the bank until the keys are back.\n\nThe garden has apple trees.';
    const body = { query: 'How much is the deposit?', context };
    const { json } = await service.call('POST', '/v1/answer', body);
    expect(json.sources).toEqual([]);
    expect(json.near.length).toBeLessThanOrEqual(5);
    expect(json.near[0]).toMatchObject({ file_id: null, filename: 'context', start: 0, score: expect.any(Number) });
    for (const { start, end, quote } of json.near) expect(quote).toBe(context.slice(start, end));
    expect(json.near[0].quote).toContain('The deposit is kept');
    const { text } = await service.call('POST', '/v1/answer', { ...body, stream: true });
    expect(eventsIn(text).at(-1)).toMatchObject({ done: true, near: json.near });
    const found = await service.call('POST', '/v1/answer', { query: 'Who keeps the deposit?', context });
    expect([found.json.sources.length, found.json.near]).toEqual([1, undefined]);
  });

  it('answers from the system prompt', async () => {
    const { json } = await service.call('POST', '/v1/conversation', {
      system_prompt: 'You are Max of Bakery Luna. We are open from 8 to 18.',
      messages: [{ role: 'user', content: 'When are you open?' }],
    });
    expect(json.response).toBe('My instructions say: “We are open from 8 to 18.”');
  });

  it('refuses a required call that no tool fits', async () => {
    const { status, json } = await service.call('POST', '/v1/agent', {
      messages: [{ role: 'user', content: 'How are you?' }],
      tool_choice: 'required',
      tools: [
        {
          name: 'get_order',
          description: 'Looks up an order.',
          input_schema: { type: 'object', properties: { order_id: { type: 'integer' } }, required: ['order_id'] },
        },
      ],
    });
    expect(status).toBe(422);
    expect(json.code).toBe('no_tool_fits');
  });

  it('counts tokens as it charges them, and holds max_tokens', async () => {
    const messages = [{ role: 'user', content: `${lease} How much is the rent?` }];
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const counted = await service.call('POST', '/v1/messages/count_tokens', { model: 'small-2', messages }, headers);
    const { json } = await service.call('POST', '/v1/messages', { model: 'small-2', max_tokens: 4, messages }, headers);
    expect(json.usage.input_tokens).toBe(counted.json.input_tokens);
    expect(json.stop_reason).toBe('max_tokens');
    expect(json.usage.output_tokens).toBeLessThanOrEqual(4);
  });
});
