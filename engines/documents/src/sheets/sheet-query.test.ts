import { describe, expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
import type { SheetQuestion } from './sheet-data.ts';
import { answerSheetQuestion } from './sheet-query.ts';

const csv = `shop,day,amount,note
Köln,05.01.2024,0.10,new
Bonn,17.02.2024,0.20,
köln,01.03.2024,0.30,old stock
Aachen,02.03.2024,"1,000.40",new stock
`;
const sheet = readCsv(Buffer.from(csv), 'csv').sheets![0]!;
const ask = (question: SheetQuestion, data = sheet) => answerSheetQuestion(data, question);

describe('answerSheetQuestion', () => {
  test('adds decimals exactly', () => {
    const { groups, matched } = ask({
      aggregates: [
        { function: 'sum', column: 'amount' },
        { function: 'mean', column: 'amount' },
        { function: 'min', column: 'amount' },
        { function: 'max', column: 'amount' },
        { function: 'median', column: 'amount' },
        { function: 'count' },
        { function: 'count', column: 'note' },
        { function: 'distinct', column: 'shop' },
      ],
    });
    expect(matched).toBe(4);
    expect(groups).toEqual([{ key: {}, values: [1001, 250.25, 0.1, 1000.4, 0.25, 4, 3, 4] }]);
  });

  test('filters without regard to case and accents, or exactly', () => {
    const shop = (exact: boolean) =>
      ask({ where: [{ column: 'SHOP', operator: 'equals', value: 'koln', exact }] }).matched;
    expect(shop(false)).toBe(2);
    expect(shop(true)).toBe(0);
  });

  test('compares numbers and dates by what they mean', () => {
    expect(ask({ where: [{ column: 'amount', operator: 'more', value: 0.2 }] }).matched).toBe(2);
    expect(
      ask({ where: [{ column: 'day', operator: 'at_least', value: '2024-03' }] }).rows.map((row) => row.number),
    ).toEqual([3, 4]);
    expect(ask({ where: [{ column: 'day', operator: 'less', value: '2024-02-17' }] }).matched).toBe(1);
    expect(ask({ aggregates: [{ function: 'max', column: 'day' }] }).groups[0]?.values).toEqual(['2024-03-02']);
    expect(ask({ where: [{ column: 'note', operator: 'empty' }] }).matched).toBe(1);
  });

  test('groups, orders and limits', () => {
    const answer = ask({
      aggregates: [{ function: 'sum', column: 'amount' }],
      groupBy: ['shop'],
      orderBy: [{ column: 'sum(amount)', descending: true }],
      limit: 2,
    });
    expect(answer.groupCount).toBe(4);
    expect(answer.groups).toEqual([
      { key: { shop: 'Aachen' }, values: [1000.4] },
      { key: { shop: 'köln' }, values: [0.3] },
    ]);
    expect(ask({ orderBy: [{ column: 'amount' }], limit: 1 }).rows[0]?.cells.shop).toBe('Köln');
  });

  test('finds rows by words in any column, those with more words first', () => {
    const { rows, matched } = ask({ search: ['stock', 'new'] });
    expect(matched).toBe(3);
    expect(rows[0]).toMatchObject({ number: 4, cells: { shop: 'Aachen', note: 'new stock' } });
    expect(ask({ search: ['KÖLN'] }).matched).toBe(2);
  });

  test('names the columns there are when one is missing', () => {
    expect(() => ask({ groupBy: ['town'], aggregates: [{ function: 'count' }] })).toThrow(
      'The columns are shop, day, amount, note.',
    );
  });

  test('reaches over many groups of rows and columns that begin late', () => {
    const rows = Array.from({ length: 70_000 }, (_, i) => (i < 69_999 ? `${i}` : `${i},late`));
    const long = readCsv(Buffer.from(`n\n${rows.join('\n')}\n`), 'csv').sheets![0]!;
    expect(ask({ aggregates: [{ function: 'sum', column: 'n' }] }, long).groups[0]?.values).toEqual([
      (69_999 * 70_000) / 2,
    ]);
    expect(ask({ where: [{ column: 'column_2', operator: 'filled' }] }, long).rows).toEqual([
      { number: 70_000, cells: { n: 69_999, column_2: 'late' } },
    ]);
    expect(ask({ search: ['late'] }, long).matched).toBe(1);
  });
});
