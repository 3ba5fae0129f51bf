import { expect, it } from 'vitest';
import { addFilter, type NamedFilter, readFilters } from './named-filters.ts';

const failed: NamedFilter = { name: 'Failed', workspaceId: 'w1', search: { status: 'failed' } };

it('reads what was kept, and nothing of what is no filter', () => {
  expect(readFilters(JSON.stringify([failed, { name: 7 }, null, { ...failed, search: { status: 7 } }]))).toEqual([
    failed,
    { ...failed, search: {} },
  ]);
  expect(readFilters('{')).toEqual([]);
  expect(readFilters('7')).toEqual([]);
});

it('replaces one of the same name in the same workspace, and keeps fifty', () => {
  const slow = { ...failed, search: { slower: '1000' } };
  expect(addFilter([failed], slow)).toEqual([slow]);
  expect(addFilter([failed], { ...slow, workspaceId: 'w2' })).toHaveLength(2);
  const many = Array.from({ length: 50 }, (_, at) => ({ ...failed, name: String(at) }));
  expect(addFilter(many, failed).map(({ name }) => name)).toEqual([...many.slice(1).map(({ name }) => name), 'Failed']);
});
