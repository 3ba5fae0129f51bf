import type { Random } from '../seeded.ts';

/** A kind of text, made in any size. */
export interface Shape {
  name: string;
  /** A text of about `bytes` bytes of UTF-8. */
  make(random: Random, bytes: number): string;
}

/** One piece again and again. */
export function repeated(name: string, piece: string): Shape {
  const size = Buffer.byteLength(piece);
  return { name, make: (_, bytes) => piece.repeat(Math.max(1, Math.floor(bytes / size))) };
}

/** How many bytes are made anew; what is larger repeats them, or the making would take longer than the call. */
const freshBytes = 500_000;

/** Pieces that are each made anew. */
export function written(name: string, piece: (random: Random, index: number) => string): Shape {
  return {
    name,
    make(random, bytes) {
      const pieces: string[] = [];
      let size = 0;
      for (let i = 0; size < Math.min(bytes, freshBytes); i++) {
        const next = piece(random, i);
        size += Math.max(1, Buffer.byteLength(next));
        pieces.push(next);
      }
      return pieces.join('').repeat(Math.max(1, Math.round(bytes / size)));
    },
  };
}
