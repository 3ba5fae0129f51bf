import { describe, expect, test } from 'vitest';
import { makeXlsx } from '../../test/make-xlsx.ts';
import { numberUnit, withUnit } from './number-unit.ts';
import { readWorkbook } from './read-workbook.ts';

describe('a number is shown with the unit of its format', () => {
  test.each([
    ['0.0%', '0.125', '12.5 %'],
    ['€ #,##0.00', '1200', '€ 1200.00'],
    ['#,##0.00 [$€-407]', '1200.5', '1200.50 €'],
    ['[$CHF-807] #,##0', '-70', 'CHF -70'],
    ['#,##0 "kr"', '4200', '4200 kr'],
    ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-', '0.333', '0.333 €'],
    ['0.00E+00', '1200', '1200'],
    ['#,##0 "pieces"', '12', '12'],
    ['yyyy-mm-dd', '45292', '45292'],
    ['General', '7', '7'],
  ])('%s of %s', (code, written, shown) => {
    const unit = numberUnit(164, code);
    expect(unit === undefined ? written : withUnit(written, unit)).toBe(shown);
  });
});

test('the text of a workbook shows percentages with their sign, and the stored values stay numbers', async () => {
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>part</t></is></c><c r="B1" t="inlineStr"><is><t>margin</t></is></c></row>' +
    '<row r="2"><c r="A2" t="inlineStr"><is><t>chain</t></is></c><c r="B2" s="3"><v>0.35</v></c></row>' +
    '<row r="3"><c r="A3" t="inlineStr"><is><t>cable</t></is></c><c r="B3" s="3"><v>0.6</v></c></row>';
  const { metadata, text } = await readWorkbook(makeXlsx([{ name: 'Stock', rows }]), 'xlsx');
  expect(text).toContain('| chain | 35 % |');
  expect(metadata.sheets).toMatchObject({
    Stock: { data_types: { margin: 'number' }, preview: [{ margin: 0.35 }, { margin: 0.6 }] },
  });
});
