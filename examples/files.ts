import { Parley } from '@parley/sdk';

const parley = new Parley();
const sales = await parley.files.upload('samples/sales.csv', {
  onProgress: ({ phase }) => console.log(phase),
});
console.log(sales.kind, sales.processing_summary);
const { answer } = await parley.answer.create({
  query: 'What is the total amount in the region North?',
  file_ids: [sales.file_id],
});
console.log(answer); // computed over all rows, however many there are
for await (const file of parley.files.list()) console.log(file.filename, file.status);
await parley.files.delete(sales.file_id);
// Prints: spreadsheet CSV with 5 columns
// Prints: 2510.8 is the sum
// Prints: sales.csv ready
