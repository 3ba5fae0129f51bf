import { type ShapeNode, shapeType } from './json-shape.ts';

export interface JsonFacts {
  /** Nested objects and arrays at the deepest place; 0 for a bare value. */
  depth: number;
  /** Keys of all objects together. */
  totalKeys: number;
}

/** Where and why a text is not JSON. `at` is the byte offset. */
export class JsonSyntaxError extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.name = 'JsonSyntaxError';
    this.at = at;
  }
}

/** Below this depth nothing is described, so that a bomb of brackets costs one bit a level. */
const shapeDepth = 64;

/**
 * Reads one JSON value after RFC 8259, to the letter, without building it: no recursion, numbers are never rounded.
 * What it sees is noted in `root`. The text must be UTF-8.
 */
export class JsonScanner {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #at: number;
  /** Objects so far; the next document of JSON Lines counts on from here. */
  objects: number;
  depth = 0;
  totalKeys = 0;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length, objects = 0) {
    this.objects = objects;
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
  }

  /** Reads the whole text as one value. */
  scan(root: ShapeNode): JsonFacts {
    this.#space();
    this.#value(root);
    this.#space();
    if (this.#at < this.#end) throw this.#fail('text goes on after the end of the value');
    return { depth: this.depth, totalKeys: this.totalKeys };
  }

  #value(root: ShapeNode): void {
    const open: Level[] = [];
    // One byte a level beyond those that are described: 0 array, 1 object.
    let deep = new Uint8Array(1024);
    let level = 0;
    let node: ShapeNode | null = root;
    for (;;) {
      const opened = this.#scalarOrOpen(node);
      if (opened !== null) {
        if (level >= deep.length) deep = grown(deep);
        deep[level] = opened ? 1 : 0;
        if (level < shapeDepth) open[level] = { node, id: ++this.objects, keys: null };
        level++;
        if (level > this.depth) this.depth = level;
        this.#space();
        if (this.#peek() !== (opened ? 0x7d : 0x5d)) {
          node = opened ? this.#key(level <= shapeDepth ? open[level - 1] : undefined) : childItem(node);
          continue;
        }
        this.#at++;
        level--;
      }
      // A value has ended: close what closes, then go on to the next value.
      for (;;) {
        if (level === 0) return;
        this.#space();
        const isObject = deep[level - 1] === 1;
        const current = level <= shapeDepth ? open[level - 1] : undefined;
        const byte = this.#peek();
        if (byte === 0x2c) {
          this.#at++;
          this.#space();
          node = isObject ? this.#key(current) : (current?.node?.items ?? null);
          break;
        }
        if (byte !== (isObject ? 0x7d : 0x5d)) throw this.#fail(`expected ',' or '${isObject ? '}' : ']'}'`);
        this.#at++;
        level--;
        if (isObject && level > 0) current?.node?.foldKeys();
      }
    }
  }

  /** Reads a scalar whole (null), or the bracket that opens an object (true) or an array (false). */
  #scalarOrOpen(node: ShapeNode | null): boolean | null {
    const byte = this.#peek();
    if (byte === 0x22) {
      this.#string();
      if (node) node.types |= shapeType.string;
      return null;
    }
    if (byte === 0x7b || byte === 0x5b) {
      this.#at++;
      const isObject = byte === 0x7b;
      if (node) {
        node.types |= isObject ? shapeType.object : shapeType.array;
        if (isObject) node.objects++;
      }
      return isObject;
    }
    if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      const isInteger = this.#number();
      if (node) node.types |= isInteger ? shapeType.integer : shapeType.number;
      return null;
    }
    if (byte === 0x74) this.#word('true');
    else if (byte === 0x66) this.#word('false');
    else if (byte === 0x6e) this.#word('null');
    else throw this.#fail(this.#at >= this.#end ? 'the text ends too early' : 'expected a value');
    if (node) node.types |= byte === 0x6e ? shapeType.null : shapeType.boolean;
    return null;
  }

  #key(level: Level | undefined): ShapeNode | null {
    if (this.#peek() !== 0x22) throw this.#fail('expected a key in double quotes');
    const start = this.#at + 1;
    const hasEscape = this.#string();
    const end = this.#at - 1;
    this.#space();
    if (this.#peek() !== 0x3a) throw this.#fail("expected ':' after the key");
    this.#at++;
    this.#space();
    if (!level?.node) {
      this.totalKeys++;
      return null;
    }
    const key = this.#keyText(start, end, hasEscape);
    const child = level.node.property(key);
    if (level.node.values) {
      level.keys ??= new Set();
      if (!level.keys.has(key)) this.totalKeys++;
      level.keys.add(key);
    } else if (child.lastObject !== level.id) {
      child.lastObject = level.id;
      child.present++;
      this.totalKeys++;
    }
    return child;
  }

  #keyText(start: number, end: number, hasEscape: boolean): string {
    const raw = Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, end - start).toString('utf8');
    if (!hasEscape) return raw;
    const parsed: unknown = JSON.parse(`"${raw}"`);
    return String(parsed);
  }

  /** Steps over a string; true when it holds an escape. */
  #string(): boolean {
    const bytes = this.#bytes;
    let at = this.#at + 1;
    let hasEscape = false;
    for (;;) {
      const byte = at < this.#end ? (bytes[at] ?? 0) : -1;
      if (byte === 0x22) break;
      if (byte < 0x20) {
        this.#at = Math.min(at, this.#end);
        throw this.#fail(byte < 0 ? 'a string is not closed' : 'a string holds a bare control character');
      }
      if (byte === 0x5c) {
        hasEscape = true;
        at = this.#escape(at + 1);
      } else at++;
    }
    this.#at = at + 1;
    return hasEscape;
  }

  #escape(at: number): number {
    const byte = at < this.#end ? this.#bytes[at] : undefined;
    if (byte === 0x75) {
      for (let i = 1; i <= 4; i++) {
        if (at + i >= this.#end || !isHex(this.#bytes[at + i] ?? 0)) {
          this.#at = at;
          throw this.#fail('\\u needs four hexadecimal digits');
        }
      }
      return at + 5;
    }
    if (byte === undefined || !'"\\/bfnrt'.includes(String.fromCharCode(byte))) {
      this.#at = at;
      throw this.#fail('a string holds an unknown escape');
    }
    return at + 1;
  }

  /** Steps over a number; true when it is written as an integer. */
  #number(): boolean {
    if (this.#peek() === 0x2d) this.#at++;
    const first = this.#peek();
    if (first === 0x30) this.#at++;
    else this.#digits();
    let isInteger = true;
    if (this.#peek() === 0x2e) {
      isInteger = false;
      this.#at++;
      this.#digits();
    }
    if ((this.#peek() | 32) === 0x65) {
      isInteger = false;
      this.#at++;
      if (this.#peek() === 0x2b || this.#peek() === 0x2d) this.#at++;
      this.#digits();
    }
    return isInteger;
  }

  #digits(): void {
    const start = this.#at;
    while (this.#peek() >= 0x30 && this.#peek() <= 0x39) this.#at++;
    if (this.#at === start) throw this.#fail('a number has no digit where one must be');
  }

  #word(word: string): void {
    for (let i = 0; i < word.length; i++) {
      if (this.#peek() !== word.charCodeAt(i)) throw this.#fail('expected a value');
      this.#at++;
    }
  }

  #space(): void {
    for (;;) {
      const byte = this.#peek();
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return;
      this.#at++;
    }
  }

  /** The next byte, 0 at the end (which is no legal byte outside a string). */
  #peek(): number {
    return this.#at < this.#end ? (this.#bytes[this.#at] ?? 0) : 0;
  }

  #fail(message: string): JsonSyntaxError {
    return new JsonSyntaxError(this.#at, message);
  }
}

interface Level {
  node: ShapeNode | null;
  /** Number of the object. */
  id: number;
  /** Keys of this object, kept only where the shape does not. */
  keys: Set<string> | null;
}

function childItem(node: ShapeNode | null): ShapeNode | null {
  return node ? node.item() : null;
}

function grown(deep: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(deep.length * 2);
  larger.set(deep);
  return larger;
}

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || ((byte | 32) >= 0x61 && (byte | 32) <= 0x66);
}
