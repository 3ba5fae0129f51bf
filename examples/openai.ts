import { createReadStream } from 'node:fs';
import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: `${process.env.PARLEY_BASE_URL ?? 'http://127.0.0.1:8484'}/v1`,
  apiKey: process.env.PARLEY_API_KEY,
});
const model = 'small-2';

// Chat
const completion = await client.chat.completions.create({
  model,
  messages: [{ role: 'user', content: 'Convert 10 miles to km' }],
});
console.log(completion.choices[0]?.message.content);

// Words as they are written
const stream = await client.chat.completions.create({
  model,
  messages: [{ role: 'user', content: 'What is 12 times 12?' }],
  stream: true,
});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? '');
console.log();

// Functions of your own
const asked = await client.chat.completions.create({
  model,
  messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
  tools: [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'Current weather of a city.',
        parameters: {
          type: 'object',
          properties: { city: { type: 'string', description: 'Name of the city' } },
          required: ['city'],
        },
      },
    },
  ],
});
const call = asked.choices[0]?.message.tool_calls?.[0];
if (call?.type === 'function') console.log(call.function.name, call.function.arguments);

// Data that fits a schema
const structured = await client.chat.completions.create({
  model,
  messages: [{ role: 'user', content: 'Give the person.\nName: Ada Lovelace\nBorn: 1815' }],
  response_format: {
    type: 'json_schema',
    json_schema: {
      name: 'person',
      strict: true,
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, born: { type: 'integer' } },
        required: ['name', 'born'],
        additionalProperties: false,
      },
    },
  },
});
console.log(JSON.parse(structured.choices[0]?.message.content ?? ''));

// A question about a file, with the passages that the answer rests on
const file = await client.files.create({ file: createReadStream('samples/lease.pdf'), purpose: 'user_data' });
const answer = await client.responses.create({
  model,
  input: [
    {
      role: 'user',
      content: [
        { type: 'input_file', file_id: file.id },
        { type: 'input_text', text: 'When is the deposit due?' },
      ],
    },
  ],
});
console.log(answer.output_text);
console.log(Reflect.get(answer, 'sources')?.[0]); // its quote, and where it stands

// Texts that are near each other
const { data } = await client.embeddings.create({
  model: 'lexical',
  input: ['rowing boat', 'boats for rowing', 'tax law'],
});
const [boat = [], boats = [], law = []] = data.map(({ embedding }) => embedding);
const likeness = (a: number[], b: number[]) => a.reduce((sum, x, index) => sum + x * (b[index] ?? 0), 0);
console.log(likeness(boat, boats) > likeness(boat, law));
// Prints: 16.09
// Prints: 144
// Prints: get_weather {"city":"Paris"}
// Prints: { name: 'Ada Lovelace', born: 1815 }
// Prints: 20 February 2026
// Prints: filename: 'lease.pdf'
// Prints: page: 1
// Prints: true
