import sharp, { type Sharp } from 'sharp';
import { DocumentError } from '../document-error.ts';
import { isBitmap, isHeic } from './picture-signature.ts';

/** A picture of any kind that can be read, ready to be decoded. */
export interface Picture {
  /** Lower case: `png`, `jpeg`, `gif`, `webp`, `tiff`, `avif`, `heic`, `bmp` or `svg`. */
  format: string;
  /** As it is stored, before any turn that its metadata ask for. */
  width: number;
  height: number;
  /** Pages of a TIFF, frames of an animation; 1 otherwise. */
  pages: number;
  /** Opens one page, from 0. Nothing is decoded before the result is asked for pixels. */
  open(page: number): Sharp;
}

/** The long side that drawings without pixels of their own are given, and the finest they are drawn. */
const drawingSide = 2000;
const drawingDpi = { usual: 72, most: 600 };
const readable = new Set(['png', 'jpeg', 'gif', 'webp', 'tiff', 'heif', 'svg']);
const kinds = 'PNG, JPEG, GIF, WebP, TIFF, BMP, AVIF, HEIC or SVG';

/**
 * Opens a picture. Throws `invalid_image` for what is none or broken, `image_too_large` past `maxPixels`. SVG is drawn from its
 * bytes alone: without a base address nothing that it refers to is fetched or read.
 */
export async function openPicture(bytes: Uint8Array, maxPixels: number): Promise<Picture> {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isBitmap(data)) return openBitmap(data, maxPixels);
  if (isHeic(data)) return openHeic(data, maxPixels);
  const open = (page: number) => sharp(data, { failOn: 'error', limitInputPixels: false, page });
  const metadata = await open(0)
    .metadata()
    .catch((cause: unknown) => {
      throw new DocumentError('invalid_image', `The data is no ${kinds} image, or it is broken.`, { cause });
    });
  const { width, height, pages = 1 } = metadata;
  if (!readable.has(metadata.format)) {
    const message = `The format ${metadata.format} is not supported; send ${kinds}.`;
    throw new DocumentError('invalid_image', message);
  }
  if (metadata.format === 'svg') return openDrawing(data, { width, height }, maxPixels);
  checkPixels(width, height, maxPixels);
  return { format: metadata.format === 'heif' ? 'avif' : metadata.format, width, height, pages, open };
}

function checkPixels(width: number, height: number, maxPixels: number): void {
  if (!(width > 0 && height > 0)) throw new DocumentError('invalid_image', 'The image has no pixels.');
  if (width * height <= maxPixels) return;
  throw new DocumentError(
    'image_too_large',
    `The image has ${width}x${height} pixels; at most ${Math.round(maxPixels / 1e6)} million can be read. Make it smaller.`,
  );
}

function openDrawing(data: Buffer, size: { width: number; height: number }, maxPixels: number): Picture {
  const longSide = Math.max(size.width, size.height, 1);
  const wanted = (drawingDpi.usual * drawingSide) / longSide;
  const density = Math.max(1, Math.min(drawingDpi.most, wanted));
  const scale = density / drawingDpi.usual;
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  checkPixels(width, height, maxPixels);
  const open = () => sharp(data, { failOn: 'error', limitInputPixels: maxPixels, density });
  return { format: 'svg', width, height, pages: 1, open };
}

async function openBitmap(data: Buffer, maxPixels: number): Promise<Picture> {
  const isOld = data.readUInt32LE(14) === 12;
  const width = isOld ? data.readUInt16LE(18) : Math.abs(data.readInt32LE(18));
  const height = isOld ? data.readUInt16LE(20) : Math.abs(data.readInt32LE(22));
  checkPixels(width, height, maxPixels);
  const { decode } = await import('bmp-ts');
  try {
    const { data: pixels } = decode(data, { toRGBA: true });
    if (pixels.length !== width * height * 4) throw new Error('another size than it says');
    // Its fourth byte is seldom an opacity: most writers leave it empty.
    const colours = Buffer.alloc(width * height * 3);
    for (let at = 0; at < width * height; at++) pixels.copy(colours, at * 3, at * 4, at * 4 + 3);
    const open = () => sharp(colours, { raw: { width, height, channels: 3 } });
    return { format: 'bmp', width, height, pages: 1, open };
  } catch (cause) {
    throw broken(cause);
  }
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(into: { data: Uint8ClampedArray; width: number; height: number }, done: (shown: object | null) => void): void;
}

async function openHeic(data: Buffer, maxPixels: number): Promise<Picture> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const images: HeifImage[] = new libheif.HeifDecoder().decode(data);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw broken(undefined);
  const width = image.get_width();
  const height = image.get_height();
  checkPixels(width, height, maxPixels);
  const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const shown = await new Promise<object | null>((resolve) => image.display(target, resolve));
  if (!shown) throw broken(undefined);
  const open = () => sharp(target.data, { raw: { width, height, channels: 4 } });
  return { format: 'heic', width, height, pages: 1, open };
}

const broken = (cause: unknown): DocumentError =>
  new DocumentError('invalid_image', 'The image is broken or incomplete. Export it again and send the new file.', {
    ...(cause !== undefined && { cause }),
  });
