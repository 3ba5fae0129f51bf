import { Parley } from '@parley/sdk';

const parley = new Parley(); // PARLEY_BASE_URL and PARLEY_API_KEY
const { file_id } = await parley.files.upload('samples/lease.pdf');
const { answer, sources } = await parley.answer.create({ query: 'When is the deposit due?', file_ids: [file_id] });
console.log(answer);
console.log(`from page ${sources?.[0]?.page}: ${sources?.[0]?.quote}`);
// Prints: 20 February 2026
// Prints: from page 1
