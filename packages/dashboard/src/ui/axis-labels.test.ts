import { expect, it } from 'vitest';
import { formatCompact, formatDuration, formatMoney, formatNumber } from '../lib/format.ts';
import { axisLabels } from './axis-labels.ts';

const marks = (step: number) => [0, 1, 2, 3, 4, 5].map((count) => Number((count * step).toPrecision(6)));

it.each([
  ['cents', formatMoney, 0.005, ['$0.000', '$0.005', '$0.010', '$0.015', '$0.020', '$0.025']],
  ['dollars', formatMoney, 2, ['$0.00', '$2.00', '$4.00', '$6.00', '$8.00', '$10.00']],
  ['milliseconds', formatDuration, 0.5, ['0.0 ms', '0.5 ms', '1.0 ms', '1.5 ms', '2.0 ms', '2.5 ms']],
  ['counts', formatCompact, 2, ['0', '2', '4', '6', '8', '10']],
  ['large counts', formatCompact, 10_020, ['0', '10.02K', '20.04K', '30.06K', '40.08K', '50.10K']],
] as const)('tells the marks of an axis of %s apart', (_name, format, step, wanted) => {
  const labels = axisLabels(marks(step), (value, digits) => format(value, 'en', digits));
  expect(new Set(labels).size).toBe(6);
  if (_name !== 'large counts') expect(labels).toEqual(wanted);
});

it('needs no more than there are, and ends where nothing tells them apart', () => {
  expect(axisLabels([1, 1], (value, digits) => formatNumber(value, 'en', digits))).toEqual(['1', '1']);
  expect(axisLabels([], String)).toEqual([]);
});
