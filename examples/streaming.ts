import { Parley } from '@parley/sdk';

const parley = new Parley();
const stream = parley.answer.stream({ query: 'What day of the week was 14 July 1789?' });
for await (const event of stream) {
  if (event.type === 'text') process.stdout.write(event.text);
}
const { usage, finish_reason } = await stream.result(); // what create() would have given
console.log(`\n${usage.output_tokens} tokens, ${finish_reason}`);
// Prints: Tuesday
// Prints: tokens, stop
