import { hash } from 'node:crypto';

/** Names in a narrower alphabet, and the way back. A name that fits stays as it is. */
export class SafeNames {
  readonly #pattern: RegExp;
  readonly #maxLength: number;
  readonly #originals = new Map<string, string>();

  constructor(pattern: RegExp, maxLength: number) {
    this.#pattern = pattern;
    this.#maxLength = maxLength;
  }

  toSafe(name: string): string {
    if (this.#pattern.test(name)) return name;
    const suffix = `_${hash('sha256', name).slice(0, 8)}`;
    const safe = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, this.#maxLength - suffix.length - 1);
    const whole = `${/^[a-zA-Z_]/.test(safe) ? '' : '_'}${safe}${suffix}`;
    this.#originals.set(whole, name);
    return whole;
  }

  toOriginal(safe: string): string {
    return this.#originals.get(safe) ?? safe;
  }
}
