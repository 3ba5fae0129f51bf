import type { JsonObject } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { extractReply } from '../extraction/extract-reply.ts';

async function valuesOf(text: string, properties: JsonObject): Promise<unknown> {
  const { text: json, fields = {} } = await extractReply({ type: 'object', properties }, 'Fill in the fields.', [
    { filename: 'paper.txt', text },
  ]);
  for (const { source } of Object.values(fields)) {
    if (source) expect(text.slice(source.start, source.end).length).toBeGreaterThan(0);
  }
  return JSON.parse(json);
}

const number = { type: 'number' };
const date = { type: 'string', format: 'date' };
const truth = { type: 'boolean' };
const text = { type: 'string' };

describe('a value is known by what stands beside it', () => {
  it.each([
    [
      'The lease runs from 3 May 2031 and expires on 2 May 2033.',
      { lease_start: date, lease_end: date },
      { lease_start: '2031-05-03', lease_end: '2033-05-02' },
    ],
    [
      'Das Mietverhältnis beginnt am 03.05.2031 und endet am 02.05.2033.',
      { mietbeginn: date, mietende: date },
      { mietbeginn: '2031-05-03', mietende: '2033-05-02' },
    ],
    [
      'The tenant pays a deposit of £900.00. The key deposit of £20.00 is paid to the porter.',
      { deposit: number },
      { deposit: 900 },
    ],
    [
      '| Posten | Betrag |\n|---|---|\n| Fliesen | 200,00 € |\n| Netto | 200,00 € |\n| USt 19 % | 38,00 € |\n| Rechnungsbetrag | 238,00 € |',
      { rechnungsbetrag: number, netto: number },
      { rechnungsbetrag: 238, netto: 200 },
    ],
    ['El alquiler es de 38.400 € al año.', { alquiler: number }, { alquiler: 38_400 }],
    [
      'Le loyer mensuel est de 640,00 € et la caution de 1 280,00 €.',
      { loyer: number, caution: number },
      { loyer: 640, caution: 1280 },
    ],
    [
      'Guarantee\n---------\n\n36 months from delivery; 6 months for the battery.',
      { guarantee_months: { type: 'integer', description: 'without the battery' } },
      { guarantee_months: 36 },
    ],
    [
      'Date: 4 May 2031\n\nPlease answer by 20 June, so that we can book.',
      { answer_by: date },
      { answer_by: '2031-06-20' },
    ],
    [
      'Frau Ilse Kern, Amtsweg 4 („Verkäuferin“), und Herr Ole Brandt, Hof 2 („Käufer“), schließen den Vertrag.',
      { käufer: text },
      { käufer: 'Ole Brandt' },
    ],
    ['Kundennummer 771 204 5\n\nSehr geehrte Damen und Herren,', { kundennummer: text }, { kundennummer: '771 204 5' }],
    // A page that was read in one line; "no." counts and denies nothing.
    [
      'Insurer: Pell Mutual Claim no. PM-20714 Policy no. 88-3102 Name: Ada Kern',
      { claim_number: text, policy_number: text },
      { claim_number: 'PM-20714', policy_number: '88-3102' },
    ],
    // Net, tax and what is to be paid add up, whatever the words.
    [
      'Porte 640,00\nPose 110,00\n\nTotal HT 750,00\nTVA 20 % 150,00\nNet à payer 900,00 €',
      { total_ttc: number, total_ht: number, tva: number },
      { total_ttc: 900, total_ht: 750, tva: 150 },
    ],
    ['Gebühr: 95,00 EUR', { gebuehr: number }, { gebuehr: 95 }],
    ['The new hall costs 1.3 million euros.', { cost: number }, { cost: 1_300_000 }],
    [
      'The fair begins on Friday 10 and ends on Sunday 12 July 2031.',
      { begin: date, end: date },
      { begin: '2031-07-10', end: '2031-07-12' },
    ],
    ['Zahlbar bis 03.06.2031 ohne Abzug. Ausgestellt am 04.05.2031.', { due_date: date }, { due_date: '2031-06-03' }],
    [
      'Nettobetrag 474,00 EUR\nMwSt. 19 % 90,06 EUR\nRechnungsbetrag 564,06 EUR\n\nUSt-IdNr.: DE 284 551 907',
      { vat_amount: number },
      { vat_amount: 90.06 },
    ],
    ['Destinataire : M. Paul Anglade', { customer_name: text }, { customer_name: 'M. Paul Anglade' }],
    ['Contact: Jonas Weir\nFitter: Ada Kern', { contact_person: text }, { contact_person: 'Jonas Weir' }],
    [
      'Die Probezeit beträgt sechs Monate, die Kündigungsfrist vier Wochen.',
      { probation_months: number, notice_period_weeks: number },
      { probation_months: 6, notice_period_weeks: 4 },
    ],
    ['Gewicht: 1.240 kg\nVersandkosten: 79,00 €', { gewicht_kg: number }, { gewicht_kg: 1240 }],
    [
      'Vertrag\n\nzwischen der Gärtnerei Ohm KG, Am Anger 3, 99084 Erfurt (Arbeitgeber)\nund Frau Hanna Lindner (Arbeitnehmerin)',
      { employer: text },
      { employer: 'Gärtnerei Ohm KG' },
    ],
    ['Duración: 24 meses\nPlazo de preaviso: 30 días', { duration_months: number }, { duration_months: 24 }],
    ['Kunde: Kita Sonnenhof e.V.\nOrt: Jena', { kunde: text }, { kunde: 'Kita Sonnenhof e.V.' }],
    // Markdown of other programs marks the stop behind a number.
    ['Am 6\\. Juni feiern wir die Eröffnung.\n\nSommer 2031', { eröffnung: date }, { eröffnung: '2031-06-06' }],
  ])('%s', async (paper, properties, values) => {
    expect(await valuesOf(paper, properties)).toEqual(values);
  });

  it.each([
    ['what excludes it', 'Total net: 200.00 EUR. VAT 38.00 EUR.', { gross_total: number }],
    ['the day of the paper', 'Invoice 0047\nDate 12 May 2031\nAmount due: £40.00', { due_date: date }],
    ['a number of other things', 'The hall has 40 chairs.', { guests: { type: 'integer' } }],
    ['a sentence that denies it', 'No deposit of 200 EUR is asked for.', { deposit: number }],
    ['a number that belongs to somebody else', 'Buyer: Kern AG\n\nOrder 7781-20', { customer_number: text }],
    ['two values that fit alike', 'The rent is £500. The rent is £600.', { rent: number }],
  ])('is not taken from %s', async (_, paper, properties) => {
    expect(await valuesOf(paper, properties)).toEqual({});
  });
});

describe('a boolean comes from a statement of it', () => {
  it.each([
    ['Bicycles are not allowed in the hall.', { bicycles_allowed: truth }, false],
    ['Fahrräder sind im Flur verboten.', { fahrräder_erlaubt: truth }, false],
    ['Les vélos sont autorisés dans la cour.', { vélos_autorisés: truth }, true],
    ['El desayuno no está incluido.', { desayuno_incluido: truth }, false],
    [
      'The invoice has been paid. Your address does not change.',
      { paid: { type: 'boolean', description: 'is the invoice paid' } },
      true,
    ],
    ['We do not offer delivery, but you may collect it.', { delivery_offered: truth }, false],
    ['Breakfast included: yes', { breakfast_included: truth }, true],
    ['Was anybody hurt? No Has it been repaired? Yes', { anybody_hurt: truth }, false],
    ['Der Leseraum bleibt im Mai geschlossen.', { leseraum_offen: truth }, false],
    [
      '| stop | first | heated |\n|---|---|---|\n| Mill Lane | 06:10 | yes |\n| Old Quay | 06:20 | no |',
      { old_quay_heated: truth },
      false,
    ],
  ])('%s', async (paper, properties, value) => {
    expect(Object.values((await valuesOf(paper, properties)) as object)).toEqual([value]);
  });

  it.each([
    ['a condition', 'A discount of 2 % is given if the invoice is paid within 10 days.', { paid: truth }],
    ['a question', 'Is there a ramp available?', { ramp_available: truth }],
    [
      'two statements that differ',
      'Dogs are allowed in the yard. Dogs are not allowed in the house.',
      { dogs_allowed: truth },
    ],
    ['what is said of something else', 'Cats are allowed.', { dogs_allowed: truth }],
  ])('and not from %s', async (_, paper, properties) => {
    expect(await valuesOf(paper, properties)).toEqual({});
  });
});

it('the kind of a paper is what its title says', async () => {
  const schema = { document_type: { type: 'string', enum: ['invoice', 'credit note', 'reminder'] } };
  expect(await valuesOf('# Credit note 88\n\nTo the invoice of 4 May 2031, no reminder follows.', schema)).toEqual({
    document_type: 'credit note',
  });
});

it('the only day of a text is its date, and of two neither', async () => {
  const bridge = 'The bridge was opened on 4 May 1932 by the mayor.';
  expect(await valuesOf(bridge, { date })).toEqual({ date: '1932-05-04' });
  expect(await valuesOf(`${bridge} It was closed on 7 June 1984.`, { date })).toEqual({});
});
