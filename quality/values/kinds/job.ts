import {
  type DocumentKind,
  date,
  firms,
  integer,
  people,
  text,
  texts,
  towns,
  when,
  writeDate,
} from '../document-kind.ts';

const titles = ['Warehouse clerk', 'Junior chemist', 'Bus driver', 'Web developer', 'Head chef', 'Account manager'];
const demands = [
  'driving licence',
  'good English',
  'experience with forklifts',
  'a degree in chemistry',
  'team spirit',
  'night shifts',
];
const gifts = ['free parking', 'company bike', '30 days of leave', 'pension plan', 'canteen'];

/** Job postings. */
export const job: DocumentKind = {
  name: 'job posting',
  droppable: ['deadline', 'hours', 'start', 'contact'],
  facts(random) {
    const low = random.integer(28, 60) * 1000;
    return {
      title: random.pick(titles),
      company: random.pick(firms),
      town: random.pick(towns),
      low,
      high: low + random.integer(4, 12) * 1000,
      hours: random.pick([20, 32, 38, 40]),
      start: random.date(2032),
      deadline: random.date(2031),
      contact: random.pick(people),
      mail: 'jobs@firm.example',
      reference: `J-${random.integer(1000, 9999)}`,
      type: random.pick(['full-time', 'part-time']),
      requirements: random.some(demands, 3),
      benefits: random.some(gifts, 2),
    };
  },
  templates: [
    {
      name: 'advert',
      extension: 'md',
      heldBack: false,
      write: (f) => `# ${f.text('title')}

**Company:** ${f.text('company')}
**Location:** ${f.text('town')}
**Employment type:** ${f.text('type')}
${when(f.number('hours'), (hours) => `**Hours per week:** ${hours}\n`)}**Reference:** ${f.text('reference')}
${when(f.text('deadline'), (deadline) => `**Application deadline:** ${writeDate(deadline, 'long')}\n`)}
## Requirements
${f
  .list('requirements')
  .map((each) => `- ${each}`)
  .join('\n')}

## Benefits
${f
  .list('benefits')
  .map((each) => `- ${each}`)
  .join('\n')}

Salary: EUR ${(f.number('low') ?? 0).toLocaleString('en-US')} to EUR ${(f.number('high') ?? 0).toLocaleString('en-US')} a year
`,
    },
    {
      name: 'fields',
      extension: 'txt',
      heldBack: false,
      write: (f) => `JOB OFFER

Job title:       ${f.text('title')}
Employer:        ${f.text('company')}
City:            ${f.text('town')}
Job type:        ${f.text('type')}
${when(f.text('start'), (start) => `Start date:      ${writeDate(start, 'long')}\n`)}${when(f.text('contact'), (contact) => `Contact person:  ${contact}\n`)}E-mail:          ${f.text('mail')}
Requirements:    ${f.list('requirements').join('; ')}
`,
    },
    {
      name: 'prose',
      extension: 'txt',
      heldBack: false,
      write: (f) => `${f.text('company')} is looking for a ${f.text('title')} in ${f.text('town')}.

The position is ${f.text('type')}${when(f.number('hours'), (hours) => ` with ${hours} hours per week`)}. The minimum salary is EUR ${(f.number('low') ?? 0).toLocaleString('en-US')}.${when(f.text('start'), (start) => ` The start date is ${writeDate(start, 'long')}.`)}
${when(f.text('deadline'), (deadline) => `Please apply by ${writeDate(deadline, 'long')} to ${f.text('mail')}. `)}${when(f.text('contact'), (contact) => `Your contact person is ${contact}.`)}

We offer:
- ${f.list('benefits').join('\n- ')}
`,
    },
    {
      name: 'board',
      extension: 'html',
      heldBack: true,
      write: (
        f,
      ) => `<html><body><h1>${f.text('title')}</h1><ul><li>Employer: ${f.text('company')}</li><li>Place of work: ${f.text('town')}</li>
<li>Type of employment: ${f.text('type')}</li>${when(f.number('hours'), (hours) => `<li>Weekly hours: ${hours}</li>`)}${when(f.text('deadline'), (deadline) => `<li>Closing date for applications: ${writeDate(deadline, 'long')}</li>`)}</ul>
<h3>Your profile</h3><ul>${f
        .list('requirements')
        .map((each) => `<li>${each}</li>`)
        .join('')}</ul><p>Send your application to ${f.text('mail')}.</p></body></html>`,
    },
    {
      name: 'feed',
      extension: 'json',
      heldBack: true,
      write: (f) =>
        JSON.stringify({
          jobTitle: f.text('title'),
          hiringOrganization: { name: f.text('company') },
          jobLocation: { city: f.text('town') },
          employmentType: f.text('type'),
          salary: { min: f.number('low'), max: f.number('high') },
          startDate: f.text('start'),
          requirements: f.list('requirements'),
          benefits: f.list('benefits'),
        }),
    },
  ],
  schemas: [
    {
      name: 'posting',
      query: 'Extract the job posting.',
      properties: {
        job_title: text('title'),
        company: text('company'),
        location: text('town', { description: 'city of the job' }),
        employment_type: text('type'),
        reference: text('reference'),
        remote_policy: text(),
        vacancies: integer(),
      },
    },
    {
      name: 'conditions',
      query: 'Extract the conditions.',
      properties: {
        salary_min: integer('low'),
        salary_max: integer('high'),
        weekly_hours: integer('hours'),
        start_date: date('start'),
        application_deadline: date('deadline'),
        probation_months: integer(),
        signing_bonus: integer(),
      },
    },
    {
      name: 'profile',
      query: 'Extract requirements and benefits.',
      properties: {
        requirements: texts('requirements'),
        benefits: texts('benefits'),
        contact_person: text('contact'),
        contact_email: text('mail'),
        contact_phone: text(),
        recruiter_agency: text(),
      },
    },
  ],
};
