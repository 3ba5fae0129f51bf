/** Pieces that are kept apart until they are made one text. */
const mostPieces = 32;

/**
 * A text that comes in many small pieces and is read once. Put together with `+=` it would be a chain of all its pieces until then,
 * several times its own size, for each stream that is open.
 */
export class GrowingText {
  #whole = '';
  #pieces: string[] = [];

  add(piece: string): void {
    if (piece === '') return;
    this.#pieces.push(piece);
    if (this.#pieces.length === mostPieces) this.#gather();
  }

  clear(): void {
    this.#whole = '';
    this.#pieces = [];
  }

  toString(): string {
    this.#gather();
    return this.#whole;
  }

  #gather(): void {
    if (this.#pieces.length === 0) return;
    this.#whole += this.#pieces.join('');
    this.#pieces = [];
  }
}
