import { isValidIBAN } from 'ibantools';
import { matches } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

/** Accounts and cards: what its form and its check digit tell. */
export function findForms(text: string): PersonalDatum[] {
  return [...findIbans(text), ...matches(text, card, 'card', (match) => isCard(match.replace(/\D/g, '')))];
}

const iban = /(?<![A-Za-z\d])[A-Z]{2}\d{2}(?:[ .-]?[A-Z\d]){10,30}/gi;
const card = /(?<![\d.,-])\d(?:[ -]?\d){12,18}(?![\d-])/g;
/** The longest beginning of a run of letters and figures that is an IBAN: words that follow one look like more of it. */
function findIbans(text: string): PersonalDatum[] {
  return matches(text, iban, 'iban').flatMap(({ start, end }) => {
    const run = text.slice(start, end);
    for (let length = run.length; length >= 15; length--) {
      const given = run.slice(0, length);
      if (/[ .-]$/.test(given)) continue;
      if (isValidIBAN(given.replace(/[ .-]/g, '').toUpperCase()))
        return [{ kind: 'iban' as const, start, end: start + length }];
    }
    return [];
  });
}

/** A known beginning, and Luhn's check digit. */
function isCard(digits: string): boolean {
  if (!/^(?:4|5[1-5]|2[2-7]|3[47]|3[068]|6)/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
