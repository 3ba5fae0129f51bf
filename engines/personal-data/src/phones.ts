import { parsePhoneNumber } from 'awesome-phonenumber';
import { matches, wordsBefore } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

/** Where the languages that are read are spoken, for numbers that name no country. */
const countries = ['US', 'GB', 'DE', 'AT', 'CH', 'FR', 'BE', 'ES', 'MX', 'CA'];

const candidate = /(?<![\p{L}\d+.,/-])(?:\+|00|\()?\d(?:[ ()./-]{0,3}\d){6,16}(?![\p{L}\d-]|[.,]\d)/gu;
const calledSo =
  /(?:phone|call|tel|fax|mobile|cell|text me|ring|whatsapp|telefon|handy|mobil|nummer|rufen|anruf|erreich|teléfono|telefono|móvil|movil|llám|llam|portable|appel|joign|numéro|number)[^\d]{0,30}$/;
const isDate = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})(?:\D|$)/;

/** Looks into numbering plans in one piece of a text, at 0.2 ms each; after them the form of a number is enough. */
const mostLooks = 50;

/** Numbers that are numbers of a country's plan, and are written or introduced as such. */
export function findPhones(text: string): PersonalDatum[] {
  let looks = 0;
  const isValid = (number: string, regionCode?: string): boolean =>
    looks++ >= mostLooks || parsePhoneNumber(number, { ...(regionCode && { regionCode }) }).valid;
  return matches(text, candidate, 'phone', (match, start) => {
    if (isDate.test(match)) return false;
    const isInternational = /^(?:\+|00)/.test(match);
    const isIntroduced = calledSo.test(wordsBefore(text, start));
    const isWritten =
      /^\(?0[1-9]/.test(match) || /^\(\d{3}\)/.test(match) || /^\d{3}[-. ]\d{3}[-. ]\d{3,4}$/.test(match);
    if (!isInternational && !isIntroduced && !(isWritten && /[ ()/.-]/.test(match))) return false;
    const given = match.startsWith('00') ? `+${match.slice(2)}` : match;
    return isInternational ? isValid(given) : countries.some((country) => isValid(given, country));
  });
}
