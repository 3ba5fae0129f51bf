import {
  type DocumentKind,
  date,
  integer,
  number,
  people,
  rows,
  text,
  towns,
  when,
  writeDate,
} from '../document-kind.ts';

const tests: [string, string, number, number][] = [
  ['Haemoglobin', 'g/dL', 12, 16],
  ['Glucose', 'mg/dL', 70, 100],
  ['Sodium', 'mmol/L', 135, 145],
  ['Potassium', 'mmol/L', 3, 5],
  ['Cholesterol', 'mg/dL', 120, 200],
  ['Ferritin', 'ng/mL', 30, 300],
];

/** Laboratory reports. */
export const lab: DocumentKind = {
  name: 'lab report',
  droppable: ['received', 'doctor', 'birth'],
  facts(random) {
    const [patient = '', doctor = ''] = random.some(people, 2);
    return {
      patient,
      doctor,
      birth: random.date(1971),
      id: `P-${random.integer(100_000, 999_999)}`,
      taken: random.date(2030),
      received: random.date(2031),
      reported: random.date(2032),
      town: random.pick(towns),
      material: random.pick(['serum', 'whole blood', 'plasma']),
      age: random.integer(20, 90),
      results: random.some(tests, 4).map(([name, unit, low, high]) => ({
        name,
        value: random.integer(low * 10, high * 12) / 10,
        unit,
        range: `${low} - ${high}`,
      })),
    };
  },
  templates: [
    {
      name: 'grid',
      extension: 'txt',
      heldBack: false,
      write: (f) => `CENTRAL LABORATORY ${f.text('town')?.toUpperCase()}

Patient: ${f.text('patient')}        Patient ID: ${f.text('id')}
${when(f.text('birth'), (birth) => `Date of birth: ${writeDate(birth, 'dots')}\n`)}Collected: ${writeDate(f.text('taken') ?? '', 'dots')}     ${when(f.text('received'), (received) => `Received: ${writeDate(received, 'dots')}`)}
Reported: ${writeDate(f.text('reported') ?? '', 'dots')}
${when(f.text('doctor'), (doctor) => `Requested by: Dr. ${doctor}\n`)}Sample: ${f.text('material')}

Test              Result    Unit      Reference range
${f
  .rows('results')
  .map(
    (row) => `${String(row.name).padEnd(18)}${String(row.value).padEnd(10)}${String(row.unit).padEnd(10)}${row.range}`,
  )
  .join('\n')}

End of report
`,
    },
    {
      name: 'markdown',
      extension: 'md',
      heldBack: false,
      write: (f) => `## Laboratory report

Patient name: ${f.text('patient')}
Sample type: ${f.text('material')}
Collection date: ${f.text('taken')}
Report date: ${f.text('reported')}
${when(f.text('doctor'), (doctor) => `Physician: ${doctor}\n`)}
| Analyte | Value | Unit | Normal range |
|---|---|---|---|
${f
  .rows('results')
  .map((row) => `| ${row.name} | ${row.value} | ${row.unit} | ${row.range} |`)
  .join('\n')}
`,
    },
    {
      name: 'letter',
      extension: 'txt',
      heldBack: false,
      write: (f) => `Dear Dr. ${f.text('doctor')},

we examined the sample of your patient ${f.text('patient')}, aged ${f.number('age')}, patient ID ${f.text('id')}. The sample was collected on ${writeDate(f.text('taken') ?? '', 'long')}${when(f.text('received'), (received) => ` and received on ${writeDate(received, 'long')}`)}. The sample type is ${f.text('material')}.

The report is dated ${writeDate(f.text('reported') ?? '', 'long')}.
`,
    },
    {
      name: 'portal',
      extension: 'html',
      heldBack: true,
      write: (
        f,
      ) => `<html><body><h1>Your results</h1><p><strong>Patient</strong>: ${f.text('patient')}<br><strong>Patient no.</strong>: ${f.text('id')}<br>
${when(f.text('birth'), (birth) => `<strong>Born</strong>: ${birth}<br>`)}<strong>Sample collected</strong>: ${f.text('taken')}</p>
<table><thead><tr><th>Test name</th><th>Your result</th><th>Units</th><th>Reference</th></tr></thead><tbody>
${f
  .rows('results')
  .map((row) => `<tr><td>${row.name}</td><td>${row.value}</td><td>${row.unit}</td><td>${row.range}</td></tr>`)
  .join('')}</tbody></table></body></html>`,
    },
    {
      name: 'export',
      extension: 'json',
      heldBack: true,
      write: (f) =>
        JSON.stringify({
          patient: { name: f.text('patient'), id: f.text('id'), birthDate: f.text('birth'), age: f.number('age') },
          sample: { type: f.text('material'), collected: f.text('taken') },
          reportDate: f.text('reported'),
          results: f
            .rows('results')
            .map((row) => ({ test: row.name, value: row.value, unit: row.unit, reference: row.range })),
        }),
    },
  ],
  schemas: [
    {
      name: 'patient',
      query: 'Extract the patient.',
      properties: {
        patient_name: text('patient'),
        patient_id: text('id'),
        date_of_birth: date('birth'),
        age: integer('age'),
        requesting_doctor: text('doctor'),
        insurance_number: text(),
        patient_address: text(),
        blood_group: text(),
      },
    },
    {
      name: 'sample',
      query: 'Extract the dates of the sample.',
      properties: {
        collection_date: date('taken', { description: 'when the sample was collected' }),
        received_date: date('received'),
        report_date: date('reported'),
        sample_type: text('material'),
        sample_volume_ml: number(),
        validated_by: text(),
      },
    },
    {
      name: 'results',
      query: 'List the results.',
      properties: {
        results: rows('results', {
          test: ['string', 'name'],
          value: ['number', 'value'],
          unit: ['string', 'unit'],
          reference_range: ['string', 'range'],
        }),
        diagnosis: text(),
        comment: text(),
      },
    },
  ],
};
