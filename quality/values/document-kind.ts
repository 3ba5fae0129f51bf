/** What a document tells: values and lists of rows by name. Dates are YYYY-MM-DD, amounts are numbers. */
export type Fact = string | number | string[] | Row[];
export type Row = Record<string, string | number>;
export type Facts = Record<string, Fact>;

/** Gives a fact to a template and notes that the document tells it; undefined where it was left out on purpose. */
export interface Told {
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  list(name: string): string[];
  rows(name: string): Row[];
}

/** One way of writing a document. Held-back ones are measured apart: nobody looks at what goes wrong in them. */
export interface Template {
  name: string;
  extension: 'txt' | 'md' | 'html' | 'csv' | 'json' | 'eml';
  heldBack: boolean;
  write(told: Told): string;
}

/** A property of a schema: its JSON Schema and the fact that it asks for. Without one it asks for what no document tells. */
export interface Wanted {
  schema: Record<string, unknown>;
  fact?: string;
  /** For lists of objects: property to key of the row. */
  item?: Record<string, string>;
}

export interface SchemaCase {
  name: string;
  query: string;
  properties: Record<string, Wanted>;
}

/** A kind of document: what it tells, the ways of writing it, the schemas it is asked with. */
export interface DocumentKind {
  name: string;
  /** Facts that a document may lack, so that a property near to others is absent. */
  droppable: string[];
  facts(random: Random): Facts;
  templates: Template[];
  schemas: SchemaCase[];
}

/** Numbers that are the same for the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  /** Some of the values, each once, in random order. */
  some<T>(values: readonly T[], count: number): T[] {
    const left = [...values];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [value] = left.splice(Math.floor(this.next() * left.length), 1);
      if (value === undefined) throw new Error('nothing left to pick');
      return value;
    });
  }

  date(year: number): string {
    return `${year}-${pad(this.integer(1, 12))}-${pad(this.integer(1, 28))}`;
  }

  money(from: number, to: number): number {
    return this.integer(from * 20, to * 20) / 20;
  }
}

const pad = (part: number): string => String(part).padStart(2, '0');

const months = 'January February March April May June July August September October November December'.split(' ');

/** 3 May 2031 · May 3, 2031 · 03.05.2031 */
export function writeDate(iso: string, form: 'long' | 'american' | 'dots' | 'short'): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  const name = months[Number(month) - 1] ?? '';
  if (form === 'american') return `${name} ${Number(day)}, ${year}`;
  if (form === 'dots') return `${day}.${month}.${year}`;
  if (form === 'short') return `${Number(day)} ${name.slice(0, 3)} ${year}`;
  return `${Number(day)} ${name} ${year}`;
}

/** 1,234.50 */
export const writeAmount = (amount: number): string =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Calls `write` with a value that is there; '' otherwise. */
export const when = <T>(value: T | undefined, write: (value: T) => string): string =>
  value === undefined ? '' : write(value);

export const text = (fact?: string, more: Record<string, unknown> = {}): Wanted =>
  want({ type: 'string', ...more }, fact);
export const number = (fact?: string, more: Record<string, unknown> = {}): Wanted =>
  want({ type: 'number', ...more }, fact);
export const integer = (fact?: string, more: Record<string, unknown> = {}): Wanted =>
  want({ type: 'integer', ...more }, fact);
export const date = (fact?: string, more: Record<string, unknown> = {}): Wanted =>
  want({ type: 'string', format: 'date', ...more }, fact);
/** A list of texts. */
export const texts = (fact?: string): Wanted => want({ type: 'array', items: { type: 'string' } }, fact);

/** A list of objects; `item` names for each property its type and the key of the row. */
export function rows(fact: string, item: Record<string, [type: 'string' | 'number' | 'integer', key: string]>): Wanted {
  const properties = Object.fromEntries(Object.entries(item).map(([name, [type]]) => [name, { type }]));
  return {
    schema: { type: 'array', items: { type: 'object', properties, required: [], additionalProperties: false } },
    fact,
    item: Object.fromEntries(Object.entries(item).map(([name, [, key]]) => [name, key])),
  };
}

const want = (schema: Record<string, unknown>, fact?: string): Wanted => ({
  schema,
  ...(fact !== undefined && { fact }),
});

export const people = [
  'Dorothea Pillay', 'Amir Haddad', 'Susan Okafor', 'Leo Brandt', 'Wen Li', 'Graham Tully', 'Petra Novak', 'Ingrid Solheim',
  'Tobias Kernel', 'Marta Zielinska', 'Yusuf Demir', 'Clara Sommer', 'Jonas Weir', 'Ruth Kessler', 'Owen Pratt', 'Marit Dahl',
  'Beatrice Lang', 'Samir Patel', 'Nora Quinn', 'Hector Ruiz', 'Paula Whitaker', 'Femi Adeyemi', 'Aoife Brennan', 'Hanne Vik',
]; // biome-ignore format: one block
export const firms = [
  'Nordwind Trading GmbH', 'Pelican Builders Ltd', 'Fernhill Joinery LLC', 'Casa Verde Homes S.L.', 'Anchor Boatyard Inc',
  'Lumenfield Services GmbH', 'Brightwater Tools Ltd', 'Corvid Optics B.V.', 'Hallgren & Son AB', 'Stonebridge Foods plc',
]; // biome-ignore format: one block
export const towns = ['Halden', 'Kassel', 'Tampa', 'Eugene', 'Utrecht', 'Leeds', 'Duluth', 'Girona', 'Malmö', 'Cork'];
export const streets = ['Quarry Lane', 'Harbour Street', 'Mill Road', 'Station Road', 'Garden Avenue', 'Chapel Street'];

/** A telephone number of the range kept for fiction. */
export const phone = (random: Random): string => `+44 20 7946 0${random.integer(100, 999)}`;
