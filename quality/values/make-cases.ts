import type { DocumentKind, Fact, Row, SchemaCase, Template, Told, Wanted } from './document-kind.ts';
import { Random } from './document-kind.ts';
import { contract } from './kinds/contract.ts';
import { cv } from './kinds/cv.ts';
import { event } from './kinds/event.ts';
import { invoice } from './kinds/invoice.ts';
import { job } from './kinds/job.ts';
import { lab } from './kinds/lab.ts';
import { mail } from './kinds/mail.ts';
import { minutes } from './kinds/minutes.ts';
import { orders } from './kinds/orders.ts';
import { product } from './kinds/product.ts';

export const kinds: DocumentKind[] = [invoice, contract, cv, minutes, mail, product, lab, orders, event, job];

/** A value that is asked for: what the document tells for it, or undefined. */
export interface Expected {
  pointer: string;
  value: string | number | undefined;
}

/** A document with a schema, and for each leaf what is right. */
export interface ValueCase {
  kind: string;
  template: Template;
  schema: SchemaCase;
  filename: string;
  content: string;
  responseFormat: Record<string, unknown>;
  expected: Expected[];
}

/** Every template of every kind, written anew for each schema, which it is asked with. The same seed gives the same cases. */
export function makeCases(seed: number): ValueCase[] {
  const cases: ValueCase[] = [];
  for (const [kindAt, kind] of kinds.entries()) {
    for (const [templateAt, template] of kind.templates.entries()) {
      for (const [schemaAt, schema] of kind.schemas.entries())
        cases.push(makeCase(kind, template, schema, new Random(seed + kindAt * 10_007 + templateAt * 101 + schemaAt)));
    }
  }
  return cases;
}

function makeCase(kind: DocumentKind, template: Template, schema: SchemaCase, random: Random): ValueCase {
  const facts = kind.facts(random);
  const dropped = new Set(random.some(kind.droppable, random.integer(0, 1 + Math.floor(kind.droppable.length / 3))));
  const told = new Set<string>();
  const content = template.write(tell(facts, dropped, told));
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, wanted]) => [name, wanted.schema]),
  );
  return {
    kind: kind.name,
    template,
    schema,
    filename: `${kind.name}-${template.name}-${schema.name}.${template.extension}`.replaceAll(' ', '-'),
    content,
    responseFormat: { type: 'object', properties, required: [], additionalProperties: false },
    expected: Object.entries(schema.properties).flatMap(([name, wanted]) => expect(name, wanted, facts, told)),
  };
}

/** Gives facts and notes which, and of rows which columns, a template asked for. */
function tell(facts: Record<string, Fact>, dropped: Set<string>, told: Set<string>): Told {
  const take = (name: string): Fact | undefined => {
    if (dropped.has(name)) return undefined;
    if (facts[name] === undefined) throw new Error(`There is no fact ${name}`);
    told.add(name);
    return facts[name];
  };
  return {
    text: (name) => take(name)?.toString(),
    number: (name) => {
      const value = take(name);
      return value === undefined ? undefined : Number(value);
    },
    list: (name) => [take(name) ?? []].flat().map(String),
    rows: (name) => rowsOf(take(name)).map((row) => noteColumns(row, name, told)),
  };
}

const noteColumns = (row: Row, name: string, told: Set<string>): Row =>
  new Proxy(row, {
    get(target, key) {
      told.add(`${name}.${String(key)}`);
      return target[String(key)];
    },
  });

const rowsOf = (fact: Fact | undefined): Row[] =>
  Array.isArray(fact) ? fact.filter((row): row is Row => typeof row === 'object') : [];

function expect(name: string, { fact, item }: Wanted, facts: Record<string, Fact>, told: Set<string>): Expected[] {
  const value = fact !== undefined && told.has(fact) ? facts[fact] : undefined;
  if (!Array.isArray(value)) return [{ pointer: `/${name}`, value }];
  if (!item) return value.map((each, index) => ({ pointer: `/${name}/${index}`, value: String(each) }));
  return rowsOf(value).flatMap((row, index) =>
    Object.entries(item).map(([property, key]) => ({
      pointer: `/${name}/${index}/${property}`,
      value: told.has(`${fact}.${key}`) ? row[key] : undefined,
    })),
  );
}
