import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawPicture } from './draw-picture.ts';
import { fitPicture, measurePicture } from './fit-picture.ts';

const task = { prompt: 'a red apple on a table', seed: 7, width: 320, height: 180, format: 'png' as const };

it('draws the same bytes for the same task and others for another seed', async () => {
  const first = Buffer.from(await drawPicture(task));
  expect(first.equals(Buffer.from(await drawPicture(task)))).toBe(true);
  expect(first.equals(Buffer.from(await drawPicture({ ...task, seed: 8 })))).toBe(false);
  expect(await measurePicture(first)).toEqual({ width: 320, height: 180 });
});

it('draws a thing in the colour that the prompt names', async () => {
  const redness = async (prompt: string) => {
    const { channels } = await sharp(await drawPicture({ ...task, prompt })).stats();
    return (channels[0]?.mean ?? 0) - (channels[2]?.mean ?? 0);
  };
  expect(await redness('a huge red car, minimal')).toBeGreaterThan((await redness('a huge blue car, minimal')) + 3);
});

it('makes a picture cover a size, and refuses one that is broken', async () => {
  const fitted = await fitPicture({ bytes: await drawPicture(task), width: 100, height: 100, format: 'jpeg' });
  expect(await measurePicture(fitted)).toEqual({ width: 100, height: 100 });
  await expect(measurePicture(fitted.subarray(0, fitted.length / 2))).rejects.toThrow();
});
