import { readFileSync } from 'node:fs';
import { ChatAnthropic } from '@langchain/anthropic';
import { type AIMessageChunk, HumanMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';

const model = new ChatAnthropic({
  model: 'small-2',
  apiKey: process.env.PARLEY_API_KEY ?? '',
  anthropicApiUrl: process.env.PARLEY_BASE_URL ?? 'http://127.0.0.1:8484',
});

// Chat
console.log((await model.invoke('What is the square root of 144?')).text);

// Words as they are written
for await (const chunk of await model.stream('Convert 10 miles to km')) process.stdout.write(chunk.text);
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

// A question about a file, with the passages that the answer rests on
const lease = readFileSync('samples/lease.pdf', 'base64');
const asked = [
  new HumanMessage({
    content: [
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: lease },
        title: 'lease.pdf',
        citations: { enabled: true },
      },
      { type: 'text', text: 'When is the deposit due?' },
    ],
  }),
];
let answer: AIMessageChunk | undefined; // LangChain keeps citations in streams alone
for await (const chunk of await model.stream(asked)) answer = answer?.concat(chunk) ?? chunk;
console.log(answer?.text);
console.log(JSON.stringify(answer?.content));
// Prints: = 12
// Prints: 16.09
// Prints: sunny in Paris
// Prints: { name: 'Ada Lovelace', born: 1815 }
// Prints: 20 February 2026
// Prints: "document_title":"lease.pdf"
