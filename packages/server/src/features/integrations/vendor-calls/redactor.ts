import { isJsonObject, type JsonValue } from '@parley/contract';

const mask = '[redacted]';
/** Shorter values would blank out ordinary words. */
const minLength = 6;

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

  value(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.value(item)]));
  }
}
