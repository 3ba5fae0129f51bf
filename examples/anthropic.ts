import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({
  baseURL: process.env.PARLEY_BASE_URL ?? 'http://127.0.0.1:8484',
  apiKey: process.env.PARLEY_API_KEY,
});
const message = await client.messages.create({
  model: 'small-2',
  max_tokens: 200,
  messages: [{ role: 'user', content: 'What is the square root of 144?' }],
});
for (const block of message.content) if (block.type === 'text') console.log(block.text);
// Prints: 12
