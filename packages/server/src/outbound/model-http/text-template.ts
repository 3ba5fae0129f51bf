/** Templates that never fitted a later event; after so many the vendor is one whose events always differ. */
const maxWasted = 4;
/** Places where the text stands in an event that are tried. */
const maxPlaces = 4;
const marker = 'the text of an event';
const lead = /^(event: ?[^\n\r]*\n)?data: ?$/;
const quote = 0x22;
const backslash = 0x5c;
const space = 0x20;

/**
 * Reads events of a stream that differ in their text only without parsing the rest of them again, which is most of the work
 * of a long reply. The bytes before and after the text must be the very same as of an event that was parsed, and what stands
 * between them must be one whole JSON string; then parsing it all would give the same value but for the text.
 */
export class TextTemplate {
  /** Where the event ends that `read` read last. */
  end = 0;
  #head: Buffer | null = null;
  #tail: Buffer = Buffer.alloc(0);
  #hasFitted = false;
  #wasted = 0;

  /** Nothing more can be learned from this stream. */
  get isHopeless(): boolean {
    return this.#wasted >= maxWasted;
  }

  /** The text of the event that begins at a place and stands there whole, or null when it must be parsed. */
  read(chunk: Buffer, start: number): string | null {
    const head = this.#head;
    if (head === null || !startsWith(chunk, start, head)) return null;
    const from = start + head.length;
    let hasEscapes = false;
    let allBits = 0;
    let at = from;
    for (; ; at++) {
      // Beyond the end it is undefined, which is less than nothing here: the event is not whole yet.
      const byte = chunk[at] ?? 0;
      if (byte === quote) break;
      if (byte < space) return null;
      allBits |= byte;
      if (byte !== backslash) continue;
      hasEscapes = true;
      at++;
    }
    if (!startsWith(chunk, at, this.#tail)) return null;
    const inside = chunk.toString(allBits < 0x80 ? 'latin1' : 'utf8', from, at);
    const text = hasEscapes ? parsed(`"${inside}"`) : inside;
    if (typeof text !== 'string') return null;
    this.#hasFitted = true;
    this.end = at + this.#tail.length;
    return text;
  }

  /**
   * Learns from an event whose only meaning is its text: the block as it came, its data, and the text. `textOf` gives the
   * text of a parsed event in the same way.
   */
  learn(block: Buffer, data: string, text: string, textOf: (event: unknown) => string | null): void {
    if (this.#head !== null && !this.#hasFitted) this.#wasted++;
    this.#head = null;
    if (this.isHopeless || text === '') return;
    const whole = block.toString('utf8');
    const front = whole.slice(0, whole.length - data.length - 2);
    if (!lead.test(front) || whole !== `${front}${data}\n\n`) return;
    const literal = JSON.stringify(text);
    let at = -1;
    for (let place = 0; place < maxPlaces; place++) {
      at = data.indexOf(literal, at + 1);
      if (at < 0) return;
      const before = data.slice(0, at + 1);
      const after = data.slice(at + literal.length - 1);
      // Only where another text in this place is the text of the event does the place hold it.
      if (textOf(parsed(before + marker + after)) !== marker) continue;
      this.#head = Buffer.from(front + before);
      this.#tail = Buffer.from(`${after}\n\n`);
      this.#hasFitted = false;
      return;
    }
  }
}

/** By hand: so few bytes are compared sooner than a native function is called. */
function startsWith(chunk: Buffer, start: number, wanted: Buffer): boolean {
  const { length } = wanted;
  if (start + length > chunk.length) return false;
  for (let at = 0; at < length; at++) if (chunk[start + at] !== wanted[at]) return false;
  return true;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
