import type { PersonalDataKind, PersonalDatum } from './personal-data-kinds.ts';

/** Every place that a pattern meets, where `isRight` says so of its text. The pattern must be global. */
export function matches(
  text: string,
  pattern: RegExp,
  kind: PersonalDataKind,
  isRight: (match: string, start: number) => boolean = () => true,
): PersonalDatum[] {
  const found: PersonalDatum[] = [];
  for (const match of text.matchAll(pattern)) {
    const [whole] = match;
    if (whole !== '' && isRight(whole, match.index))
      found.push({ kind, start: match.index, end: match.index + whole.length });
  }
  return found;
}

/** What stands before a place, in small letters: the words that say what it is. */
export const wordsBefore = (text: string, start: number, length = 40): string =>
  text.slice(Math.max(0, start - length), start).toLowerCase();
