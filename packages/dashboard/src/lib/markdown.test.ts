import { expect, it } from 'vitest';
import { type Block, parseMarkdown } from './markdown.ts';

const kinds = (text: string) => parseMarkdown(text).map(({ kind }) => kind);
const cut = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);

it('reads blocks with the places of their words', () => {
  const text = '# Title\n\nFirst line\nsecond line\n\n- one\n- two\n\n```\ncode | no table\n```\n\n> said\n\n---';
  expect(kinds(text)).toEqual(['heading', 'paragraph', 'list', 'code', 'quote', 'rule']);
  const words = parseMarkdown(text).map((block: Block) => ('content' in block ? cut(text, block.content) : block.kind));
  expect(words).toEqual(['Title', 'First line\nsecond line', 'list', 'code | no table', 'said', 'rule']);
});

it('reads tables with empty cells and bars that are escaped', () => {
  const text = 'Before\n| a | b |\n|---|:-:|\n| 1 |  |\n| x \\| y | 2 |\nAfter';
  const table = parseMarkdown(text)[1];
  if (table?.kind !== 'table') throw new Error('no table');
  expect(table.header.map((cell) => cut(text, cell))).toEqual(['a', 'b']);
  expect(table.rows.map((row) => row.map((cell) => cut(text, cell)))).toEqual([
    ['1', ''],
    ['x \\| y', '2'],
  ]);
  expect(kinds(text)).toEqual(['paragraph', 'table', 'paragraph']);
});

it('keeps the depth and the order of lists', () => {
  const text = '1. one\n  - in\n2. two';
  const [list] = parseMarkdown(text);
  if (list?.kind !== 'list') throw new Error('no list');
  expect(list.isOrdered).toBe(true);
  expect(list.items.map((one) => [cut(text, one), one.depth])).toEqual([
    ['one', 0],
    ['in', 1],
    ['two', 0],
  ]);
});

it('ends on code that is never closed', () => {
  expect(kinds('```\nopen\nend')).toEqual(['code']);
});
