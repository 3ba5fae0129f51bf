import sharp from 'sharp';
import { drawScene } from '../scene/draw-scene.ts';
import { readPrompt } from '../words/read-prompt.ts';
import type { PictureTask } from './sketch-tasks.ts';
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
