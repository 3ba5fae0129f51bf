import { Parley } from '@parley/sdk';

const parley = new Parley();
const files = await Promise.all(['samples/lease.pdf', 'samples/sales.csv'].map((path) => parley.files.upload(path)));
const shelf = await parley.collections.create({ name: 'Boathouse' });
await parley.collections.add(shelf.id, { file_ids: files.map(({ file_id }) => file_id), attributes: { year: 2026 } });
await parley.collections.wait(shelf.id);

const { results } = await parley.collections.search(shelf.id, {
  query: 'Who insures the building?',
  filter: { year: { gte: 2026 } },
});
console.log(results[0]?.filename, results[0]?.quote);
const { answer } = await parley.answer.create({ query: 'Who insures the building?', collection_ids: [shelf.id] });
console.log(answer);
await parley.collections.delete(shelf.id, { files: 'delete' });
// Prints: lease.pdf
// Prints: The tenant insures the building
