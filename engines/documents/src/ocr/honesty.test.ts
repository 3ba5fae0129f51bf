import { expect, it } from 'vitest';
import { keepHonest } from './honesty.ts';
import type { ReadLine } from './ocr-engine.ts';

const box = { x: 0, y: 0, width: 100, height: 20 };
const lineOf = (text: string, confidence: number): ReadLine => ({
  words: [{ text, box, confidence }],
  box,
  confidence,
  engine: 'test',
});

it('drops what was made of a picture on a page of text, and keeps its faint print', () => {
  const print = Array.from({ length: 12 }, (_, row) => lineOf(`Paragraph ${row} of the page`, 0.97));
  const faint = lineOf('Faint words in the margin', 0.55);
  expect(keepHonest([...print, lineOf('福療在為', 0.14), faint])).toEqual([...print, faint]);
});

it('takes no guess at a number for text, which a weave was read as', () => {
  const weave = (sure: number) => [lineOf('199', sure), lineOf('A', 0.82), lineOf('199', 0.55), lineOf('X', 0.92)];
  expect(keepHonest(weave(0.54))).toEqual([]);
  expect(keepHonest(weave(0.85))).toEqual(weave(0.85));
});
