import { matches, wordsBefore } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

interface IdForm {
  pattern: RegExp;
  /** Its check: by the digits, as far as the country's number has any. */
  isValid(text: string): boolean;
  /** A word that must stand before it, for forms that are not telling enough. */
  calledSo?: RegExp;
  /** Or behind it. */
  calledAfter?: RegExp;
}

const forms: readonly IdForm[] = [
  // United States: Social Security and taxpayer numbers.
  { pattern: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g, isValid: (text) => !/^(?:000|666|9\d\d)|-00-|-0000$/.test(text) },
  {
    pattern: /(?<!\d)\d{3}[ .-]?\d{2}[ .-]?\d{4}(?!\d)/g,
    isValid: () => true,
    calledSo: /(?:\bssn\b|social security|\bitin\b)[^\d]{0,40}$/,
  },
  // United Kingdom: National Insurance number.
  {
    pattern:
      /(?<![A-Za-z\d])(?:[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]|QQ)[ .-]?\d{2}[ .-]?\d{2}[ .-]?\d{2}[ .-]?[A-D](?![A-Za-z\d])/gi,
    isValid: (text) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/i.test(text),
  },
  // Spain: DNI and NIE.
  {
    pattern: /(?<![A-Za-z\d])(?:\d{2}[. ]?\d{3}[. ]?\d{3}|[XYZ][ .-]?\d\.?\d{3}\.?\d{3})[ -]?[A-Z](?![A-Za-z\d])/gi,
    isValid: isDni,
  },
  // France: number of the social security.
  {
    pattern: /(?<![\d.])[12][ .-]?\d{2}[ .-]?\d{2}[ .-]?\d[\dAB][ .-]?\d{3}[ .-]?\d{3}[ ./-]{0,3}\d{2}(?!\d)/g,
    isValid: isNir,
  },
  // Germany: tax and insurance numbers.
  {
    pattern: /(?<![\d.])\d{2}[ ./-]?\d{3}[ ./-]?\d{3}[ ./-]?\d{3}(?!\d)/g,
    isValid: isTaxId,
    calledSo: /(?:steuer|idnr|identifikation|tax id|\btin\b)[^\d]{0,60}$/,
  },
  {
    pattern: /(?<!\d)\d{2} ?\d{6} ?[A-Z] ?\d{3}(?![A-Za-z\d])/g,
    isValid: () => true,
    calledSo:
      /(?:sozialversicherung|rentenversicherung|versicherungsnummer|versicherungsnr|svnr|sv-n|rvnr|rv-n|rente)[^\d]{0,40}$/,
  },
  // Switzerland: AHV number. Austria: insurance number.
  { pattern: /(?<!\d)756\.?\d{4}\.?\d{4}\.?\d{2}(?!\d)/g, isValid: isAhv },
  {
    pattern: /(?<!\d)\d{4}[ -]?\d{6}(?!\d)/g,
    isValid: () => true,
    calledSo: /(?:svnr|sv-n|sozialversicherung)[^\d]{0,30}$/,
  },
  // United Kingdom: NHS number. Ireland: PPS. Canada: SIN. Chile: RUT. Mexico: CURP. Argentina, Colombia: DNI, cédula. Spain: social security.
  { pattern: /(?<!\d)\d{3}[ -]?\d{3}[ -]?\d{4}(?!\d)/g, isValid: isNhs, calledSo: /\bnhs\b[^\d]{0,30}$/ },
  {
    pattern: /(?<![A-Za-z\d])\d{7}[A-Wa-w][A-IWa-iw]?(?![A-Za-z\d])/g,
    isValid: () => true,
    calledSo: /\bpps(?:n)?\b[^\d]{0,30}$/,
  },
  {
    pattern: /(?<!\d)\d{3}[ -]\d{3}[ -]\d{3}(?!\d)/g,
    isValid: () => true,
    calledSo: /\bsin\b|social insurance[^\d]{0,30}$/,
  },
  { pattern: /(?<!\d)\d{1,2}\.?\d{3}\.?\d{3}-[\dkK](?![A-Za-z\d])/g, isValid: isRut },
  { pattern: /(?<![A-Za-z\d])[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d(?![A-Za-z\d])/g, isValid: () => true },
  {
    pattern: /(?<!\d)\d{1,3}(?:\.\d{3}){2,3}(?!\d)/g,
    isValid: () => true,
    calledSo: /(?:\bdni\b|cédula|\bc\.?c\.|documento|cuil|cuit)[^\d]{0,30}$/,
  },
  {
    pattern: /(?<!\d)\d{2}[ /-]?\d{8}[ /-]?\d{2}(?!\d)/g,
    isValid: isNaf,
    calledSo: /(?:seguridad social|\bnaf\b|afiliación|\bnuss\b)[^\d]{0,40}$/,
  },
  // Belgium: national register number.
  { pattern: /(?<!\d)\d{2}\.?\d{2}\.?\d{2}-?\d{3}[.-]?\d{2}(?!\d)/g, isValid: isNiss },
  // Numbers of passports and identity cards have the form of many others: only where they are called so.
  {
    pattern:
      /(?<![A-Za-z\d])(?:(?=[A-Z\d]{0,11}\d)[A-Z\d]{6,12}|[A-Z]{1,3}[ -]?\d{3}[ ]?\d{3,4}|\d{3} \d{3} \d{3}|\d{2}[ -]?[A-Z]{2}[ -]?\d{5})(?![A-Za-z\d])/g,
    isValid: (text) => /\d.*\d/.test(text) && !/^(?:19|20)\d{6}$/.test(text),
    calledSo:
      /(?:passport|reisepass|\bpass(?:nummer|-nr|nr)?\b|personalausweis|ausweis|pasaporte|passeport|carte (?:nationale )?d['’]identité|\bcni\b|carné|driving licen[cs]e|driver['’]?s licen[cs]e|id[ -]card|identity card|führerschein|permis de conduire|titre de séjour|carnet de conducir|permiso de conducir)[^\d!?]{0,60}$/,
    calledAfter:
      /^[ ,(]{1,3}(?:mein |my |mi |mon )?\(?(?:\p{L}{3,14} )?(?:passport|reisepass|pass\b|pasaporte|passeport|personalausweis)/iu,
  },
];

/** Numbers that states give to people. */
export function findNationalIds(text: string): PersonalDatum[] {
  return forms.flatMap(({ pattern, isValid, calledSo, calledAfter }) =>
    matches(text, pattern, 'national_id', (match, start) => {
      if (!isValid(match)) return false;
      if (calledSo === undefined || calledSo.test(wordsBefore(text, start, 90))) return true;
      // bounded: 40 characters
      return calledAfter?.test(text.slice(start + match.length, start + match.length + 40)) === true;
    }),
  );
}

/** United Kingdom: weighed by ten down to two, modulo 11. */
function isNhs(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const sum = [...digits.slice(0, 9)].reduce((total, digit, i) => total + Number(digit) * (10 - i), 0);
  return (11 - (sum % 11)) % 11 === Number(digits[9]);
}

/** Chile: weighed by two to seven from the right, modulo 11; ten is K. */
function isRut(text: string): boolean {
  const digits = text.replace(/[.-]/g, '').toUpperCase();
  const sum = [...digits.slice(0, -1)].reverse().reduce((total, digit, i) => total + Number(digit) * (2 + (i % 6)), 0);
  return digits.length > 7 && '0K987654321'[sum % 11] === digits.at(-1);
}

/** Spain: the last two digits are the rest of a division by 97. */
function isNaf(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return (
    Number(digits.slice(0, 10)) % 97 === Number(digits.slice(10)) ||
    Number(digits[0] + digits.slice(2, 10)) % 97 === Number(digits.slice(10))
  );
}

/** Belgium: 97 less the rest of a division by 97; with a two before for those born from 2000 on. */
function isNiss(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  const [number, check] = [digits.slice(0, 9), Number(digits.slice(9))];
  const [month, day] = [Number(digits.slice(2, 4)), Number(digits.slice(4, 6))];
  return month < 13 && day < 32 && (97 - (Number(number) % 97) === check || 97 - (Number(`2${number}`) % 97) === check);
}

/** Spain: the letter says the number's rest of a division by 23; of a NIE its first letter stands for a digit. */
function isDni(text: string): boolean {
  const id = text.replace(/[ .-]/g, '').toUpperCase();
  const digits = id.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return id.at(-1) === 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(digits) % 23];
}

/** France: 97 less the number's rest of a division by 97; Corsica's departments are written with letters. */
function isNir(text: string): boolean {
  const id = text
    .replace(/[ ./-]/g, '')
    .replace('2A', '19')
    .replace('2B', '18');
  return 97 - (Number(id.slice(0, 13)) % 97) === Number(id.slice(13));
}

/** Germany: ISO 7064, MOD 11,10. */
function isTaxId(text: string): boolean {
  const digits = text.replace(/[ ./-]/g, '');
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
