/** Whether the content is a picture that can be read; names and types are not asked. */
export function isPicture(head: Buffer): boolean {
  const text = head.toString('latin1', 0, 16);
  return (
    text.startsWith('\x89PNG') ||
    text.startsWith('\xff\xd8\xff') ||
    /^GIF8[79]a/.test(text) ||
    /^RIFF....WEBP/s.test(text) ||
    /^(II[*+]\0|MM\0[*+])/.test(text) ||
    isBitmap(head) ||
    isHeic(head) ||
    /^....ftypavi[fs]/s.test(text)
  );
}

export const isBitmap = (head: Buffer): boolean =>
  head.length > 26 &&
  head.toString('latin1', 0, 2) === 'BM' &&
  [12, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14));

/** HEIF with an HEVC picture, as telephones write it; AVIF has brands of its own. */
export function isHeic(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = head.toString('latin1', 8, Math.min(head.length, Math.max(16, head.readUInt32BE(0)), 80));
  return /hei[cxms]|hev[cx]/.test(brands) && !/avi[fs]/.test(brands);
}
