/** A character as decoded, with the steps of the model's output where it stood. */
export interface DecodedCharacter {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** First and last step (inclusive). */
  firstStep: number;
  lastStep: number;
  /** For a Latin letter with a mark: the letter without it. */
  plain?: { text: string; confidence: number };
}

/** The characters of a model by class; class 0 is the blank of CTC. */
export class Alphabet {
  readonly characters: readonly string[];
  /** By class of a Latin letter with a mark: the class of the letter without it; 0 for every other. */
  readonly #plain: Uint16Array;

  constructor(characters: readonly string[]) {
    this.characters = characters;
    const classes = new Map(characters.map((character, index) => [character, index]));
    this.#plain = Uint16Array.from(characters, (character) => {
      const [letter = '', ...marks] = character.normalize('NFD');
      return marks.length > 0 && /[A-Za-z]/.test(letter) ? (classes.get(letter) ?? 0) : 0;
    });
  }

  /**
   * Greedy CTC decoding: the best class of each step, repeats merged, blanks dropped. `scores` holds a value for each class at
   * each of `steps` steps, already a softmax.
   */
  decode(scores: Float32Array, steps: number): DecodedCharacter[] {
    const classes = this.characters.length;
    const decoded: DecodedCharacter[] = [];
    let previous = 0;
    for (let step = 0; step < steps; step++) {
      const from = step * classes;
      const best = bestOf(scores, from, classes);
      const last = decoded.at(-1);
      const isRepeat = best !== 0 && best === previous && last !== undefined;
      if (isRepeat) last.lastStep = step;
      if (best !== 0 && (!isRepeat || (scores[from + best] ?? 0) > last.confidence)) {
        const read = this.#read(scores, from, best);
        if (isRepeat) Object.assign(last, read);
        else decoded.push({ ...read, firstStep: step, lastStep: step });
      }
      previous = best;
    }
    return decoded;
  }

  #read(scores: Float32Array, from: number, best: number) {
    const plain = this.#plain[best] ?? 0;
    return {
      text: this.characters[best] ?? '',
      confidence: scores[from + best] ?? 0,
      ...(plain !== 0 && { plain: { text: this.characters[plain] ?? '', confidence: scores[from + plain] ?? 0 } }),
    };
  }
}

function bestOf(scores: Float32Array, from: number, classes: number): number {
  let best = 0;
  let highest = -1;
  for (let index = 0; index < classes; index++) {
    const score = scores[from + index] ?? 0;
    if (score <= highest) continue;
    highest = score;
    best = index;
  }
  return best;
}
