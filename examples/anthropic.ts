import { readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({
  baseURL: process.env.PARLEY_BASE_URL ?? 'http://127.0.0.1:8484',
  apiKey: process.env.PARLEY_API_KEY,
});
const asked = { model: 'small-2', max_tokens: 500 };

// Chat
const message = await client.messages.create({
  ...asked,
  messages: [{ role: 'user', content: 'What is the square root of 144?' }],
});
for (const block of message.content) if (block.type === 'text') console.log(block.text);

// Words as they are written
const stream = client.messages.stream({ ...asked, messages: [{ role: 'user', content: 'Convert 10 miles to km' }] });
stream.on('text', (text) => process.stdout.write(text));
await stream.finalMessage();
console.log();

// Functions of your own
const used = await client.messages.create({
  ...asked,
  messages: [{ role: 'user', content: 'What is the weather in Paris?' }],
  tools: [
    {
      name: 'get_weather',
      description: 'Current weather of a city.',
      input_schema: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Name of the city' } },
        required: ['city'],
      },
    },
  ],
});
for (const block of used.content) if (block.type === 'tool_use') console.log(block.name, block.input);

// Data that fits a schema
const structured = await client.messages.create({
  ...asked,
  messages: [{ role: 'user', content: 'Give the person.\nName: Ada Lovelace\nBorn: 1815' }],
  output_config: {
    format: {
      type: 'json_schema',
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, born: { type: 'integer' } },
        required: ['name', 'born'],
        additionalProperties: false,
      },
    },
  },
});
for (const block of structured.content) if (block.type === 'text') console.log(JSON.parse(block.text));

// A question about a file, with the passages that the answer rests on
const answer = await client.messages.create({
  ...asked,
  messages: [
    {
      role: 'user',
      content: [
        {
          type: 'document',
          source: {
            type: 'base64',
            media_type: 'application/pdf',
            data: readFileSync('samples/lease.pdf', 'base64'),
          },
          title: 'lease.pdf',
          citations: { enabled: true },
        },
        { type: 'text', text: 'When is the deposit due?' },
      ],
    },
  ],
});
for (const block of answer.content) {
  if (block.type !== 'text') continue;
  console.log(block.text);
  for (const citation of block.citations ?? []) console.log(citation);
}
// Prints: = 12
// Prints: 16.09
// Prints: get_weather { city: 'Paris' }
// Prints: { name: 'Ada Lovelace', born: 1815 }
// Prints: 20 February 2026
// Prints: document_title: 'lease.pdf'
// Prints: start_page_number: 1
