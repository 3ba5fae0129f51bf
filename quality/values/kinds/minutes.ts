import {
  type DocumentKind,
  date,
  integer,
  number,
  people,
  rows,
  text,
  texts,
  when,
  writeAmount,
  writeDate,
} from '../document-kind.ts';

const tasks = [
  'write to the bank',
  'book the hall',
  'order new chairs',
  'update the website',
  'chase unpaid dues',
  'print the flyers',
];
const halls = ['Methodist Hall', 'Town Library, room 2', 'Riverside Centre', 'School canteen'];

/** Minutes of meetings: people with roles in brackets, sentences with amounts, lists of actions. */
export const minutes: DocumentKind = {
  name: 'minutes',
  droppable: ['next', 'hire', 'closed', 'ticket'],
  facts(random) {
    const [chair = '', treasurer = '', secretary = '', ...rest] = random.some(people, 6);
    return {
      chair,
      treasurer,
      secretary,
      attendees: [chair, treasurer, secretary, ...rest.slice(0, 2)],
      absent: rest[2] ?? '',
      date: random.date(2030),
      time: `${random.integer(17, 19)}:30`,
      closed: `21:${random.integer(10, 55)}`,
      place: random.pick(halls),
      balance: random.money(900, 6000),
      fee: random.integer(12, 60),
      hire: random.integer(40, 90),
      ticket: random.integer(6, 19),
      members: random.integer(30, 120),
      next: random.date(2031),
      actions: random
        .some(tasks, 3)
        .map((task, index) => ({ person: rest[index] ?? chair, task, due: random.date(2031) })),
    };
  },
  templates: [
    {
      name: 'numbered',
      extension: 'txt',
      heldBack: false,
      write: (f) => `Larkfield Community Choir
Minutes of the committee meeting held on ${writeDate(f.text('date') ?? '', 'long')}, ${f.text('time')}, ${f.text('place')}

Present: ${f
        .list('attendees')
        .map((name) =>
          name === f.text('chair')
            ? `${name} (chair)`
            : name === f.text('treasurer')
              ? `${name} (treasurer)`
              : name === f.text('secretary')
                ? `${name} (secretary)`
                : name,
        )
        .join(', ')}
Apologies: ${f.text('absent')}

1. Treasurer's report
There is a balance of £${writeAmount(f.number('balance') ?? 0)}. The subscription fee is £${f.number('fee')} per term.
${when(f.number('hire'), (hire) => `The hire of the hall costs £${hire} an evening.\n`)}
2. Membership
There are now ${f.number('members')} members.

Actions
${f
  .rows('actions')
  .map((row) => `- ${row.person} to ${row.task} by ${writeDate(String(row.due), 'long')}`)
  .join('\n')}
${when(f.text('next'), (next) => `\nNext meeting: ${writeDate(next, 'long')}`)}${when(f.text('closed'), (closed) => `\nThe meeting closed at ${closed}.`)}
`,
    },
    {
      name: 'sheet',
      extension: 'md',
      heldBack: false,
      write: (f) => `# Meeting minutes

- Date: ${writeDate(f.text('date') ?? '', 'american')}
- Start time: ${f.text('time')}
- Location: ${f.text('place')}
- Chair: ${f.text('chair')}
- Minute taker: ${f.text('secretary')}

## Attendees
${f
  .list('attendees')
  .map((name) => `- ${name}`)
  .join('\n')}

## Finances
The account balance was £${writeAmount(f.number('balance') ?? 0)} on the day.${when(f.number('ticket'), (ticket) => ` The ticket price for the summer concert was set at £${ticket}.`)}

## Action items

| Who | Task | Due |
|---|---|---|
${f
  .rows('actions')
  .map((row) => `| ${row.person} | ${row.task} | ${writeDate(String(row.due), 'short')} |`)
  .join('\n')}
`,
    },
    {
      name: 'story',
      extension: 'txt',
      heldBack: false,
      write: (
        f,
      ) => `The board met on ${writeDate(f.text('date') ?? '', 'long')} at ${f.text('place')}. ${f.text('chair')} chaired the meeting and ${f.text('secretary')} took the minutes. ${f.text('absent')} sent apologies.

The treasurer, ${f.text('treasurer')}, reported a balance of £${writeAmount(f.number('balance') ?? 0)}. The club has ${f.number('members')} members.${when(f.number('ticket'), (ticket) => ` Tickets for the concert will cost £${ticket}.`)}

${when(f.text('next'), (next) => `The next meeting is on ${writeDate(next, 'long')}.`)}
`,
    },
    {
      name: 'protocol',
      extension: 'txt',
      heldBack: true,
      write: (f) => `PROTOCOL OF THE BOARD MEETING

Held: ${writeDate(f.text('date') ?? '', 'long')}, ${f.text('time')} at ${f.text('place')}
Chairperson: ${f.text('chair')}
Secretary: ${f.text('secretary')}
Participants: ${f.list('attendees').join(', ')}
Absent: ${f.text('absent')}

Finance: the balance stands at £${writeAmount(f.number('balance') ?? 0)}.
Members: ${f.number('members')}

To do:
1. ${f
        .rows('actions')
        .map((row) => `${row.person}: ${row.task} (until ${writeDate(String(row.due), 'long')})`)
        .join('\n2. ')}
${when(f.text('closed'), (closed) => `\nEnd of meeting: ${closed}\n`)}`,
    },
    {
      name: 'record',
      extension: 'html',
      heldBack: true,
      write: (f) => `<html><body><h1>Committee meeting, ${writeDate(f.text('date') ?? '', 'long')}</h1>
<p><b>Chair:</b> ${f.text('chair')}<br><b>Treasurer:</b> ${f.text('treasurer')}<br><b>Venue:</b> ${f.text('place')}</p>
<p>The balance of the account is £${writeAmount(f.number('balance') ?? 0)}. Each member pays a subscription fee of £${f.number('fee')}.</p>
<h2>Actions</h2><table><tr><th>Person</th><th>Action</th><th>Deadline</th></tr>
${f
  .rows('actions')
  .map((row) => `<tr><td>${row.person}</td><td>${row.task}</td><td>${writeDate(String(row.due), 'long')}</td></tr>`)
  .join('')}</table>${when(f.text('next'), (next) => `<p>Next meeting: ${writeDate(next, 'long')}</p>`)}</body></html>`,
    },
  ],
  schemas: [
    {
      name: 'meeting',
      query: 'Extract the meeting.',
      properties: {
        date: date('date'),
        chair: text('chair'),
        attendees: texts('attendees'),
        location: text('place'),
        minute_taker: text('secretary', { description: 'secretary, who took the minutes' }),
        next_meeting_date: date('next'),
        guest_speaker: text(),
        conductor: text(),
        bank_name: text(),
      },
    },
    {
      name: 'finances',
      query: 'Extract the finances.',
      properties: {
        balance: number('balance'),
        subscription_fee: number('fee'),
        hall_hire: number('hire'),
        ticket_price: number('ticket'),
        member_count: integer('members'),
        treasurer: text('treasurer'),
        donations: number(),
        insurance_cost: number(),
        annual_budget: number(),
      },
    },
    {
      name: 'actions',
      query: 'Extract the action items.',
      properties: {
        actions: rows('actions', { person: ['string', 'person'], task: ['string', 'task'] }),
        decisions: texts(),
        vote_result: text(),
      },
    },
  ],
};
