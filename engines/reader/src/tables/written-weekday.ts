import { weekdayOf } from '@parley/text';

const short: readonly RegExp[] = [
  /^(?:sun|so|dom)\.?$/iu,
  /^(?:mon|mo|lun)\.?$/iu,
  /^(?:tues?|di|mar)\.?$/iu,
  /^(?:wed|mi|mié)\.?$/iu,
  /^(?:thu(?:rs?)?|do|jue)\.?$/iu,
  /^(?:fri|fr|vie)\.?$/iu,
  /^(?:sat|sa|sáb)\.?$/iu,
];

/** The weekday, 0 (Sunday) to 6, that a cell names, whole or in its short form; undefined when it names none. */
export function writtenWeekday(word: string): number | undefined {
  const found = weekdayOf(word) ?? short.findIndex((pattern) => pattern.test(word));
  return found < 0 ? undefined : found;
}
