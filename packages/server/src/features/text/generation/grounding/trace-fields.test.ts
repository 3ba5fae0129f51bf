import type { JsonObject, JsonValue } from '@parley/contract';
import type { CompiledSchema } from '@parley/json-schema';
import { describe, expect, it } from 'vitest';
import { growthOf, longestWaitOf } from '../../../../../test/growth.ts';
import { compileGivenSchema } from '../../../../lib/given-schema.ts';
import { judgeFields, type UngroundedChoice } from './judge-fields.ts';
import { traceFields } from './trace-fields.ts';

const text =
  'Invoice INV-77 of 5 March 2024.\nBuyer: Ida   Holm, Lund. Status: PAID.\n| Item | Qty | Price |\n| Pump | 3 | 1.250,00 € |\n| Hose | 5 | 20 |\nShipping is 5 working days.';
const passages = [{ number: 1, document: 0, start: 10, end: 10 + text.length, label: '', text }];
const at = ({ start, end }: { start: number; end: number }) => text.slice(start - 10, end - 10);

async function traced(value: JsonValue) {
  const fields = await traceFields(value, passages);
  return Object.fromEntries(
    Object.entries(fields).map(([pointer, { found, source }]) => [pointer, source ? `${found}: ${at(source)}` : found]),
  );
}

it('finds values as they are, written otherwise, as sums, or nowhere', async () => {
  const value = {
    number: 'INV-77',
    date: '2024-03-05',
    buyer: 'ida holm',
    currency: 'EUR',
    paid: true,
    shipping_days: 5,
    items: [
      { name: 'Pump', quantity: 3, price: 1250 },
      { name: 'Hose', quantity: 5, price: 20 },
    ],
    quantity: 8,
    seller: 'Acme Ltd',
    note: null,
    discount: 99,
  };
  expect(await traced(value)).toEqual({
    '/number': 'quoted: INV-77',
    '/date': 'normalised: 5 March 2024',
    '/buyer': 'normalised: Ida   Holm',
    '/currency': 'normalised: €',
    '/paid': 'normalised: PAID',
    '/shipping_days': 'quoted: 5',
    '/items/0/name': 'quoted: Pump',
    '/items/0/quantity': 'quoted: 3',
    '/items/0/price': 'normalised: 1.250,00',
    '/items/1/name': 'quoted: Hose',
    '/items/1/quantity': 'quoted: 5',
    '/items/1/price': 'quoted: 20',
    '/quantity': 'computed',
    '/seller': 'none',
    '/note': 'none',
    '/discount': 'none',
  });
});

it('finds the sum of a list also in the list itself', async () => {
  expect(await traced({ rows: [{ n: 3 }, { n: 5 }, { n: 1250 }, { n: 1258 }] })).toMatchObject({
    '/rows/3/n': 'computed',
  });
  expect(await traced({ rows: [{ n: 3 }, { n: 777 }, { n: 780 }] })).toMatchObject({ '/rows/2/n': 'none' });
});

it('takes time by the number of values, and lets other work go on', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Row ${at}`, value: at * 3 + 0.25 }));
  expect(await growthOf((count) => traceFields({ rows: rows(count) }, passages), 250)).toBeLessThan(24);
  expect(await longestWaitOf(() => traceFields({ rows: rows(2_500) }, passages))).toBeLessThan(100);
});

it('traces a long value in time by its length, and lets other work go on', async () => {
  const shapes = ['abc.def@example.invalid, ', ' a', '\ud83d ', 'Ä\u0301 ', '1,', 'word'];
  for (const shape of shapes) {
    const value = (size: number) => ({ opened: shape.repeat(Math.ceil(size / shape.length)) });
    expect(await growthOf((size) => traceFields(value(size), passages), 10_000), shape).toBeLessThan(24);
    expect(await longestWaitOf(() => traceFields(value(400_000), passages)), shape).toBeLessThan(50);
  }
});

it('takes the place that stands nearest to the name of the field', async () => {
  const { '/shipping_days': shipping } = await traceFields({ shipping_days: 5 }, passages);
  expect(shipping?.source && text.slice(shipping.source.start - 10 - 12, shipping.source.end - 10)).toBe(
    'Shipping is 5',
  );
});

const fitting = (schema: CompiledSchema) => (value: JsonValue) => schema.validate(value).length === 0;

describe('a value that no passage carries', () => {
  const schema = (seller: JsonObject, required: string[] = []) =>
    compileGivenSchema({
      type: 'object',
      properties: { seller, tags: { type: 'array', items: { type: 'string' } } },
      required,
    });
  const value = { seller: 'Acme', tags: ['Pump', 'Anvil', 'Hose'] };
  const judge = async (choice: UngroundedChoice, compiled = schema({ type: 'string' })) =>
    await judgeFields(value, await traceFields(value, passages), { choice, fits: fitting(compiled) });

  it('stays with `allow`; the caller is told when the schema forced it', async () => {
    expect(await judge('allow')).toEqual({ value, isChanged: false });
    const forced = await judge('allow', schema({ type: 'string' }, ['seller']));
    expect(forced.value).toEqual(value);
    expect(forced.details).toMatch(/^\/seller: no passage carries it, and response_format lets it be neither null/);
  });

  it('is null where the schema lets it, else left out, with `null`', async () => {
    expect((await judge('null')).value).toEqual({ tags: ['Pump', 'Hose'] });
    const nullable = schema({ type: ['string', 'null'] }, ['seller']);
    expect((await judge('null', nullable)).value).toEqual({ seller: null, tags: ['Pump', 'Hose'] });
    await expect(judge('null', schema({ type: 'string' }, ['seller']))).rejects.toMatchObject({
      code: 'schema_not_met',
      details: expect.stringContaining('/seller'),
    });
  });

  it('fails the call with `refuse`, by name', async () => {
    await expect(judge('refuse')).rejects.toMatchObject({
      code: 'schema_not_met',
      details: 'no passage carries /seller, /tags/1',
    });
  });
});

it('takes many values out in steps', async () => {
  const value = {
    rows: Array.from({ length: 2_000 }, (_, at) => ({ name: at < 1_900 ? 'Pump' : `none ${at}`, unit: 'Hose' })),
  };
  const item = { type: 'object', properties: { name: { type: ['string', 'null'] }, unit: { type: 'string' } } };
  const compiled = compileGivenSchema({ type: 'object', properties: { rows: { type: 'array', items: item } } });
  const fields = await traceFields(value, passages);
  let judged: Awaited<ReturnType<typeof judgeFields>> | undefined;
  const work = async () => {
    judged = await judgeFields(value, fields, { choice: 'null', fits: fitting(compiled) });
  };
  expect(await longestWaitOf(work)).toBeLessThan(150);
  expect(JSON.stringify(judged?.value).match(/"name":null/g)).toHaveLength(100);
});
