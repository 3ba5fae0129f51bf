import { expect, test } from 'vitest';
import { ColumnProfile } from './column-profile.ts';

test('keeps the first and the last text of a column, also when its reader fills one buffer anew for each cell', () => {
  const profile = new ColumnProfile(false);
  const scratch = Buffer.alloc(16);
  for (const text of ['robin', 'wren', 'blackcap', 'owl']) profile.add(scratch, 0, scratch.write(text, 'utf8'));
  expect(profile.stats()).toMatchObject({ min: 'blackcap', max: 'wren' });
});
