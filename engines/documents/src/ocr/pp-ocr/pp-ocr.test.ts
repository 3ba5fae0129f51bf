import { expect, it } from 'vitest';
import { cropLine } from './crop-line.ts';
import { Alphabet } from './decode-ctc.ts';
import { convexHull, findRegions, smallestRectangle } from './find-regions.ts';
import { tilesOf } from './text-detector.ts';

const characters = ['', 'a', 'b', ' '];
const scoresOf = (steps: number[][]) => Float32Array.from(steps.flat());

it('merges repeats, drops blanks and keeps doubled letters apart', () => {
  const [a, b, blank] = [
    [0.05, 0.9, 0.05, 0],
    [0.1, 0.1, 0.8, 0],
    [0.98, 0.01, 0.01, 0],
  ];
  const decoded = new Alphabet(characters).decode(scoresOf([a!, a!, blank!, a!, b!]), 5);
  expect(decoded.map(({ text }) => text).join('')).toBe('aab');
  expect(decoded[0]).toMatchObject({ firstStep: 0, lastStep: 1 });
  expect(decoded[2]?.confidence).toBeCloseTo(0.8);
});

it('finds a tilted region as a rectangle grown back to the size of the text', () => {
  const map = { width: 200, height: 100, data: new Uint8Array(200 * 100) };
  for (let x = 40; x < 160; x++) for (let y = 0; y < 10; y++) map.data[(40 + y + Math.round(x * 0.1)) * 200 + x] = 240;
  const [line, ...others] = findRegions(map);
  expect(others).toEqual([]);
  expect(line?.score).toBeCloseTo(240 / 255, 2);
  const [topLeft, topRight] = line!.quad;
  expect(Math.atan2(topRight.y - topLeft.y, topRight.x - topLeft.x)).toBeCloseTo(0.1, 1);
  expect(topLeft.x).toBeLessThan(38);
});

it('wraps the smallest rectangle around points', () => {
  const hull = convexHull([
    { x: 0, y: 5 },
    { x: 5, y: 0 },
    { x: 10, y: 5 },
    { x: 5, y: 10 },
    { x: 5, y: 5 },
  ]);
  expect(hull).toHaveLength(4);
  const rectangle = smallestRectangle(hull);
  expect(rectangle!.width * rectangle!.height).toBeCloseTo(50, 5);
});

it('covers a page with overlapping tiles of bounded size', () => {
  const tiles = tilesOf(1536, 1400);
  expect(Math.max(...tiles.map((tile) => tile.width * tile.height))).toBeLessThanOrEqual(330_000);
  for (const [x, y] of [
    [0, 0],
    [1535, 1399],
    [700, 700],
  ]) {
    expect(tiles.some((t) => x! >= t.x && x! < t.x + t.width && y! >= t.y && y! < t.y + t.height)).toBe(true);
  }
});

it('turns a quad upright when it is cropped', () => {
  const page = { width: 40, height: 40, data: new Uint8Array(40 * 40 * 3) };
  for (let y = 0; y < 20; y++) page.data.fill(255, y * 120, (y + 1) * 120);
  const corners = [
    { x: 0, y: 0 },
    { x: 40, y: 0 },
    { x: 40, y: 40 },
    { x: 0, y: 40 },
  ] as const;
  const [a, b, c, d] = corners;
  expect(cropLine(page, [a, b, c, d], 48, 100).data[0]).toBe(255);
  expect(cropLine(page, [c, d, a, b], 48, 100).data[0]).toBe(0);
});
