import {
  type DocumentKind,
  date,
  firms,
  number,
  people,
  rows,
  streets,
  text,
  towns,
  when,
  writeAmount,
  writeDate,
} from '../document-kind.ts';

const goods = [
  'Rope, 20 m',
  'Lantern',
  'Anchor chain',
  'Deck paint',
  'Brass hinge',
  'Canvas bag',
  'Oak plank',
  'Signal flag',
];

/** Invoices: labels beside values, labels above values, prose, Markdown. */
export const invoice: DocumentKind = {
  name: 'invoice',
  droppable: ['due', 'order', 'discount', 'iban'],
  facts(random) {
    const [seller = '', buyer = ''] = random.some(firms, 2);
    const lines = random.some(goods, random.integer(2, 4)).map((name) => {
      const quantity = random.integer(1, 12);
      const price = random.money(3, 90);
      return { name, quantity, price, amount: Math.round(quantity * price * 100) / 100 };
    });
    const net = Math.round(lines.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
    const tax = Math.round(net * 19) / 100;
    return {
      seller,
      buyer,
      contact: random.pick(people),
      street: `${random.integer(2, 90)} ${random.pick(streets)}`,
      town: random.pick(towns),
      number: `NW-${random.integer(2000, 2999)}-${random.integer(1000, 9999)}`,
      order: `PO-${random.integer(10_000, 99_999)}`,
      date: random.date(2031),
      due: random.date(2032),
      iban: 'DE89 3704 0044 0532 0130 00',
      discount: random.money(5, 9),
      rate: 19,
      net,
      tax,
      total: Math.round((net + tax) * 100) / 100,
      currency: random.pick(['EUR', 'USD', 'GBP']),
      lines,
    };
  },
  templates: [
    {
      name: 'columns',
      extension: 'txt',
      heldBack: false,
      write: (f) => `${f.text('seller')}
${f.text('street')}
${f.text('town')}

Bill to:  ${f.text('buyer')}            Invoice No: ${f.text('number')}
                                  Invoice date: ${writeDate(f.text('date') ?? '', 'long')}
${when(f.text('due'), (due) => `                                  Due date: ${writeDate(due, 'long')}\n`)}${when(f.text('order'), (order) => `                                  Purchase order: ${order}\n`)}
Item                 Quantity     Unit price     Amount
${f
  .rows('lines')
  .map(
    (row) =>
      `${String(row.name).padEnd(21)}${String(row.quantity).padEnd(13)}${writeAmount(Number(row.price)).padEnd(15)}${writeAmount(Number(row.amount))}`,
  )
  .join('\n')}

                                  Subtotal       ${writeAmount(f.number('net') ?? 0)}
                                  VAT ${f.number('rate')} %       ${writeAmount(f.number('tax') ?? 0)}
                                  Total ${f.text('currency')}      ${writeAmount(f.number('total') ?? 0)}
${when(f.text('iban'), (iban) => `\nIBAN ${iban}\n`)}`,
    },
    {
      name: 'markdown',
      extension: 'md',
      heldBack: false,
      write: (f) => `# Invoice ${f.text('number')}

**From:** ${f.text('seller')}
**To:** ${f.text('buyer')}, attn. ${f.text('contact')}
**Issued:** ${writeDate(f.text('date') ?? '', 'american')}
${when(f.text('due'), (due) => `**Payable by:** ${writeDate(due, 'american')}\n`)}${when(f.text('order'), (order) => `**Order reference:** ${order}\n`)}
| Description | Qty | Price each | Line total |
|---|--:|--:|--:|
${f
  .rows('lines')
  .map(
    (row) =>
      `| ${row.name} | ${row.quantity} | ${writeAmount(Number(row.price))} | ${writeAmount(Number(row.amount))} |`,
  )
  .join('\n')}

- Net amount: ${writeAmount(f.number('net') ?? 0)} ${f.text('currency')}
- VAT (${f.number('rate')} %): ${writeAmount(f.number('tax') ?? 0)} ${f.text('currency')}
- **Amount due: ${writeAmount(f.number('total') ?? 0)} ${f.text('currency')}**
${when(f.number('discount'), (discount) => `- Discount for early payment: ${writeAmount(discount)} ${f.text('currency')}\n`)}`,
    },
    {
      name: 'letter',
      extension: 'txt',
      heldBack: false,
      write: (f) => `${f.text('seller')}, ${f.text('street')}, ${f.text('town')}

To ${f.text('buyer')}

Invoice ${f.text('number')} of ${writeDate(f.text('date') ?? '', 'long')}

Dear ${f.text('contact')},

for your ${when(f.text('order'), (order) => `order ${order} `)}we invoice a total of ${f.text('currency')} ${writeAmount(f.number('total') ?? 0)}. This includes VAT of ${f.text('currency')} ${writeAmount(f.number('tax') ?? 0)} at ${f.number('rate')} %.
${when(f.text('due'), (due) => `Please pay by ${writeDate(due, 'long')}. `)}${when(f.text('iban'), (iban) => `Our IBAN is ${iban}.`)}

Kind regards
Accounts department
`,
    },
    {
      name: 'stacked',
      extension: 'txt',
      heldBack: true,
      write: (f) => `TAX INVOICE

Invoice number
${f.text('number')}

Date of issue
${writeDate(f.text('date') ?? '', 'short')}
${when(f.text('due'), (due) => `\nPayment due\n${writeDate(due, 'short')}\n`)}${when(f.text('order'), (order) => `\nYour order number\n${order}\n`)}
Supplier
${f.text('seller')}

Customer
${f.text('buyer')}

Description | Units | Unit cost | Total
${f
  .rows('lines')
  .map(
    (row) => `${row.name} | ${row.quantity} | ${writeAmount(Number(row.price))} | ${writeAmount(Number(row.amount))}`,
  )
  .join('\n')}

Total before tax: ${f.text('currency')} ${writeAmount(f.number('net') ?? 0)}
Tax: ${f.text('currency')} ${writeAmount(f.number('tax') ?? 0)}
Grand total: ${f.text('currency')} ${writeAmount(f.number('total') ?? 0)}
`,
    },
    {
      name: 'page',
      extension: 'html',
      heldBack: true,
      write: (f) => `<html><body><h1>Invoice</h1><table>
<tr><th>Invoice #</th><td>${f.text('number')}</td></tr><tr><th>Invoice date</th><td>${f.text('date')}</td></tr>
${when(f.text('due'), (due) => `<tr><th>Due date</th><td>${due}</td></tr>`)}
<tr><th>Seller</th><td>${f.text('seller')}</td></tr><tr><th>Buyer</th><td>${f.text('buyer')}</td></tr></table>
<table><tr><th>Product</th><th>Quantity</th><th>Unit price (${f.text('currency')})</th></tr>
${f
  .rows('lines')
  .map((row) => `<tr><td>${row.name}</td><td>${row.quantity}</td><td>${writeAmount(Number(row.price))}</td></tr>`)
  .join('')}</table>
<p>Total to pay: ${f.text('currency')} ${writeAmount(f.number('total') ?? 0)}</p>
${when(f.text('iban'), (iban) => `<p>Transfer to IBAN ${iban}.</p>`)}</body></html>`,
    },
  ],
  schemas: [
    {
      name: 'head',
      query: 'Extract the data of this invoice.',
      properties: {
        invoice_number: text('number'),
        invoice_date: date('date'),
        due_date: date('due'),
        vendor: text('seller', { description: 'company that issued the invoice' }),
        customer: text('buyer'),
        total: number('total'),
        currency: text('currency'),
        shipping_cost: number(),
        tracking_number: text(),
        delivery_date: date(),
      },
    },
    {
      name: 'amounts',
      query: 'Give me the amounts.',
      properties: {
        netAmount: number('net', { description: 'total before tax' }),
        taxAmount: number('tax'),
        taxRate: number('rate', { description: 'per cent' }),
        grossTotal: number('total', { description: 'total amount including tax' }),
        discount: number('discount'),
        lateFee: number(),
        purchaseOrder: text('order'),
        iban: text('iban'),
        bic: text(),
        vatId: text(),
      },
    },
    {
      name: 'lines',
      query: 'List the line items.',
      properties: {
        line_items: rows('lines', {
          description: ['string', 'name'],
          quantity: ['integer', 'quantity'],
          unit_price: ['number', 'price'],
        }),
        payment_method: text(),
        salesperson: text(),
      },
    },
  ],
};
