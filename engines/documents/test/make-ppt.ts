import { makeCompound } from './make-compound.ts';

export interface MadeSlide {
  title?: string;
  /** Paragraphs of the body; they stand in the list of slides, and a shape of the slide names them. */
  body?: string[];
  /** Rows of cells. */
  table?: string[][];
  notes?: string;
  /** Numbers of the presentation's pictures, from 1. */
  pictures?: number[];
}

/** A picture as it is stored: the record's type and instance, and the content. */
export interface MadePicture {
  type: number;
  instance: number;
  content: Buffer;
}

/**
 * A presentation of PowerPoint 97. With `before`, the first slide was saved with that title, and saved again as it is
 * told in `slides`.
 */
export function makePpt(
  slides: readonly MadeSlide[],
  { before = '', isLocked = false, pictures = [] as readonly MadePicture[] } = {},
): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  const write = (record: Buffer) => {
    const place = length;
    parts.push(record);
    length += record.length;
    return place;
  };
  const save = (places: Map<number, number>, earlier: number) => {
    const runs = [...places].map(([id, place]) => numbers((1 << 20) | id, place));
    const directory = write(record(0x1772, Buffer.concat(runs)));
    return write(record(0x0ff5, numbers(256, 0, earlier, directory, 1, 100, 1)));
  };
  // Before the content stand one or, where the instance is odd, two checksums, and a byte.
  const stored = pictures.map(({ type, instance, content }) =>
    record(type, Buffer.concat([Buffer.alloc(instance % 2 === 1 ? 33 : 17), content]), instance << 4),
  );
  let edit = 0;
  if (before !== '') edit = save(new Map([[2, write(slideRecord({ title: before }, 0))]]), 0);
  const places = new Map<number, number>();
  for (const [index, slide] of slides.entries()) {
    places.set(2 + index, write(slideRecord(slide, slide.notes === undefined ? 0 : 500 + index)));
    if (slide.notes !== undefined) places.set(50 + index, write(notesRecord(slide.notes)));
  }
  places.set(1, write(documentRecord(slides, storeRecord(stored))));
  edit = save(places, edit);
  const current = record(0x0ff6, numbers(20, isLocked ? 0xf3d1c4df : 0xe391c05f, edit, 0));
  return makeCompound({
    'Current User': current,
    'PowerPoint Document': Buffer.concat(parts),
    ...(stored.length > 0 && { Pictures: Buffer.concat(stored) }),
  });
}

/** Lists where each picture stands in the stream of pictures. */
function storeRecord(stored: readonly Buffer[]): Buffer {
  let place = 0;
  const entries = stored.map((picture) => {
    const facts = Buffer.alloc(36);
    facts.writeUInt32LE(picture.length, 20);
    facts.writeUInt32LE(1, 24);
    facts.writeUInt32LE(place, 28);
    place += picture.length;
    return record(0xf007, facts, 2);
  });
  return container(0x040b, container(0xf000, container(0xf001, ...entries)));
}

function documentRecord(slides: readonly MadeSlide[], store: Buffer): Buffer {
  const listed = slides.flatMap(({ title, body }, index) => [
    record(0x03f3, numbers(2 + index, 0, 2, 256 + index, 0)),
    ...(title === undefined ? [] : text(0, title)),
    ...(body === undefined ? [] : text(1, body.join('\r'))),
  ]);
  const noted = slides.flatMap(({ notes }, index) =>
    notes === undefined ? [] : [record(0x03f3, numbers(50 + index, 0, 0, 500 + index, 0))],
  );
  return container(0x03e8, store, container(0x0ff0, ...listed), container(0x0ff0, ...noted).fill(0x2f, 0, 1));
}

function slideRecord({ title, body, table, pictures = [] }: MadeSlide, notesId: number): Buffer {
  const outlined = [title, body].filter((part) => part !== undefined);
  const shapes = outlined.map((_, index) => shape(record(0x0f9e, numbers(index))));
  if (table) shapes.push(tableGroup(table));
  for (const number of pictures) shapes.push(container(0xf004, pictureProperty(number)));
  const drawing = container(0x040c, container(0xf002, container(0xf003, ...shapes)));
  return container(0x03ee, record(0x03ef, numbers(0, 0, 0, 0, notesId, 0)), drawing);
}

function notesRecord(notes: string): Buffer {
  const drawing = container(0x040c, container(0xf002, container(0xf003, shape(...text(2, notes)))));
  return container(0x03f0, record(0x03f1, numbers(256, 0)), drawing);
}

function tableGroup(rows: readonly string[][]): Buffer {
  const marks = Buffer.alloc(6);
  marks.writeUInt16LE(0x039f, 0);
  marks.writeUInt32LE(1, 2);
  const cells = rows.flatMap((cells, row) =>
    cells.map((cell, column) => {
      const place = record(0xf00f, numbers(column * 100, row * 20, column * 100 + 100, row * 20 + 20));
      return container(0xf004, place, container(0xf00d, ...text(4, cell)));
    }),
  );
  const border = container(0xf004, record(0xf00f, numbers(0, 20, 200, 20)));
  return container(0xf003, container(0xf004, record(0xf122, marks)), ...cells, border);
}

/** Two properties, of which the second names the picture by its number. */
function pictureProperty(number: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16LE(0x007f, 0);
  bytes.writeUInt16LE(0x4104, 6);
  bytes.writeUInt32LE(number, 8);
  return record(0xf00b, bytes, (2 << 4) | 3);
}

const shape = (...inside: Buffer[]) => container(0xf004, container(0xf00d, ...inside));

/** As PowerPoint writes it: two bytes a letter only where one does not do. */
function text(use: number, content: string): Buffer[] {
  const isPlain = !/[^\0-\xff]/.test(content);
  const letters = isPlain ? record(0x0fa8, Buffer.from(content, 'latin1')) : record(0x0fa0, utf16(content));
  return [record(0x0f9f, numbers(use)), letters];
}

const utf16 = (content: string) => Buffer.from(content, 'utf16le');

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  return bytes;
}

function record(type: number, body: Buffer, kind = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

const container = (type: number, ...inside: Buffer[]) => record(type, Buffer.concat(inside), 0xf);
