/** What some texts write in digits, so that a figure is looked up without going through all of their words. */
export class DigitRuns {
  readonly #runs = new Set<string>();
  readonly #all: string;
  readonly #known = new Map<string, boolean>();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      for (const [run] of text.matchAll(/\d[\d.,'’\u00a0\u202f ]*/g))
        this.#runs.add(run.slice(0, lastDigitOf(run) + 1));
    }
    this.#all = [...this.#runs].join('\n');
  }

  /** Whether one of the texts has it, also as a part of a longer number. It begins and ends with a digit. */
  hold(written: string): boolean {
    if (this.#runs.has(written)) return true;
    const known = this.#known.get(written) ?? this.#all.includes(written);
    if (this.#known.size < mostKnown) this.#known.set(written, known);
    return known;
  }
}

const mostKnown = 10_000;

function lastDigitOf(run: string): number {
  let at = run.length - 1;
  while (at > 0 && !isDigit(run.charCodeAt(at))) at--;
  return at;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
