import {
  type DocumentKind,
  date,
  firms,
  integer,
  number,
  people,
  phone,
  text,
  texts,
  when,
  writeAmount,
  writeDate,
} from '../document-kind.ts';

const hotels = ['Les Tilleuls', 'Seeblick', 'The Old Mill', 'Miramar'];

/** Mails about a trip to a fair: headers, sentences, a signature. */
export const mail: DocumentKind = {
  name: 'mail',
  droppable: ['reference', 'weight', 'phone', 'quote', 'talk'],
  facts(random) {
    const [sender = '', receiver = '', speaker = ''] = random.some(people, 3);
    return {
      sender,
      receiver,
      speaker,
      senderMail: `${sender.split(' ')[0]?.toLowerCase()}@corvid.example`,
      receiverMail: `${receiver.split(' ')[0]?.toLowerCase()}@corvid.example`,
      phone: phone(random),
      date: random.date(2031),
      title: random.pick(['Events Manager', 'Head of Sales', 'Office Assistant']),
      firm: random.pick(firms),
      booth: `${random.integer(2, 9)}C-${random.integer(100, 400)}`,
      hall: random.integer(2, 9),
      area: random.integer(12, 60),
      hotel: random.pick(hotels),
      rooms: random.integer(3, 9),
      night: random.integer(80, 190),
      reference: `LT-${random.integer(10_000, 99_999)}`,
      crates: random.integer(3, 14),
      weight: random.integer(200, 900),
      carrier: random.pick(['Transalp Freight', 'Nordsee Cargo', 'Quickhaul Ltd']),
      quote: random.money(900, 4000),
      pickup: random.date(2032),
      budget: random.integer(10, 40) * 1000,
      talk: `${random.integer(9, 17)}:15`,
    };
  },
  templates: [
    {
      name: 'long mail',
      extension: 'eml',
      heldBack: false,
      write: (f) => `From: ${f.text('sender')} <${f.text('senderMail')}>
To: ${f.text('receiver')} <${f.text('receiverMail')}>
Subject: Booth logistics
Date: ${new Date(`${f.text('date')}T10:42:00Z`).toUTCString().replace('GMT', '+0000')}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Hi ${f.text('receiver')?.split(' ')[0]},

Quick update. We have booth ${f.text('booth')} in hall ${f.number('hall')}, ${f.number('area')} square metres, next to the cafeteria.

The ${f.number('crates')} crates${when(f.number('weight'), (weight) => ` (about ${weight} kg)`)} go with the carrier ${f.text('carrier')}. They pick them up on ${writeDate(f.text('pickup') ?? '', 'long')}.${when(f.number('quote'), (quote) => ` The freight price is €${writeAmount(quote)} including insurance.`)}

Hotel: I booked ${f.number('rooms')} rooms at the Hotel ${f.text('hotel')}, €${f.number('night')} a night each.${when(f.text('reference'), (reference) => ` The booking reference is ${reference}.`)}

The budget for the whole trip is €${(f.number('budget') ?? 0).toLocaleString('en-US')}.

Thanks,
${f.text('sender')?.split(' ')[0]}
--
${f.text('sender')}, ${f.text('title')}
${f.text('firm')}${when(f.text('phone'), (number) => `, ${number}`)}
`,
    },
    {
      name: 'bulleted mail',
      extension: 'eml',
      heldBack: false,
      write: (f) => `From: ${f.text('sender')} <${f.text('senderMail')}>
To: ${f.text('receiver')} <${f.text('receiverMail')}>
Subject: Trip
Date: ${new Date(`${f.text('date')}T08:02:00Z`).toUTCString().replace('GMT', '+0000')}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Dear ${f.text('receiver')},

the facts in short:

- Booth number: ${f.text('booth')}, hall ${f.number('hall')}
- Area: ${f.number('area')} sqm
- Hotel: ${f.text('hotel')}
- Number of rooms: ${f.number('rooms')}
- Price per night: €${f.number('night')}
${when(f.text('reference'), (reference) => `- Booking reference: ${reference}\n`)}- Carrier: ${f.text('carrier')}
- Pick-up date: ${writeDate(f.text('pickup') ?? '', 'long')}
${when(f.number('weight'), (weight) => `- Weight: ${weight} kg\n`)}
Best regards
${f.text('sender')}
${f.text('title')}
${when(f.text('phone'), (number) => `Phone: ${number}\n`)}`,
    },
    {
      name: 'note',
      extension: 'txt',
      heldBack: false,
      write: (f) => `Note of ${writeDate(f.text('date') ?? '', 'long')} by ${f.text('sender')}

We stay at Hotel ${f.text('hotel')}; a room costs €${f.number('night')} per night and we have ${f.number('rooms')} rooms.${when(f.text('reference'), (reference) => ` Booking reference: ${reference}.`)}
${f.text('carrier')} is the carrier and picks up ${f.number('crates')} crates on ${writeDate(f.text('pickup') ?? '', 'long')}.${when(f.number('weight'), (weight) => ` They weigh ${weight} kg.`)}
Our booth is ${f.text('booth')}.${when(f.text('talk'), (talk) => ` The talk starts at ${talk}.`)}
`,
    },
    {
      name: 'forwarded',
      extension: 'eml',
      heldBack: true,
      write: (f) => `From: ${f.text('sender')} <${f.text('senderMail')}>
To: ${f.text('receiver')} <${f.text('receiverMail')}>
Subject: Fwd: stand
Date: ${new Date(`${f.text('date')}T15:20:00Z`).toUTCString().replace('GMT', '+0000')}
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Hello ${f.text('receiver')?.split(' ')[0]},

our stand is in hall ${f.number('hall')}, booth number ${f.text('booth')}; it measures ${f.number('area')} m².
For the nights I reserved ${f.number('rooms')} rooms in the hotel ${f.text('hotel')} for €${f.number('night')} per night.${when(f.text('reference'), (reference) => ` Our reference there: ${reference}.`)}
${when(f.number('weight'), (weight) => `The shipment has a weight of ${weight} kg. `)}It will be collected by ${f.text('carrier')}; pickup is on ${writeDate(f.text('pickup') ?? '', 'long')}.${when(f.number('quote'), (quote) => ` They charge €${writeAmount(quote)}.`)}

Regards, ${f.text('sender')?.split(' ')[0]}
`,
    },
    {
      name: 'memo',
      extension: 'md',
      heldBack: true,
      write: (f) => `**Memo from:** ${f.text('sender')} (${f.text('title')})
**Sent:** ${writeDate(f.text('date') ?? '', 'american')}

| Topic | Detail |
|---|---|
| Hotel | ${f.text('hotel')} |
| Rooms | ${f.number('rooms')} |
| Rate per night | €${f.number('night')} |
| Carrier | ${f.text('carrier')} |
| Pickup | ${writeDate(f.text('pickup') ?? '', 'american')} |
${when(f.number('weight'), (weight) => `| Weight (kg) | ${weight} |\n`)}| Booth | ${f.text('booth')} |
| Total budget | €${(f.number('budget') ?? 0).toLocaleString('en-US')} |
`,
    },
  ],
  schemas: [
    {
      name: 'hotel',
      query: 'Extract the hotel reservation.',
      properties: {
        hotel_name: text('hotel'),
        price_per_night: number('night'),
        rooms: integer('rooms'),
        booking_reference: text('reference'),
        hotel_phone: text(),
        hotel_address: text(),
        parking_fee: number(),
        checkout_time: text(),
      },
    },
    {
      name: 'freight',
      query: 'Extract the freight shipment.',
      properties: {
        carrier: text('carrier'),
        pickup_date: date('pickup'),
        crates: integer('crates'),
        weight_kg: number('weight'),
        freight_price: number('quote'),
        tracking_number: text(),
        delivery_date: date(),
        driver_name: text(),
        customs_value: number(),
      },
    },
    {
      name: 'sender',
      query: 'Who wrote this, and about which booth?',
      properties: {
        sender_name: text('sender'),
        sender_email: text('senderMail', { format: 'email' }),
        sender_phone: text('phone'),
        booth_number: text('booth'),
        hall: integer('hall'),
        area_sqm: number('area'),
        total_budget: number('budget'),
        flight_number: text(),
        wifi_password: text(),
        attachments: texts(),
      },
    },
  ],
};
