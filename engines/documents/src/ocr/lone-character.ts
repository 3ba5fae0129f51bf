import { boxAround } from './geometry.ts';
import type { Box, GrayRaster, ReadLine } from './ocr-engine.ts';

/** So much darker or lighter than the usual ground a pixel is drawn. */
const drawnFrom = 60;
/** A sign that holds one character holds little else. */
const leastShare = 0.3;
/** Ink beside the box still belongs to the character, by this share of its height. */
const margin = 0.2;

/**
 * Drops a single character that was read on a page whose ink stands mostly elsewhere: among many strokes one always looks like a 7. What
 * holds nothing but a character, and every longer reading, stays.
 */
export function dropLoneCharacter(lines: readonly ReadLine[], page: GrayRaster): ReadLine[] {
  const words = lines.flatMap((line) => line.words);
  const characters = [...words.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, '')).join('')];
  if (characters.length !== 1) return [...lines];
  return inkShare(page, boxAround(words.map(({ box }) => box))) < leastShare ? [] : [...lines];
}

/** The share of the drawn pixels of a page that stands in a box, 0 to 1. */
function inkShare({ data, width, height }: GrayRaster, box: Box): number {
  const ground = usualLevel(data);
  const around = margin * box.height;
  const [left, right] = [box.x - around, box.x + box.width + around];
  const [top, bottom] = [box.y - around, box.y + box.height + around];
  let all = 0;
  let inside = 0;
  for (let y = 0; y < height; y++) {
    const isLevel = y >= top && y <= bottom;
    for (let x = 0; x < width; x++) {
      if (Math.abs((data[y * width + x] ?? 0) - ground) < drawnFrom) continue;
      all++;
      if (isLevel && x >= left && x <= right) inside++;
    }
  }
  return all === 0 ? 1 : inside / all;
}

function usualLevel(data: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const level of data) counts[level] = (counts[level] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}
