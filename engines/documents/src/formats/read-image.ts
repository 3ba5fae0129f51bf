import type { Sharp } from 'sharp';
import { DocumentError } from '../document-error.ts';
import type { JsonObject } from '../json-value.ts';
import { openPicture } from './open-picture.ts';
import type { ParsedContent } from './parsed-content.ts';

/** 16,384 x 16,384: what can be decoded within the memory of a worker. */
const maxPixels = 268_435_456;
const maxFrames = 2000;
const coloursShown = 5;
const coloursSide = 64;
const mediaTypes: Record<string, string> = { SVG: 'image/svg+xml' };

/** Size, colours and orientation of an image. Its text is read by OCR, not here. */
export async function readImage(bytes: Uint8Array): Promise<ParsedContent> {
  const picture = await openPicture(bytes, maxPixels);
  const open = () => picture.open(0);
  const metadata = await open().metadata().catch(refuse);
  const isTurned = (metadata.orientation ?? 1) >= 5;
  const width = isTurned ? picture.height : picture.width;
  const height = isTurned ? picture.width : picture.height;
  const format = picture.format.toUpperCase();
  const facts: JsonObject = {
    width,
    height,
    format,
    mode: modeOf(metadata.channels ?? 3, metadata.hasAlpha === true, metadata.space ?? ''),
    size_kb: Math.round((bytes.length / 1024) * 10) / 10,
    frames: Math.min(picture.pages, maxFrames),
    extracted_text: '',
    analysis: await analyse(open(), width, height).catch(refuse),
  };
  // A TIFF of many pages is a scan; the frames of an animation are no pages.
  const pages = format === 'TIFF' ? Math.min(picture.pages, maxFrames) : 1;
  return {
    kind: 'image',
    mediaType: mediaTypes[format] ?? `image/${format.toLowerCase()}`,
    ...(pages > 1 && { pages }),
    text: '',
    metadata: facts,
    processingSummary: `${format} image${pages > 1 ? ` with ${pages} pages` : ''}, ${width}x${height} pixels`,
  };
}

async function analyse(image: Sharp, width: number, height: number): Promise<JsonObject> {
  const { data, info } = await image
    .rotate()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(coloursSide, coloursSide, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const shades = new Map<number, { count: number; sum: [number, number, number] }>();
  let sum = 0;
  let squares = 0;
  const pixels = data.length / info.channels;
  for (let at = 0; at < data.length; at += info.channels) {
    const red = data[at] ?? 0;
    const green = info.channels > 1 ? (data[at + 1] ?? 0) : red;
    const blue = info.channels > 2 ? (data[at + 2] ?? 0) : red;
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const shade = shades.get(key) ?? { count: 0, sum: [0, 0, 0] };
    shade.count++;
    shade.sum = [shade.sum[0] + red, shade.sum[1] + green, shade.sum[2] + blue];
    shades.set(key, shade);
    const light = 0.299 * red + 0.587 * green + 0.114 * blue;
    sum += light;
    squares += light * light;
  }
  const brightness = sum / pixels;
  const deviation = Math.sqrt(Math.max(0, squares / pixels - brightness ** 2));
  const ranked = [...shades.values()].sort((a, b) => b.count - a.count).slice(0, coloursShown);
  return {
    dominant_colors: ranked.map((shade) => ({
      color: `#${shade.sum
        .map((part) =>
          Math.round(part / shade.count)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`,
      share: Math.round((shade.count / pixels) * 1000) / 1000,
    })),
    brightness: Math.round((brightness / 255) * 1000) / 1000,
    contrast: Math.round((deviation / 128) * 1000) / 1000,
    is_blank: deviation < 1.5,
    orientation: width > height * 1.05 ? 'landscape' : height > width * 1.05 ? 'portrait' : 'square',
  };
}

function modeOf(channels: number, hasAlpha: boolean, space: string): string {
  if (space === 'cmyk') return 'CMYK';
  if (space === 'b-w' || channels <= 2) return hasAlpha ? 'LA' : 'L';
  return hasAlpha ? 'RGBA' : 'RGB';
}

function refuse(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (/pixel limit/i.test(reason)) {
    throw new DocumentError(
      'image_too_large',
      'The image has more pixels than can be read (268 million). Make it smaller.',
    );
  }
  throw new DocumentError(
    'invalid_image',
    'The image is broken or incomplete. Export it again and upload the new file.',
  );
}
