import { Parley } from '@parley/sdk';

const parley = new Parley();
const lease = await parley.files.upload('samples/lease.pdf');
const { output, citations } = await parley.research.run(
  {
    instructions: 'What must the tenant of the boathouse repair and insure?',
    depth: 'quick',
    file_ids: [lease.file_id],
  },
  { onProgress: ({ message }) => console.error(message) },
);
console.log(output);
for (const [index, { title, quote }] of citations.entries()) console.log(`[${index + 1}] ${title}: ${quote}`);
// Prints: [1]
// Prints: The tenant
