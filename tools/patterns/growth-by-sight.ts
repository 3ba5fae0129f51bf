/**
 * The highest degree with which the time of a pattern can grow, as counting its loops tells: one for each loop that follows another, and one
 * for the places where a search may begin. Undefined where counting does not tell: a loop around a group may take the same text in many ways,
 * and what refers back is as long as it likes. A true bound and seldom the least one; sparing the judge is what it is for.
 */
export function growthBySight(source: string, flags: string): number | undefined {
  const reader = new Reader(source, flags.includes('v'));
  const { loops, steps, isAnchored } = reader.alternatives();
  // Repetitions with a limit that follow one another may multiply; a factor above this one is felt.
  if (steps > 10_000) return undefined;
  const starts = isAnchored && !flags.includes('m') && !flags.includes('y') ? 0 : 1;
  return Math.max(loops + starts, 1);
}

interface Growth {
  /** Loops without a limit that one way through it may pass. */
  loops: number;
  /** What its repetitions with a limit multiply to. */
  steps: number;
}

const unknown: Growth = { loops: 0, steps: Number.POSITIVE_INFINITY };

class Reader {
  readonly #source: string;
  readonly #hasNestedClasses: boolean;
  #at = 0;

  constructor(source: string, hasNestedClasses: boolean) {
    this.#source = source;
    this.#hasNestedClasses = hasNestedClasses;
  }

  /** Up to the bracket that closes the group, or the end. */
  alternatives(): Growth & { isAnchored: boolean } {
    let loops = 0;
    let steps = 1;
    let isAnchored = true;
    do {
      if (!this.#source.startsWith('^', this.#at)) isAnchored = false;
      const sequence = this.#sequence();
      loops = Math.max(loops, sequence.loops);
      steps = Math.max(steps, sequence.steps);
    } while (this.#take('|'));
    return { loops, steps, isAnchored };
  }

  #sequence(): Growth {
    let loops = 0;
    let steps = 1;
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      const { growth, isGroup } = this.#atom();
      const repeated = this.#repeated(growth, isGroup);
      loops += repeated.loops;
      steps *= repeated.steps;
    }
    return { loops, steps };
  }

  #atom(): { growth: Growth; isGroup: boolean } {
    const one = { growth: { loops: 0, steps: 1 }, isGroup: false };
    if (this.#match(/\((?:\?(?::|<?[=!]|<[^>]+>|[ims-]+:))?/y)) {
      const { loops, steps } = this.alternatives();
      this.#take(')');
      return { growth: { loops, steps }, isGroup: true };
    }
    if (this.#match(/\\(?:[1-9]|k<)/y)) return { growth: unknown, isGroup: false };
    if (this.#match(/\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\./suy)) return one;
    if (this.#take('[')) this.#class();
    else this.#match(/./suy);
    return one;
  }

  #class(): void {
    for (let depth = 1; depth > 0 && this.#at < this.#source.length; ) {
      const [token = ''] = this.#match(/\\?./suy) ?? [];
      if (token === ']') depth--;
      else if (token === '[' && this.#hasNestedClasses) depth++;
    }
  }

  #repeated(growth: Growth, isGroup: boolean): Growth {
    const [quantifier, least = '', comma, most = ''] = this.#match(/(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y) ?? [];
    if (quantifier === undefined || quantifier.startsWith('?')) return growth;
    const isLoop = /^[*+]/.test(quantifier) || (comma !== undefined && most === '');
    if (isLoop && isGroup) return unknown;
    if (isLoop) return { loops: growth.loops + 1, steps: growth.steps };
    const times = Math.max(Number(least), Number(most), 1);
    if (!isGroup) return { loops: growth.loops, steps: growth.steps * times };
    // Each turn may take another way through the group.
    return { loops: growth.loops * times, steps: growth.steps ** times * times };
  }

  #take(mark: string): boolean {
    const isNext = this.#source.startsWith(mark, this.#at);
    if (isNext) this.#at += mark.length;
    return isNext;
  }

  #match(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at;
    const match = form.exec(this.#source) ?? undefined;
    if (match) this.#at = form.lastIndex;
    return match;
  }
}
