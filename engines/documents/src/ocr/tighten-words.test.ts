import { expect, it } from 'vitest';
import { boxAround } from './geometry.ts';
import type { Box, GrayRaster, ReadLine } from './ocr-engine.ts';
import { tightenWords } from './tighten-words.ts';

const height = 30;

function drawn(paper: number, ink: number, print: readonly Box[]): GrayRaster {
  const page = { width: 400, height: 60, data: new Uint8Array(400 * 60).fill(paper) };
  for (const { x, y, width, height: high } of print)
    for (let row = y; row < y + high; row++) page.data.fill(ink, row * 400 + x, row * 400 + x + width);
  return page;
}

/** A word of eight letters: 20 pixels a letter, of which 6 are black. */
const lettersAt = (x: number): Box[] =>
  Array.from({ length: 8 }, (_, i) => ({ x: x + i * 20, y: 20, width: 6, height: 20 }));
const print = [...lettersAt(20), ...lettersAt(210)];

function read(...places: [from: number, to: number][]): ReadLine {
  const words = places.map(([from, to]) => ({
    text: 'abcdefgh',
    box: { x: from, y: 15, width: to - from, height },
    confidence: 0.9,
  }));
  return { words, box: boxAround(words.map(({ box }) => box)), confidence: 0.9, engine: 'test' };
}

const edges = (lines: ReadLine[]) => lines[0]?.words.map(({ box }) => [box.x, box.x + box.width]);

it('lets words end where their print does', () => {
  const loose = [read([12, 180], [190, 372])];
  expect(edges(tightenWords(loose, drawn(255, 0, print)))).toEqual([
    [20, 166],
    [210, 356],
  ]);
  expect(tightenWords(loose, drawn(255, 0, print))[0]?.box).toEqual({ x: 20, y: 15, width: 336, height });
  expect(edges(tightenWords(loose, drawn(20, 200, print)))).toEqual([
    [20, 166],
    [210, 356],
  ]);
});

it('leaves words as they were read where the page shows nothing, and lines without words', () => {
  const lines = [read([12, 180], [190, 372]), { ...read(), box: { x: 0, y: 0, width: 10, height } }];
  expect(tightenWords(lines, drawn(255, 255, print))).toEqual(lines);
  expect(tightenWords(lines, { width: 5, height: 5, data: new Uint8Array(25) })).toEqual(lines);
});
