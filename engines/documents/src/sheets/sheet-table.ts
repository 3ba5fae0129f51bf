import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { DocumentError } from '../document-error.ts';
import type { SheetColumn, SheetSource } from './sheet-data.ts';
import { type PackedColumn, type PackedGroup, type PackedIndex, unpackBlock } from './sheet-packer.ts';

const noStyle: PackedColumn = { decimalComma: false, dayFirst: false, decimals: 0 };

/** Opens what `SheetPacker` wrote. Columns are unpacked one at a time, a group of rows at a time. */
export class SheetTable implements Disposable {
  readonly columns: SheetColumn[];
  readonly groups: PackedGroup[];
  readonly #styles: PackedColumn[];
  readonly #packed: PackedBytes;

  constructor(data: SheetSource) {
    this.#packed = 'path' in data.packed ? new PackedFile(data.packed.path) : new PackedMemory(data.packed);
    const end = this.#packed.length - 4;
    const indexLength = this.#packed.read(end, 4).readUInt32LE(0);
    const index: PackedIndex = JSON.parse(this.#packed.read(end - indexLength, indexLength).toString('utf8'));
    this.columns = data.columns;
    this.groups = index.groups;
    this.#styles = index.columns;
  }

  [Symbol.dispose](): void {
    this.#packed.close();
  }

  /** Position of a column by name, upper and lower case alike. Throws `invalid_request` when there is none. */
  indexOf(name: string): number {
    const exact = this.columns.findIndex((column) => column.name === name);
    const folded = name.trim().toLowerCase();
    const index = exact >= 0 ? exact : this.columns.findIndex((column) => column.name.trim().toLowerCase() === folded);
    if (index < 0) {
      const names = this.columns.map((column) => column.name).slice(0, 50);
      throw new DocumentError('invalid_request', `There is no column ${name}. The columns are ${names.join(', ')}.`);
    }
    return index;
  }

  style(column: number): PackedColumn {
    return this.#styles[column] ?? noStyle;
  }

  open(group: PackedGroup, column: number): ColumnBlock {
    const place = group.columns[column];
    if (!place || place[1] === 0) return new ColumnBlock(Buffer.alloc(group.rows * 4), group.rows);
    return new ColumnBlock(unpackBlock(this.#packed.read(place[0], place[1])), group.rows);
  }
}

/** The cells of one column in one group of rows. */
export class ColumnBlock {
  readonly rows: number;
  /** Where each cell begins in `bytes`, and where the last one ends. */
  readonly offsets: Uint32Array;
  readonly bytes: Buffer;

  constructor(block: Buffer, rows: number) {
    this.rows = rows;
    this.offsets = new Uint32Array(rows + 1);
    for (let row = 0; row < rows; row++) this.offsets[row + 1] = (this.offsets[row] ?? 0) + block.readUInt32LE(row * 4);
    this.bytes = block.subarray(rows * 4);
  }

  text(row: number): string {
    return this.bytes.toString('utf8', this.offsets[row] ?? 0, this.offsets[row + 1] ?? 0);
  }

  isEmpty(row: number): boolean {
    return this.offsets[row] === this.offsets[row + 1];
  }
}

interface PackedBytes {
  readonly length: number;
  read(at: number, length: number): Buffer;
  close(): void;
}

class PackedMemory implements PackedBytes {
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.#bytes.length;
  }

  read(at: number, length: number): Buffer {
    return this.#bytes.subarray(at, at + length);
  }

  close(): void {}
}

class PackedFile implements PackedBytes {
  readonly #file: number;
  readonly length: number;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.length = fstatSync(this.#file).size;
  }

  read(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#file, bytes, done, length - done, at + done);
      if (read === 0) throw new RangeError('the stored rows end too early');
      done += read;
    }
    return bytes;
  }

  close(): void {
    closeSync(this.#file);
  }
}
