import { isValidIBAN } from 'ibantools';
import { matches, wordsBefore } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

/** Addresses of mail, accounts, cards, addresses of machines and secrets: what its form or its check digit tells. */
export function findForms(text: string): PersonalDatum[] {
  return [
    ...secretForms.flatMap((pattern) => matches(text, pattern, 'secret')),
    ...matches(text, email, 'email'),
    ...findIbans(text),
    ...matches(text, card, 'card', (match) => isCard(match.replace(/\D/g, ''))),
    ...matches(
      text,
      ipv4,
      'ip_address',
      (match, start) => match.split('.').every((part) => Number(part) <= 255) && !isVersion(text, start),
    ),
    ...matches(text, ipv6, 'ip_address', (match) => match.includes(':') && /\d/.test(match) && isIpv6(match)),
  ];
}

const email = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,6}\p{L}{2,24}(?![\p{L}\d])/gu;
const iban = /(?<![A-Za-z\d])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]){10,30}/g;
const card = /(?<![\d.,-])\d(?:[ -]?\d){12,18}(?![\d-])/g;
const ipv4 = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.]\d|\d)/g;
const ipv6 = /(?<![\w:])[\dA-Fa-f]{0,4}(?::[\dA-Fa-f]{0,4}){2,7}(?![\w:])/g;

const secretForms = [
  /(?<![\w-])(?:sk|pk|rk)[-_](?:[a-z]{2,10}[-_]){0,3}[A-Za-z\d_-]{16,200}/g,
  /(?<!\w)(?:AKIA|ASIA)[A-Z\d]{16}(?!\w)/g,
  /(?<!\w)gh[opsru]_[A-Za-z\d]{36,255}/g,
  /(?<!\w)xox[abprs]-[A-Za-z\d-]{10,200}/g,
  /(?<!\w)parley_[A-Za-z\d]{8}_[A-Za-z\d]{38}(?!\w)/g,
  /(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,2000}\.[\w-]{10,1000}/g,
];

/** The longest beginning of a run of letters and figures that is an IBAN: words that follow one look like more of it. */
function findIbans(text: string): PersonalDatum[] {
  return matches(text, iban, 'iban').flatMap(({ start, end }) => {
    const run = text.slice(start, end);
    for (let length = run.length; length >= 15; length--) {
      const given = run.slice(0, length);
      if (/[ -]$/.test(given)) continue;
      if (isValidIBAN(given.replace(/[ -]/g, ''))) return [{ kind: 'iban' as const, start, end: start + length }];
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

/** Versions are written like addresses. */
const isVersion = (text: string, start: number): boolean =>
  /(?:version|versión|release|v)[ .:]{0,2}$/.test(wordsBefore(text, start, 12));

function isIpv6(text: string): boolean {
  const groups = text.split(':');
  const hasGap = text.includes('::');
  return hasGap ? groups.length <= 8 && text.indexOf('::') === text.lastIndexOf('::') : groups.length === 8;
}
