import { open } from 'node:fs/promises';
import { audioSeconds } from './audio-seconds.ts';

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
    const { size } = await file.stat();
    const format = audioFormatOf(head.subarray(0, bytesRead), size);
    if (format === null || format.seconds !== null) return format;
    return { ...format, seconds: await audioSeconds(file, format.name, size) };
  } finally {
    await file.close();
  }
}

/** What begins with these bytes; null for what is no sound that vendors take. */
export function audioFormatOf(head: Buffer, sizeBytes: number): AudioFormat | null {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return of('wav', 'audio/wav', wavSeconds(head, sizeBytes));
  if (text(0, 4) === 'fLaC') return of('flac', 'audio/flac', flacSeconds(head));
  if (text(0, 4) === 'OggS') return of('ogg', 'audio/ogg');
  if (head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3) {
    // Tracks name their codecs: those of pictures begin with V.
    return of('webm', /V_(?:VP|AV1|MPEG)/.test(head.toString('latin1')) ? 'video/webm' : 'audio/webm');
  }
  if (text(4, 8) === 'ftyp' && !pictureBrands.test(text(8, 12))) {
    return of('mp4', /^M4[AB]/.test(text(8, 11)) ? 'audio/mp4' : 'video/mp4');
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = head;
  // The version of the tag follows, which is no letter.
  if (text(0, 3) === 'ID3') return fourth < 0x10 ? of('mp3', 'audio/mpeg') : null;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  // ADTS has layer 0. Of MPEG audio layers 3 and 2 are heard; `ff fe` begins texts in UTF-16, and would be layer 1.
  if ((second & 0xf6) === 0xf0) return of('aac', 'audio/aac');
  const isLayer = (second & 0x06) === 0x02 || (second & 0x06) === 0x04;
  return isLayer && third >> 4 !== 0x0f && (third & 0x0c) !== 0x0c ? of('mp3', 'audio/mpeg') : null;
}

/** Of HEIC and AVIF, which lie in the same kind of container. */
const pictureBrands = /^(?:hei[cxms]|hev[cxms]|mif1|msf1|avi[fs])$/;

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
