// long because three kinds of papers share one writer
/**
 * Papers in four languages, made of labels, tables and sentences: the open files are too few to learn from alone, and the documents of
 * `quality/values` are English. Every paper has its schema, of which a part asks for what the paper does not say.
 */
import { Random } from '../values/document-kind.ts';
import {
  firmsOf,
  goodsOf,
  type Language,
  monthsOf,
  peopleOf,
  type Thing,
  thingsOf,
  townsOf,
} from './papers-by-language.ts';

export interface Paper {
  name: string;
  text: string;
  schema: { type: 'object'; properties: Record<string, Record<string, unknown>> };
  /** Null for what the paper does not say; several writings of one text. */
  expected: Record<string, string | number | readonly string[] | null>;
}

const languages: readonly Language[] = ['en', 'de', 'fr', 'es'];
type Value = { shown: string; is: string | number };
type Values = Map<string, Value>;

class Writer {
  readonly language: Language;
  readonly random: Random;

  constructor(language: Language, random: Random) {
    this.language = language;
    this.random = random;
  }

  thing(key: string): Thing {
    const found = thingsOf[this.language].get(key);
    if (!found) throw new Error(`There is no ${key} in ${this.language}.`);
    return found;
  }

  label = (key: string): string => this.random.pick(this.thing(key).labels);
  person = (): Value => this.#text(this.random.pick(peopleOf[this.language]));
  firm = (): Value => this.#text(this.random.pick(firmsOf[this.language]));
  code = (): Value =>
    this.#text(
      `${this.random.pick(['', 'RE-', 'F', 'K-', '20'])}${this.random.integer(1000, 99_999)}${this.random.pick(['', '-7', '/26'])}`,
    );
  count = (from: number, to: number): Value => {
    const is = this.random.integer(from, to);
    return { shown: String(is), is };
  };
  #text = (shown: string): Value => ({ shown, is: shown });

  money(is: number, form: 'sign' | 'bare' | 'code'): Value {
    const [whole = '', cents = ''] = is.toFixed(2).split('.');
    const mark = { en: ',', de: '.', fr: ' ', es: '.' }[this.language];
    const digits = `${whole.replace(/\B(?=(\d{3})+$)/g, mark)}${this.language === 'en' ? '.' : ','}${cents}`;
    const shown =
      form === 'bare'
        ? digits
        : form === 'code'
          ? `${digits} EUR`
          : this.language === 'en'
            ? `£${digits}`
            : `${digits} €`;
    return { shown, is };
  }

  date(): Value {
    const is = this.random.date(2026);
    const [year = '', month = '', day = ''] = is.split('-');
    const name = monthsOf[this.language][Number(month) - 1] ?? '';
    const long = {
      en: `${Number(day)} ${name} ${year}`,
      de: `${Number(day)}. ${name} ${year}`,
      fr: `${Number(day)} ${name} ${year}`,
      es: `${Number(day)} de ${name} de ${year}`,
    }[this.language];
    const short = this.language === 'de' ? `${day}.${month}.${year}` : `${day}/${month}/${year}`;
    return { shown: Number(day) > 12 && this.random.next() < 0.5 ? short : long, is };
  }

  /** Labels with their values, as lines, in two columns, as a table, below each other, or run together as a page that was read in one line. */
  labelled(values: Values, keys: readonly string[]): string {
    const pairs = keys.flatMap((key) => {
      const value = values.get(key);
      return value ? [[this.label(key), value.shown] as const] : [];
    });
    switch (this.random.integer(0, 5)) {
      case 0:
        return pairs.map(([label, value]) => `${label}: ${value}`).join('\n');
      case 1:
        return pairs.map(([label, value]) => `${label.padEnd(26)}${value}`).join('\n');
      case 2:
        return `| ${pairs.map(([label, value]) => `${label} | ${value} |`).join('\n| ')}`;
      case 3:
        return pairs.map(([label, value]) => `${label}\n${value}`).join('\n\n');
      case 4:
        return pairs.map(([label, value]) => `${label} ${value}`).join(' ');
      default:
        return pairs.map(([label, value]) => `${label} ${value}`).join('\n');
    }
  }
}

/** The schema of a paper: what it says, and some of what it does not. */
function ask(
  writer: Writer,
  { name, text, told, others }: { name: string; text: string; told: Values; others: readonly string[] },
): Paper {
  const properties: Paper['schema']['properties'] = {};
  const expected: Paper['expected'] = {};
  for (const key of [...told.keys(), ...others.filter((other) => !told.has(other))]) {
    const value = told.get(key);
    const english = thingsOf.en.get(key)?.names ?? [];
    const property = writer.random.pick(writer.random.next() < 0.25 ? english : writer.thing(key).names);
    // Of a name of several words the paper has each, as it may speak of several.
    const words = property.split('_').filter((word) => word.length > 3);
    if (properties[property] !== undefined || (words.length > 1 && value && !words.every((word) => isIn(text, word))))
      continue;
    const isDate = /^(?:date|due|delivered|begin|end|signed)$/.test(key);
    const isText = /^(?:number|client|seller|buyer|landlord|tenant|code)$/.test(key);
    const description = writer.random.next() < 0.2 ? { description: writer.label(key) } : {};
    properties[property] = {
      type: isDate || isText ? 'string' : 'number',
      ...(isDate && { format: 'date' }),
      ...description,
    };
    expected[property] = value?.is ?? null;
  }
  // A guest's deposit is not the deposit.
  for (const [property, schema] of writer.random.some(Object.entries(properties), 3)) {
    const other = `${writer.random.pick(modifiers[writer.language])}_${property}`;
    properties[other] = schema;
    expected[other] = null;
  }
  for (const property of writer.random.some(absent, 4)) {
    properties[property] = {
      type: /number|id|name|method/.test(property) ? 'string' : property.endsWith('date') ? 'string' : 'number',
      ...(property.endsWith('date') && { format: 'date' }),
    };
    expected[property] = null;
  }
  return { name, text, schema: { type: 'object', properties }, expected };
}

const modifiers: Record<Language, readonly string[]> = {
  en: ['guest', 'parking', 'cancellation', 'previous', 'spare', 'repair'],
  de: ['gast', 'parkplatz', 'storno', 'vorjahr', 'ersatz', 'reparatur'],
  fr: ['invite', 'parking', 'annulation', 'precedent', 'reparation'],
  es: ['invitado', 'aparcamiento', 'cancelacion', 'anterior', 'reparacion'],
};
const isIn = (text: string, word: string): boolean =>
  text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').includes(word.slice(0, 5));
/** What no paper here says. */
const absent = [
  'order_number',
  'tracking_number',
  'tax_id',
  'phone_number',
  'contract_number',
  'contact_name',
  'payment_method',
  'birth_date',
  'print_date',
  'order_date',
  'inspection_date',
  'discount',
  'refund',
  'insurance_fee',
  'guests',
  'weight_kg',
  'age',
  'bonus',
  'floor',
  'broker_name',
  'guarantor_name',
  'max_guests',
];

const cents = (value: number): number => Math.round(value * 100) / 100;

function bill(writer: Writer): Paper {
  const { random, language } = writer;
  const goods = random.some(goodsOf[language], random.integer(1, 4)).map((name) => {
    const [quantity, price] = [random.integer(1, 6), random.money(4, 300)];
    return { name, quantity, price, sum: cents(quantity * price) };
  });
  const shipping = random.next() < 0.3 ? random.money(4, 20) : undefined;
  const rows = goods.reduce((sum, each) => sum + each.sum, 0);
  const net = cents(rows + (shipping ?? 0));
  const tax = cents((net * { en: 20, de: 19, fr: 20, es: 21 }[language]) / 100);
  const form = random.pick(['sign', 'bare', 'code'] as const);
  const told: Values = new Map([
    ['number', writer.code()],
    ['date', writer.date()],
  ]);
  if (random.next() < 0.6) told.set('due', writer.date());
  if (random.next() < 0.4) told.set('delivered', writer.date());
  if (random.next() < 0.5) told.set('client', writer.code());
  if (shipping !== undefined) told.set('shipping', writer.money(shipping, form));
  if (random.next() < 0.75) told.set('net', writer.money(net, form)).set('tax', writer.money(tax, form));
  told.set('total', writer.money(cents(net + tax), random.next() < 0.5 ? 'code' : form));
  const [seller, buyer] = [writer.firm(), random.next() < 0.5 ? writer.firm() : writer.person()];
  const place = () => random.pick(townsOf[language]).split(', ').join('\n');
  if (seller.is !== buyer.is) told.set('seller', seller).set('buyer', buyer);
  const to = random.next() < 0.7 ? `${writer.label('buyer')}${random.pick([':', ''])}\n` : '';
  const head =
    random.next() < 0.5
      ? `${seller.shown}\n${place()}\n\n${to}${buyer.shown}\n${place()}`
      : `${writer.label('seller')}: ${seller.shown}\n${writer.label('buyer')}: ${buyer.shown}`;
  const heads = ['code', 'stock', 'price'].map(writer.label);
  const isBarred = random.next() < 0.5;
  const line = (cells: readonly string[]) =>
    isBarred
      ? `| ${cells.join(' | ')} |`
      : cells
          .map((cell) => cell.padEnd(18))
          .join('')
          .trimEnd();
  const table = [
    line([...heads, writer.label('total')]),
    ...(isBarred ? ['|---|---|---|---|'] : []),
    ...goods.map(({ name, quantity, price, sum }) =>
      line([name, String(quantity), writer.money(price, 'bare').shown, writer.money(sum, 'bare').shown]),
    ),
  ].join('\n');
  const listed = goods.map(({ name, sum }) => `${name} ${writer.money(sum, 'bare').shown}`).join('\n');
  const text = [
    head,
    writer.labelled(
      told,
      ['number', 'client', 'date', 'delivered', 'due'].filter((key) => told.has(key)),
    ),
    random.next() < 0.7 ? table : listed,
    writer.labelled(told, ['shipping', 'net', 'tax', 'total']),
  ].join('\n\n');
  return ask(writer, {
    name: 'bill',
    text,
    told,
    others: ['due', 'delivered', 'client', 'net', 'advance', 'fine', 'deposit'],
  });
}

/** An agreement, as sentences, or as a form. */
function agreement(writer: Writer): Paper {
  const { random } = writer;
  const all: [string, Value][] = [
    ['begin', writer.date()],
    ['end', writer.date()],
    ['signed', writer.date()],
    ['rent', writer.money(random.integer(30, 120) * 10, 'sign')],
    ['deposit', writer.money(random.integer(100, 300) * 10, 'sign')],
    ['heating', writer.money(random.integer(40, 190), 'sign')],
    ['fine', writer.money(random.integer(5, 40), 'sign')],
    ['rooms', writer.count(1, 6)],
    ['area', writer.count(28, 140)],
    ['weeks', writer.count(2, 12)],
  ];
  const told: Values = new Map(random.some(all, random.integer(4, 7)));
  const keys = [...told.keys()];
  const [one, other] = [writer.person(), writer.firm()];
  const text =
    random.next() < 0.6
      ? keys
          .map((key) => random.pick(writer.thing(key).said).replace('*', told.get(key)?.shown ?? ''))
          .join(random.pick([' ', '\n\n', '\n- ']))
      : writer.labelled(told, keys);
  told.set('landlord', other).set('tenant', one);
  const head = `${writer.label('landlord')}: ${other.shown}\n${writer.label('tenant')}: ${one.shown}`;
  return ask(writer, {
    name: 'agreement',
    text: `${head}\n\n${text}`,
    told,
    others: [...all.map(([key]) => key), 'shipping', 'client'],
  });
}

/** A table, of which single cells are asked for by their row and their column. */
function list(writer: Writer): Paper {
  const { random, language } = writer;
  const columns = random.some(['price', 'stock', 'length', 'code'], random.integer(2, 4));
  const rows = random.some(goodsOf[language], random.integer(4, 8)).map((name) => ({
    name,
    cells: columns.map((key) =>
      key === 'price'
        ? writer.money(random.money(3, 400), 'bare')
        : key === 'code'
          ? writer.code()
          : writer.count(5, 400),
    ),
  }));
  const heads = columns.map(writer.label);
  const text = [
    `| ${['Name', ...heads].join(' | ')} |`,
    `|${'---|'.repeat(columns.length + 1)}`,
    ...rows.map(({ name, cells }) => `| ${[name, ...cells.map(({ shown }) => shown)].join(' | ')} |`),
  ].join('\n');
  const properties: Paper['schema']['properties'] = {};
  const expected: Paper['expected'] = {};
  for (const { name, cells } of random.some(rows, 4)) {
    const at = random.integer(0, columns.length - 1);
    const [key = '', cell] = [columns[at], cells[at]];
    const thing = random.pick(writer.thing(key).names.filter((each) => !each.endsWith('cm')));
    const plain = name.toLowerCase().replaceAll(' ', '_');
    properties[`${random.next() < 0.5 ? `${thing}_${plain}` : `${plain}_${thing}`}`] = {
      type: key === 'code' ? 'string' : 'number',
    };
    expected[Object.keys(properties).at(-1) ?? ''] = cell?.is ?? null;
  }
  const missing = goodsOf[language].find((name) => rows.every((row) => row.name !== name)) ?? '';
  const absent = `${random.pick(writer.thing(columns[0] ?? 'price').names)}_${missing.toLowerCase().replaceAll(' ', '_')}`;
  properties[absent] = { type: columns[0] === 'code' ? 'string' : 'number' };
  expected[absent] = null;
  return { name: 'list', text, schema: { type: 'object', properties }, expected };
}

/** So many papers of each kind in each language. The same seed gives the same papers. */
export function writePapers(seed: number, count: number): Paper[] {
  return languages.flatMap((language, place) =>
    [bill, agreement, list].flatMap((write, kind) =>
      Array.from({ length: count }, (_, at) => {
        const paper = write(new Writer(language, new Random(seed * 7_919 + place * 1_009 + kind * 211 + at)));
        return { ...paper, name: `${paper.name} ${language} ${at}` };
      }),
    ),
  );
}
