import { Parley } from '@parley/sdk';

const parley = new Parley();
const receipt = await parley.files.upload('samples/receipt.png'); // read by OCR
const { data, fields } = await parley.answer.parse(
  { query: 'Read the receipt.', file_ids: [receipt.file_id] },
  {
    type: 'object',
    properties: {
      date: { type: ['string', 'null'], format: 'date', description: 'Day of the purchase.' },
      total: { type: ['number', 'null'], description: 'Total in euros.' },
    },
    required: ['date', 'total'],
  },
);
console.log(JSON.stringify(data)); // fits the schema, or the call fails as schema_not_met
console.log(fields?.['/total']?.source?.quote); // where the value stands
// Prints: "date":"2026-03-14"
// Prints: "total":22.7
