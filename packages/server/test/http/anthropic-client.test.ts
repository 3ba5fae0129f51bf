import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/lib/app-error.ts';
import { finish, ScriptedLanguageModel } from '../scripted-language-model.ts';
import { apiKey, routerOf, startTestService, type TestService } from '../test-service.ts';

const model = new ScriptedLanguageModel((prompt) => {
  const last = prompt.messages.at(-1);
  if (last?.role === 'tool') return `It is ${JSON.stringify(last.results[0]?.result)}.`;
  if (JSON.stringify(last).includes('overload')) return new AppError('upstream_overloaded', 'busy');
  if (prompt.tools) {
    return [
      { type: 'text-delta', text: 'Let me look.' },
      { type: 'tool-call-start', id: 'call_1', name: 'get_weather' },
      { type: 'tool-call', id: 'call_1', name: 'get_weather', arguments: '{"city":"Paris"}' },
      finish('tool-calls'),
    ];
  }
  if (prompt.thinking) {
    return [
      { type: 'reasoning-delta', text: 'Thinking…' },
      { type: 'reasoning-signature', signature: 'seal' },
      { type: 'text-delta', text: 'Done.' },
      finish(),
    ];
  }
  return 'Hello there, how are you?';
});
const tools: Anthropic.Tool[] = [
  {
    name: 'get_weather',
    description: 'Weather of a city',
    input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
];
const hello = { model: 'small-2', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello' }] };

let service: TestService;
let client: Anthropic;
beforeAll(async () => {
  service = await startTestService({ replacements: { models: routerOf(model) } });
  client = new Anthropic({ baseURL: service.url, apiKey, maxRetries: 0 });
});
afterAll(() => service.close());

describe("Anthropic's own client", () => {
  it('creates a message', async () => {
    const message = await client.messages.create(hello);
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'small-2',
      content: [{ type: 'text', text: 'Hello there, how are you?' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: 5 },
    });
  });

  it('streams a message to the same result', async () => {
    const stream = client.messages.stream(hello);
    let text = '';
    stream.on('text', (delta) => {
      text += delta;
    });
    const message = await stream.finalMessage();
    expect(text).toBe('Hello there, how are you?');
    expect(message.content).toEqual([{ type: 'text', text }]);
    expect(message.usage).toMatchObject({ input_tokens: 10, output_tokens: 5 });
  });

  it.each([false, true])('goes round with tools (streamed: %s)', async (isStreamed) => {
    const ask = (messages: Anthropic.MessageParam[]) => {
      const body = { ...hello, messages, tools };
      return isStreamed ? client.messages.stream(body).finalMessage() : client.messages.create(body);
    };
    const question: Anthropic.MessageParam[] = [{ role: 'user', content: 'Weather in Paris?' }];
    const first = await ask(question);
    expect(first.stop_reason).toBe('tool_use');
    const use = first.content.find((block) => block.type === 'tool_use');
    expect(use).toMatchObject({ id: 'call_1', name: 'get_weather', input: { city: 'Paris' } });
    const second = await ask([
      ...question,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'sunny' }] },
    ]);
    expect(second.content).toMatchObject([{ type: 'text', text: 'It is "sunny".' }]);
  });

  it('receives thinking with its signature', async () => {
    const thinking = { type: 'enabled' as const, budget_tokens: 1024 };
    const message = await client.messages.stream({ ...hello, max_tokens: 2000, thinking }).finalMessage();
    expect(message.content).toEqual([
      { type: 'thinking', thinking: 'Thinking…', signature: 'seal' },
      { type: 'text', text: 'Done.' },
    ]);
  });

  it('gets errors as its own classes', async () => {
    const overload = { ...hello, messages: [{ role: 'user' as const, content: 'overload' }] };
    await expect(client.messages.create(overload)).rejects.toBeInstanceOf(Anthropic.InternalServerError);
    await expect(client.messages.create({ ...hello, model: 'unknown' })).rejects.toBeInstanceOf(Anthropic.APIError);
    const stranger = new Anthropic({ baseURL: service.url, apiKey: 'wrong-wrong-wrong', maxRetries: 0 });
    await expect(stranger.messages.create(hello)).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
    const { max_tokens: _, ...without } = hello;
    await expect(client.messages.create(without as typeof hello)).rejects.toBeInstanceOf(Anthropic.BadRequestError);
  });

  it('counts tokens', async () => {
    const { input_tokens } = await client.messages.countTokens({ model: 'small-2', messages: hello.messages });
    expect(input_tokens).toBeGreaterThan(0);
    expect(input_tokens).toBeLessThan(40);
  });

  it('sends images and documents', async () => {
    await client.messages.create({
      ...hello,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'The sky is green.' } },
            { type: 'text', text: 'What is this?' },
          ],
        },
      ],
    });
    expect(model.prompts.at(-1)?.messages).toEqual([
      {
        role: 'user',
        parts: [
          { type: 'image', mediaType: 'image/png', base64: 'aGk=' },
          { type: 'text', text: 'What is this?' },
        ],
      },
    ]);
    expect(model.prompts.at(-1)?.documents).toMatchObject([{ filename: 'document 1', text: 'The sky is green.' }]);
  });

  it.each([false, true])(
    'gets citations of its documents when it asks for them (streamed: %s)',
    async (isStreamed) => {
      const embedded = await startTestService();
      const own = new Anthropic({ baseURL: embedded.url, apiKey, maxRetries: 0 });
      const data = 'The lighthouse of Varberg was built in 1881.';
      const source = { type: 'text' as const, media_type: 'text/plain' as const, data };
      const document = { type: 'document' as const, source, title: 'light.txt', citations: { enabled: true } };
      const content = [document, { type: 'text' as const, text: 'When was the lighthouse of Varberg built?' }];
      const body = { ...hello, messages: [{ role: 'user' as const, content }] };
      const message = isStreamed ? await own.messages.stream(body).finalMessage() : await own.messages.create(body);
      await embedded.close();
      const text = message.content.find((block) => block.type === 'text');
      expect(text?.text).toContain('1881');
      expect(text?.citations).toMatchObject([
        {
          type: 'char_location',
          cited_text: data,
          document_index: 0,
          document_title: 'light.txt',
          start_char_index: 0,
        },
      ]);
    },
    90_000,
  );
});
