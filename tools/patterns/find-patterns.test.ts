import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findPatterns } from './find-patterns.ts';

const folder = mkdtempSync(join(tmpdir(), 'patterns-'));
afterAll(() => rmSync(folder, { recursive: true }));

function patternsOf(code: string) {
  const file = join(folder, 'code.ts');
  writeFileSync(file, code);
  return findPatterns(file);
}

it('finds patterns by the syntax tree, not in strings, comments and divisions', () => {
  const { literals } = patternsOf(
    "const half = 4 / 2 / 1; // /no/\nconst text = '/none/';\nconst found = /some\\/+/giu;",
  );
  expect(literals).toMatchObject([{ line: 3, column: 15, source: 'some\\/+', flags: 'giu' }]);
});

it('reads the bound beside a pattern, of its line or of the statement below', () => {
  const { literals } = patternsOf(
    [
      'const one = /a+$/; // bounded: a name, at most 1,200 characters',
      '// bounded: a word, at most 80 characters',
      '// of the table',
      'const two = [/b+$/, /c+$/];',
      'const three = /d+$/;',
      '// bounded: nobody knows how long',
      'const four = /e+$/;',
    ].join('\n'),
  );
  expect(literals.map(({ bound }) => bound?.maximum)).toEqual([1200, 80, 80, undefined, undefined]);
  expect(literals.map(({ bound }) => bound?.text)).toEqual([
    'a name, at most 1,200 characters',
    'a word, at most 80 characters',
    'a word, at most 80 characters',
    undefined,
    'nobody knows how long',
  ]);
});

it('reads the bound of a whole file, which that of a pattern goes before', () => {
  const { literals } = patternsOf(
    [
      "import 'node:fs';",
      '// bounded: every pattern of this file sees a sentence, at most 2,000 characters',
      '',
      'export const first = /a+$/;',
      '// bounded: a word, at most 80 characters',
      'export const second = /b+$/;',
    ].join('\n'),
  );
  expect(literals.map(({ bound }) => bound?.maximum)).toEqual([2000, 80]);
});

it('reads the sample of a composed pattern, and what the file imports', () => {
  const { composings, imports } = patternsOf(
    "import { one } from './one.ts';\nimport 'node:fs';\n// such as: /<a[^>]*>/g\nexport const made = new RegExp(`<${one}[^>]*>`, 'g');\nexport const plain = RegExp(one);",
  );
  expect(composings.map(({ sample }) => sample)).toEqual([{ source: '<a[^>]*>', flags: 'g' }, undefined]);
  expect(imports).toEqual([join(folder, 'one.ts')]);
});
