import { describe, expect, it } from 'vitest';
import type { Prompt, PromptMessage, PromptTool } from '../prompt.ts';
import { read } from '../read.ts';

const order = (type: string): PromptTool => ({
  name: 'get_order',
  description: 'Looks up an order by its number.',
  inputSchema: {
    type: 'object',
    properties: { order_id: { type, description: 'Number of the order' } },
    required: ['order_id'],
  },
});
const event: PromptTool = {
  name: 'create_event',
  description: 'Creates a calendar event.',
  inputSchema: {
    type: 'object',
    properties: { title: { type: 'string' }, date: { type: 'string', format: 'date' } },
    required: ['title', 'date'],
  },
};

const said = (role: 'user' | 'assistant', text: string): PromptMessage => ({ role, parts: [{ type: 'text', text }] });

async function ask(messages: string | PromptMessage[], tools: PromptTool[], more: Partial<Prompt> = {}) {
  const list = typeof messages === 'string' ? [said('user', messages)] : messages;
  const { toolCalls, parts } = await read(
    { system: '', messages: list, tools, ...more },
    { now: Date.UTC(2031, 4, 1) },
  );
  return { inputs: toolCalls.map(({ input }) => input), text: parts.join('') };
}

describe('inputs are taken whole or not at all', () => {
  it('takes no digits out of a number with marks', async () => {
    const { inputs, text } = await ask('What is the status of order 77-3141?', [order('integer')]);
    expect(inputs).toEqual([]);
    expect(text).toBe('I can use get_order for that. Please tell me the order id.');
    expect((await ask('What is the status of order 77-3141?', [order('string')])).inputs).toEqual([
      { order_id: '77-3141' },
    ]);
  });

  it('takes no group out of a number with spaces', async () => {
    expect((await ask('Look up order 100 245', [order('integer')])).inputs).toEqual([]);
  });

  it('takes a title to its end', async () => {
    const { inputs } = await ask('Create an event called Budget review on 3 May 2031', [event, order('integer')]);
    expect(inputs).toEqual([{ title: 'Budget review', date: '2031-05-03' }]);
  });

  it('takes inputs from earlier messages', async () => {
    const messages = [
      said('user', 'My order number is 8812.'),
      said('assistant', 'Thanks.'),
      said('user', 'Please look it up.'),
    ];
    expect((await ask(messages, [order('integer'), event])).inputs).toEqual([{ order_id: 8812 }]);
  });
});

describe('a required call', () => {
  it.each(['How are you today?', 'Look up my order', 'What is the status of order 77-3141?'])(
    '%s has no tool that fits',
    async (question) => {
      const tools = [order('integer'), event];
      await expect(ask(question, tools, { toolChoice: 'required' })).rejects.toMatchObject({ code: 'no_tool_fits' });
      await expect(ask(question, tools, { toolChoice: { name: 'get_order' } })).rejects.toMatchObject({
        code: 'no_tool_fits',
      });
    },
  );
});

describe('results given as text', () => {
  it.each([
    ['Tool result: {"status": "shipped", "eta": "2031-05-04"}', 'Status shipped, eta 2031-05-04.'],
    ['Here are the results of get_order: shipped on Monday', 'shipped on Monday.'],
    ['Function output:\n```json\n{"error": "no such order"}\n```', 'failed: no such order.'],
  ])('%s', async (message, told) => {
    const { inputs, text } = await ask(
      [said('user', 'Where is order 4411?'), said('user', message)],
      [order('integer')],
    );
    expect(inputs).toEqual([]);
    expect(text.toLowerCase()).toContain(told.toLowerCase());
  });

  it('tells an error as one', async () => {
    const messages: PromptMessage[] = [
      said('user', 'Where is order 4411?'),
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'c1', name: 'get_order', input: { order_id: 4411 } }] },
      { role: 'tool', results: [{ toolCallId: 'c1', toolName: 'get_order', result: 'timed out', isError: true }] },
    ];
    expect((await ask(messages, [order('integer')])).text).toBe('Order failed: timed out.');
  });
});
