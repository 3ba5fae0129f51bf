import type { JsonValue } from '@parley/contract';

/** What a piece of a request can be, by its looks. */
export type MentionKind =
  | 'number'
  | 'date'
  | 'time'
  | 'quoted'
  | 'name'
  | 'code'
  | 'email'
  | 'url'
  | 'phrase'
  | 'word'
  | 'list'
  | 'option'
  | 'flag';

/** A piece of a request that an argument could be made of. */
export interface Mention {
  kind: MentionKind;
  start: number;
  end: number;
  value: JsonValue;
  /** Unit that stands with a number: `km`, `percent`, `usd`; empty when there is none. */
  unit: string;
  /** How the value was made from the text: as it stands, converted to another unit, turned into a fraction … */
  form: string;
  /** Mentions joined by commas and "and" share a group, numbered; -1 outside of one. */
  group: number;
}

export function mention(
  kind: MentionKind,
  start: number,
  end: number,
  value: JsonValue,
  more: Partial<Mention> = {},
): Mention {
  return { kind, start, end, value, unit: '', form: 'plain', group: -1, ...more };
}

/** Whether two values are made of the same stretch of a request. */
export const isSame = (one: Mention, other: Mention | null): boolean =>
  one.start === other?.start && one.end === other.end;

/** Whether two values share words; "20 euros" gives an amount and its currency. */
export const sharesWords = (one: Mention, other: Mention): boolean =>
  one.start < other.end && other.start < one.end && !isUnitOf(one, other) && !isUnitOf(other, one);

/** The currency in "20 euros". */
export const isUnitOf = (option: Mention, number: Mention): boolean =>
  option.kind === 'option' &&
  number.kind === 'number' &&
  number.unit !== '' &&
  (option.end === number.end) !== (option.start === number.start);

/** What it looks like: a list by what it holds, a number of four figures as a year. */
export function kindOf({ kind, form, value, unit }: Mention): string {
  if (kind === 'list') return `list-${form}`;
  const isYear =
    kind === 'number' && unit === '' && Number.isInteger(value) && Number(value) >= 1000 && Number(value) <= 2100;
  return isYear ? 'year' : kind;
}
