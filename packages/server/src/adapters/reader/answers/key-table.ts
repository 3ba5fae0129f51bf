/** What each key of a span is worth: the logarithm of how much more often than chance it stands on a right answer. */
export type KeyTable = Record<string, number>;

/** The worth of a span's keys, 0 for a key that was never seen. */
export function keyFeatures(keys: string[], table: KeyTable): number[] {
  return keys.map((key, kind) => table[`${kind}${key}`] ?? 0);
}
