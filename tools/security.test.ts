import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isThere, namedTest } from './named-test.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/guides/security.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| (?:API|LLM)\d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '));

describe('the page of security', () => {
  it('has every risk of both lists', () => {
    const named = new Set(rows.map(([risk = '']) => risk.split(' ')[0]));
    const api = Array.from({ length: 10 }, (_, index) => `API${index + 1}`);
    const models = Array.from({ length: 10 }, (_, index) => `LLM${String(index + 1).padStart(2, '0')}`);
    expect([...named].sort()).toEqual([...api, ...models].sort());
  });

  it.each(rows)('names a test that there is for %s', (_risk, _control, cell = '') => {
    const test = namedTest(cell);
    expect([cell, test !== null && isThere(test)]).toEqual([cell, true]);
  });
});
