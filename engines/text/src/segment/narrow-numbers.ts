/** Whole numbers in as few bytes each as the largest of them needs: segments are kept in memory by the million. */
export type WholeNumbers = Uint8Array | Uint16Array | Uint32Array;

/** Room for so many whole numbers from 0 to `most`. */
export function numbersUpTo(most: number, length: number): WholeNumbers {
  if (most < 2 ** 8) return new Uint8Array(length);
  return most < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

/** The same numbers in the least room; `values` themselves where they take no less. */
export function narrowed(values: WholeNumbers): WholeNumbers {
  let most = 0;
  for (let at = 0; at < values.length; at++) most = Math.max(most, values[at] ?? 0);
  const narrow = numbersUpTo(most, values.length);
  if (narrow.BYTES_PER_ELEMENT === values.BYTES_PER_ELEMENT) return values;
  narrow.set(values);
  return narrow;
}
