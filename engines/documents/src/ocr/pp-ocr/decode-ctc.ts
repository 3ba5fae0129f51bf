import type { ReadCharacter } from '../ocr-engine.ts';

/** A character as decoded, with the steps of the model's output where it stood. */
export interface DecodedCharacter extends ReadCharacter {
  /** First and last step (inclusive). */
  firstStep: number;
  lastStep: number;
}

/** Other readings less likely than this are not told. */
const alternativeFrom = 0.01;
/** A class this likely at a step where the blank won may be a faint character. */
const faintFrom = 0.06;

/**
 * Greedy CTC decoding: the best class of each step, repeats merged, blanks dropped. `scores` holds `classes` values for
 * each of `steps` steps, already a softmax; class 0 is the blank.
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
    const { best, confidence, others } = rank(scores.subarray(step * classes, (step + 1) * classes));
    const alternatives = others
      .filter((other) => other.confidence >= alternativeFrom)
      .map((other) => ({ text: characters[other.index] ?? '', confidence: other.confidence }));
    const last = decoded.at(-1);
    if (best !== 0 && best === previous && last) {
      last.lastStep = step;
      if (confidence > last.confidence) Object.assign(last, { confidence, alternatives });
    } else if (best !== 0) {
      const text = characters[best] ?? '';
      decoded.push({ text, confidence, alternatives, firstStep: step, lastStep: step });
    } else {
      const faint = others[0];
      const isNew = faint && faint.index !== previous && characters[faint.index] !== ' ';
      if (isNew && faint.confidence >= faintFrom) {
        decoded.push({ text: '', confidence, alternatives, firstStep: step, lastStep: step });
      }
    }
    previous = best;
  }
  return withoutEchoes(decoded);
}

/** The most likely class of a step, and the three after it. */
function rank(scores: Float32Array) {
  const top = [0, 0, 0, 0];
  const values = [-1, -1, -1, -1];
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index] ?? 0;
    if (score <= (values[3] ?? 0)) continue;
    let place = 3;
    while (place > 0 && score > (values[place - 1] ?? 0)) {
      values[place] = values[place - 1] ?? 0;
      top[place] = top[place - 1] ?? 0;
      place--;
    }
    values[place] = score;
    top[place] = index;
  }
  const others = [1, 2, 3].map((place) => ({ index: top[place] ?? 0, confidence: values[place] ?? 0 }));
  return { best: top[0] ?? 0, confidence: values[0] ?? 0, others };
}

/** A faint character beside the same character is its shoulder, not another one. */
function withoutEchoes(decoded: readonly DecodedCharacter[]): DecodedCharacter[] {
  return decoded.filter((character, index) => {
    if (character.text !== '') return true;
    const faint = character.alternatives.find((alternative) => alternative.text !== '')?.text;
    const next = decoded[index + 1];
    const before = decoded[index - 1];
    const isEcho = (other: DecodedCharacter | undefined, distance: number) =>
      other !== undefined && other.text === faint && distance <= 1;
    return !isEcho(next, (next?.firstStep ?? 0) - character.lastStep) && before?.text !== '';
  });
}
