import { createParley } from '@parley/sdk/ai';
import { generateText } from 'ai';

const parley = createParley();
const { text } = await generateText({
  model: parley('small-2'),
  prompt: 'How many days are there from 1 March 2026 to 5 May 2026?',
});
console.log(text);
// Prints: 65
