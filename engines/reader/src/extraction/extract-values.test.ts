import type { JsonObject } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { extractReply } from './extract-reply.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const day = { type: 'string', format: 'date' };

async function extract(content: string, properties: JsonObject, question = 'Extract the data.'): Promise<JsonObject> {
  const schema = { type: 'object', properties, additionalProperties: false };
  const reply = await extractReply(schema, question, [{ filename: 'context', text: content }]);
  return JSON.parse(reply.text);
}

const rows = (properties: JsonObject): JsonObject => ({ type: 'array', items: { type: 'object', properties } });

describe('a table becomes a list of objects', () => {
  const services = `| Service | Frequency | Price per visit |
|---|---|---|
| Gutter check | twice a year | EUR 310 |
| Roof cleaning | monthly | EUR 45 |

- Net amount: 355.00
- Discount: 9.00`;

  it('its columns go to the properties one to one, and its rows end with it', async () => {
    const data = await extract(services, { services: rows({ name: text, frequency: text, price: number }) });
    expect(data).toEqual({
      services: [
        { name: 'Gutter check', frequency: 'twice a year', price: 310 },
        { name: 'Roof cleaning', frequency: 'monthly', price: 45 },
      ],
    });
  });

  it('a column that is not there stays empty, and a list that is not there is not made of another', async () => {
    const properties = {
      services: rows({ name: text, technician: text }),
      discounts: rows({ name: text, amount: number }),
    };
    expect(await extract(services, properties)).toEqual({
      services: [{ name: 'Gutter check' }, { name: 'Roof cleaning' }],
    });
  });

  it('a JSON list is a table with paths', async () => {
    const orders = JSON.stringify([
      { id: 'Q-1', buyer: { name: 'Ann Lee', city: 'Oslo' }, total: 12.5 },
      { id: 'Q-2', buyer: { name: 'Bo Dahl', city: 'Bonn' }, total: 8 },
    ]);
    expect(await extract(orders, { orders: rows({ order_number: text, customer_name: text, total: number }) })).toEqual(
      {
        orders: [
          { order_number: 'Q-1', customer_name: 'Ann Lee', total: 12.5 },
          { order_number: 'Q-2', customer_name: 'Bo Dahl', total: 8 },
        ],
      },
    );
  });

  it('columns of spaces are columns', async () => {
    const report = `Test              Result    Unit
Calcium           2.4       mmol/L
Iron              17        µmol/L

End of report`;
    expect(await extract(report, { results: rows({ test: text, value: number, unit: text }) })).toEqual({
      results: [
        { test: 'Calcium', value: 2.4, unit: 'mmol/L' },
        { test: 'Iron', value: 17, unit: 'µmol/L' },
      ],
    });
  });
});

describe('a list that is in the text is not empty', () => {
  it.each([
    ['bullets below a heading', '## Required skills\n- welding\n- first aid'],
    ['behind a label', 'Skills: welding, first aid'],
    ['in JSON', '{"skills": ["welding", "first aid"]}'],
  ])('%s', async (_, content) => {
    expect(await extract(content, { skills: { type: 'array', items: text } })).toEqual({
      skills: ['welding', 'first aid'],
    });
  });

  it('people are listed without their roles, and one of them may be the chair', async () => {
    const content = 'Present: Una Moss (chair), Raj Iyer (treasurer), Kim Holt';
    expect(await extract(content, { chair: text, attendees: { type: 'array', items: text } })).toEqual({
      chair: 'Una Moss',
      attendees: ['Una Moss', 'Raj Iyer', 'Kim Holt'],
    });
  });

  it('who does what stands in the items', async () => {
    const content = 'Actions\n- Raj to call the printer by 4 May 2031\n- Kim to sweep the yard';
    expect(await extract(content, { actions: rows({ person: text, task: text, due_date: day }) })).toEqual({
      actions: [
        { person: 'Raj', task: 'call the printer', due_date: '2031-05-04' },
        { person: 'Kim', task: 'sweep the yard' },
      ],
    });
  });
});

describe('a value belongs to the label that names it', () => {
  const sheet = `Client:            Moss & Daughters Ltd
Client contact:    Una Moss
Supplier phone:    +44 20 7946 0123
Notice period:     90 days
Payable by:        4 May 2031`;

  it('not to its neighbour', async () => {
    const properties = {
      client: text,
      client_contact: text,
      client_phone: text,
      supplier_phone: text,
      notice_period_days: integer,
      due_date: day,
      delivery_date: day,
      warranty_days: integer,
    };
    expect(await extract(sheet, properties)).toEqual({
      client: 'Moss & Daughters Ltd',
      client_contact: 'Una Moss',
      supplier_phone: '+44 20 7946 0123',
      notice_period_days: 90,
      due_date: '2031-05-04',
    });
  });

  it('a description that speaks of a total makes no net amount of it', async () => {
    const net = { net_amount: { ...number, description: 'total before tax' } };
    expect(await extract('Total to pay: GBP 933.38', net)).toEqual({});
  });

  it('key skills are no references', async () => {
    const references = { references: { type: 'array', items: text } };
    expect(await extract('## Key skills\n- welding\n- first aid', references)).toEqual({});
  });

  it('a number of identity has its form, and no year stands for a figure', async () => {
    expect(await extract('VAT ID: 1,250.00', { vat_id: text })).toEqual({});
    expect(await extract('VAT ID: DE 811 402 977', { vat_id: text })).toEqual({ vat_id: 'DE811402977' });
    expect(await extract('Postcode: on request', { postcode: text })).toEqual({});
    expect(await extract('Costs 2025: see below', { costs_2025: number })).toEqual({});
    expect(await extract('Total: 2000 EUR', { total: number })).toEqual({ total: 2000 });
  });

  it('the form of a value is known by its words in four languages', async () => {
    const house = 'Teléfono: Nave 4, polígono Las Encinas';
    expect(await extract(house, { telefono: text })).toEqual({});
    expect(await extract('Anmeldung unter 0361 55 40 90.', { telefon: text })).toEqual({ telefon: '0361 55 40 90' });
  });

  it('data say yes and no, and whose name it is', async () => {
    const data = '{"solicitante": {"nombre": "Asunción Gil Prada"}, "familia": {"familia_numerosa": false}}';
    expect(await extract(data, { solicitante: text, familia_numerosa: { type: 'boolean' } })).toEqual({
      solicitante: 'Asunción Gil Prada',
      familia_numerosa: false,
    });
  });

  it('a sheet may say something above its table', async () => {
    const sheet =
      '| Fire inspection | Kestrel Mill | column_3 | column_4 |\n|---|---|---|---|\n| Inspector | Maureen Thistle |  |  |\n| Item | Result | Remark | By |\n| Door | passed | none | May |';
    expect(await extract(sheet, { inspector: text })).toEqual({ inspector: 'Maureen Thistle' });
  });

  it('two labels that fit as well with different values leave it open', async () => {
    expect(await extract('Room: 4\nRoom: 7', { room: integer })).toEqual({});
  });

  it('a salary from one sum to another has both ends', async () => {
    const content = 'Salary: EUR 30,000 to EUR 36,000 a year';
    expect(await extract(content, { salary_min: integer, salary_max: integer })).toEqual({
      salary_min: 30000,
      salary_max: 36000,
    });
  });
});

describe('a value belongs to the clause that speaks of it', () => {
  const mail = `We booked 6 rooms at the Hotel Aurora, €175 a night each. The booking reference is LK-20417.
The 9 crates weigh 640 kg; they go out on 4 May 2031 at 18:30. The hire of the hall goes up from £45 to £52.`;

  it('with its unit, its noun, its label', async () => {
    const properties = {
      rooms: integer,
      price_per_night: number,
      booking_reference: text,
      crates: integer,
      weight_kg: number,
      hotel_name: text,
    };
    expect(await extract(mail, properties)).toEqual({
      rooms: 6,
      price_per_night: 175,
      booking_reference: 'LK-20417',
      crates: 9,
      weight_kg: 640,
      hotel_name: 'Hotel Aurora',
    });
  });

  it('and to no other property', async () => {
    const properties = {
      hotel_phone: text,
      parking_fee: number,
      pallets: integer,
      height_cm: number,
      hall_hire: number,
      deposit: number,
    };
    expect(await extract(mail, properties)).toEqual({});
  });

  it('parties are known by what the contract calls them', async () => {
    const contract = `Made between Brook Housing ("the Client") and Lumen Services GmbH ("the Contractor").
The treasurer, Raj Iyer, signed. Una Moss chaired the meeting.`;
    expect(
      await extract(contract, { client: text, contractor: text, treasurer: text, chair: text, notary: text }),
    ).toEqual({ client: 'Brook Housing', contractor: 'Lumen Services GmbH', treasurer: 'Raj Iyer', chair: 'Una Moss' });
  });
});
