import sharp, { type Sharp } from 'sharp';
import { DocumentError } from '../document-error.ts';
import { openPicture } from '../formats/open-picture.ts';
import type { Box, GrayRaster, Raster } from './ocr-engine.ts';

/** Pixels an image may have: 100 megapixels are more than any scanner gives for a page. */
const maximumPixels = 100_000_000;
/** Pixels we work on; larger images are shrunk while they are decoded. */
const workingPixels = 9_000_000;

export interface DecodedPage {
  /** Upright by its EXIF mark, without transparency. */
  raster: Raster;
  /** Pixels of `raster` per pixel of the image as it was sent. */
  scale: number;
  /** Pages of the image. */
  pages: number;
}

/** Decodes one page of an image, from 0; throws `invalid_image` or `image_too_large`. */
export async function decodeImage(bytes: Uint8Array, page = 0): Promise<DecodedPage> {
  sharp.cache(false);
  sharp.concurrency(1);
  const picture = await openPicture(bytes, maximumPixels);
  if (page >= picture.pages) throw new DocumentError('invalid_image', `The image has no page ${page + 1}.`);
  const open = () => picture.open(page);
  try {
    const metadata = await open().metadata();
    const { width, height } = metadata;
    if (width * height > maximumPixels) {
      const message = `Page ${page + 1} has ${width * height} pixels; at most ${maximumPixels} can be read.`;
      throw new DocumentError('image_too_large', message);
    }
    const scale = Math.min(1, Math.sqrt(workingPixels / (width * height)));
    let image = open().autoOrient().toColourspace('srgb');
    if (scale < 1) image = image.resize({ width: Math.round(metadata.autoOrient.width * scale) });
    if (metadata.hasAlpha) image = image.flatten({ background: await backgroundFor(open()) });
    // Only scans have pages; the frames of an animation show one thing.
    const pages = picture.format === 'tiff' ? picture.pages : 1;
    return { raster: await toRaster(image), scale, pages };
  } catch (cause) {
    if (cause instanceof DocumentError) throw cause;
    throw new DocumentError('invalid_image', 'The image is broken: its pixels cannot be decoded.', { cause });
  }
}

/** Transparent pages show what lies behind: black behind light ink, white behind dark ink. */
async function backgroundFor(image: Sharp): Promise<string> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .resize({ width: 512, height: 512, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let weight = 0;
  let light = 0;
  for (let index = 0; index < info.width * info.height; index++) {
    const at = index * 4;
    const alpha = data[at + 3] ?? 0;
    weight += alpha;
    light += (((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3) * alpha;
  }
  const isSeeThrough = weight < 0.9 * 255 * info.width * info.height;
  return isSeeThrough && weight > 0 && light / weight > 150 ? '#000000' : '#ffffff';
}

async function toRaster(image: Sharp): Promise<Raster> {
  const { data, info } = await image.removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  if (info.channels === 3) return { width: info.width, height: info.height, data };
  const rgb = new Uint8Array(info.width * info.height * 3);
  for (let index = 0; index < info.width * info.height; index++) {
    rgb.fill(data[index * info.channels] ?? 0, index * 3, index * 3 + 3);
  }
  return { width: info.width, height: info.height, data: rgb };
}

function fromRaster(raster: Raster): Sharp {
  return sharp(raster.data, { raw: { width: raster.width, height: raster.height, channels: 3 } });
}

export async function resizeRaster(raster: Raster, factor: number): Promise<Raster> {
  const width = Math.max(1, Math.round(raster.width * factor));
  const height = Math.max(1, Math.round(raster.height * factor));
  if (width === raster.width && height === raster.height) return raster;
  return toRaster(fromRaster(raster).resize({ width, height, fit: 'fill', kernel: kernelFor(factor) }));
}

function kernelFor(factor: number): 'cubic' | 'lanczos3' {
  return factor > 1 ? 'cubic' : 'lanczos3';
}

/** Turns a page clockwise; other angles than quarter turns enlarge it, filled with the colour of its border. */
export async function rotateRaster(raster: Raster, degrees: number): Promise<Raster> {
  if (degrees % 360 === 0) return raster;
  return toRaster(fromRaster(raster).rotate(degrees, { background: borderColour(raster) }));
}

/** A page with a margin of its own border colour. */
export async function padRaster(raster: Raster, margin: number): Promise<Raster> {
  const background = borderColour(raster);
  return toRaster(fromRaster(raster).extend({ top: margin, bottom: margin, left: margin, right: margin, background }));
}

/** Brightness by the weights of ITU-R BT.601. */
export function toGray(raster: Raster): GrayRaster {
  const data = new Uint8Array(raster.width * raster.height);
  for (let index = 0, at = 0; index < data.length; index++, at += 3) {
    data[index] =
      ((raster.data[at] ?? 0) * 77 + (raster.data[at + 1] ?? 0) * 151 + (raster.data[at + 2] ?? 0) * 28) >> 8;
  }
  return { width: raster.width, height: raster.height, data };
}

/** Steps of brightness (of 256) between the lightest and the darkest pixel from which on something is drawn. */
const faintestInk = 8;

/** Whether anything is drawn on a page, however faint. */
export function hasInk({ data }: GrayRaster): boolean {
  let least = 255;
  let most = 0;
  for (let at = 0; at < data.length; at++) {
    const level = data[at] ?? 0;
    if (level < least) least = level;
    if (level > most) most = level;
    if (most - least >= faintestInk) return true;
  }
  return false;
}

/** The part of a page inside `area`, which must lie on the page in whole pixels. */
export function cropGray(page: GrayRaster, area: Box): GrayRaster {
  const data = new Uint8Array(area.width * area.height);
  for (let row = 0; row < area.height; row++) {
    const start = (area.y + row) * page.width + area.x;
    data.set(page.data.subarray(start, start + area.width), row * area.width);
  }
  return { width: area.width, height: area.height, data };
}

export async function resizeGray(page: GrayRaster, factor: number): Promise<GrayRaster> {
  const width = Math.max(1, Math.round(page.width * factor));
  const height = Math.max(1, Math.round(page.height * factor));
  if (width === page.width && height === page.height) return page;
  const data = await sharp(page.data, { raw: { width: page.width, height: page.height, channels: 1 } })
    .resize({ width, height, fit: 'fill', kernel: kernelFor(factor) })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { width, height, data };
}

export function invertGray(page: GrayRaster): GrayRaster {
  return { ...page, data: page.data.map((level) => 255 - level) };
}

/** A JPEG of the page for people to look at. */
export async function encodeJpeg(raster: Raster): Promise<Buffer> {
  return fromRaster(raster).jpeg({ quality: 80 }).toBuffer();
}

/** Median colour of the outermost pixels. */
function borderColour(raster: Raster): { r: number; g: number; b: number } {
  const channels: number[][] = [[], [], []];
  const take = (x: number, y: number) => {
    for (const [channel, values] of channels.entries()) {
      values.push(raster.data[(y * raster.width + x) * 3 + channel] ?? 255);
    }
  };
  for (let x = 0; x < raster.width; x++) {
    take(x, 0);
    take(x, raster.height - 1);
  }
  for (let y = 0; y < raster.height; y++) {
    take(0, y);
    take(raster.width - 1, y);
  }
  const middle = (values: number[] = []) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 255;
  return { r: middle(channels[0]), g: middle(channels[1]), b: middle(channels[2]) };
}
