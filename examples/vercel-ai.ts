import { readFileSync } from 'node:fs';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createParley } from '@parley/sdk/ai';
import { cosineSimilarity, embedMany, generateText, jsonSchema, Output, stepCountIs, streamText, tool } from 'ai';

const parley = createParley();
const model = parley('small-2');

// Chat
const { text } = await generateText({ model, prompt: 'How many days are there from 1 March 2026 to 5 May 2026?' });
console.log(text);

// Words as they are written
for await (const part of streamText({ model, prompt: 'What is 12 times 12?' }).textStream) process.stdout.write(part);
console.log();

// Functions of your own: the model asks, the SDK calls, the model answers
const weather = await generateText({
  model,
  prompt: 'What is the weather in Paris?',
  stopWhen: stepCountIs(3),
  tools: {
    get_weather: tool({
      description: 'Current weather of a city.',
      inputSchema: jsonSchema<{ city: string }>({
        type: 'object',
        properties: { city: { type: 'string', description: 'Name of the city' } },
        required: ['city'],
      }),
      execute: async ({ city }) => `sunny in ${city}`,
    }),
  },
});
console.log(weather.text);

// Data that fits a schema
const { output } = await generateText({
  model,
  prompt: 'Give the person.\nName: Ada Lovelace\nBorn: 1815',
  output: Output.object({
    schema: jsonSchema<{ name: string; born: number }>({
      type: 'object',
      properties: { name: { type: 'string' }, born: { type: 'integer' } },
      required: ['name', 'born'],
      additionalProperties: false,
    }),
  }),
});
console.log(output);

// A question about a file, with the passages that the answer rests on
const answer = await generateText({
  model,
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'When is the deposit due?' },
        { type: 'file', data: readFileSync('samples/lease.pdf'), mediaType: 'application/pdf', filename: 'lease.pdf' },
      ],
    },
  ],
});
console.log(answer.text);
console.log(answer.sources[0]);

// Texts that are near each other, by the provider for services of OpenAI's shape
const compatible = createOpenAICompatible({
  name: 'parley',
  baseURL: `${process.env.PARLEY_BASE_URL ?? 'http://127.0.0.1:8484'}/v1`,
  apiKey: process.env.PARLEY_API_KEY ?? '',
});
const { embeddings } = await embedMany({
  model: compatible.embeddingModel('lexical'),
  values: ['rowing boat', 'boats for rowing', 'tax law'],
});
const [boat = [], boats = [], law = []] = embeddings;
console.log(cosineSimilarity(boat, boats) > cosineSimilarity(boat, law));
// Prints: 65
// Prints: 144
// Prints: sunny in Paris
// Prints: { name: 'Ada Lovelace', born: 1815 }
// Prints: 20 February 2026
// Prints: lease.pdf
// Prints: true
