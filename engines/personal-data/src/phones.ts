import { matches } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

const candidate = /(?<![\p{L}\d+.,/-])(?:\+|00|\()?\d(?:[ ()./\-\u2013\u2011]{0,3}\d){5,16}(?![\p{L}\d-]|[.,]\d)/gu;

/** Words for a telephone or a call: after them any number of digits is one. */
const calledSo =
  /(?:phone|\bcalls?\b|\bcalled\b|\bcalling\b|\btel\b|\btlf\b|\btfno\b|\bfax\b|mobile|\bcell\b|text me|texted|\brings?\b|\brang\b|\bdial|whatsapp|\bsignal\b|telegram|\bext\b|hotline|helpline|telefon|handy|mobil|festnetz|durchwahl|rufnummer|rückruf|rufen|\banruf|\brufe?\b|erreich|teléfono|telefono|móvil|movil|celular|\bfono\b|\bfijo\b|llám|llam|marca|portable|appel|joign|\bgsm\b|\bnuméro est|my number|meine nummer|mi número|mon numéro|numbers?:|nummer:|contact|kontakt|contacto)[^\d!?;]{0,30}$/;
const nearly =
  /(?:tel|phone|mobile|whatsapp|telefon|handy|móvil|llam|número|numéro|appel|contact|kontakt|correo|mail|fijo|portable|erreich|nummer|number)/;
const isDate = /^\(?(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4})\)?$/;
const otherwise =
  /(?:order|invoice|ref|case|ticket|tracking|parcel|article|item|serial|model|meter|compteur|isbn|ean|sku|bestell|rechnung|auftrag|vorgang|akten|artikel|kunden|sendung|liefer|zähler|charge|pedido|factura|referencia|expediente|albarán|serie|lote|contador|commande|facture|dossier|référence|colis|série|lot|index|customs|zoll|account|konto|cuenta|compte|policy|police|póliza|contract|vertrag|contrato|contrat|member|mitglied|licen[cs]e|iban|siret|siren|hrb|vat|ust|cif)[-\s.:#n°ºor]{0,8}(?:nummer|number|no|nr|núm|numéro)?[\s.:#]{0,3}$/;
const units = /^\s?(?:mm|cm|km|kg|€|\$|£|eur|euro|usd|%|stück|pieces|pcs|unidades|,? all in|.{0,20}(?:millim|milím))/i;

/** Codes of countries, of one to three digits (ITU E.164). */
const countryCode =
  /^(?:1|7|2(?:0|7|1[1-368]|[2-46-9]\d|5\d)|3(?:[0-469]|5\d|7\d|8[0-35-79])|4(?:[013-9]|2[0-139])|5(?:[1-8]|0\d|9\d)|6(?:[0-6]|[7-9]\d)|8(?:[1246]|0\d|5\d|7\d|8[0-368])|9(?:[0-58]|6\d|7\d|9[2-68]))/;

/** How numbers are written without the code of a country. */
const written = [
  // France, Belgium: 06 12 34 56 78 · Switzerland: 079 603 18 42
  /^0[1-9]([ .-]?)\d{2}(?:\1\d{2}){3}$/,
  /^0\d{2}[ ./]\d{3}[ .]\d{2}[ .]\d{2}$/,
  // United Kingdom: 07700 900418 · 0161 496 0345 · 020 7946 0958 · (01632) 960123
  /^\(?0(?:7\d{3}\)? \d{6}|7\d{3} \d{3} ?\d{3}|[12]\d{3}\)? \d{5,6}|1\d{2}\)? \d{3} \d{4}|2\d\)? \d{4} \d{4}|[38]\d{2,3} \d{3} ?\d{3,4})$/,
  // Germany, Austria: 030 23125 417 · 0176 / 040 690 77 · (0221) 98 76 54 · 0174-9091317
  /^\(?0[1-9]\d{1,4}\)?(?: ?[/-] ?| )\d(?: ?-?\d){3,9}$/,
  // United States, Canada: (212) 555-0187 · 212-555-0187 · 212.555.0187
  /^\(?[2-9]\d{2}\)?[ .-]{0,2}[2-9]\d{2}[.-]\d{4}$|^\([2-9]\d{2}\) ?[2-9]\d{2} \d{4}$|^1[-. ][2-9]\d{2}[-. ]\d{3}[-. ]\d{4}$/,
  // Spain: 612 48 07 93 · Mexico: 55 1234 5678
  /^[6789]\d{2} \d{2} \d{2} \d{2}$/,
];
/** Numbers of this form are as often something else, so that a word for it must stand near. */
const maybeWritten = [
  /^[6789]\d{2} ?\d{3} ?\d{3}$/,
  /^\d{2,3} \d{3,4} \d{4}$/,
  /^555-\d{4}$/,
  /^9\d (?:\d{3} ?\d{2} ?\d{2}|\d{7})$/,
];

/** Telephone numbers: with the code of a country, written as a country writes them, or introduced as such. */
export function findPhones(text: string): PersonalDatum[] {
  return matches(text, candidate, 'phone', (match, start) => isPhone(text, match, start)).map((one) => {
    const isOpen = text[one.start] === '(' && !text.slice(one.start, one.end).includes(')');
    return isOpen ? { ...one, start: one.start + 1 } : one;
  });
}

function isPhone(text: string, match: string, start: number): boolean {
  if (isDate.test(match)) return false;
  const given = match.startsWith('(') && !match.includes(')') ? match.slice(1) : match;
  const digits = given.replace(/\D/g, '');
  // bounded: 60 characters before, 30 after
  const before = text.slice(Math.max(0, start - 60), start).toLowerCase();
  const after = text.slice(start + match.length, start + match.length + 30);
  if (/^(?:\+|00)/.test(given)) {
    const number = given.startsWith('00') ? digits.slice(2) : digits;
    const isKnown = countryCode.test(number) && number.length >= 8 && number.length <= 15;
    if (isKnown && (given.startsWith('+') || /[ ()/.-]/.test(given) || calledSo.test(before))) return true;
  }
  if (digits.length > 15 || digits.length < 6 || otherwise.test(before) || units.test(after)) return false;
  if (calledSo.test(before))
    return !/^\d{1,2}[:.]\d{2}/.test(given) && !/^(?:19|20)\d{2}[-–](?:19|20)\d{2}$/.test(given);
  if (digits.length >= 7 && maybeWritten.some((form) => form.test(given)))
    return nearly.test(before) || nearly.test(after.toLowerCase());
  // A row of numbers in groups is a measure or a reading.
  if (/\d{3,4}[ ,]+$/.test(before) || /^ \d/.test(after)) return false;
  return digits.length >= 9 && digits.length <= 13 && written.some((form) => form.test(given));
}
