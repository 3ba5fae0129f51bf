import sharp from 'sharp';
import { drawScene } from '../scene/draw-scene.ts';
import { readPrompt } from '../words/read-prompt.ts';
import type { FitTask, PictureTask } from './sketch-tasks.ts';
import { applyTexture, type Pixels } from './texture.ts';

const jpegQuality = 90;

/** Draws one picture; equal tasks give equal bytes. */
export async function drawPicture(task: PictureTask): Promise<Uint8Array> {
  const pixels = await toPixels(drawScene(task));
  const { style } = readPrompt(task.prompt);
  const { data, width, height } = applyTexture(pixels, style, task.seed);
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  return task.format === 'png'
    ? image.png({ compressionLevel: 3 }).toBuffer()
    : image.jpeg({ quality: jpegQuality }).toBuffer();
}

/** SVG as pixels on white. */
export async function toPixels(svg: string): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(svg), { limitInputPixels: false, unlimited: true })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const maxInputPixels = 64_000_000;

/** Turns a picture upright and makes it cover the wanted size. */
export async function fitPicture({ bytes, width, height, format }: FitTask): Promise<Uint8Array> {
  const image = sharp(bytes, { limitInputPixels: maxInputPixels, failOn: 'error' })
    .rotate()
    .flatten({ background: '#ffffff' })
    .resize(width, height, { fit: 'cover', position: 'centre' })
    .removeAlpha();
  return format === 'png' ? image.png().toBuffer() : image.jpeg({ quality: 92 }).toBuffer();
}

/** Reads a picture to its end, so that one that is broken is found here. */
export async function measurePicture(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { info } = await sharp(bytes, { limitInputPixels: maxInputPixels, failOn: 'error' })
    .rotate()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height };
}
