import { expect, it } from 'vitest';
import { boxAround } from './geometry.ts';
import type { ReadLine } from './ocr-engine.ts';
import { textOf } from './order-lines.ts';
import { partLines } from './part-lines.ts';

const letter = 10;
const height = 30;

function lineAt(text: string, x: number, y: number): ReadLine {
  let at = x;
  const words = text.split(' ').map((word) => {
    const box = { x: at, y, width: word.length * letter, height };
    at += (word.length + 1) * letter;
    return { text: word, box, confidence: 0.9 };
  });
  return { words, box: boxAround(words.map(({ box }) => box)), confidence: 0.9, engine: 'test' };
}

const joined = (one: ReadLine, other: ReadLine): ReadLine => ({
  ...one,
  words: [...one.words, ...other.words],
  box: boxAround([one.box, other.box]),
});
const texts = (lines: readonly ReadLine[]) => lines.map(textOf);

const left = (row: number) => lineAt(`in the left column is line ${row}`, 100, 100 + row * 36);
const right = (row: number) => lineAt(`and line ${row} in the right`, 395, 100 + row * 36);
const columns = (but: number) =>
  Array.from({ length: 9 }, (_, row) => (row === but ? [] : [left(row), right(row)])).flat();

it('parts a line that was read across the gap between two columns', () => {
  const lines = [joined(left(4), right(4)), ...columns(4)];
  expect(texts(partLines(lines)).slice(0, 2)).toEqual(['in the left column is line 4', 'and line 4 in the right']);
  expect(partLines(lines)[1]?.box).toEqual(right(4).box);
});

it('drops letters of the next column at the end of a line, which their own line has', () => {
  const lines = [joined(left(4), lineAt('a', 395, 244)), ...columns(9)];
  expect(texts(partLines(lines))[0]).toBe('in the left column is line 4');
  expect(partLines(lines)).toHaveLength(lines.length);
});

it('keeps lines whole where no columns stand: of one column, of a title over two, and beside few others', () => {
  const one = Array.from({ length: 9 }, (_, row) =>
    lineAt(`all of the line ${row} goes on to the end of the page`, 100, row * 36),
  );
  expect(partLines(one)).toEqual(one);
  const title = lineAt('A title that stands over both of the columns', 100, 40);
  expect(texts(partLines([title, ...columns(9)]))[0]).toBe(textOf(title));
  const few = [joined(left(0), right(0)), left(1), right(1)];
  expect(partLines(few)).toEqual(few);
  expect(partLines([])).toEqual([]);
});
