import type { JsonObject } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { extractReply } from './extract-reply.ts';

async function extract(text: string, properties: JsonObject, required: string[] = []): Promise<unknown> {
  const schema = { type: 'object', properties, required, additionalProperties: false };
  const reply = await extractReply(schema, 'Extract the fields.', [{ filename: 'context', text }]);
  return JSON.parse(reply.text);
}

const invoice = `NORDWIND TRADING GMBH
Hafenstrasse 12
20457 Hamburg

Bill to:  Clara Sommer            Invoice No: NW-2031-0077
                                  Invoice date: 3 May 2031
                                  Due date: 17 May 2031

Item                 Quantity     Unit price     Amount
Rope, 20 m           2            14.50          29.00
Lantern              1            31.00          31.00

                                  Subtotal       60.00
                                  VAT 19 %       11.40
                                  Total EUR      71.40

IBAN DE89 3704 0044 0532 0130 00`;

describe('extractReply', () => {
  it('reads an invoice', async () => {
    const text = { type: 'string' };
    const data = await extract(invoice, {
      issuer: { ...text, description: 'company that issued the invoice' },
      invoice_number: text,
      invoice_date: { ...text, format: 'date' },
      due_date: { ...text, format: 'date' },
      total: { type: 'number' },
      subtotal: { type: 'number' },
      currency: text,
      iban: text,
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: { item: text, quantity: { type: 'integer' }, unit_price: { type: 'number' } },
          required: ['item'],
        },
      },
    });
    expect(data).toEqual({
      issuer: 'NORDWIND TRADING GMBH',
      invoice_number: 'NW-2031-0077',
      invoice_date: '2031-05-03',
      due_date: '2031-05-17',
      total: 71.4,
      subtotal: 60,
      currency: 'EUR',
      iban: 'DE89370400440532013000',
      items: [
        { item: 'Rope, 20 m', quantity: 2, unit_price: 14.5 },
        { item: 'Lantern', quantity: 1, unit_price: 31 },
      ],
    });
  });

  it('reads prose', async () => {
    const text =
      'Ticket 77 was opened by Ivo Brandt (ivo@example.com) on 2031-02-11. Priority: high. It is urgent and not billable. Tags: sail, rope and mast.';
    const data = await extract(text, {
      ticket: { type: 'integer' },
      email: { type: 'string', format: 'email' },
      opened_date: { type: 'string', format: 'date' },
      priority: { enum: ['low', 'normal', 'high'] },
      urgent: { type: 'boolean' },
      billable: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
    });
    expect(data).toEqual({
      ticket: 77,
      email: 'ivo@example.com',
      opened_date: '2031-02-11',
      priority: 'high',
      urgent: true,
      billable: false,
      tags: ['sail', 'rope', 'mast'],
    });
  });

  it('says for each value where it stands', async () => {
    const schema = {
      type: 'object',
      properties: {
        invoice_number: { type: 'string' },
        due_date: { type: 'string', format: 'date' },
        items: {
          type: 'array',
          items: { type: 'object', properties: { item: { type: 'string' }, quantity: { type: 'integer' } } },
        },
        birth_date: { type: ['string', 'null'], format: 'date' },
      },
      required: ['birth_date'],
    };
    const { fields = {}, sources } = await extractReply(schema, 'Extract.', [{ filename: 'context', text: invoice }]);
    const told = Object.entries(fields).map(([pointer, { found, source }]) => [
      pointer,
      found,
      source && invoice.slice(source.start, source.end),
    ]);
    expect(told).toEqual([
      ['/invoice_number', 'quoted', 'NW-2031-0077'],
      ['/due_date', 'normalised', '17 May 2031'],
      ['/items/0/item', 'quoted', 'Rope, 20 m'],
      ['/items/0/quantity', 'quoted', '2'],
      ['/items/1/item', 'quoted', 'Lantern'],
      ['/items/1/quantity', 'quoted', '1'],
      ['/birth_date', 'none', undefined],
    ]);
    expect(sources).toHaveLength(6);
  });

  it('answers the question where the schema asks for an answer', async () => {
    const schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
    const text = 'The Orla bridge was opened in 1931 by Queen Irma. It is painted green.';
    const reply = await extractReply(schema, 'When was the Orla bridge opened?', [{ filename: 'context', text }]);
    expect(JSON.parse(reply.text).answer).toContain('The Orla bridge was opened in 1931 by Queen Irma.');
    expect(reply.fields).toMatchObject({ '/answer': { found: 'quoted' } });
  });
});

describe('nothing is put in that the text does not tell', () => {
  const letter = 'Hello, the bike from order 5521 came with a bent wheel. I am angry. Regards, Jonas Meret';

  it('leaves out what is optional, nulls what may be null, and names what is required', async () => {
    const text = { type: 'string' };
    expect(await extract(letter, { phone: text, iban: { type: ['string', 'null'] } }, ['iban'])).toEqual({
      iban: null,
    });
    await expect(extract(letter, { phone: text, email: text }, ['phone'])).rejects.toMatchObject({
      code: 'schema_not_met',
      details: 'not found in the text: /phone',
    });
  });

  it.each([
    ['a number', { rating: { type: 'integer', minimum: 0 } }],
    ['the first of several values', { sentiment: { enum: ['positive', 'negative'] } }],
    ['a date', { birth_date: { type: 'string', format: 'date' } }],
    ['no', { insured: { type: 'boolean' } }],
    ['a default', { priority: { type: 'string', default: 'normal' } }],
    ['what fits a pattern', { code: { type: 'string', pattern: '^[A-Z]{3}$' } }],
    ['a nested value', { customer: { type: 'object', properties: { vat: { type: 'string' } }, required: ['vat'] } }],
  ])('%s is no filler', async (_, properties) => {
    expect(await extract(letter, properties)).toEqual({});
    await expect(extract(letter, properties, Object.keys(properties))).rejects.toMatchObject({
      code: 'schema_not_met',
    });
  });

  it('takes no value for two fields unless the text gives it twice', async () => {
    const date = { type: 'string', format: 'date' };
    const data = await extract('Invoice date: 3 May 2031', { invoice_date: date, date });
    expect(data).toEqual({ invoice_date: '2031-05-03' });
  });

  it('takes no date for another, and no number of a firm for a telephone', async () => {
    const text = 'Invoice date: 3 May 2031\nCompany no. 445 120 88\nTotal 12.00 EUR';
    const properties = { birth_date: { type: 'string' }, phone: { type: 'string' }, shipping_date: { type: 'string' } };
    expect(await extract(text, properties)).toEqual({});
  });

  it('takes from the question what it holds or computes, and nothing else', async () => {
    const result = { type: 'object', properties: { result: { type: 'number' } }, required: ['result'] };
    expect(JSON.parse((await extractReply(result, 'What is 15 % of 2,500?', [])).text)).toEqual({ result: 375 });
    const person = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } };
    expect(JSON.parse((await extractReply(person, 'Extract the name and the age.', [])).text)).toEqual({});
  });

  it('drops a found value that the schema does not allow', async () => {
    expect(await extract('Code: AB-77', { code: { type: 'string', maxLength: 3 } })).toEqual({});
  });
});

describe('a value that a sentence gives', () => {
  const keeper = { keeper: { type: 'string' } };
  it.each([
    'The lighthouse of Norrby was built in 1881. Its keeper is Ingrid Lund.',
    'The keeper of the old lighthouse was Ingrid Lund, who lived there alone.',
    'Keeper: Ingrid Lund',
  ])('%s', async (text) => expect(await extract(text, keeper)).toEqual({ keeper: 'Ingrid Lund' }));

  it.each([
    'The keeper is not known.',
    'The keeper was asked by Ingrid Lund to leave.',
    'Ingrid Lund knew the keeper.',
  ])('but not: %s', async (text) => expect(await extract(text, keeper)).toEqual({}));
});
