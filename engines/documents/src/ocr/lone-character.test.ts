import { expect, test } from 'vitest';
import { dropLoneCharacter } from './lone-character.ts';
import type { Box, ReadLine } from './ocr-engine.ts';

const [width, height] = [300, 200];
const place: Box = { x: 100, y: 80, width: 24, height: 36 };

/** A white page with black strokes in these boxes. */
function pageWith(boxes: readonly Box[]) {
  const data = new Uint8Array(width * height).fill(250);
  for (const { x, y, width: across, height: down } of boxes)
    for (let row = y; row < y + down; row++) data.fill(20, row * width + x, row * width + x + across);
  return { width, height, data };
}

const read = (text: string): ReadLine[] => [
  { words: [{ text, box: place, confidence: 0.99 }], box: place, confidence: 0.99, engine: 'pp-ocr' },
];
const stroke = { ...place, width: 4 };
const strokes = [0, 1, 2, 3, 4, 5].map((number) => ({ x: 10 + 45 * number, y: 10, width: 5, height: 60 }));

test('one character among many strokes is one of them', () => {
  expect(dropLoneCharacter(read('7'), pageWith([stroke, ...strokes]))).toEqual([]);
});

test('one character that stands alone is read, and so is a word among strokes', () => {
  expect(dropLoneCharacter(read('7'), pageWith([stroke]))).toHaveLength(1);
  expect(dropLoneCharacter(read('EXIT'), pageWith([stroke, ...strokes]))).toHaveLength(1);
});
