import { open } from 'node:fs/promises';

/** A container of sound, as its first bytes say. */
export interface AudioFormat {
  name: 'mp3' | 'wav' | 'flac' | 'ogg' | 'webm' | 'mp4' | 'aac';
  mediaType: string;
  extension: string;
  /** How long it is, where its head says so exactly. Seconds. */
  seconds: number | null;
}

const headBytes = 4096;

/** What a file holds; null for what is no sound that vendors take. */
export async function readAudioFormat(path: string): Promise<AudioFormat | null> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(head, 0, headBytes, 0);
    return formatOf(head.subarray(0, bytesRead), (await file.stat()).size);
  } finally {
    await file.close();
  }
}

function formatOf(head: Buffer, sizeBytes: number): AudioFormat | null {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return of('wav', 'audio/wav', wavSeconds(head, sizeBytes));
  if (text(0, 4) === 'fLaC') return of('flac', 'audio/flac', flacSeconds(head));
  if (text(0, 4) === 'OggS') return of('ogg', 'audio/ogg');
  if (head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3) return of('webm', 'audio/webm');
  if (text(4, 8) === 'ftyp') return of('mp4', text(8, 11) === 'M4A' ? 'audio/mp4' : 'video/mp4');
  if (text(0, 3) === 'ID3') return of('mp3', 'audio/mpeg');
  const [first = 0, second = 0] = head;
  // ADTS has layer 0 where MPEG audio has 1 to 3.
  if (first === 0xff && (second & 0xf6) === 0xf0) return of('aac', 'audio/aac');
  if (first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0) return of('mp3', 'audio/mpeg');
  return null;
}

function of(name: AudioFormat['name'], mediaType: string, seconds: number | null = null): AudioFormat {
  return { name, mediaType, extension: name, seconds };
}

/** From the rate of bytes and the length of the piece with the samples. */
function wavSeconds(head: Buffer, sizeBytes: number): number | null {
  let at = 12;
  let bytesPerSecond = 0;
  while (at + 8 <= head.length) {
    const [name, size] = [head.toString('latin1', at, at + 4), head.readUInt32LE(at + 4)];
    if (name === 'fmt ' && at + 20 <= head.length) bytesPerSecond = head.readUInt32LE(at + 16);
    // Streams write no length, or the largest.
    if (name === 'data') return bytesPerSecond === 0 ? null : Math.min(size, sizeBytes - at - 8) / bytesPerSecond;
    at += 8 + size + (size % 2);
  }
  return null;
}

/** From the block that every file begins with. */
function flacSeconds(head: Buffer): number | null {
  if (head.length < 26) return null;
  const rate = head.readUIntBE(18, 3) >> 4;
  const samples = ((head[21] ?? 0) & 0x0f) * 2 ** 32 + head.readUInt32BE(22);
  return rate === 0 || samples === 0 ? null : samples / rate;
}
