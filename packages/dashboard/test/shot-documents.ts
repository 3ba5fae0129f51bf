import { dice } from './seed-rows.ts';

const cities = ['Oslo', 'Bergen', 'Trondheim', 'Stavanger', 'Tromsø', 'Ålesund'];
const suppliers = [
  'Miller & Sons',
  'Kern Maschinenbau AG',
  'Nordic Rope and Chain Works of the United Harbour Companies Ltd',
  'Søby Værft',
  'Bäckerei Größlinger GmbH & Co. KG',
];

/** A table with numbers, dates and gaps. */
export function invoicesCsv(rows: number): string {
  const roll = dice(3);
  const pick = (list: readonly string[]) => list[Math.floor(roll() * list.length)] ?? '';
  const lines = Array.from({ length: rows }, (_, index) => {
    const amount = (20 + 4_000 * roll() ** 3).toFixed(2);
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(roll() * 300))).toISOString().slice(0, 10);
    const paid = roll() < 0.8 ? 'yes' : roll() < 0.7 ? 'no' : '';
    return [
      `R-${10_000 + index}`,
      `"${pick(suppliers)}"`,
      pick(cities),
      amount,
      day,
      Math.ceil(roll() * 60),
      paid,
    ].join(',');
  });
  return `Invoice,Supplier,City,Amount EUR,Date,Days to pay,Paid\n${lines.join('\n')}\n`;
}

/** An order with things in things. */
export const orderJson = JSON.stringify({
  order: 'A-204',
  customer: { name: 'Miller & Sons', address: { street: 'Elm Street 7', city: 'Oslo', country: 'NO' }, vat: null },
  lines: [
    { item: 'Mooring rope, 24 mm', count: 40, price_eur: 12.5, in_stock: true },
    { item: 'Fender', count: 6, price_eur: 96, in_stock: false },
    { item: 'Shackle, galvanised', count: 1_200, price_eur: 0.85, in_stock: true },
  ],
  total_eur: 2096,
  notes: ['Deliver to the eastern quay before noon.', 'Ask for the shift lead.'],
});

export const handbook = `# Handbook of the workshop

## Who is late

Who is late tells the shift lead before eight. The shift lead writes it into the book of the day.

## Machines

The lathe is oiled every Monday. The saw may be used only with goggles. A machine that smells of smoke is switched off at the red
button, and the electrician is called: number 4471.

## Holidays

Holidays are asked for four weeks before. Each year has 30 days of them; five may be taken into the next year until the end of March.
`;

export const hausordnung = `# Hausordnung für die Werkstatt und das Außenlager

Die Werkstatt ist montags bis freitags von 6:30 Uhr bis 18:00 Uhr geöffnet. Wer als Letzter geht, schließt das Tor und schaltet die
Alarmanlage ein. Fluchtwege sind freizuhalten; Gabelstapler fahren höchstens 6 km/h.
`;

/** A mail with an answer to a question and a table as an attachment. */
export const orderMail = [
  'From: Grace Hopper <grace.hopper@example.com>',
  'To: Orders <orders@example.com>',
  'Cc: Vera Rubin <vera@example.com>',
  'Subject: =?utf-8?Q?Re=3A_Order_A-204_=E2=80=93_rope_and_fenders?=',
  'Date: Tue, 17 Nov 2026 09:41:00 +0100',
  'Message-ID: <a204@example.com>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="b"',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Good morning,',
  '',
  'the rope came on Monday, forty metres as ordered. Two of the six fenders are missing.',
  'Please send them until Friday; the invoice stays at 2096 euro.',
  '',
  'Kind regards',
  'Grace',
  '--b',
  'Content-Type: text/csv; name="delivered.csv"',
  'Content-Disposition: attachment; filename="delivered.csv"',
  '',
  'item,ordered,delivered',
  'Mooring rope,40,40',
  'Fender,6,4',
  '--b--',
  '',
].join('\r\n');

/** What is on the picture of which the scanned PDF is made. */
export const invoiceLines = [
  'Kern Maschinenbau AG, Harbour Street 12, Bergen',
  'Invoice 2026-0417',
  '',
  'Mooring rope for the eastern quay     40 m     500.00',
  'Fenders, black, with line              6 pc     576.00',
  'Shackles, galvanised               1 200 pc   1,020.00',
  '',
  'The total amount is 2096 euro.',
  'Pay by 2 December 2026 to the account below.',
  'With delay we charge nine percent a year.',
  '',
  'Bank of Bergen, NO93 8601 1117 947',
];
