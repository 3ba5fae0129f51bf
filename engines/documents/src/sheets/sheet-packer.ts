import { constants as zlib, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Where the columns of a group of rows lie in the packed bytes. */
export interface PackedGroup {
  rows: number;
  /** Offset and length of each column's block; a column that came later than this group has none, an empty one length 0. */
  columns: [number, number][];
}

/** How a column's text becomes a value again. */
export interface PackedColumn {
  /** Numbers are written with a comma before the decimals. */
  decimalComma: boolean;
  /** Of 03/04/2024 the first is the day. */
  dayFirst: boolean;
  /** Most digits after the point: sums are exact to that digit. */
  decimals: number;
}

export interface PackedIndex {
  version: 1;
  groups: PackedGroup[];
  columns: PackedColumn[];
}

const rowsPerGroup = 32_768;

/**
 * Packs the cells of a table column by column, a group of rows at a time, so that a question reads only the columns it
 * names and memory stays flat. A block is the lengths of the cells (0 is an empty cell) and then their UTF-8 bytes.
 * Layout of the whole: blocks, index as JSON, length of the index in the last four bytes.
 */
export class SheetPacker {
  readonly #columns: ColumnBuffer[] = [];
  readonly #blocks: Uint8Array[] = [];
  readonly #groups: PackedGroup[] = [];
  #offset = 0;
  #rows = 0;

  /** The cell of the row that is being written; cells left out are empty. */
  add(column: number, bytes: Uint8Array, start: number, end: number): void {
    let buffer = this.#columns[column];
    while (!buffer) {
      this.#columns.push(new ColumnBuffer());
      buffer = this.#columns[column];
    }
    buffer.add(this.#rows, bytes, start, end);
  }

  endRow(): void {
    if (++this.#rows === rowsPerGroup) this.#flush();
  }

  finish(columns: PackedColumn[]): Uint8Array {
    if (this.#rows > 0) this.#flush();
    const index: PackedIndex = { version: 1, groups: this.#groups, columns };
    const json = Buffer.from(JSON.stringify(index));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(json.length);
    return Buffer.concat([...this.#blocks, json, length]);
  }

  #flush(): void {
    const columns = this.#columns.map((column): [number, number] => {
      if (column.isEmpty) return [this.#offset, 0];
      const block = packBlock(column.take(this.#rows));
      this.#blocks.push(block);
      this.#offset += block.length;
      return [this.#offset - block.length, block.length];
    });
    this.#groups.push({ rows: this.#rows, columns });
    this.#rows = 0;
  }
}

/** Below this a block is stored as it is: a compressor for each of 16,384 columns costs more than it saves. */
const smallBlockBytes = 512;

function packBlock(block: Uint8Array): Uint8Array {
  if (block.length < smallBlockBytes) return block.slice();
  return zstdCompressSync(block, { params: { [zlib.ZSTD_c_compressionLevel]: 1 } });
}

/** The opposite of how a block was packed. No block that is stored as it is begins like a compressed one (RFC 8878). */
export function unpackBlock(packed: Uint8Array): Buffer {
  const isCompressed = packed[0] === 0x28 && packed[1] === 0xb5 && packed[2] === 0x2f && packed[3] === 0xfd;
  return isCompressed ? zstdDecompressSync(packed) : Buffer.from(packed);
}

class ColumnBuffer {
  // Both grow as rows come: a table may be 16,384 columns wide and three rows long.
  #lengths = new Uint32Array(16);
  #bytes = new Uint8Array(64);
  /** Written anew for every group, so that packing makes no garbage. */
  #block = Buffer.alloc(0);
  #at = 0;

  /** No cell since the last `take` holds anything. */
  get isEmpty(): boolean {
    return this.#at === 0;
  }

  add(row: number, bytes: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (row >= this.#lengths.length) this.#lengths = longer(this.#lengths, row + 1);
    this.#lengths[row] = length;
    if (this.#at + length > this.#bytes.length) this.#grow(this.#at + length);
    if (length > 64) this.#bytes.set(bytes.subarray(start, end), this.#at);
    else for (let i = 0; i < length; i++) this.#bytes[this.#at + i] = bytes[start + i] ?? 0;
    this.#at += length;
  }

  /** The block of the rows so far, valid until the next call; the buffer is empty afterwards. */
  take(rows: number): Uint8Array {
    const size = rows * 4 + this.#at;
    if (size > this.#block.length) this.#block = Buffer.alloc(size + (size >> 2));
    for (let row = 0; row < rows; row++) this.#block.writeUInt32LE(this.#lengths[row] ?? 0, row * 4);
    this.#block.set(this.#bytes.subarray(0, this.#at), rows * 4);
    this.#lengths.fill(0);
    this.#at = 0;
    return this.#block.subarray(0, size);
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = larger;
  }
}

function longer(lengths: Uint32Array, needed: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.min(rowsPerGroup, Math.max(needed, lengths.length * 2)));
  larger.set(lengths);
  return larger;
}
