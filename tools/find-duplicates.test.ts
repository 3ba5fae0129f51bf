import { expect, it } from 'vitest';
import { findDuplicates } from './find-duplicates.ts';

const lines = (count: number, name = 'value') =>
  Array.from({ length: count }, (_, index) => `const ${name}${index} = ${index};`);
const file = (name: string, ...parts: string[][]) => ({ file: name, text: parts.flat().join('\n') });
const places = (found: ReturnType<typeof findDuplicates>) =>
  found.map(({ first, second, lines }) => `${first.file}:${first.line} ${second.file}:${second.line} ${lines}`);

it('finds a stretch in two files as long as it goes, and one of the allowed length in none', () => {
  const one = file('one.ts', ['first();'], lines(8), ['last();']);
  const other = file('other.ts', lines(3, 'own'), lines(8), ['other();']);
  expect(places(findDuplicates([one, other], 5))).toEqual(['one.ts:2 other.ts:4 8']);
  expect(findDuplicates([one, other], 8)).toEqual([]);
});

it('finds it twice in one file, and names each further place', () => {
  const one = file('one.ts', lines(6), ['between();'], lines(6));
  expect(places(findDuplicates([one, file('three.ts', lines(6))], 5))).toEqual([
    'one.ts:1 one.ts:8 6',
    'one.ts:1 three.ts:1 6',
  ]);
});

it('counts no blank lines, comments, imports and indentation', () => {
  const imports = ['import {', '  a,', "} from './a.ts';", "export * from './b.ts';", '/**', ' * Says why.', ' */'];
  const one = file('one.ts', imports, lines(3), ['', '// why'], lines(2, 'more'));
  const other = file(
    'other.ts',
    lines(3).map((line) => `    ${line}`),
    lines(2, 'more'),
  );
  expect(places(findDuplicates([one, other], 4))).toEqual(['one.ts:8 other.ts:1 5']);
  expect(findDuplicates([file('one.ts', imports), file('other.ts', imports)], 2)).toEqual([]);
});

it('takes no stretch over the end of a file, and no list of equal lines for its own copy', () => {
  const [start, end] = [lines(3), lines(3, 'more')];
  expect(findDuplicates([file('a.ts', start), file('b.ts', end), file('c.ts', start, end)], 3)).toEqual([]);
  expect(
    findDuplicates(
      [
        file(
          'a.ts',
          Array.from({ length: 8 }, () => '0,'),
        ),
      ],
      5,
    ),
  ).toEqual([]);
});
