export type Next = () => number;
export type Cell = string | number;
export interface Made {
  filename: string;
  headings: string[];
  rows: Cell[][];
  /** A question and what its answer must hold; nothing where the table does not tell it. */
  questions: [string, ...Cell[]][];
}

/** Mulberry32: numbers from 0 up to 1. */
export function randomOf(seed: number): Next {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

export const exactly = (value: Cell): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d.,])${String(value).replaceAll(/[.*+?()|[\]\\]/g, '\\$&')}(?:\\.0)?(?![\\p{L}\\d]|[.,]\\d)`,
    'iu',
  );
export const whole = (next: Next, low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
export const pick = <Item>(next: Next, items: readonly Item[]): Item => at(items, whole(next, 0, items.length - 1));
export const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items.at(index);
  if (item === undefined) throw new Error('A made table has no such row.');
  return item;
};
/** Items in another order. */
export const mixed = <Item>(next: Next, items: readonly Item[]): Item[] =>
  items
    .map((item) => [next(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
/** Different numbers. */
export const numbers = (next: Next, count: number, low: number, step: number): number[] =>
  mixed(
    next,
    Array.from({ length: count }, (_, index) => low + index * step + whole(next, 0, step - 1)),
  );
export const dayOf = (next: Next): string => `2024-${pad(whole(next, 1, 12))}-${pad(whole(next, 1, 28))}`;
export const pad = (value: number): string => String(value).padStart(2, '0');
export const weekday = (day: string): string =>
  new Date(day).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
export const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
export const most = <Row>(rows: readonly Row[], of: (row: Row) => number): Row =>
  rows.reduce((best, row) => (of(row) > of(best) ? row : best));
export const least = <Row>(rows: readonly Row[], of: (row: Row) => number): Row => most(rows, (row) => -of(row));

export const people = [
  'Ada Quill',
  'Bruno Falk',
  'Carla Stein',
  'Dario Voss',
  'Ewa Lind',
  'Femi Okoro',
  'Greta Moor',
  'Hugo Barr',
];
export const towns = ['Arden', 'Belmont', 'Corvick', 'Dunmore', 'Elswick', 'Farley'];
