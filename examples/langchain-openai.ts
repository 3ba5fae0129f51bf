import { createReadStream } from 'node:fs';
import { HumanMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import OpenAI from 'openai';

const apiKey = process.env.PARLEY_API_KEY ?? '';
const configuration = { baseURL: `${process.env.PARLEY_BASE_URL ?? 'http://127.0.0.1:8484'}/v1` };
// With the raw reply, in which the sources are
const model = new ChatOpenAI({ model: 'small-2', apiKey, configuration, __includeRawResponse: true });

// Chat
console.log((await model.invoke('Convert 10 miles to km')).text);

// Words as they are written
for await (const chunk of await model.stream('What is 12 times 12?')) process.stdout.write(chunk.text);
console.log();

// Functions of your own: the model asks, LangChain calls, the model answers
const getWeather = new DynamicStructuredTool({
  name: 'get_weather',
  description: 'Current weather of a city.',
  schema: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city' } },
    required: ['city'],
  },
  func: async ({ city }) => `sunny in ${city}`,
});
const withTools = model.bindTools([getWeather]);
const question = new HumanMessage('What is the weather in Paris?');
const asking = await withTools.invoke([question]);
const results = await Promise.all(
  (asking.tool_calls ?? []).map((call) => getWeather.invoke({ ...call, type: 'tool_call' })),
);
console.log((await withTools.invoke([question, asking, ...results])).text);

// Data that fits a schema
const reader = model.withStructuredOutput({
  title: 'person',
  type: 'object',
  properties: { name: { type: 'string' }, born: { type: 'integer' } },
  required: ['name', 'born'],
  additionalProperties: false,
});
console.log(await reader.invoke('Give the person.\nName: Ada Lovelace\nBorn: 1815'));

// A question about an uploaded file, with the passages that the answer rests on
const files = new OpenAI({ apiKey, ...configuration }).files;
const { id } = await files.create({ file: createReadStream('samples/lease.pdf'), purpose: 'user_data' });
const answer = await model.invoke([
  new HumanMessage({
    content: [
      { type: 'text', text: 'When is the deposit due?' },
      { type: 'file', file: { file_id: id } },
    ],
  }),
]);
console.log(answer.text);
console.log(Reflect.get(Object(answer.additional_kwargs.__raw_response), 'sources')?.[0]);

// Texts that are near a question
const embeddings = new OpenAIEmbeddings({ model: 'lexical', apiKey, configuration });
const texts = ['We let boats for rowing.', 'The law on taxes.'];
const vectors = await embeddings.embedDocuments(texts);
const asked = await embeddings.embedQuery('rowing boat');
const likeness = vectors.map((vector) => vector.reduce((sum, x, index) => sum + x * (asked[index] ?? 0), 0));
console.log(texts[likeness.indexOf(Math.max(...likeness))]);
// Prints: 16.09
// Prints: 144
// Prints: sunny in Paris
// Prints: { name: 'Ada Lovelace', born: 1815 }
// Prints: 20 February 2026
// Prints: filename: 'lease.pdf'
// Prints: We let boats for rowing.
