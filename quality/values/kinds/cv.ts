import {
  type DocumentKind,
  date,
  firms,
  integer,
  people,
  phone,
  rows,
  text,
  texts,
  towns,
  when,
  writeDate,
} from '../document-kind.ts';

const jobs = ['Structural engineer', 'Data analyst', 'Site manager', 'Nurse', 'Translator', 'Electrician', 'Buyer'];
const skills = ['welding', 'AutoCAD', 'Python', 'first aid', 'bookkeeping', 'SQL', 'project planning', 'photography'];
const languages = ['English', 'German', 'French', 'Polish', 'Spanish', 'Turkish'];
const schools = ['University of Leeds', 'Cork Technical College', 'Malmö University', 'Utrecht School of Arts'];

/** CVs: head with contact lines, sections with lists, sentences, tables. */
export const cv: DocumentKind = {
  name: 'cv',
  droppable: ['birth', 'phone', 'license', 'hobby'],
  facts(random) {
    const name = random.pick(people);
    const places = random.some(firms, 2);
    const titles = random.some(jobs, 2);
    return {
      name,
      email: `${name.split(' ')[0]?.toLowerCase()}@mail.example`,
      phone: phone(random),
      birth: random.date(1985),
      town: random.pick(towns),
      license: random.pick(['B', 'C1', 'BE']),
      hobby: random.pick(['rowing', 'chess', 'choir']),
      school: random.pick(schools),
      degree: random.pick(['BSc Civil Engineering', 'MA Linguistics', 'BA Economics']),
      years: random.integer(4, 20),
      skills: random.some(skills, random.integer(3, 5)),
      languages: random.some(languages, random.integer(2, 3)),
      jobs: places.map((firm, index) => ({
        firm,
        title: titles[index] ?? '',
        from: 2028 - 4 * index,
        to: 2031 - 4 * index,
      })),
    };
  },
  templates: [
    {
      name: 'sections',
      extension: 'md',
      heldBack: false,
      write: (f) => `# ${f.text('name')}

Email: ${f.text('email')}${when(f.text('phone'), (number) => ` | Phone: ${number}`)} | City: ${f.text('town')}
${when(f.text('birth'), (birth) => `Date of birth: ${writeDate(birth, 'long')}\n`)}
## Work experience

| Position | Company | From | To |
|---|---|---|---|
${f
  .rows('jobs')
  .map((row) => `| ${row.title} | ${row.firm} | ${row.from} | ${row.to} |`)
  .join('\n')}

## Education
${f.text('degree')}, ${f.text('school')}

## Skills
${f
  .list('skills')
  .map((skill) => `- ${skill}`)
  .join('\n')}

## Languages
${f.list('languages').join(', ')}
`,
    },
    {
      name: 'plain',
      extension: 'txt',
      heldBack: false,
      write: (f) => `CURRICULUM VITAE

Name:            ${f.text('name')}
${when(f.text('birth'), (birth) => `Born:            ${writeDate(birth, 'short')}\n`)}E-mail:          ${f.text('email')}
${when(f.text('phone'), (number) => `Telephone:       ${number}\n`)}Lives in:        ${f.text('town')}
${when(f.text('license'), (license) => `Driving licence: ${license}\n`)}Skills:          ${f.list('skills').join(', ')}
Languages:       ${f.list('languages').join(', ')}
Education:       ${f.text('degree')}
School:          ${f.text('school')}
${when(f.text('hobby'), (hobby) => `Hobbies:         ${hobby}\n`)}`,
    },
    {
      name: 'profile',
      extension: 'txt',
      heldBack: false,
      write: (f) => `${f.text('name')}
${f.text('town')} · ${f.text('email')}${when(f.text('phone'), (number) => ` · ${number}`)}

PROFILE
I have ${f.number('years')} years of experience. I speak ${f.list('languages').join(' and ')}.

SKILLS
* ${f.list('skills').join('\n* ')}

EDUCATION
Degree: ${f.text('degree')}
${when(f.text('license'), (license) => `\nDriving licence: ${license}\n`)}`,
    },
    {
      name: 'form',
      extension: 'html',
      heldBack: true,
      write: (f) => `<html><body><h1>Application form</h1><dl>
<dt>Full name</dt><dd>${f.text('name')}</dd><dt>E-mail address</dt><dd>${f.text('email')}</dd>
${when(f.text('phone'), (number) => `<dt>Mobile</dt><dd>${number}</dd>`)}${when(f.text('birth'), (birth) => `<dt>Date of birth</dt><dd>${birth}</dd>`)}
<dt>Town</dt><dd>${f.text('town')}</dd></dl>
<h2>Employment</h2><table><tr><th>Employer</th><th>Job title</th><th>Start</th><th>End</th></tr>
${f
  .rows('jobs')
  .map((row) => `<tr><td>${row.firm}</td><td>${row.title}</td><td>${row.from}</td><td>${row.to}</td></tr>`)
  .join('')}</table>
<h2>Key skills</h2><ul>${f
        .list('skills')
        .map((skill) => `<li>${skill}</li>`)
        .join('')}</ul></body></html>`,
    },
    {
      name: 'dossier',
      extension: 'json',
      heldBack: true,
      write: (f) =>
        JSON.stringify(
          {
            basics: {
              name: f.text('name'),
              email: f.text('email'),
              phone: f.text('phone'),
              location: { city: f.text('town') },
            },
            work: f
              .rows('jobs')
              .map((row) => ({ company: row.firm, position: row.title, startYear: row.from, endYear: row.to })),
            education: { degree: f.text('degree'), institution: f.text('school') },
            skills: f.list('skills'),
            languages: f.list('languages'),
          },
          null,
          2,
        ),
    },
  ],
  schemas: [
    {
      name: 'person',
      query: 'Extract the personal data.',
      properties: {
        full_name: text('name'),
        email: text('email', { format: 'email' }),
        phone: text('phone'),
        date_of_birth: date('birth'),
        city: text('town'),
        nationality: text(),
        marital_status: text(),
        linkedin_url: text(),
      },
    },
    {
      name: 'skills',
      query: 'What can this person do?',
      properties: {
        skills: texts('skills'),
        languages: texts('languages'),
        driving_licence: text('license'),
        certificates: texts(),
        expected_salary: integer(),
      },
    },
    {
      name: 'career',
      query: 'Extract the career.',
      properties: {
        work_experience: rows('jobs', {
          company: ['string', 'firm'],
          position: ['string', 'title'],
          start_year: ['integer', 'from'],
          end_year: ['integer', 'to'],
        }),
        degree: text('degree'),
        university: text('school'),
        references: texts(),
        military_service: text(),
      },
    },
  ],
};
