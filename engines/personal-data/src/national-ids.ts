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
    isValid: isDni,
  },
  // France: number of the social security.
  {
    pattern: /(?<!\d)[12] ?\d{2} ?\d{2} ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}(?!\d)/g,
    isValid: isNir,
  },
  // Germany: tax and insurance numbers.
  {
    pattern: /(?<!\d)\d{2} ?\d{3} ?\d{3} ?\d{3}(?!\d)/g,
    isValid: isTaxId,
    calledSo: /(?:steuer|idnr|identifikation|tax id|tin)[^\d]{0,25}$/,
  },
  {
    pattern: /(?<!\d)\d{2} ?\d{6} ?[A-Z] ?\d{3}(?![A-Za-z\d])/g,
    isValid: () => true,
    calledSo: /(?:sozialversicherung|rentenversicherung|versicherungsnummer|svnr|sv-nummer)[^\d]{0,25}$/,
  },
  // Switzerland: AHV number.
  { pattern: /(?<!\d)756\.?\d{4}\.?\d{4}\.?\d{2}(?!\d)/g, isValid: isAhv },
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

/** Spain: the letter says the number's rest of a division by 23; of a NIE its first letter stands for a digit. */
function isDni(text: string): boolean {
  const id = text.replace(/[ .-]/g, '');
  const digits = id.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return id.at(-1) === 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digits) % 23];
}

/** France: 97 less the number's rest of a division by 97; Corsica's departments are written with letters. */
function isNir(text: string): boolean {
  const id = text.replaceAll(' ', '').replace('2A', '19').replace('2B', '18');
  return 97 - (Number(id.slice(0, 13)) % 97) === Number(id.slice(13));
}

/** Germany: ISO 7064, MOD 11,10. */
function isTaxId(text: string): boolean {
  const digits = text.replaceAll(' ', '');
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return digits[0] !== '0' && (11 - product) % 10 === Number(digits.at(-1));
}

/** Switzerland: as EAN-13. */
function isAhv(text: string): boolean {
  const digits = text.replaceAll('.', '');
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
