import { type Figure, figuresOf, monthOf } from '@parley/text';

/** Powers of ten that tables leave to their captions ("in millions"). */
const captionScales = [1e3, 1e6, 1e9];
const captions = /\b(?:thousands?|millions?|billions?|k|m|bn|tsd|tausend|mio|mrd|milliers?|miles|millones)\b/i;
/** Figures of a reply that results may have been computed from. */
const longestWork = 12;

/** The figures that some texts hold, and what may be made of them without changing what they say. */
export class FigureEvidence {
  readonly #values = new Set<number>();
  readonly #sorted: number[];
  readonly #figures: Figure[];
  readonly #text: string;
  readonly #hasCaption: boolean;

  constructor(texts: readonly string[]) {
    this.#text = texts.join('\n');
    this.#figures = figuresOf(this.#text);
    for (const { values } of this.#figures) for (const value of values) this.#values.add(value);
    for (const [word] of this.#text.matchAll(/\p{L}+/gu)) {
      const month = monthOf(word);
      if (month !== undefined) this.#values.add(month);
    }
    if (/\b(?:p\.?m\.?|nachmittags|abends)\b/i.test(this.#text)) {
      for (const value of [...this.#values]) if (value >= 1 && value <= 11) this.#values.add(value + 12);
      this.#values.add(0);
    }
    this.#hasCaption = captions.test(this.#text);
    this.#sorted = [...this.#values].sort((left, right) => left - right);
  }

  /** Whether the figure stands there: as it is, as per cent or share of one, under a scale of its table, or rounded. */
  holds(figure: Figure): boolean {
    return figure.values.some((value) => this.#holdsValue(value, figure));
  }

  /** Whether the texts give another figure for what a small whole number counts ("7 lanes" for "9 lanes"). */
  contradicts(counted: string): boolean {
    if (counted.length < 3) return false;
    const stem = counted.toLowerCase().replace(/(?:es|s|en|n)$/, '');
    return this.#figures.some(({ end }) => {
      const next = /^[\s\u00a0-]*(\p{L}+)/u.exec(this.#text.slice(end, end + 40))?.[1]?.toLowerCase() ?? '';
      return next.startsWith(stem) && next.length <= stem.length + 2;
    });
  }

  #holdsValue(value: number, { unit }: Figure): boolean {
    if (this.#has(value) || this.#has(-value)) return true;
    if (unit === 'percent' && this.#has(value / 100)) return true;
    if (value < 1 && this.#has(value * 100)) return true;
    if (this.#hasCaption && captionScales.some((scale) => this.#has(value / scale) || this.#has(value * scale)))
      return true;
    return this.#isRounded(value);
  }

  #has(value: number): boolean {
    return this.#values.has(value) || this.#near(value, Math.abs(value) * 1e-9);
  }

  /** True for a value of two digits or more to which a longer one is rounded. */
  #isRounded(value: number): boolean {
    const step = lastDigit(value);
    if (value === 0 || Math.abs(value) < step * 10) return false;
    return this.#near(value, step / 2);
  }

  #near(value: number, distance: number): boolean {
    const at = lowerBound(this.#sorted, value - distance);
    const found = this.#sorted[at];
    return found !== undefined && found <= value + distance;
  }
}

/** Whether a figure is the result of a simple calculation with figures that the reply itself shows. */
export function isComputed(figure: Figure, shown: readonly Figure[]): boolean {
  const work = shown.slice(-longestWork).flatMap(({ values }) => values.slice(0, 1));
  if (work.length < 2) return false;
  const results = new Set<number>();
  const sum = work.reduce((total, value) => total + value, 0);
  results.add(sum).add(sum / work.length);
  for (const [index, left] of work.entries()) {
    for (const right of work.slice(index + 1)) {
      for (const [a, b] of [
        [left, right],
        [right, left],
      ] as const) {
        results
          .add(a + b)
          .add(a - b)
          .add(a * b);
        if (b !== 0)
          results
            .add(a / b)
            .add((a / b) * 100)
            .add(((a - b) / b) * 100);
        results.add((a * b) / 100);
      }
    }
  }
  return figure.values.some((value) => [...results].some((result) => isWritten(value, result)));
}

/** `value` is how `result` is written, rounded to its last digit. */
function isWritten(value: number, result: number): boolean {
  const distance = Math.abs(Math.abs(result) - Math.abs(value));
  return distance <= Math.max(Math.abs(value) * 1e-9, Number.isInteger(value) ? 0.5 : lastDigit(value) / 2);
}

/** What one counts in the last digit that is written: 1,200 is exact to 100, 3.14 to 0.01. */
function lastDigit(value: number): number {
  const written = String(Math.abs(value));
  if (/e/.test(written)) return Math.abs(value) * 1e-9;
  const decimals = written.split('.')[1]?.length;
  if (decimals !== undefined) return 10 ** -decimals;
  return 10 ** (/0*$/.exec(written)?.[0].length ?? 0);
}

function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
