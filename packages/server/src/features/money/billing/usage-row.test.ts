import { expect, it } from 'vitest';
import { usageRow } from '../../../../test/usage-row.ts';
import { parseUsageRow, spentIn } from './usage-row.ts';

it('reads back what was written', () => {
  for (const row of [usageRow('one'), usageRow('two', { model: null })]) {
    expect(parseUsageRow(JSON.stringify(row))).toEqual([row]);
  }
});

it('reads lines of releases that did not count what was written to a cache', () => {
  const { cache_write_tokens: _, ...older } = usageRow('old');
  expect(parseUsageRow(JSON.stringify(older))).toEqual([usageRow('old')]);
});

it.each([
  'id',
  'request_id',
  'workspace_id',
  'key_id',
  'endpoint',
  'model',
  'input_tokens',
  'cost_nanos',
  'created_at',
])('reads no line whose %s is of another kind', (name) => {
  expect(parseUsageRow(JSON.stringify({ ...usageRow('odd'), [name]: true }))).toEqual([]);
});

it.each([
  ['first_token_ms', null, true],
  ['first_token_ms', 7, true],
  ['first_token_ms', '7', false],
  ['shares_with', 'key_2', true],
  ['shares_with', undefined, true],
  ['shares_with', 7, false],
  ['shares_with', null, false],
  ['counts', [], true],
  ['counts', [['bud_1', 'total', 7]], true],
  ['counts', [['bud_1', 'total', '7']], false],
  ['counts', [['bud_1', 7, 7]], false],
  ['counts', [[1, 'total', 7]], false],
  ['counts', [{ 0: 'bud_1', 1: 'total', 2: 7 }], false],
  ['counts', ['bud_1'], false],
  ['counts', [null], false],
  ['counts', 'bud_1', false],
  // One that cannot be counted spoils the line, whatever stands beside it.
  ['counts', [['bud_1', 'total', 7], ['bud_2']], false],
])('a line whose %s is %j is read whole or not at all: %s', (name, value, isRead) => {
  const row = { ...usageRow('one'), [name]: value };
  expect(parseUsageRow(JSON.stringify(row))).toEqual(isRead ? [row] : []);
});

it.each(['', 'null', '7', '[]', '"text"', '{"id":"torn","req'])('reads no record from the line %j', (line) => {
  expect(parseUsageRow(line)).toEqual([]);
});

it('counts as spent what a key or its workspace spent in the period, and nobody else', () => {
  const march = Date.UTC(2026, 2, 5);
  const at = (created_at: number) => ({ created_at, duration_ms: 0 });
  const rows = [
    usageRow('1', { cost_nanos: 1, ...at(march) }),
    usageRow('2', { cost_nanos: 2, ...at(march + 24 * 60 * 60_000) }),
    usageRow('3', { cost_nanos: 4, ...at(Date.UTC(2026, 3, 5)) }),
    usageRow('4', { cost_nanos: 8, ...at(march), key_id: 'other' }),
    usageRow('5', { cost_nanos: 16, ...at(march), workspace_id: 'other' }),
    { ...usageRow('6', { cost_nanos: 32, ...at(march), key_id: 'other' }), shares_with: 'shared' },
  ];
  const spent = (owner: string) => ['2026-03-05', '2026-03', 'total'].map((period) => spentIn(rows, owner, period));
  expect(spent('k')).toEqual([1 + 16, 3 + 16, 7 + 16]);
  expect(spent('w')).toEqual([1 + 8 + 32, 3 + 8 + 32, 7 + 8 + 32]);
  expect(spent('shared')).toEqual([32, 32, 32]);
  expect(spent('nobody')).toEqual([0, 0, 0]);
});

it('counts a call in the period in which it began, and for budgets what its record says', () => {
  const midnight = Date.UTC(2026, 2, 5);
  const counts = [['bud_1', '2026-03-04', 7] as const, ['bud_1:ann', '2026-03-04', 5] as const];
  const row = usageRow('1', { cost_nanos: 12, created_at: midnight + 10, duration_ms: 11, counts });
  expect(spentIn([row], 'k', '2026-03-04')).toBe(12);
  expect(spentIn([row], 'k', '2026-03-05')).toBe(0);
  expect(spentIn([row, row], 'bud_1', '2026-03-04')).toBe(14);
  expect(spentIn([row], 'bud_1:ann', '2026-03-04')).toBe(5);
  expect(spentIn([row], 'bud_1', '2026-03-05')).toBe(0);
  expect(parseUsageRow(JSON.stringify(row))).toEqual([row]);
  expect(parseUsageRow(JSON.stringify({ ...row, counts: [['bud_1', 3]] }))).toEqual([]);
});
