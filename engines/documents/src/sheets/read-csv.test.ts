import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

const read = (text: string | Buffer, extension = 'csv') => readCsv(Buffer.from(text), extension);

describe('readCsv', () => {
  test('profiles columns exactly', () => {
    const { metadata, processingSummary, text } = read(
      'id,day,amount,paid,note\n1,2024-01-05,12.50,true,"a, ""b"""\n2,2024-01-03,-3,false,\n3,,1e2,TRUE,two\n',
    );
    expect(metadata).toMatchObject({
      columns: ['id', 'day', 'amount', 'paid', 'note'],
      row_count: 3,
      data_types: { id: 'integer', day: 'date', amount: 'number', paid: 'boolean', note: 'text' },
      delimiter: ',',
      encoding: 'ascii',
      has_header: true,
    });
    expect(metadata.preview).toEqual([
      { id: 1, day: '2024-01-05', amount: 12.5, paid: true, note: 'a, "b"' },
      { id: 2, day: '2024-01-03', amount: -3, paid: false, note: null },
      { id: 3, day: null, amount: 100, paid: true, note: 'two' },
    ]);
    expect(metadata.stats).toMatchObject({
      amount: { nulls: 0, distinct: 3, min: -3, max: 100 },
      day: { nulls: 1, distinct: 2, min: '2024-01-03', max: '2024-01-05' },
      note: { nulls: 1, distinct: 2, min: 'a, "b"', max: 'two' },
    });
    expect(processingSummary).toBe('CSV with 5 columns (id, day, amount, paid, note), 3 rows');
    expect(text.split('\n')[2]).toBe('| 1 | 2024-01-05 | 12.50 | true | a, "b" |');
  });

  test.each([
    ['semicolons', 'a;b\n1,5;x\n2,25;y\n', ';'],
    ['tabs', 'a\tb\n1\tx\n2\ty\n', '\t'],
    ['pipes', 'a|b\n1|x\n2|y\n', '|'],
    ['what Excel says', 'sep=;\na;b\n1;2\n', ';'],
  ])('finds the delimiter: %s', (_, text, delimiter) => {
    expect(read(text).metadata).toMatchObject({ delimiter, columns: ['a', 'b'] });
  });

  test('reads decimal commas as numbers', () => {
    expect(read('a;b\n1,5;x\n2,25;y\n').metadata).toMatchObject({
      data_types: { a: 'number' },
      stats: { a: { max: 2.25 } },
    });
  });

  test.each(['utf-16le', 'utf-16be', 'utf-8', 'windows-1252', 'shift_jis'])('decodes %s', (encoding) => {
    const word = encoding === 'shift_jis' ? '日本語の文字列' : 'Müller, Straße';
    const rows = Array.from({ length: 20 }, (_, i) => `${i},"${word}"`).join('\n');
    const bytes = iconv.encode(`id,name\n${rows}\n`, encoding, { addBOM: encoding.startsWith('utf') });
    const { metadata } = read(bytes);
    expect(metadata).toMatchObject({ row_count: 20, columns: ['id', 'name'], encoding });
    expect(metadata.preview).toContainEqual({ id: 0, name: word });
  });

  test('gives a column no longer name than anybody says, and shows its heading as far as a cell', () => {
    const long = `${'Remarks of the board '.repeat(20)}😀`;
    const { metadata, text, sheets, warnings } = read(`id,${long},${'a='.repeat(500_000)}\n1,x,y\n2,z,w\n`);
    const names = metadata.columns as string[];
    expect(names.map((name) => name.length)).toEqual([2, 250, 250]);
    expect(names[1]).toBe(`${long.slice(0, 249)}…`);
    expect(names.every((name) => name.isWellFormed())).toBe(true);
    expect(sheets?.[0]?.columns.map(({ name }) => name)).toEqual(names);
    expect(text).toContain(long);
    expect(text.length).toBeLessThan(40_000);
    expect(text).toMatch(/a=…/);
    expect(warnings).toContain('1 heading too long for the text is cut.');
  });

  test('names thousands of columns with one heading apart, in time by their number', () => {
    const names = (count: number) =>
      read(`${'a,'.repeat(count)}b\n${'1,'.repeat(count)}2\n`).sheets?.[0]?.columns.map(({ name }) => name) ?? [];
    expect(names(4)).toEqual(['a', 'a_2', 'a_3', 'a_4', 'b']);
    expect(new Set(names(9_000)).size).toBe(9_001);
    const before = process.cpuUsage();
    names(9_000);
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(1_500);
  });

  test('tells a table without names from one with names', () => {
    expect(read('1,2,3\n4,5,6\n').metadata).toMatchObject({
      has_header: false,
      columns: ['column_1', 'column_2', 'column_3'],
      row_count: 2,
    });
    expect(read('name,2023,2024\nx,1,2\ny,3,4\n').metadata).toMatchObject({
      has_header: true,
      columns: ['name', '2023', '2024'],
    });
  });

  test('names doubled and missing columns, and keeps rows that are too long', () => {
    const { metadata } = read('a,a,\n1,2,3\n4,5,6,7\n');
    expect(metadata).toMatchObject({ columns: ['a', 'a_2', 'column_3', 'column_4'], row_count: 2 });
    expect(metadata.stats).toMatchObject({ column_4: { nulls: 1, distinct: 1 } });
  });

  test('leaves names with zeros in front and long ids as they are', () => {
    const { metadata } = read('zip,id\n01234,12345678901234567890\n00501,9\n');
    expect(metadata.preview).toEqual([
      { zip: '01234', id: '12345678901234567890' },
      { zip: '00501', id: '9' },
    ]);
  });

  test('does not let a quote that is never closed swallow the rest', () => {
    const { metadata, warnings } = read('a,b\n1,"open\n2,x\n3,y\n');
    expect(metadata.row_count).toBe(3);
    expect(warnings?.join()).toContain('never closed');
  });

  test('refuses a file without rows', () => {
    expect(() => read('\n\n')).toThrow('holds no rows');
  });

  test('shows part of a long table and says so', () => {
    const { text, warnings, sheets } = read(`n\n${Array.from({ length: 12_000 }, (_, i) => i).join('\n')}\n`);
    expect(text).toContain('2,000 further rows are not part of the text');
    expect(warnings).toHaveLength(1);
    expect(sheets?.[0]?.rowCount).toBe(12_000);
  });

  test('describes so many columns in metadata as fit, and says of how many it says nothing', () => {
    const link = 'https://a.example.com/b?c=d';
    const wide = `${Array.from({ length: 20_000 }, () => link).join(',')}\n${Array.from({ length: 20_000 }, (_, i) => `${link}${i}`).join(',')}\n`;
    const { metadata, sheets, warnings } = read(wide);
    expect(sheets?.[0]?.columns).toHaveLength(16_384);
    expect(JSON.stringify(metadata).length).toBeLessThan(250_000);
    const described = (metadata.columns as string[]).length;
    expect(described).toBeGreaterThan(500);
    expect(Object.keys(metadata.data_types as object)).toHaveLength(described);
    expect(Object.keys(metadata.stats as object)).toHaveLength(described);
    expect(warnings).toContain(
      `${(16_384 - described).toLocaleString('en-US')} further columns are not described in the metadata; the stored rows have them.`,
    );
    expect(warnings).toContain('3,616 columns after the first 16,384 are not read.');
  });

  test('cuts long texts in the preview only', () => {
    const { metadata, text } = read(`name,note\nx,${'a'.repeat(5000)}\ny,b\n`);
    expect((metadata.preview as { note: string }[])[0]?.note).toBe(`${'a'.repeat(999)}…`);
    expect(text).toContain('a'.repeat(5000));
  });
});
