import sharp from 'sharp';
import type { FitTask } from './sketch-tasks.ts';

const maxInputPixels = 64_000_000;

/** Turns a picture upright and makes it cover the wanted size. Throws for one that is broken or above 64 megapixels. */
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
