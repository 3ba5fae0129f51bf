import {
  currencyMarkPattern,
  currencyOf,
  currencyPattern,
  type Figure,
  figuresOf,
  giveWay,
  monthOf,
} from '@parley/text';

/** Powers of ten that tables leave to their captions ("in millions"). */
const captionScales = [1e3, 1e6, 1e9];
const captions = /\b(?:thousands?|millions?|billions?|k|m|bn|tsd|tausend|mio|mrd|milliers?|miles|millones)\b/i;
/** Figures of a reply that results may have been computed from. */
const longestWork = 12;

/** Places of one amount at which its currency is looked up. */
const mostAmounts = 100;

/** Characters that are read at once: about 5 ms where a text is nothing but figures. */
const windowLength = 4_000;

/** The figures that some texts hold, and what may be made of them without changing what they say. */
export class FigureEvidence {
  readonly #values = new Set<number>();
  readonly #sorted: Float64Array;
  readonly #figures: Figure[] = [];
  readonly #text: string;
  #hasCaption = false;

  private constructor(text: string, windows: Iterable<FigureWindow>) {
    this.#text = text;
    let isAfternoon = false;
    for (const window of windows) {
      for (const figure of window.figures) this.#figures.push(figure);
      for (const { values } of window.figures) for (const value of values) this.#values.add(value);
      for (const month of window.months) this.#values.add(month);
      isAfternoon ||= window.isAfternoon;
      this.#hasCaption ||= window.hasCaption;
    }
    if (isAfternoon) {
      for (let hour = 1; hour <= 11; hour++) if (this.#values.has(hour)) this.#values.add(hour + 12);
      this.#values.add(0);
    }
    this.#sorted = Float64Array.from(this.#values).sort();
  }

  /** Of texts of a few thousand characters; more takes long. */
  static of(texts: readonly string[]): FigureEvidence {
    const text = texts.join('\n');
    return new FigureEvidence(text, [readWindow(text, 0)]);
  }

  /** Of texts of any length; other work goes on meanwhile. */
  static async read(texts: readonly string[]): Promise<FigureEvidence> {
    const text = texts.join('\n');
    const pause = giveWay();
    const windows: FigureWindow[] = [];
    for (let start = 0; start < text.length; ) {
      const end = windowEnd(text, start);
      windows.push(readWindow(text.slice(start, end), start));
      start = end;
      await pause();
    }
    return new FigureEvidence(text, windows);
  }

  /**
   * Whether the figure stands there: as it is, as per cent or share of one, under a scale of its table, or rounded; an amount of money not
   * where it stands in another currency alone.
   */
  holds(figure: Figure, currency: string | null = null): boolean {
    if (currency !== null && figure.values.some((value) => this.#isOtherMoney(value, currency))) return false;
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

  #isOtherMoney(value: number, currency: string): boolean {
    const known: (string | null)[] = [];
    for (const figure of this.#figures) {
      if (!figure.values.includes(value)) continue;
      known.push(currencyAt(this.#text, figure));
      if (known.at(-1) === null || known.length >= mostAmounts) break;
    }
    return known.length > 0 && known.every((one) => one !== null && one !== currency && !isSomeDollar(one, currency));
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

/** "$" is the dollar of wherever it is written. */
const isSomeDollar = (one: string, other: string): boolean => /d$/.test(one) && /d$/.test(other);

const scale =
  '(?:thousand|million|billion|trillion|tausend|millionen|milliarden|milliers|millions|milliards|miles|millones|mil|k|m|mn|bn|mio|mrd|tsd)';
// such as: /^[\d.,'’\s]{0,30}(?:million\.?)?\s?(euros|eur|€)(?![\p{L}])/
const currencyBehind = new RegExp(
  `^[\\d.,'’\\u00a0\\u202f ]{0,30}(?:${scale}\\.?)?[\\s\\u00a0]?(${currencyPattern})(?!\\p{L})`,
  'iu',
);
const currencyBefore = new RegExp(`(?<!\\p{L})(${currencyMarkPattern})[\\s\\u00a0]?$`, 'iu');

/** The currency that stands right beside a figure; null where none does. */
export function currencyAt(text: string, { start, end }: Figure): string | null {
  const mark =
    currencyBefore.exec(text.slice(Math.max(0, start - 6), start))?.[1] ??
    currencyBehind.exec(text.slice(end, end + 60))?.[1];
  return (mark && currencyOf(mark)) ?? null;
}

/** The results of simple calculations with the last figures that a reply itself shows. */
export function resultsOf(shown: readonly Figure[]): number[] {
  const work = shown.slice(-longestWork).flatMap(({ values }) => values.slice(0, 1));
  if (work.length < 2) return [];
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
  return [...results];
}

/** Whether a figure is one of some results, as it is written. */
export function isComputed({ values }: Figure, results: readonly number[]): boolean {
  return values.some((value) => {
    const most = Math.max(Math.abs(value) * 1e-9, Number.isInteger(value) ? 0.5 : lastDigit(value) / 2);
    return results.some((result) => Math.abs(Math.abs(result) - Math.abs(value)) <= most);
  });
}

/** What one counts in the last digit that is written: 1,200 is exact to 100, 3.14 to 0.01. */
function lastDigit(value: number): number {
  const written = String(Math.abs(value));
  if (/e/.test(written)) return Math.abs(value) * 1e-9;
  const decimals = written.split('.')[1]?.length;
  if (decimals !== undefined) return 10 ** -decimals;
  return 10 ** (/(?<!0)0*$/.exec(written)?.[0].length ?? 0);
}

function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What is read in a part of a text, with places in the whole of it. */
interface FigureWindow {
  figures: Figure[];
  months: number[];
  isAfternoon: boolean;
  hasCaption: boolean;
}

function readWindow(text: string, offset: number): FigureWindow {
  const figures = figuresOf(text);
  for (const figure of offset > 0 ? figures : []) {
    figure.start += offset;
    figure.end += offset;
  }
  return {
    figures,
    months: Array.from(text.matchAll(/\p{L}+/gu), ([word]) => monthOf(word)).filter((month) => month !== undefined),
    isAfternoon: /\b(?:p\.?m\.?|nachmittags|abends)\b/i.test(text),
    hasCaption: captions.test(text),
  };
}

/** Where no figure with its unit goes on: behind a line, else behind a blank. */
function windowEnd(text: string, start: number): number {
  const limit = start + windowLength;
  if (limit >= text.length) return text.length;
  const part = text.slice(start + windowLength / 2, limit);
  const border = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('. '));
  const at = border >= 0 ? border : part.lastIndexOf(' ');
  return at >= 0 ? start + windowLength / 2 + at + 1 : limit;
}
