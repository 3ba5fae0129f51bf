/** One record of a binary Office stream; a container's body is made up of records. */
export interface OfficeRecord {
  type: number;
  /** Tells lists and headers of the same type apart. */
  instance: number;
  isContainer: boolean;
  body: Buffer;
}

const headBytes = 8;

/** The record that begins at `offset`; null where none fits into the stream. */
export function recordAt(stream: Buffer, offset: number): OfficeRecord | null {
  if (offset < 0 || offset + headBytes > stream.length) return null;
  const kind = stream.readUInt16LE(offset);
  const start = offset + headBytes;
  const end = start + stream.readUInt32LE(offset + 4);
  if (end > stream.length) return null;
  return {
    type: stream.readUInt16LE(offset + 2),
    instance: kind >> 4,
    isContainer: (kind & 0xf) === 0xf,
    body: stream.subarray(start, end),
  };
}

/** The records of a container one after another, up to the first that is cut off. */
export function* recordsOf(body: Buffer): Generator<OfficeRecord> {
  let offset = 0;
  for (let record = recordAt(body, 0); record !== null; record = recordAt(body, offset)) {
    yield record;
    offset += headBytes + record.body.length;
  }
}

/** The first record of a type in a container. */
export function findRecord(body: Buffer, type: number): OfficeRecord | undefined {
  for (const record of recordsOf(body)) if (record.type === type) return record;
  return undefined;
}

/** Four bytes of a record as a whole number from 0; 0 where it is shorter. */
export function numberAt(body: Buffer, offset: number): number {
  return offset + 4 <= body.length ? body.readUInt32LE(offset) : 0;
}
