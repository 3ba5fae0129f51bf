import { Parley } from '@parley/sdk';

const parley = new Parley();
const lease = await parley.files.upload('samples/lease.pdf');
for (const query of ['Who repairs the roof?', 'What does the tenant pay for heating?']) {
  const { answer, sources = [] } = await parley.answer.create({ query, file_ids: [lease.file_id] });
  console.log(query, answer);
  for (const { filename, page, quote } of sources) console.log(`  ${filename}, page ${page}: ${quote}`);
}
await parley.files.delete(lease.file_id);
// Prints: The landlord repairs the roof and the walls.
// Prints: lease.pdf, page 2
