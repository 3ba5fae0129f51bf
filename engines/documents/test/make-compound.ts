import XLSX from '@e965/xlsx';

/** The container of old Office files and Outlook messages, with these streams by path. */
export function makeCompound(streams: Record<string, Buffer>): Buffer {
  const file = XLSX.CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) XLSX.CFB.utils.cfb_add(file, path, content);
  return Buffer.from(XLSX.CFB.write(file, { type: 'buffer' }));
}

/** A Word document of 1997 with nothing but this text; paragraphs end in `\r`. */
export function makeDoc(text: string): Buffer {
  const information = Buffer.alloc(0x600);
  const encoded = Buffer.from(text, 'utf16le');
  information.writeUInt16LE(0xa5ec, 0);
  information.writeUInt16LE(0x0200, 0x0a);
  information.writeUInt32LE(information.length, 0x18);
  information.writeUInt32LE(text.length, 0x4c);
  const pieces = Buffer.alloc(21);
  pieces[0] = 2;
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(text.length, 9);
  pieces.writeUInt32LE(information.length, 15);
  information.writeUInt32LE(pieces.length, 0x1a6);
  const filler = Buffer.alloc(4096);
  return makeCompound({
    WordDocument: Buffer.concat([information, encoded, filler]),
    '1Table': Buffer.concat([pieces, filler]),
  });
}

/** A message of Outlook. */
export function makeMsg(mail: {
  subject: string;
  body: string;
  from: string;
  attachments: { name: string; bytes: Buffer }[];
}): Buffer {
  const text = (value: string) => Buffer.from(value, 'utf16le');
  const streams: Record<string, Buffer> = {
    '__properties_version1.0': Buffer.alloc(32),
    '__nameid_version1.0/__substg1.0_00020102': Buffer.alloc(0),
    '__substg1.0_0037001F': text(mail.subject),
    '__substg1.0_1000001F': text(mail.body),
    '__substg1.0_0C1A001F': text(mail.from),
  };
  for (const [index, { name, bytes }] of mail.attachments.entries()) {
    const folder = `__attach_version1.0_#${String(index).padStart(8, '0')}`;
    streams[`${folder}/__properties_version1.0`] = Buffer.alloc(8);
    streams[`${folder}/__substg1.0_3707001F`] = text(name);
    streams[`${folder}/__substg1.0_37010102`] = bytes;
  }
  return makeCompound(streams);
}

/** A bitmap of 24 bits a pixel in one colour. */
export function makeBitmap(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) file.set([blue, green, red], 54 + y * stride + x * 3);
  }
  return file;
}
