import type { ImageRule } from '../../../ports/language-model.ts';

/** Enough of a file to find its size in, behind a camera's notes. */
const headBytes = 96 * 1024;
/** What an image is held for whose size or vendor is not known: what the dearest vendor makes of a large one. */
const unknownTokens = 1_600;

/** Tokens that a vendor makes of an image (base64), by the vendor's published rule and the size in the image's head. */
export function imageTokens(base64: string, rule: ImageRule | undefined): number {
  const size = sizeOf(Buffer.from(base64.slice(0, Math.ceil(headBytes / 3) * 4), 'base64'));
  if (size === null) return unknownTokens;
  switch (rule) {
    case 'anthropic':
      return anthropicTokens(size);
    case 'openai':
      return openAITokens(size);
    case 'google':
      return googleTokens(size);
    case undefined:
      return Math.max(anthropicTokens(size), openAITokens(size), googleTokens(size));
    default:
      return rule satisfies never;
  }
}

interface Size {
  width: number;
  height: number;
}

/** A token for 750 pixels, of an image whose longer side is at most 1,568. */
function anthropicTokens({ width, height }: Size): number {
  const scale = Math.min(1, 1568 / Math.max(width, height));
  return Math.min(unknownTokens, Math.ceil((width * scale * height * scale) / 750));
}

/** 85 and 170 for each tile of 512 pixels, of an image within 2,048 and with its shorter side within 768. */
function openAITokens({ width, height }: Size): number {
  const within = Math.min(1, 2048 / Math.max(width, height));
  const scale = within * Math.min(1, 768 / (Math.min(width, height) * within));
  return 85 + 170 * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
}

/** 258 for a small image, else 258 for each tile; tiles have 768 pixels. */
function googleTokens({ width, height }: Size): number {
  if (width <= 384 && height <= 384) return 258;
  const tile = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
  return 258 * Math.ceil(width / tile) * Math.ceil(height / tile);
}

/** The size that the head of a PNG, GIF, WebP or JPEG file names. */
function sizeOf(head: Buffer): Size | null {
  if (head.length < 30) return null;
  if (head.readUInt32BE(0) === 0x89504e47) return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (head.toString('latin1', 0, 3) === 'GIF') return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (head.toString('latin1', 8, 12) === 'WEBP') return webpSize(head);
  return head.readUInt16BE(0) === 0xffd8 ? jpegSize(head) : null;
}

function webpSize(head: Buffer): Size | null {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

/** Goes from marker to marker until the one that begins a frame. */
function jpegSize(head: Buffer): Size | null {
  for (let at = 2; at + 9 < head.length; ) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    at += 2 + head.readUInt16BE(at + 2);
  }
  return null;
}
