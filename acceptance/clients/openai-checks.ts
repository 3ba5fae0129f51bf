import assert from 'node:assert/strict';
import OpenAI, { toFile } from 'openai';
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

const client = 'openai (npm)';
const responses = 'openai (npm), responses';
const open = ({ base, key }: Target) => new OpenAI({ baseURL: `${base}/v1`, apiKey: key, maxRetries: 0 });
const ask = (content: string) => ({ model: 'small-2', messages: [{ role: 'user' as const, content }] });
const weather = { name: 'get_weather', description: weatherDescription, parameters: weatherSchema, strict: true };
const tools = [{ type: 'function' as const, function: weather }];
const person = { name: 'person', schema: personSchema, strict: true };

/** OpenAI's own library. */
export const openaiChecks: ClientCheck[] = [
  {
    client,
    feature: 'plain',
    async run(target) {
      const { choices, usage } = await open(target).chat.completions.create(ask(question));
      assert.match(choices[0]?.message.content ?? '', /144/);
      assert.ok((usage?.total_tokens ?? 0) > 0);
      const text = await open(target).completions.create({ model: 'small-2', prompt: question });
      assert.match(text.choices[0]?.text ?? '', /144/);
    },
  },
  {
    client,
    feature: 'streamed',
    async run(target) {
      const stream = open(target).chat.completions.stream({
        ...ask(question),
        stream_options: { include_usage: true },
      });
      let text = '';
      stream.on('content', (delta) => {
        text += delta;
      });
      const whole = await stream.finalChatCompletion();
      assert.match(text, /144/);
      assert.equal(whole.choices[0]?.message.content, text);
      assert.ok((whole.usage?.total_tokens ?? 0) > 0);
    },
  },
  {
    client,
    feature: 'tools',
    async run(target) {
      const runner = open(target).chat.completions.runTools({
        ...ask(weatherQuestion),
        tools: [
          {
            type: 'function',
            function: {
              name: weather.name,
              description: weather.description,
              parameters: { ...weatherSchema, required: ['city'] },
              parse: (text: string): { city: string } => JSON.parse(text),
              function: ({ city }: { city: string }) => `sunny in ${city}`,
            },
          },
        ],
      });
      assert.match((await runner.finalContent()) ?? '', /sunny in Paris/);
      const { choices } = await open(target).chat.completions.create({ ...ask(weatherQuestion), tools });
      const [call] = choices[0]?.message.tool_calls ?? [];
      assert.equal(call?.type === 'function' ? call.function.arguments : '', '{"city":"Paris"}');
    },
  },
  {
    client,
    feature: 'structured output',
    async run(target) {
      const { choices } = await open(target).chat.completions.parse({
        ...ask(personQuestion),
        response_format: { type: 'json_schema', json_schema: person },
      });
      assert.deepEqual(JSON.parse(choices[0]?.message.content ?? ''), { name: 'Ada Lovelace', born: 1815 });
    },
  },
  {
    client,
    feature: 'files',
    async run(target) {
      const api = open(target);
      const file = await api.files.create({
        file: await toFile(Buffer.from(fileText), 'harbour.txt'),
        purpose: 'user_data',
      });
      assert.equal((await api.files.waitForProcessing(file.id)).status, 'processed');
      const { choices } = await api.chat.completions.create({
        model: 'small-2',
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: fileQuestion },
              { type: 'file', file: { file_id: file.id } },
            ],
          },
        ],
      });
      assert.match(choices[0]?.message.content ?? '', /heron/);
      const listed: string[] = [];
      for await (const one of api.files.list({ limit: 50 })) listed.push(one.id);
      assert.ok(listed.includes(file.id));
      assert.equal(await (await api.files.content(file.id)).text(), fileText);
      assert.equal((await api.files.delete(file.id)).deleted, true);
    },
  },
  {
    client,
    feature: 'errors',
    async run(target) {
      const stranger = open({ ...target, key: 'wrong-wrong-wrong' });
      await assert.rejects(stranger.chat.completions.create(ask(question)), OpenAI.AuthenticationError);
      await assert.rejects(stranger.files.list(), OpenAI.AuthenticationError);
      await assert.rejects(
        open(target).chat.completions.create({ ...ask(question), model: 'nobody' }),
        OpenAI.NotFoundError,
      );
      await assert.rejects(
        open(target).chat.completions.create({ ...ask(question), modalities: ['text', 'audio'] }),
        (error) => error instanceof OpenAI.BadRequestError && error.param === 'modalities',
      );
    },
  },
  {
    client,
    feature: 'embeddings',
    async run(target) {
      const { data } = await open(target).embeddings.create({ model: 'lexical', input: ['one bridge', 'two bridges'] });
      assert.deepEqual(
        data.map(({ embedding }) => embedding.length),
        [512, 512],
      );
    },
  },
  {
    client,
    feature: 'models',
    async run(target) {
      const ids: string[] = [];
      for await (const model of open(target).models.list()) ids.push(model.id);
      assert.deepEqual(ids.slice(0, 2), ['small-2', 'small-1']);
      assert.equal((await open(target).models.retrieve('agent')).object, 'model');
    },
  },
  {
    client,
    feature: 'vector stores',
    async run(target) {
      const api = open(target);
      const upload = async (text: string, name: string) =>
        (await api.files.create({ file: await toFile(Buffer.from(text), name), purpose: 'assistants' })).id;
      const store = await api.vectorStores.create({ name: 'Harbour', metadata: { of: 'tests' } });
      const [told, other] = [await upload(fileText, 'harbour.txt'), await upload('The quay is long.', 'quay.txt')];
      const batch = await api.vectorStores.fileBatches.createAndPoll(store.id, { file_ids: [told, other] });
      assert.equal(batch.file_counts.completed, 2);
      const found = await api.vectorStores.search(store.id, { query: fileQuestion });
      assert.equal(found.data[0]?.file_id, told);
      assert.match(found.data[0]?.content[0]?.text ?? '', /heron/);
      const tools = [{ type: 'file_search' as const, vector_store_ids: [store.id] }];
      const response = await api.responses.create({ model: 'small-2', input: fileQuestion, tools });
      assert.match(response.output_text, /heron/);
      assert.ok(response.output.some(({ type }) => type === 'file_search_call'));
      assert.equal((await api.vectorStores.delete(store.id)).deleted, true);
      await assert.rejects(api.vectorStores.retrieve(store.id), OpenAI.NotFoundError);
    },
  },
  {
    client: responses,
    feature: 'plain',
    async run(target) {
      const response = await open(target).responses.create({ model: 'small-2', input: question });
      assert.match(response.output_text, /144/);
    },
  },
  {
    client: responses,
    feature: 'streamed',
    async run(target) {
      const stream = open(target).responses.stream({ model: 'small-2', input: question });
      let text = '';
      for await (const event of stream) if (event.type === 'response.output_text.delta') text += event.delta;
      const whole = await stream.finalResponse();
      assert.match(text, /144/);
      assert.equal(whole.output_text, text);
    },
  },
  {
    client: responses,
    feature: 'tools',
    async run(target) {
      const api = open(target);
      const own = [{ type: 'function' as const, ...weather }];
      const first = await api.responses.create({ model: 'small-2', input: weatherQuestion, tools: own });
      const call = first.output.find((item) => item.type === 'function_call');
      assert.equal(call?.arguments, '{"city":"Paris"}');
      const second = await api.responses.create({
        model: 'small-2',
        tools: own,
        previous_response_id: first.id,
        input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'sunny in Paris' }],
      });
      assert.match(second.output_text, /sunny in Paris/);
    },
  },
  {
    client: responses,
    feature: 'structured output',
    async run(target) {
      const response = await open(target).responses.parse({
        model: 'small-2',
        input: personQuestion,
        text: { format: { type: 'json_schema', ...person } },
      });
      assert.deepEqual(JSON.parse(response.output_text), { name: 'Ada Lovelace', born: 1815 });
    },
  },
  {
    client: responses,
    feature: 'files',
    async run(target) {
      const file_data = `data:text/plain;base64,${Buffer.from(fileText).toString('base64')}`;
      const content = [
        { type: 'input_text' as const, text: fileQuestion },
        { type: 'input_file' as const, filename: 'harbour.txt', file_data },
      ];
      const { output_text } = await open(target).responses.create({
        model: 'small-2',
        input: [{ role: 'user', content }],
      });
      assert.match(output_text, /heron/);
    },
  },
  {
    client: responses,
    feature: 'stored',
    async run(target) {
      const api = open(target);
      const first = await api.responses.create({ model: 'small-2', input: question });
      const again = await api.responses.retrieve(first.id);
      assert.equal(again.output_text, first.output_text);
      const inputs: unknown[] = [];
      for await (const item of api.responses.inputItems.list(first.id)) inputs.push(item);
      assert.equal(inputs.length, 1);
      const next = await api.responses.create({ model: 'small-2', input: question, previous_response_id: first.id });
      assert.match(next.output_text, /144/);
      let behind = await api.responses.create({ model: 'small-2', input: question, background: true });
      for (let tries = 0; tries < 100 && ['queued', 'in_progress'].includes(behind.status ?? ''); tries++) {
        await new Promise((done) => setTimeout(done, 100));
        behind = await api.responses.retrieve(behind.id);
      }
      assert.match(behind.output_text, /144/);
      await api.responses.delete(first.id);
      await assert.rejects(api.responses.retrieve(first.id), OpenAI.NotFoundError);
    },
  },
  {
    client: responses,
    feature: 'errors',
    async run(target) {
      const create = (fields: object) => open(target).responses.create({ model: 'small-2', input: 'x', ...fields });
      await assert.rejects(create({ model: 'nobody' }), OpenAI.NotFoundError);
      await assert.rejects(create({ conversation: 'conv_1' }), OpenAI.BadRequestError);
      const stranger = open({ ...target, key: 'wrong-wrong-wrong' });
      await assert.rejects(stranger.responses.create({ model: 'small-2', input: 'x' }), OpenAI.AuthenticationError);
    },
  },
];
