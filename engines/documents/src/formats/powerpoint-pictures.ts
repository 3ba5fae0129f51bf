import type { DocumentPictures } from './document-pictures.ts';
import { findRecord, numberAt, type OfficeRecord, recordAt, recordsOf } from './office-records.ts';

const type = {
  drawingGroup: 0x040b,
  group: 0xf000,
  store: 0xf001,
  entry: 0xf007,
  drawing: 0x040c,
  properties: 0xf00b,
} as const;
/** Kinds of stored pictures that can be read; what is not named here (EMF, WMF, PICT) is a drawing. */
const extensions = new Map([
  [0xf01d, 'jpg'],
  [0xf02a, 'jpg'],
  [0xf01e, 'png'],
  [0xf01f, 'bmp'],
  [0xf029, 'tiff'],
]);
/** Properties of a shape that name a picture by its number: the picture it is, and the one it is filled with. */
const pictureProperties = new Set([0x0104, 0x0186]);
const entryHeadBytes = 36;
/** Deeper than this no program groups shapes. */
const deepest = 24;

/** The pictures of a presentation of PowerPoint 97 to 2003, which its shapes name by number from 1. */
export class PowerPointPictures {
  readonly #stored: readonly (OfficeRecord | null)[];

  /** `document` is the record that lists them; `stream` the one named Pictures, which holds them. */
  constructor(document: Buffer, stream: Buffer) {
    const drawings = findRecord(document, type.drawingGroup)?.body ?? Buffer.alloc(0);
    const group = findRecord(drawings, type.group)?.body ?? Buffer.alloc(0);
    const store = findRecord(group, type.store)?.body ?? Buffer.alloc(0);
    this.#stored = [...recordsOf(store)].map((record) => storedPicture(record, stream));
  }

  /** Takes the pictures that a slide shows; `at` is where their texts belong. */
  addShownOn(slide: Buffer, at: number, pictures: DocumentPictures): void {
    const drawing = findRecord(slide, type.drawing);
    for (const number of drawing ? picturesIn(drawing.body, 0) : []) {
      const stored = this.#stored[number - 1];
      const extension = extensions.get(stored?.type ?? 0);
      if (!stored || !extension) continue;
      pictures.add(`${number}.${extension}`, at, stored.body.length, () => pictureFile(stored, extension));
    }
  }
}

/** An entry of the list tells where the picture stands in the stream, or holds it itself; some lists hold just the picture. */
function storedPicture(record: OfficeRecord, stream: Buffer): OfficeRecord | null {
  if (record.type !== type.entry) return record;
  const held = recordAt(record.body, entryHeadBytes + (record.body[33] ?? 0));
  return held ?? recordAt(stream, numberAt(record.body, 28));
}

/** Numbers of the pictures, in the order of the shapes. */
function picturesIn(body: Buffer, depth: number): number[] {
  if (depth > deepest) return [];
  return [...recordsOf(body)].flatMap((record) => {
    if (record.type === type.properties) return picturesNamed(record);
    return record.isContainer ? picturesIn(record.body, depth + 1) : [];
  });
}

/** Properties are pairs of a number (two bytes, of which two bits are flags) and a value (four). */
function picturesNamed({ body, instance: count }: OfficeRecord): number[] {
  const numbers: number[] = [];
  for (let at = 0; at + 6 <= body.length && at < count * 6; at += 6) {
    if (pictureProperties.has(body.readUInt16LE(at) & 0x3fff)) numbers.push(numberAt(body, at + 2));
  }
  return numbers;
}

/** The file as it was put in: before it stand one or two checksums and a byte, and a bitmap lacks its head. */
function pictureFile({ instance, body }: OfficeRecord, extension: string): Uint8Array {
  const checksums = (instance & 1) === 1 ? 2 : 1;
  const content = body.subarray(checksums * 16 + 1);
  return extension === 'bmp' ? bitmapFile(content) : new Uint8Array(content);
}

function bitmapFile(content: Buffer): Uint8Array {
  if (content.length < 40) return new Uint8Array();
  const [headBytes, bits, compression] = [numberAt(content, 0), content.readUInt16LE(14), numberAt(content, 16)];
  const colours = bits > 8 ? 0 : numberAt(content, 32) || 2 ** bits;
  const masks = headBytes === 40 && compression === 3 ? 12 : 0;
  const head = Buffer.alloc(14);
  head.write('BM', 'latin1');
  head.writeUInt32LE(14 + content.length, 2);
  head.writeUInt32LE((14 + headBytes + masks + colours * 4) >>> 0, 10);
  return new Uint8Array(Buffer.concat([head, content]));
}
