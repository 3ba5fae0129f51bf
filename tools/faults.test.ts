import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isThere, namedTest } from './named-test.ts';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/guides/faults.md'), 'utf8');
const headings = ['Fault', 'Callers see', 'The operator sees', 'The data', 'Test'];

interface Line {
  part: string;
  cells: string[];
}

const lines = page.split('\n## ').flatMap((section): Line[] => {
  const [part = '', ...rest] = section.split('\n');
  const rows = rest.filter((line) => line.startsWith('| ') && !line.startsWith('| Fault'));
  return rows.map((row) => ({ part, cells: row.slice(2, -2).split(' | ') }));
});

describe('the page of faults', () => {
  it('says of each what callers, the operator and the data see', () => {
    expect(page.match(/^\| Fault .*$/gm)?.every((head) => head === `| ${headings.join(' | ')} |`)).toBe(true);
    for (const { part, cells } of lines) {
      expect([part, cells[0], cells.length]).toEqual([part, cells[0], headings.length]);
      expect(cells.every((cell) => cell.trim() !== '')).toBe(true);
    }
  });

  it('has each part that can be gone, slow, wrong or full', () => {
    const full = ['The process', 'The disk and SQLite', 'PostgreSQL', 'Redis', 'The S3 store', 'Model providers'];
    for (const part of full) {
      const faults = lines.filter((line) => line.part === part).map(({ cells: [fault] }) => fault);
      for (const state of ['gone', 'slow', 'wrong', 'full']) {
        expect([part, state, faults.some((fault) => fault?.includes(state))]).toEqual([part, state, true]);
      }
    }
  });

  it.each(lines.map((line) => [`${line.part}: ${line.cells[0]}`, line.cells.at(-1) ?? ''] as const))(
    'names a test that there is (%s)',
    (_name, cell) => {
      const test = namedTest(cell);
      expect([cell, test !== null && isThere(test)]).toEqual([cell, true]);
    },
  );
});
