/** Silence as 16-bit samples. */
export function wav(seconds: number, rate = 8000): Buffer {
  const data = Buffer.alloc(Math.round(seconds * rate) * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

const box = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4);
  return Buffer.concat([head, body]);
};

/** An MP4 of a brand, whose head stands behind its samples as recorders leave it. */
export function mp4(brand: string, seconds: number): Buffer {
  const movie = Buffer.alloc(100);
  movie.writeUInt32BE(1000, 12);
  movie.writeUInt32BE(seconds * 1000, 16);
  const brandBox = box('ftyp', Buffer.concat([Buffer.from(brand.padEnd(4)), Buffer.alloc(12)]));
  return Buffer.concat([brandBox, box('mdat', Buffer.alloc(5000)), box('moov', box('mvhd', movie))]);
}

/** Opus in Ogg: its first and its last page. */
export function ogg(seconds: number): Buffer {
  const page = (samples: number, body: Buffer) => {
    const head = Buffer.alloc(28);
    head.write('OggS', 0);
    head.writeBigInt64LE(BigInt(samples), 6);
    return Buffer.concat([head, body]);
  };
  const id = Buffer.concat([Buffer.from('OpusHead'), Buffer.alloc(11)]);
  return Buffer.concat([page(0, id), page(seconds * 48_000, Buffer.alloc(3000))]);
}

/** MPEG 1, layer 3, 44,100 Hz, behind a tag; its first frame says how many there are. */
export function mp3(frames: number): Buffer {
  const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 0, ...Buffer.alloc(128)]);
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  frame.write('Info', 36);
  frame.writeUInt32BE(1, 40);
  frame.writeUInt32BE(frames, 44);
  return Buffer.concat([tag, frame, Buffer.alloc(2000)]);
}

export const flac = (seconds: number): Buffer => {
  const head = Buffer.alloc(60);
  head.write('fLaC', 0);
  head.writeUIntBE(44_100 << 4, 18, 3);
  head.writeUInt32BE(seconds * 44_100, 22);
  return head;
};

/** The head of a Matroska file with a track of a codec. */
export const webm = (codec: string): Buffer =>
  Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.alloc(60), Buffer.from(codec), Buffer.alloc(500)]);
