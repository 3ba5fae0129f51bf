import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { logo } from './logo.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

it('has the mark of the dashboard', () => {
  expect(logo).toBe(read('../dashboard/public/assets/parley.svg').trim());
});

it('has the accent of the dashboard in both themes', () => {
  const guides = read('src/assets/manual.css');
  const dashboard = read('../dashboard/src/styles.css');
  const names = { '--accent': '--accent', '--on-accent': '--on-accent', '--tint': '--accent-soft' };
  for (const [here, there] of Object.entries(names)) {
    const [, light = '', dark = ''] = new RegExp(`^  ${here}: light-dark\\((\\S+), (\\S+)\\);`, 'm').exec(guides) ?? [];
    const values = [...dashboard.matchAll(new RegExp(`^ +${there}: (#\\w+);`, 'gm'))].map(([, value]) => value);
    expect(values).toEqual([light, dark].map((value) => (value === '#fff' ? '#ffffff' : value)));
  }
});
