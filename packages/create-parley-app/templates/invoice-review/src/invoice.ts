/** What is read of an invoice. Each may be null: a model that must give a value invents one. */
export const invoice = {
  type: 'object',
  properties: {
    invoice_number: { type: ['string', 'null'] },
    date: { type: ['string', 'null'], format: 'date', description: 'Day of the invoice.' },
    supplier: { type: ['string', 'null'], description: 'Who sends the invoice.' },
    total: { type: ['number', 'null'], description: 'Total to pay.' },
    currency: { type: ['string', 'null'], description: 'Three letters, such as EUR.' },
  },
  required: ['invoice_number', 'date', 'supplier', 'total', 'currency'],
} as const;

export type Field = keyof typeof invoice.properties;
export const fields = Object.keys(invoice.properties) as Field[];
