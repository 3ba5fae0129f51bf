/** Counts distinct values by a 64-bit hash: exact for what a file can hold, 8 bytes a value. */
export class DistinctCounter {
  #slots = new Uint32Array(2 * 256);
  #mask = 255;
  count = 0;

  add(bytes: Uint8Array, start: number, end: number): void {
    let low = 0x811c9dc5;
    let high = 0x9e3779b9 ^ (end - start);
    for (let i = start; i < end; i++) {
      const byte = bytes[i] ?? 0;
      low = Math.imul(low ^ byte, 0x01000193);
      high = Math.imul(high ^ byte, 0x5bd1e995);
      high ^= high >>> 15;
    }
    low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d);
    low ^= low >>> 12;
    // A slot of two zeros is an empty one.
    if (low === 0 && high === 0) high = 1;
    if (this.#place(low >>> 0, high >>> 0)) {
      this.count++;
      if (this.count * 2 > this.#mask) this.#grow();
    }
  }

  #place(low: number, high: number): boolean {
    const slots = this.#slots;
    let slot = low & this.#mask;
    for (;;) {
      const at = slot * 2;
      if (slots[at] === low && slots[at + 1] === high) return false;
      if (slots[at] === 0 && slots[at + 1] === 0) {
        slots[at] = low;
        slots[at + 1] = high;
        return true;
      }
      slot = (slot + 1) & this.#mask;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#mask = this.#mask * 2 + 1;
    this.#slots = new Uint32Array(2 * (this.#mask + 1));
    for (let at = 0; at < old.length; at += 2) {
      const low = old[at] ?? 0;
      const high = old[at + 1] ?? 0;
      if (low !== 0 || high !== 0) this.#place(low, high);
    }
  }
}
