import type { Field } from './find-field.ts';
import { wordsOf } from './find-field.ts';
import type { Found } from './found.ts';
import type { SourceText } from './source-text.ts';
import { unitBehind } from './typed-value.ts';

// bounded: a name, or a value in a line, at most 2,000 characters

/** Numbers of identity by the form that they have, whatever stands beside them. */
const identities: readonly [asked: RegExp, form: RegExp][] = [
  [
    /(?:^| )(?:vat|ust|uid|tva|iva|cif|nif)(?: |$)|umsatzsteuer id|tax id/,
    /^(?=(?:\D*\d){7})(?:[A-Z]{1,3} ?)?[\dA-Z][\dA-Z ./-]{6,16}$/,
  ],
  [/(?:^| )iban(?: |$)/, /^[A-Z]{2} ?\d{2}(?: ?[A-Z\d]{1,4}){3,8}$/],
  [/(?:^| )(?:bic|swift)(?: |$)/, /^[A-Z]{4} ?[A-Z]{2} ?[A-Z\d]{2}(?: ?[A-Z\d]{3})?$/],
  [/(?:^| )siret(?: |$)/, /^(?:\d ?){13}\d$/],
  [/(?:^| )siren(?: |$)/, /^(?:\d ?){8}\d$/],
  [/postcode|postal code|zip|postleitzahl|plz|code postal|código postal/, /^(?=.*\d)[A-Z\d][A-Z\d -]{2,8}$/i],
];
/** "published", "opened": what happened in a year. */
const asksYear = /year|jahr|année|annee|año|born|built|since|seit|depuis|desde|(?:^| )\p{L}{3,20}ed$/u;

/** Whether a value can be what a property asks for: of the form that its numbers have, and no year or figure of its own name. */
export function isPlausible(field: Field, { text, value, start, end }: Found, source: SourceText): boolean {
  const name = wordsOf(field.name);
  const asksId =
    /(?:^| )(?:id|no|nr|number|nummer|numéro|numero|número|bic|swift|iban|siren|siret|nif|cif)(?: |$)/.test(name);
  const form = identities.find(([asked]) => asked.test(name))?.[1];
  if (form && value === undefined && (asksId || /post|zip|plz/.test(name))) return form.test(text.trim());
  if (value === undefined) return true;
  if (name.split(/\D+/).includes(text)) return false;
  const isMeasured = unitBehind(source.text, end) !== undefined;
  const isMoney = source.numbersByPlace.meeting(start, end).some((number) => number.isMoney);
  return !/^(?:19|20)\d\d$/.test(text) || isMeasured || isMoney || asksYear.test(name);
}
