import { type DocumentKind, people, rows, text, texts, towns } from '../document-kind.ts';

const paints = ['Harbor Blue', 'Moss Green', 'Slate Grey', 'Terracotta', 'Ivory', 'Signal Red', 'Lemon Yellow'];

/** Lists of orders: spreadsheets and JSON. */
export const orders: DocumentKind = {
  name: 'spreadsheet',
  droppable: [],
  facts(random) {
    const count = random.integer(4, 7);
    const names = random.some(people, count);
    return {
      orders: names.map((customer, index) => ({
        id: `P-${501 + index}`,
        customer,
        product: random.pick(paints),
        litres: random.integer(10, 200),
        date: random.date(2031),
        total: random.money(100, 3000),
        city: random.pick(towns),
      })),
    };
  },
  templates: [
    {
      name: 'semicolons',
      extension: 'csv',
      heldBack: false,
      write: (f) =>
        `Order No;Customer;Paint;Litres;Order Date;Total (USD)\n${f
          .rows('orders')
          .map((row) => [row.id, row.customer, row.product, row.litres, row.date, row.total].join(';'))
          .join('\n')}\n`,
    },
    {
      name: 'commas',
      extension: 'csv',
      heldBack: false,
      write: (f) =>
        `order_id,customer_name,city,product,total\n${f
          .rows('orders')
          .map((row) => [row.id, row.customer, row.city, row.product, row.total].join(','))
          .join('\n')}\n`,
    },
    {
      name: 'objects',
      extension: 'json',
      heldBack: false,
      write: (f) =>
        JSON.stringify(
          f.rows('orders').map((row) => ({
            id: row.id,
            customer: { name: row.customer, city: row.city },
            product: row.product,
            total: row.total,
            orderDate: row.date,
          })),
        ),
    },
    {
      name: 'titled',
      extension: 'csv',
      heldBack: true,
      write: (f) =>
        `Paint orders;;;;\nNumber;Buyer;Item;Quantity (l);Amount\n${f
          .rows('orders')
          .map((row) => [row.id, row.customer, row.product, row.litres, row.total].join(';'))
          .join('\n')}\n`,
    },
    {
      name: 'wide',
      extension: 'md',
      heldBack: true,
      write: (f) => `Orders of the month

| Customer | City | Order number | Date | Product | Litres | Total |
|---|---|---|---|---|---|---|
${f
  .rows('orders')
  .map(
    (row) =>
      `| ${row.customer} | ${row.city} | ${row.id} | ${row.date} | ${row.product} | ${row.litres} | ${row.total} |`,
  )
  .join('\n')}

All prices include tax.
`,
    },
  ],
  schemas: [
    {
      name: 'orders',
      query: 'List the orders.',
      properties: {
        orders: rows('orders', {
          order_number: ['string', 'id'],
          customer: ['string', 'customer'],
          total: ['number', 'total'],
        }),
        warehouse: text(),
        approved_by: text(),
      },
    },
    {
      name: 'deliveries',
      query: 'List what was ordered.',
      properties: {
        items: rows('orders', {
          product: ['string', 'product'],
          litres: ['integer', 'litres'],
          order_date: ['string', 'date'],
        }),
        delivery_company: text(),
        invoices: texts(),
      },
    },
    {
      name: 'customers',
      query: 'List the customers.',
      properties: {
        customers: rows('orders', { name: ['string', 'customer'], city: ['string', 'city'] }),
        contact_email: text(),
        contact_phone: text(),
      },
    },
  ],
};
