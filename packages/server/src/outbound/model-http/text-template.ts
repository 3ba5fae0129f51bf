/** Templates that never fitted a later event; after so many the vendor is one whose events always differ. */
const maxWasted = 4;
/** Places where the text stands in an event that are tried. */
const maxPlaces = 4;
/** Neither the end of a string nor an escape nor what JSON does not allow in one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these
const needsCare = /["\\\u0000-\u001f]/;
const marker = 'the text of an event';

/**
 * Reads events of a stream that differ in their text only without parsing the rest of them again, which is most of the work of
 * a long reply. What stands before and after the text must be the very same characters as in an event that was parsed, and
 * what stands between them must be one whole JSON string; then parsing it all would give the same value but for the text.
 */
export class TextTemplate {
  #before = '';
  #after = '';
  #isKnown = false;
  #hasFitted = false;
  #wasted = 0;

  /** The text of an event, or null when it must be parsed. */
  read(event: string): string | null {
    if (!this.#isKnown || event.length < this.#before.length + this.#after.length) return null;
    if (!event.startsWith(this.#before) || !event.endsWith(this.#after)) return null;
    const text = unescaped(event.slice(this.#before.length, event.length - this.#after.length));
    if (text !== null) this.#hasFitted = true;
    return text;
  }

  /** Learns from an event whose only meaning is its text. `textOf` gives the text of a parsed event in the same way. */
  learn(event: string, text: string, textOf: (event: unknown) => string | null): void {
    if (this.#isKnown && !this.#hasFitted) this.#wasted++;
    this.#isKnown = false;
    if (this.#wasted >= maxWasted || text === '') return;
    const literal = JSON.stringify(text);
    let at = -1;
    for (let place = 0; place < maxPlaces; place++) {
      at = event.indexOf(literal, at + 1);
      if (at < 0) return;
      const before = event.slice(0, at + 1);
      const after = event.slice(at + literal.length - 1);
      // Only where another text in this place is the text of the event does the place hold it.
      if (textOf(parsed(before + marker + after)) !== marker) continue;
      this.#before = before;
      this.#after = after;
      this.#isKnown = true;
      this.#hasFitted = false;
      return;
    }
  }
}

/** The value of what stands between two quotes, or null when that is not the inside of one string. */
function unescaped(inside: string): string | null {
  if (!needsCare.test(inside)) return inside;
  const value = parsed(`"${inside}"`);
  return typeof value === 'string' ? value : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
