import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: `${process.env.PARLEY_BASE_URL ?? 'http://127.0.0.1:8484'}/v1`,
  apiKey: process.env.PARLEY_API_KEY,
});
const completion = await client.chat.completions.create({
  model: 'small-2',
  messages: [{ role: 'user', content: 'Convert 10 miles to km' }],
});
console.log(completion.choices[0]?.message.content);
const { data } = await client.embeddings.create({
  model: 'lexical',
  input: ['rowing boat', 'boats for rowing', 'tax law'],
});
console.log(data.map(({ embedding }) => embedding.length));
// Prints: 16.09
// Prints: [ 512, 512, 512 ]
