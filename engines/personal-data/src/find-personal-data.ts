import { findAddresses } from './addresses.ts';
import { findBirthDates } from './birth-dates.ts';
import { findForms } from './forms.ts';
import { findNames } from './names.ts';
import { findNationalIds } from './national-ids.ts';
import { type PersonalDataKind, type PersonalDatum, personalDataKinds } from './personal-data-kinds.ts';
import { findPhones } from './phones.ts';

/** A piece of the text at a time, so that what a finder does with one is bounded; pieces overlap by the longest thing that is found. */
const pieceLength = 1_000;
const overlap = 200;

/**
 * Finds personal data in a text, in the order of the text and without overlaps; takes time in proportion to its length. Forms are checked where
 * they can be (check digits, numbering plans); names and addresses are known by titles, given names and the words of streets, in English,
 * German, Spanish and French: what is found of these is most of what is there, not all.
 *
 * Gives way between pieces: `onPiece` is awaited after each. `kinds`: default all.
 */
export async function findPersonalData(
  text: string,
  { kinds = personalDataKinds, onPiece }: { kinds?: readonly PersonalDataKind[]; onPiece?: () => Promise<void> } = {},
): Promise<PersonalDatum[]> {
  const wanted = new Set(kinds);
  const found: PersonalDatum[] = [];
  for (let from = 0; from < text.length; from += pieceLength) {
    const start = Math.max(0, from - overlap);
    const piece = text.slice(start, Math.min(text.length, from + pieceLength + overlap));
    for (const { kind, start: at, end } of findInPiece(piece, wanted)) {
      const place = { kind, start: start + at, end: start + end };
      // What begins in the overlap belongs to the piece before or after, which sees more of it.
      if (place.start >= from && place.start < from + pieceLength) found.push(place);
    }
    if (onPiece) await onPiece();
  }
  return withoutOverlaps(found);
}

function findInPiece(piece: string, wanted: ReadonlySet<PersonalDataKind>): PersonalDatum[] {
  const all: PersonalDatum[] = findForms(piece);
  if (wanted.has('national_id')) all.push(...findNationalIds(piece));
  if (wanted.has('date_of_birth')) all.push(...findBirthDates(piece));
  if (wanted.has('phone')) all.push(...findPhones(piece));
  if (wanted.has('address')) all.push(...findAddresses(piece));
  if (wanted.has('name')) all.push(...findNames(piece));
  return withoutOverlaps(all).filter(({ kind }) => wanted.has(kind));
}

/** The surer kind has the place; of one kind the longer. */
function withoutOverlaps(found: PersonalDatum[]): PersonalDatum[] {
  const rank = (kind: PersonalDataKind) => personalDataKinds.indexOf(kind);
  const inOrder = [...found].sort((one, other) => one.start - other.start || other.end - one.end);
  const kept: PersonalDatum[] = [];
  for (const one of inOrder) {
    const last = kept.at(-1);
    if (last === undefined || one.start >= last.end) kept.push(one);
    else if (rank(one.kind) < rank(last.kind)) kept[kept.length - 1] = one;
    else if (one.kind === last.kind && one.end > last.end) last.end = one.end;
  }
  return kept;
}
