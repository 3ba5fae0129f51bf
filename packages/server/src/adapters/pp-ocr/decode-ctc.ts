/** A character as decoded, with the steps of the model's output where it was strongest. */
export interface DecodedCharacter {
  text: string;
  confidence: number;
  /** First and last step (inclusive) at which the character stood. */
  firstStep: number;
  lastStep: number;
}

/**
 * Greedy CTC decoding: the best class of each step, repeats merged, blanks dropped. `scores` holds `classes` values for
 * each of `steps` steps, already a softmax.
 */
export function decodeCtc(
  scores: Float32Array,
  steps: number,
  classes: number,
  characters: readonly string[],
): DecodedCharacter[] {
  const decoded: DecodedCharacter[] = [];
  let previous = 0;
  for (let step = 0; step < steps; step++) {
    const start = step * classes;
    let best = 0;
    let confidence = scores[start] ?? 0;
    for (let index = 1; index < classes; index++) {
      const score = scores[start + index] ?? 0;
      if (score > confidence) {
        confidence = score;
        best = index;
      }
    }
    const last = decoded.at(-1);
    if (best !== 0 && best === previous && last) {
      last.lastStep = step;
      last.confidence = Math.max(last.confidence, confidence);
    } else if (best !== 0) {
      decoded.push({ text: characters[best] ?? '', confidence, firstStep: step, lastStep: step });
    }
    previous = best;
  }
  return decoded;
}
