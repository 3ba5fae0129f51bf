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

  it('names the lines that hold the values', async () => {
    const schema = {
      type: 'object',
      properties: { invoice_number: { type: 'string' }, due_date: { type: 'string', format: 'date' } },
    };
    const { sources } = await extractReply(schema, 'Extract.', [{ filename: 'context', text: invoice }]);
    expect(sources!.map(({ start, end }) => invoice.slice(start, end))).toEqual([
      'Bill to:  Clara Sommer            Invoice No: NW-2031-0077',
      'Due date: 17 May 2031',
    ]);
  });

  it('leaves out or nulls what the text does not tell', async () => {
    const data = await extract(
      'The sea was calm.',
      { iban: { type: ['string', 'null'] }, total: { type: 'number' }, phone: { type: 'string' } },
      ['iban', 'phone'],
    );
    expect(data).toEqual({ iban: null, phone: '' });
  });

  it('answers the question where the schema asks for an answer', async () => {
    const schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
    const documents = [
      {
        fileId: null,
        filename: 'context',
        text: 'The Orla bridge was opened in 1931 by Queen Irma. It is painted green.',
      },
    ];
    const reply = await extractReply(schema, 'When was the Orla bridge opened?', documents);
    expect(JSON.parse(reply.text).answer).toContain('1931');
    expect(reply.sources).toHaveLength(1);
  });
});
