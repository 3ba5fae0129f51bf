import {
  type DocumentKind,
  date,
  firms,
  integer,
  number,
  people,
  phone,
  rows,
  text,
  towns,
  when,
  writeAmount,
  writeDate,
} from '../document-kind.ts';

const services = [
  'Visual inspection',
  'Panel cleaning',
  'Thermal imaging',
  'Filter exchange',
  'Leak test',
  'Battery check',
];
const rhythms = ['every six months', 'once a year', 'every two years', 'monthly', 'every quarter'];

/** Contracts: clauses in prose, a sheet of terms, a table of services. */
export const contract: DocumentKind = {
  name: 'contract',
  droppable: ['cap', 'interest', 'notice', 'phone'],
  facts(random) {
    const [client = '', contractor = ''] = random.some(firms, 2);
    const [clientPerson = '', contractorPerson = ''] = random.some(people, 2);
    return {
      client,
      contractor,
      clientPerson,
      contractorPerson,
      phone: phone(random),
      number: `SM-${random.integer(1000, 9999)}`,
      signed: random.date(2030),
      start: random.date(2031),
      fee: random.integer(20, 200) * 60,
      currency: random.pick(['EUR', 'GBP', 'USD']),
      cap: random.integer(2, 9) * 50_000,
      interest: random.integer(4, 9),
      payment: random.pick([14, 21, 30, 45]),
      notice: random.pick([60, 90, 120]),
      years: random.integer(2, 5),
      panels: random.integer(60, 400),
      town: random.pick(towns),
      services: random
        .some(services, 3)
        .map((name) => ({ name, rhythm: random.pick(rhythms), price: random.integer(10, 90) * 10 })),
    };
  },
  templates: [
    {
      name: 'clauses',
      extension: 'md',
      heldBack: false,
      write: (f) => `# Maintenance Agreement

Agreement No. ${f.text('number')}, made on ${writeDate(f.text('signed') ?? '', 'long')} between ${f.text('client')} ("the Client") and ${f.text('contractor')} ("the Contractor").

## 1. Scope
The Contractor shall inspect, clean and repair the ${f.number('panels')} photovoltaic panels listed in the annex.

## 2. Term
This Agreement starts on ${writeDate(f.text('start') ?? '', 'long')} and runs for ${f.number('years')} years.${when(f.number('notice'), (notice) => ` Either party may end it by giving ${notice} days' notice.`)}

## 3. Fees and payment
The annual fee is ${f.text('currency')} ${writeAmount(f.number('fee') ?? 0)} excluding VAT. Invoices are due within ${f.number('payment')} days of receipt.${when(f.number('interest'), (interest) => ` Late payments bear interest at ${interest} percent per annum.`)}

| Service | Frequency | Price per extra visit |
|---|---|---|
${f
  .rows('services')
  .map((row) => `| ${row.name} | ${row.rhythm} | ${f.text('currency')} ${row.price} |`)
  .join('\n')}

## 4. Liability
${when(f.number('cap'), (cap) => `The Contractor's total liability is capped at ${f.text('currency')} ${cap.toLocaleString('en-US')} per year.`)}

## 5. Contacts
Client representative: Ms ${f.text('clientPerson')}, facilities manager. Contractor representative: Mr ${f.text('contractorPerson')}, service coordinator${when(f.text('phone'), (number) => `, telephone ${number}`)}.
`,
    },
    {
      name: 'sheet',
      extension: 'txt',
      heldBack: false,
      write: (f) => `SERVICE CONTRACT - TERM SHEET

Contract number:        ${f.text('number')}
Client:                 ${f.text('client')}
Contractor:             ${f.text('contractor')}
Signed:                 ${writeDate(f.text('signed') ?? '', 'american')}
Start date:             ${writeDate(f.text('start') ?? '', 'american')}
Term:                   ${f.number('years')} years
Annual fee:             ${f.text('currency')} ${writeAmount(f.number('fee') ?? 0)}
Payment terms:          ${f.number('payment')} days
${when(f.number('interest'), (interest) => `Late interest:          ${interest} %\n`)}${when(f.number('cap'), (cap) => `Liability cap:          ${f.text('currency')} ${cap.toLocaleString('en-US')}\n`)}${when(f.number('notice'), (notice) => `Notice period:          ${notice} days\n`)}Client contact:         ${f.text('clientPerson')}
Contractor contact:     ${f.text('contractorPerson')}
${when(f.text('phone'), (number) => `Contractor phone:       ${number}\n`)}`,
    },
    {
      name: 'letter of intent',
      extension: 'txt',
      heldBack: false,
      write: (f) => `LETTER OF AGREEMENT ${f.text('number')}

On ${writeDate(f.text('signed') ?? '', 'long')} ${f.text('client')}, as client, represented by ${f.text('clientPerson')}, and ${f.text('contractor')}, as contractor, represented by ${f.text('contractorPerson')}, agreed the following.

The work begins on ${writeDate(f.text('start') ?? '', 'long')} and covers ${f.number('panels')} panels. The client pays an annual fee of ${f.text('currency')} ${writeAmount(f.number('fee') ?? 0)}. Payment is due ${f.number('payment')} days after each invoice.${when(f.number('interest'), (interest) => ` Interest of ${interest} % is charged on late payments.`)}${when(f.number('cap'), (cap) => ` The liability of the contractor is limited to ${f.text('currency')} ${cap.toLocaleString('en-US')}.`)}

The contract has a term of ${f.number('years')} years.${when(f.number('notice'), (notice) => ` The notice period is ${notice} days.`)}
`,
    },
    {
      name: 'recitals',
      extension: 'txt',
      heldBack: true,
      write: (f) => `CONTRACT

Reference: ${f.text('number')}

between
  ${f.text('client')} (hereinafter "Client")
and
  ${f.text('contractor')} (hereinafter "Contractor")

1. The Contractor looks after ${f.number('panels')} panels in ${f.text('town')}.
2. The contract takes effect on ${writeDate(f.text('start') ?? '', 'long')}. It was signed on ${writeDate(f.text('signed') ?? '', 'long')}.
3. The fee amounts to ${f.text('currency')} ${writeAmount(f.number('fee') ?? 0)} a year, payable within ${f.number('payment')} days.
${when(f.number('interest'), (interest) => `4. Default interest: ${interest} % a year.\n`)}${when(f.number('cap'), (cap) => `5. Maximum liability: ${f.text('currency')} ${cap.toLocaleString('en-US')}.\n`)}
For the Client: ${f.text('clientPerson')}
For the Contractor: ${f.text('contractorPerson')}
`,
    },
    {
      name: 'table of terms',
      extension: 'html',
      heldBack: true,
      write: (f) => `<html><body><h1>Agreement ${f.text('number')}</h1>
<table><tr><td>Client</td><td>${f.text('client')}</td></tr><tr><td>Contractor</td><td>${f.text('contractor')}</td></tr>
<tr><td>Commencement date</td><td>${writeDate(f.text('start') ?? '', 'long')}</td></tr>
<tr><td>Yearly fee</td><td>${f.text('currency')} ${writeAmount(f.number('fee') ?? 0)}</td></tr>
${when(f.number('cap'), (cap) => `<tr><td>Cap on liability</td><td>${f.text('currency')} ${cap.toLocaleString('en-US')}</td></tr>`)}
${when(f.number('notice'), (notice) => `<tr><td>Notice period (days)</td><td>${notice}</td></tr>`)}</table>
<h2>Services</h2><table><tr><th>Service</th><th>How often</th><th>Price</th></tr>
${f
  .rows('services')
  .map((row) => `<tr><td>${row.name}</td><td>${row.rhythm}</td><td>${row.price}</td></tr>`)
  .join('')}</table></body></html>`,
    },
  ],
  schemas: [
    {
      name: 'parties',
      query: 'Extract the contract details.',
      properties: {
        agreement_number: text('number'),
        client: text('client'),
        contractor: text('contractor'),
        start_date: date('start'),
        annual_fee: number('fee'),
        currency: text('currency'),
        client_representative: text('clientPerson'),
        contractor_representative: text('contractorPerson'),
        contractor_phone: text('phone'),
        client_phone: text(),
        vat_number: text(),
      },
    },
    {
      name: 'terms',
      query: 'Extract the terms.',
      properties: {
        panel_count: integer('panels'),
        payment_days: integer('payment'),
        late_interest_percent: number('interest'),
        liability_cap: number('cap'),
        notice_period_days: integer('notice'),
        term_years: integer('years'),
        warranty_months: integer(),
        deposit: number(),
        cancellation_fee: number(),
      },
    },
    {
      name: 'services',
      query: 'Extract a list of services.',
      properties: {
        services: rows('services', {
          name: ['string', 'name'],
          frequency: ['string', 'rhythm'],
          price: ['number', 'price'],
        }),
        signing_date: date('signed'),
        governing_law: text(),
      },
    },
  ],
};
