import { stdnum } from 'stdnum';
import { matches, wordsBefore } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

interface IdForm {
  pattern: RegExp;
  /** Its check: by the digits, as far as the country's number has any. */
  isValid(text: string): boolean;
  /** A word that must stand before it, for forms that are not telling enough. */
  calledSo?: RegExp;
}

const forms: readonly IdForm[] = [
  // United States: Social Security and taxpayer numbers.
  { pattern: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g, isValid: (text) => !/^(?:000|666|9\d\d)|-00-|-0000$/.test(text) },
  // United Kingdom: National Insurance number.
  {
    pattern: /(?<![A-Za-z\d])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z\d])/g,
    isValid: (text) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(text),
  },
  // Spain: DNI and NIE.
  {
    pattern: /(?<![A-Za-z\d])(?:\d{2}\.?\d{3}\.?\d{3}|[XYZ]-?\d{7})[ -]?[A-Z](?![A-Za-z\d])/g,
    isValid: (text) => valid('ES', 'dni', text) || valid('ES', 'nie', text),
  },
  // France: number of the social security.
  {
    pattern: /(?<!\d)[12] ?\d{2} ?\d{2} ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}(?!\d)/g,
    isValid: (text) => valid('FR', 'nir', text),
  },
  // Germany: tax and insurance numbers.
  {
    pattern: /(?<!\d)\d{2} ?\d{3} ?\d{3} ?\d{3}(?!\d)/g,
    isValid: (text) => valid('DE', 'idnr', text),
    calledSo: /(?:steuer|idnr|identifikation|tax id|tin)[^\d]{0,25}$/,
  },
  {
    pattern: /(?<!\d)\d{2} ?\d{6} ?[A-Z] ?\d{3}(?![A-Za-z\d])/g,
    isValid: () => true,
    calledSo: /(?:sozialversicherung|rentenversicherung|versicherungsnummer|svnr|sv-nummer)[^\d]{0,25}$/,
  },
  // Switzerland: AHV number.
  { pattern: /(?<!\d)756\.?\d{4}\.?\d{4}\.?\d{2}(?!\d)/g, isValid: (text) => valid('CH', 'ssn', text) },
  // Numbers of passports and identity cards have the form of many others: only where they are called so.
  {
    pattern: /(?<![A-Za-z\d])(?=[A-Z\d]{0,8}\d)[A-Z\d]{6,12}(?![A-Za-z\d])/g,
    isValid: (text) => /\d{2}/.test(text),
    calledSo:
      /(?:passport|reisepass|personalausweis|ausweis|pasaporte|passeport|carte d['’]identité|driving licen[cs]e|führerschein|permis de conduire|carnet de conducir)[^\d.!?]{0,30}$/,
  },
];

/** Numbers that states give to people. */
export function findNationalIds(text: string): PersonalDatum[] {
  return forms.flatMap(({ pattern, isValid, calledSo }) =>
    matches(
      text,
      pattern,
      'national_id',
      (match, start) => (calledSo === undefined || calledSo.test(wordsBefore(text, start, 60))) && isValid(match),
    ),
  );
}

function valid(country: string, number: string, text: string): boolean {
  return stdnum[country]?.[number]?.validate(text).isValid === true;
}
