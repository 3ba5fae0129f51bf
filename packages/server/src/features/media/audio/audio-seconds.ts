import type { FileHandle } from 'node:fs/promises';

const mostBoxes = 64;
const tailBytes = 65_536;

/** How long sound is whose head alone does not tell, where the container says so exactly; null where it does not. */
export async function audioSeconds(file: FileHandle, name: string, sizeBytes: number): Promise<number | null> {
  if (name === 'mp4') return await mp4Seconds(file, sizeBytes);
  if (name === 'ogg') return await oggSeconds(file, sizeBytes);
  if (name === 'mp3') return await mp3Seconds(file);
  return null;
}

async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}

/** From the head of the movie, which stands first in the box `moov`. */
async function mp4Seconds(file: FileHandle, sizeBytes: number): Promise<number | null> {
  let at = 0;
  for (let box = 0; box < mostBoxes && at + 16 <= sizeBytes; box++) {
    const head = await read(file, at, 64);
    if (head.length < 16) return null;
    const [short, type] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)];
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (type === 'moov') return movieSeconds(head.subarray(short === 1 ? 16 : 8));
    if (length < 8) return null;
    at += length;
  }
  return null;
}

function movieSeconds(head: Buffer): number | null {
  if (head.length < 40 || head.toString('latin1', 4, 8) !== 'mvhd') return null;
  const isLong = head[8] === 1;
  const scale = head.readUInt32BE(isLong ? 28 : 20);
  const duration = isLong ? Number(head.readBigUInt64BE(32)) : head.readUInt32BE(24);
  // Files that are written as they are recorded say nothing, or the largest.
  return scale === 0 || duration === 0 || duration === 0xffffffff ? null : duration / scale;
}

/** From the place of the last page, in samples. */
async function oggSeconds(file: FileHandle, sizeBytes: number): Promise<number | null> {
  const head = await read(file, 0, 64);
  const opus = head.includes('OpusHead');
  const vorbis = head.indexOf('\x01vorbis', 0, 'latin1');
  if (!opus && (vorbis < 0 || vorbis + 16 > head.length)) return null;
  const rate = opus ? 48_000 : head.readUInt32LE(vorbis + 12);
  const tail = await read(file, Math.max(0, sizeBytes - tailBytes), tailBytes);
  const last = tail.lastIndexOf('OggS');
  if (last < 0 || last + 14 > tail.length || rate === 0) return null;
  const samples = Number(tail.readBigInt64LE(last + 6));
  return samples > 0 ? samples / rate : null;
}

/** From the frame that encoders put before the others: it says how many there are. */
async function mp3Seconds(file: FileHandle): Promise<number | null> {
  const tag = await read(file, 0, 10);
  // Seven bits of a byte each.
  const size = tag.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const start = tag.toString('latin1', 0, 3) === 'ID3' ? 10 + size : 0;
  const frame = await read(file, start, 256);
  const [first = 0, second = 0, third = 0, fourth = 0] = frame;
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return null;
  const version = (second >> 3) & 3;
  const isFirst = version === 3;
  const rate = ([44_100, 48_000, 32_000][(third >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4);
  const isMono = fourth >> 6 === 3;
  const at = 4 + (isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  const name = frame.toString('latin1', at, at + 4);
  if ((name !== 'Xing' && name !== 'Info') || rate === 0 || frame.length < at + 12) return null;
  const isCounted = (frame.readUInt32BE(at + 4) & 1) === 1;
  return isCounted ? (frame.readUInt32BE(at + 8) * (isFirst ? 1152 : 576)) / rate : null;
}
