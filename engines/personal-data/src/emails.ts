import { matches } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

const email = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,6}\p{L}{2,24}(?![\p{L}\d])/gu;

const atSign =
  /(?<![\p{L}\d])(?:[([{<] ?(?:at|arroba|arobase|ät|@) ?[)\]}>]|(?:at|arroba|arobase|ät|klammeraffe|affenschwanz)(?![\p{L}\d]))/giu;
const attachedAtSign = /[([{<](?:at|arroba|arobase|ät|@)[)\]}>]/gi;
const part = '[\\p{L}\\d][\\p{L}\\d._%+-]{0,40}';
const joiner =
  '(?: ?(?:[([{] ?)?(?:dot|point|punto|punkt|underscore|dash|hyphen|minus|plus|gui[oó]n bajo|gui[oó]n|tiret(?: du)? bas|tiret|unterstrich|bindestrich)(?: ?[)\\]}])? ?)';
const localPart = new RegExp(`(?<![\\p{L}\\d])(?:${part} ?${joiner} ?){0,4}${part} ?$`, 'iu');
const dot = '(?: ?[([{] ?(?:dot|punto|point|punkt|\\.) ?[)\\]}] ?| (?:dot|punto|point|punkt) |\\.)';
const domain = new RegExp(
  `^ ?[\\p{L}\\d](?:[\\p{L}\\d-]{0,40}(?: ?${joiner} ?[\\p{L}\\d-]{1,40})??)(?:${dot}[\\p{L}\\d-]{1,30}){0,3}?${dot}\\p{L}{2,10}(?![\\p{L}\\d])`,
  'iu',
);

/** Addresses of mail, also where they are written out: ana (at) example dot org, luis arroba example punto com. */
export function findEmails(text: string): PersonalDatum[] {
  return [...matches(text, email, 'email'), ...spelledOut(text, atSign), ...spelledOut(text, attachedAtSign)];
}

function spelledOut(text: string, sign: RegExp): PersonalDatum[] {
  const found: PersonalDatum[] = [];
  for (const { index, 0: at } of text.matchAll(sign)) {
    // bounded: 130 characters on each side of the sign
    const before = localPart.exec(text.slice(Math.max(0, index - 130), index))?.[0];
    const after = domain.exec(text.slice(index + at.length, index + at.length + 130))?.[0];
    if (before === undefined || after === undefined) continue;
    // "Look at example.com" is none: a bare "at" needs its dot written out too.
    if (/^at$/i.test(at) && !/dot|punto|point|punkt/i.test(after)) continue;
    found.push({ kind: 'email', start: index - before.length, end: index + at.length + after.length });
  }
  return found;
}
