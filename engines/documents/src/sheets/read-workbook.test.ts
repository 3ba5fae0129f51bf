import { utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { makeXlsx } from '../../test/make-xlsx.ts';
import { makeZip } from '../../test/make-zip.ts';
import { readWorkbook } from './read-workbook.ts';

describe('readWorkbook', () => {
  test('reads every kind of cell of an Excel file', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>day</t></is></c><c r="C1" t="str"><v>at</v></c><c r="D1" t="s"><v>1</v></c><c r="E1" t="s"><v>2</v></c></row>',
      '<row r="2"><c r="A2"><v>0.30000000000000004</v></c><c r="B2" s="1"><v>45292</v></c><c r="C2" s="2"><v>45292.75</v></c><c r="D2" t="b"><v>1</v></c><c r="E2" t="e"><v>#DIV/0!</v></c></row>',
      '<row r="4"><c r="A4"><v>2</v></c><c r="E4" t="inlineStr"><is><r><t>two </t></r><r><t>runs &amp; more</t></r></is></c></row>',
    ].join('');
    const shared = ['<t>amount</t>', '<t>paid</t>', '<r><t>no</t></r><r><t>te</t></r>'];
    const file = makeXlsx(
      [
        { name: 'Jan', rows },
        { name: 'Old', rows: '', state: 'hidden' },
      ],
      shared,
    );
    const { metadata, processingSummary, text } = await readWorkbook(file, 'xlsx');
    expect(processingSummary).toBe('Excel file with 2 sheets (Jan, Old)');
    expect(metadata.sheet_names).toEqual(['Jan', 'Old']);
    expect(metadata.sheets).toMatchObject({
      Jan: {
        columns: ['amount', 'day', 'at', 'paid', 'note'],
        row_count: 3,
        data_types: { amount: 'number', day: 'date', at: 'datetime', paid: 'boolean', note: 'text' },
        preview: [
          { amount: 0.3, day: '2024-01-01', at: '2024-01-01T18:00:00', paid: true, note: '#DIV/0!' },
          { amount: null, day: null, at: null, paid: null, note: null },
          { amount: 2, day: null, at: null, paid: null, note: 'two runs & more' },
        ],
      },
      Old: { columns: [], row_count: 0, hidden: true },
    });
    expect(text).toContain('## Jan\n\n| amount | day | at | paid | note |');
  });

  test('skips the empty space that only formatting reaches into', async () => {
    const rows =
      '<row r="1"><c r="B1" t="str"><v>n</v></c></row><row r="2"><c r="B2"><v>1</v></c></row><row r="1000000"><c r="B1000000" s="1"/></row>';
    const { metadata } = await readWorkbook(makeXlsx([{ name: 'S', rows }]), 'xlsx');
    expect(metadata.sheets).toMatchObject({ S: { columns: ['n'], row_count: 1 } });
  });

  test.each(['xls', 'ods', 'xlsb'] as const)('reads .%s', async (format) => {
    const book = utils.book_new();
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['name', 'n'],
        ['Äpfel', 1.5],
        ['pears', 2],
      ]),
      'Fruit',
    );
    const bytes: Buffer = write(book, { type: 'buffer', bookType: format === 'xls' ? 'biff8' : format });
    const { metadata } = await readWorkbook(bytes, format);
    expect(metadata.sheets).toMatchObject({
      Fruit: {
        columns: ['name', 'n'],
        row_count: 2,
        preview: [
          { name: 'Äpfel', n: 1.5 },
          { name: 'pears', n: 2 },
        ],
      },
    });
  });

  test('refuses bombs before unpacking them', async () => {
    const spaces = makeZip({ 'xl/workbook.xml': ' '.repeat(60_000_000) });
    await expect(readWorkbook(spaces, 'xlsx')).rejects.toThrow(/would unpack to 60 MB/);
    const claimed = makeZip({ 'xl/workbook.xml': 'x' }, { 'xl/workbook.xml': 4_000_000_000 });
    await expect(readWorkbook(claimed, 'ods')).rejects.toThrow(/would unpack to 4,000 MB/);
    const lying = makeZip({ 'xl/workbook.xml': 'x'.repeat(100_000) }, { 'xl/workbook.xml': 10 });
    await expect(readWorkbook(lying, 'xlsx')).rejects.toThrow(/larger than it says/);
  });

  test('refuses what is no workbook in words', async () => {
    await expect(readWorkbook(makeZip({ 'a.txt': 'a' }), 'xlsx')).rejects.toThrow(/holds no workbook/);
    await expect(readWorkbook(Buffer.from('PK\x03\x04 cut'), 'xlsx')).rejects.toThrow(/directory is missing/);
    await expect(readWorkbook(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'xls')).rejects.toThrow(/broken or no workbook/);
  });
});
