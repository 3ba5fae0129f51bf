import type { PersonalDatum } from './personal-data-kinds.ts';
import { type Anchor, anchors, localities, parts, partsInFront } from './words/address-forms.ts';

/** Parts on each side of a street, at most. */
const mostParts = 6;
/** What is looked at for a part. */
const reach = 90;

/** Streets with a number, post boxes and towns with their postal codes, and what of an address stands before and after these. */
export function findAddresses(text: string, forms: readonly Anchor[] = anchors): PersonalDatum[] {
  const found: PersonalDatum[] = [];
  for (const { pattern, needsTown } of forms) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const { end, hasTown } = withPartsAfter(text, start + match[0].length);
      if (needsTown && !hasTown) continue;
      const stop = /[.\s]{1,3}$/.exec(text.slice(Math.max(0, end - 3), end))?.[0].length ?? 0;
      found.push({ kind: 'address', start: withPartsBefore(text, start), end: end - stop });
    }
  }
  return found;
}

/** Floors, towns, postal codes and countries behind a street, with commas, spaces or line breaks between. */
function withPartsAfter(text: string, from: number): { end: number; hasTown: boolean } {
  let [end, hasTown] = [from, false];
  for (let count = 0; count < mostParts; count++) {
    const rest = text.slice(end, end + reach);
    const town = localities.exec(rest)?.[0];
    const part = town ?? parts.map((pattern) => pattern.exec(rest)?.[0]).find((one) => one !== undefined);
    if (part === undefined) break;
    if (town !== undefined) hasTown = true;
    end += part.length;
  }
  return { end, hasTown };
}

/** Flats and houses before a street. */
function withPartsBefore(text: string, from: number): number {
  let start = from;
  for (let count = 0; count < 3; count++) {
    const before = text.slice(Math.max(0, start - reach), start);
    const part = partsInFront.exec(before)?.[0];
    if (part === undefined) break;
    start -= part.length;
  }
  return start;
}
