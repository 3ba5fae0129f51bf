/** A sum of regression trees as it is stored: arrays over all nodes of all trees, base64 of little-endian numbers. */
export interface StoredTrees {
  trees: number;
  /** Node at which each tree begins (Int32). */
  roots: string;
  /** Feature that a node looks at; -1 for a leaf (Int16). */
  features: string;
  /** Go left when the feature is at most this; the value of a leaf (Float32). */
  values: string;
  /** Left child; the right one is the next (Int32). */
  lefts: string;
}

export class TreeEnsemble {
  readonly #roots: Int32Array;
  readonly #features: Int16Array;
  readonly #values: Float32Array;
  readonly #lefts: Int32Array;

  constructor(stored: StoredTrees) {
    this.#roots = new Int32Array(bytesOf(stored.roots));
    this.#features = new Int16Array(bytesOf(stored.features));
    this.#values = new Float32Array(bytesOf(stored.values));
    this.#lefts = new Int32Array(bytesOf(stored.lefts));
  }

  /** The sum of all trees for one row of features. */
  score(row: ArrayLike<number>): number {
    let sum = 0;
    for (const root of this.#roots) {
      let node = root;
      for (let feature = this.#features[node] ?? -1; feature >= 0; feature = this.#features[node] ?? -1) {
        const left = this.#lefts[node] ?? 0;
        node = (row[feature] ?? 0) <= (this.#values[node] ?? 0) ? left : left + 1;
      }
      sum += this.#values[node] ?? 0;
    }
    return sum;
  }
}

function bytesOf(base64: string): ArrayBuffer {
  const bytes = Buffer.from(base64, 'base64');
  return Uint8Array.from(bytes).buffer;
}
