import assert from 'node:assert/strict';
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
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

const client = '@langchain/openai';
const open = ({ base, key }: Target, model = 'small-2') =>
  new ChatOpenAI({ model, apiKey: key, maxRetries: 0, streamUsage: true, configuration: { baseURL: `${base}/v1` } });
const weather = {
  type: 'function' as const,
  function: { name: 'get_weather', description: weatherDescription, parameters: weatherSchema },
};

/** LangChain's ChatOpenAI. */
export const langchainChecks: ClientCheck[] = [
  {
    client,
    feature: 'plain',
    async run(target) {
      const { text, usage_metadata: usage } = await open(target).invoke(question);
      assert.match(text, /144/);
      assert.ok(tokensOf(usage) > 0);
    },
  },
  {
    client,
    feature: 'streamed',
    async run(target) {
      let text = '';
      let tokens = 0;
      for await (const chunk of await open(target).stream(question)) {
        text += chunk.text;
        tokens += tokensOf(chunk.usage_metadata);
      }
      assert.match(text, /144/);
      assert.ok(tokens > 0);
    },
  },
  {
    client,
    feature: 'tools',
    async run(target) {
      const model = open(target).bindTools([weather]);
      const first = await model.invoke([new HumanMessage(weatherQuestion)]);
      const [call] = first.tool_calls ?? [];
      assert.deepEqual(call?.args, { city: 'Paris' });
      const result = new ToolMessage({ content: 'sunny in Paris', tool_call_id: call?.id ?? '' });
      const { text } = await model.invoke([new HumanMessage(weatherQuestion), first, result]);
      assert.match(text, /sunny in Paris/);
    },
  },
  {
    client,
    feature: 'structured output',
    async run(target) {
      for (const method of ['jsonSchema', 'functionCalling'] as const) {
        const model = open(target).withStructuredOutput(
          { ...personSchema, title: 'person' },
          { name: 'person', method },
        );
        assert.deepEqual(await model.invoke(personQuestion), { name: 'Ada Lovelace', born: 1815 });
      }
    },
  },
  {
    client,
    feature: 'files',
    async run(target) {
      const file_data = `data:text/plain;base64,${Buffer.from(fileText).toString('base64')}`;
      const content = [
        { type: 'text', text: fileQuestion },
        { type: 'file', file: { filename: 'harbour.txt', file_data } },
      ];
      assert.match((await open(target).invoke([new HumanMessage({ content })])).text, /heron/);
    },
  },
  {
    client,
    feature: 'errors',
    async run(target) {
      const hasStatus = (status: number) => (error: unknown) => Reflect.get(error as object, 'status') === status;
      await assert.rejects(open({ ...target, key: 'wrong-wrong-wrong' }).invoke(question), hasStatus(401));
      await assert.rejects(open(target, 'nobody').invoke(question), hasStatus(404));
    },
  },
  {
    client,
    feature: 'embeddings',
    async run({ base, key }) {
      const embeddings = new OpenAIEmbeddings({
        model: 'lexical',
        apiKey: key,
        configuration: { baseURL: `${base}/v1` },
      });
      assert.equal((await embeddings.embedQuery('one bridge')).length, 512);
    },
  },
];

const tokensOf = (usage: object | undefined): number => Number(Reflect.get(usage ?? {}, 'total_tokens') ?? 0);
