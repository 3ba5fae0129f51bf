import {
  type DocumentKind,
  date,
  integer,
  number,
  people,
  rows,
  text,
  texts,
  towns,
  when,
  writeDate,
} from '../document-kind.ts';

const events = ['Harbour Run', 'Book Fair', 'Jazz Night', 'Garden Show', 'Robot Contest', 'Cheese Market'];
const places = ['Riverside Park', 'Old Town Hall', 'Harbour Shed 4', 'Queen Square'];
const talks = ['Opening words', 'Panel on tides', 'Live music', 'Prize giving', 'Workshop for children'];

/** Event pages, programmes and timetables. */
export const event: DocumentKind = {
  name: 'event page',
  droppable: ['fee', 'deadline', 'child', 'mail'],
  facts(random) {
    return {
      name: `${random.pick(towns)} ${random.pick(events)}`,
      date: random.date(2031),
      deadline: random.date(2030),
      start: `${random.integer(9, 12)}:00`,
      end: `${random.integer(17, 22)}:30`,
      place: random.pick(places),
      town: random.pick(towns),
      organiser: random.pick(people),
      mail: 'hello@fair.example',
      fee: random.integer(12, 60),
      child: random.integer(2, 9),
      visitors: random.integer(8, 60) * 100,
      sponsors: random.some(['Tidewell', 'Northpeak Coffee', 'Boltwise Tools', 'Anchor Bank'], 2),
      programme: random
        .some(talks, 3)
        .map((title, index) => ({ time: `${13 + index}:15`, title, room: `Room ${random.integer(1, 9)}` })),
    };
  },
  templates: [
    {
      name: 'page',
      extension: 'html',
      heldBack: false,
      write: (f) => `<html><head><title>${f.text('name')}</title></head><body><h1>${f.text('name')}</h1>
<p>Date: ${writeDate(f.text('date') ?? '', 'long')}<br>Venue: ${f.text('place')}<br>Town: ${f.text('town')}<br>Starts at: ${f.text('start')}</p>
${when(f.number('fee'), (fee) => `<p>The entry fee is £${fee}.</p>`)}${when(f.text('deadline'), (deadline) => `<p>Registration deadline: ${writeDate(deadline, 'long')}</p>`)}
<h2>Programme</h2><table><tr><th>Time</th><th>Title</th><th>Room</th></tr>
${f
  .rows('programme')
  .map((row) => `<tr><td>${row.time}</td><td>${row.title}</td><td>${row.room}</td></tr>`)
  .join(
    '',
  )}</table><p>Organiser: ${f.text('organiser')}${when(f.text('mail'), (address) => `. Contact: ${address}`)}</p></body></html>`,
    },
    {
      name: 'news',
      extension: 'txt',
      heldBack: false,
      write: (f) => `${f.text('name')}

The ${f.text('name')} takes place on ${writeDate(f.text('date') ?? '', 'long')} at ${f.text('place')}. It starts at ${f.text('start')} and ends at ${f.text('end')}. The organiser is ${f.text('organiser')}.
${when(f.number('fee'), (fee) => `The entry fee for adults is £${fee}`)}${when(f.number('child'), (child) => `, the child ticket costs £${child}`)}. About ${f.number('visitors')} visitors are expected.

Sponsors: ${f.list('sponsors').join(', ')}
`,
    },
    {
      name: 'leaflet',
      extension: 'txt',
      heldBack: false,
      write: (f) => `*** ${f.text('name')?.toUpperCase()} ***

When:        ${writeDate(f.text('date') ?? '', 'long')}, ${f.text('start')}
Where:       ${f.text('place')}
Entry fee:   £${f.number('fee') ?? 'free'}
Organiser:   ${f.text('organiser')}

Time     Title                    Room
${f
  .rows('programme')
  .map((row) => `${String(row.time).padEnd(9)}${String(row.title).padEnd(25)}${row.room}`)
  .join('\n')}
`,
    },
    {
      name: 'markdown',
      extension: 'md',
      heldBack: true,
      write: (f) => `# ${f.text('name')}

* **Date**: ${writeDate(f.text('date') ?? '', 'american')}
* **Doors open**: ${f.text('start')}
* **Location**: ${f.text('place')}
* **City**: ${f.text('town')}
${when(f.number('fee'), (fee) => `* **Admission fee**: £${fee}\n`)}* **Organised by**: ${f.text('organiser')}

## Sponsors
${f
  .list('sponsors')
  .map((name) => `* ${name}`)
  .join('\n')}

## Timetable
| Start | Session | Location |
|---|---|---|
${f
  .rows('programme')
  .map((row) => `| ${row.time} | ${row.title} | ${row.room} |`)
  .join('\n')}
`,
    },
    {
      name: 'data',
      extension: 'json',
      heldBack: true,
      write: (f) =>
        JSON.stringify({
          event: { name: f.text('name'), date: f.text('date'), startTime: f.text('start'), endTime: f.text('end') },
          venue: { name: f.text('place'), city: f.text('town') },
          entryFee: f.number('fee'),
          organiser: f.text('organiser'),
          sponsors: f.list('sponsors'),
          programme: f.rows('programme').map((row) => ({ time: row.time, title: row.title, room: row.room })),
        }),
    },
  ],
  schemas: [
    {
      name: 'event',
      query: 'Extract the event.',
      properties: {
        event_name: text('name'),
        event_date: date('date'),
        venue: text('place'),
        start_time: text('start'),
        organiser: text('organiser'),
        keynote_speaker: text(),
        dress_code: text(),
        ticket_url: text(),
      },
    },
    {
      name: 'admission',
      query: 'Extract the admission.',
      properties: {
        entry_fee: number('fee'),
        child_ticket: number('child'),
        registration_deadline: date('deadline'),
        expected_visitors: integer('visitors'),
        contact_email: text('mail', { format: 'email' }),
        parking_fee: number(),
        refund_policy: text(),
        capacity: integer(),
      },
    },
    {
      name: 'programme',
      query: 'Extract the programme.',
      properties: {
        programme: rows('programme', {
          time: ['string', 'time'],
          title: ['string', 'title'],
          room: ['string', 'room'],
        }),
        sponsors: texts('sponsors'),
        end_time: text('end'),
        moderator: text(),
      },
    },
  ],
};
