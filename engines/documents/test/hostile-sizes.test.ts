import { splitPassages } from '@parley/text';
import { describe, expect, it } from 'vitest';
import { readJson } from '../src/formats/read-json.ts';
import { readCsv } from '../src/sheets/read-csv.ts';
import { readWorkbook } from '../src/sheets/read-workbook.ts';
import { answerSheetQuestion } from '../src/sheets/sheet-query.ts';
import { makeXlsx } from './make-xlsx.ts';

/** What a worker process may use; the reader's own limit is five times this. */
const memoryBytes = 400_000_000;

function grownBy(work: () => void): number {
  const before = process.memoryUsage().arrayBuffers;
  work();
  return process.memoryUsage().arrayBuffers - before;
}

describe('files of hostile sizes', { timeout: 90_000 }, () => {
  it('reads a CSV of 16,384 columns within the memory of a worker', () => {
    const row = (cell: (i: number) => string) => Array.from({ length: 16_384 }, (_, i) => cell(i)).join(',');
    const csv = Buffer.from([row((i) => `c${i}`), row(String), row((i) => `x${i}`)].join('\n'));
    let read: ReturnType<typeof readCsv> | null = null;
    expect(grownBy(() => (read = readCsv(csv, 'csv')))).toBeLessThan(memoryBytes);
    const sheet = read!.sheets![0]!;
    expect(sheet.columns).toHaveLength(16_384);
    const asked = answerSheetQuestion(sheet, { where: [{ column: 'c16383', operator: 'equals', value: 'x16383' }] });
    expect(asked.rows.map(({ number }) => number)).toEqual([2]);
  });

  it('reads a sheet with two cells far apart, and a far cell in each of many rows', async () => {
    const far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>';
    const rows = Array.from(
      { length: 20_000 },
      (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c><c r="XFD${i + 1}"><v>${i * 2}</v></c></row>`,
    );
    const start = performance.now();
    const { sheets, text } = await readWorkbook(
      makeXlsx([
        { name: 'far', rows: far },
        { name: 'wide', rows: rows.join('') },
      ]),
      'xlsx',
    );
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(sheets!.map(({ rowCount, columns }) => [rowCount, columns.length])).toEqual([
      [102, 16_384],
      [20_000, 16_384],
    ]);
    expect(text.length).toBeLessThan(4_000_000);
    const sum = answerSheetQuestion(sheets![1]!, { aggregates: [{ function: 'sum', column: 'column_16384' }] });
    expect(sum.groups[0]?.values).toEqual([(2 * (19_999 * 20_000)) / 2]);
  });

  it('shows a part of a cell that a quote never closed made endless, and keeps the whole', () => {
    const csv = Buffer.from(`name,note\n1,"${'x'.repeat(11_000_000)}`);
    const { text, metadata, sheets, warnings } = readCsv(csv, 'csv');
    expect(text.length).toBeLessThan(100_000);
    expect(JSON.stringify(metadata).length).toBeLessThan(200_000);
    expect(warnings?.join(' ')).toContain('cut');
    const asked = answerSheetQuestion(sheets![0]!, { where: [{ column: 'name', operator: 'equals', value: 1 }] });
    expect(String(asked.rows[0]?.cells.note).length).toBe(11_000_001);
  });

  it('reads JSON 100,000 deep and cuts its text into passages in linear time', () => {
    const json = `${'{"a":[\n'.repeat(100_000)}1${']}\n'.repeat(100_000)}`;
    const start = performance.now();
    const { text, metadata } = readJson(Buffer.from(json), false);
    expect(metadata.structure_depth).toBe(200_000);
    expect(splitPassages(text).length).toBeGreaterThan(500);
    expect(splitPassages('x'.repeat(11_000_000)).length).toBe(10_000);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});
