import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import {
  type ClientCheck,
  fileQuestion,
  fileText,
  personQuestion,
  personSchema,
  question,
  type Target,
  weatherDescription,
  weatherQuestion,
  weatherSchema,
} from './client-check.ts';

const client = '@anthropic-ai/sdk';
const open = ({ base, key }: Target) => new Anthropic({ baseURL: base, apiKey: key, maxRetries: 0 });
const ask = (content: Anthropic.MessageParam['content']) => ({
  model: 'small-2',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content }],
});
const textOf = ({ content }: Anthropic.Message) =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
const inputSchema = (schema: object): Anthropic.Tool.InputSchema => ({ type: 'object', ...schema });
const tools = [{ name: 'get_weather', description: weatherDescription, input_schema: inputSchema(weatherSchema) }];

/** Anthropic's own library. */
export const anthropicChecks: ClientCheck[] = [
  {
    client,
    feature: 'plain',
    async run(target) {
      const message = await open(target).messages.create(ask(question));
      assert.match(textOf(message), /144/);
      assert.ok(message.usage.output_tokens > 0);
      const { input_tokens } = await open(target).messages.countTokens({
        model: 'small-2',
        messages: ask(question).messages,
      });
      assert.ok(input_tokens > 0);
    },
  },
  {
    client,
    feature: 'streamed',
    async run(target) {
      const stream = open(target).messages.stream(ask(question));
      let text = '';
      stream.on('text', (delta) => {
        text += delta;
      });
      assert.equal(textOf(await stream.finalMessage()), text);
      assert.match(text, /144/);
    },
  },
  {
    client,
    feature: 'tools',
    async run(target) {
      const body = ask(weatherQuestion);
      const first = await open(target).messages.create({ ...body, tools });
      const use = first.content.find((block) => block.type === 'tool_use');
      assert.deepEqual(use?.input, { city: 'Paris' });
      const second = await open(target).messages.create({
        ...body,
        tools,
        messages: [
          ...body.messages,
          { role: 'assistant', content: first.content },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: use?.id ?? '', content: 'sunny in Paris' }] },
        ],
      });
      assert.match(textOf(second), /sunny in Paris/);
    },
  },
  {
    client,
    feature: 'structured output',
    async run(target) {
      const message = await open(target).messages.create({
        ...ask(personQuestion),
        tools: [{ name: 'person', description: 'Notes a person.', input_schema: inputSchema(personSchema) }],
        tool_choice: { type: 'tool', name: 'person' },
      });
      const use = message.content.find((block) => block.type === 'tool_use');
      assert.deepEqual(use?.input, { name: 'Ada Lovelace', born: 1815 });
    },
  },
  {
    client,
    feature: 'files',
    async run(target) {
      const message = await open(target).messages.create(
        ask([
          {
            type: 'document',
            source: { type: 'text', media_type: 'text/plain', data: fileText },
            title: 'harbour.txt',
          },
          { type: 'text', text: fileQuestion },
        ]),
      );
      assert.match(textOf(message), /heron/);
    },
  },
  {
    client,
    feature: 'errors',
    async run(target) {
      const stranger = open({ ...target, key: 'wrong-wrong-wrong' });
      await assert.rejects(stranger.messages.create(ask(question)), Anthropic.AuthenticationError);
      await assert.rejects(
        open(target).messages.create({ ...ask(question), model: 'nobody' }),
        Anthropic.NotFoundError,
      );
      await assert.rejects(open(target).messages.create(ask([])), Anthropic.BadRequestError);
    },
  },
  {
    client,
    feature: 'models',
    async run(target) {
      const ids: string[] = [];
      for await (const model of open(target).models.list()) ids.push(model.id);
      assert.equal(ids[0], 'small-2');
    },
  },
];
