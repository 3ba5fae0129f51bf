import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('quotes what needs it and keeps formulas from running', async () => {
  const blob = toCsv(
    ['name', 'cost'],
    [
      ['a, "b"\nc', 0.5],
      ['=HYPERLINK("x")', null],
      ['-1', -1],
    ],
  );
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());
  expect(text).toBe('\uFEFFname,cost\r\n"a, ""b""\nc",0.5\r\n"\'=HYPERLINK(""x"")",\r\n\'-1,-1\r\n');
});
