import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { Turn } from '../../../lib/turn.ts';

const mask = '[redacted]';
/** Shorter values would blank out ordinary words. */
const minLength = 6;
/** Values that are looked at before others may have their turn, and how long the event loop is held. */
const atOnce = 200;
const sliceMs = 6;

/** Takes the credentials of one connection out of whatever leaves: results, messages, audit entries. */
export class Redactor {
  readonly #needles: string[];

  constructor(secrets: Iterable<string>) {
    const needles = new Set<string>();
    for (const secret of secrets) {
      if (secret.length < minLength) continue;
      needles.add(secret);
      needles.add(encodeURIComponent(secret));
      needles.add(JSON.stringify(secret).slice(1, -1));
      needles.add(Buffer.from(secret).toString('base64'));
      needles.add(Buffer.from(secret).toString('base64url'));
    }
    // The longest first, so that no rest of a longer one stays.
    this.#needles = [...needles].sort((a, b) => b.length - a.length);
  }

  text(text: string): string {
    let clean = text;
    for (const needle of this.#needles) if (clean.includes(needle)) clean = clean.replaceAll(needle, mask);
    return clean;
  }

  /** With the event loop free between pieces: an answer may have millions of values. */
  async value(value: JsonValue, turn = new Turn(sliceMs)): Promise<JsonValue> {
    if (Array.isArray(value)) {
      const list: JsonValue[] = [];
      for (const item of value) {
        if (list.length % atOnce === 0) await turn.next();
        list.push(isNested(item) ? await this.value(item, turn) : this.#plain(item));
      }
      return list;
    }
    if (!isJsonObject(value)) return this.#plain(value);
    const object: JsonObject = {};
    let count = 0;
    for (const name in value) {
      if (count++ % atOnce === 0) await turn.next();
      const item = value[name] ?? null;
      const clean = isNested(item) ? await this.value(item, turn) : this.#plain(item);
      // A member of its own, also where it is called `__proto__`.
      Object.defineProperty(object, this.text(name), {
        value: clean,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return object;
  }

  #plain(value: JsonValue): JsonValue {
    return typeof value === 'string' ? this.text(value) : value;
  }
}

const isNested = (value: JsonValue): boolean => typeof value === 'object' && value !== null;
