import { findAddresses } from './addresses.ts';
import { findBirthDates } from './birth-dates.ts';
import { findEmails } from './emails.ts';
import { findForms } from './forms.ts';
import { findIpAddresses } from './ip-addresses.ts';
import { findNames } from './names.ts';
import { findNationalIds } from './national-ids.ts';
import { type PersonalDataKind, type PersonalDatum, personalDataKinds } from './personal-data-kinds.ts';
import { findPhones } from './phones.ts';
import { findSecrets } from './secrets.ts';
import { anchors } from './words/address-forms.ts';
import { WordTable } from './words/word-table.ts';

/**
 * A piece of the text at a time, so that what a finder does with one is bounded; pieces overlap by the longest thing that is found. What overlaps is read
 * twice: of pieces of 600 two thirds, of these half. Longer ones would hold the event loop for more than ten milliseconds in hostile texts.
 */
const pieceLength = 800;
const overlap = 200;

/**
 * Finds personal data in a text, in the order of the text and without overlaps; takes time in proportion to its length. Forms are checked where
 * they can be (check digits, codes of countries); names are known by lists and by what stands around them, addresses by the words of streets, in
 * English, German, Spanish and French: what is found of these is most of what is there, not all (`quality/personal-data` counts).
 *
 * Gives way between pieces: `onPiece` is awaited after each. `kinds`: default all.
 */
export async function findPersonalData(
  text: string,
  { kinds = personalDataKinds, onPiece }: { kinds?: readonly PersonalDataKind[]; onPiece?: () => Promise<void> } = {},
): Promise<PersonalDatum[]> {
  const wanted = new Set(kinds);
  const table = await prepare();
  const found: PersonalDatum[] = [];
  for (let from = 0; from < text.length; from += pieceLength) {
    const start = Math.max(0, from - overlap);
    const piece = text.slice(start, Math.min(text.length, from + pieceLength + overlap));
    for (const { kind, start: at, end } of findInPiece(piece, wanted, table)) {
      const isCut = kind === 'secret' && end === piece.length;
      const place = { kind, start: start + at, end: isCut ? endOfToken(text, start + end) : start + end };
      // What begins in the overlap belongs to the piece before or after, which sees more of it.
      if (place.start >= from && place.start < from + pieceLength) found.push(place);
    }
    if (onPiece) await onPiece();
  }
  return withoutOverlaps(found);
}

/** The longest key or token. */
const longestSecret = 6_000;

/** Keys are longer than what two pieces share: one that reaches the end of a piece goes on to the next space. */
function endOfToken(text: string, from: number): number {
  let end = from;
  while (end < text.length && end - from < longestSecret && !/\s/.test(text.charAt(end))) end++;
  return end;
}

let ready: Promise<WordTable> | undefined;

/**
 * Reads the list of names and meets every pattern once, one after the other between turns of the event loop: the first time a pattern is met
 * takes milliseconds. The first call waits for it; whoever knows that calls will come has it done beforehand.
 */
export function preparePersonalData(): Promise<void> {
  return prepare().then(() => undefined);
}

function prepare(): Promise<WordTable> {
  ready ??= firstLook().catch((error: unknown) => {
    ready = undefined;
    throw error;
  });
  return ready;
}

async function firstLook(): Promise<WordTable> {
  const table = await WordTable.load();
  const sample =
    'Ana (at) example dot org, 12 Main Street, 10115 Berlin; password: Kestrel-41, 10.0.0.1, born 12.3.1980, +44 20 7946 0958.';
  const looks = [
    () => findNames(sample, table),
    () => findSecrets(sample, table),
    () => findEmails(sample),
    () => findBirthDates(sample, []),
    () => findIpAddresses(sample),
    () => findForms(sample),
    () => findNationalIds(sample),
    () => findPhones(sample),
    ...anchors.map((anchor) => () => findAddresses(sample, [anchor])),
  ];
  // Twice: the engine compiles a pattern anew when it is met again.
  for (const look of [...looks, ...looks]) {
    look();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return table;
}

function findInPiece(piece: string, wanted: ReadonlySet<PersonalDataKind>, table: WordTable): PersonalDatum[] {
  const all: PersonalDatum[] = [...findForms(piece), ...findEmails(piece), ...findSecrets(piece, table)];
  if (wanted.has('ip_address')) all.push(...findIpAddresses(piece));
  if (wanted.has('national_id')) all.push(...findNationalIds(piece));
  if (wanted.has('phone')) all.push(...findPhones(piece));
  if (wanted.has('address')) all.push(...findAddresses(piece));
  if (wanted.has('name') || wanted.has('date_of_birth')) {
    const names = findNames(piece, table);
    all.push(...names, ...findBirthDates(piece, names));
  }
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
