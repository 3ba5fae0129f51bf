import { type Figure, figuresOf } from '@parley/text';
import type { MarkGroup } from './citation-marks.ts';

/** Up to here a whole number may count what a passage lists. */
const mostCounted = 12;

/** The figures in digits, each once, outside of marks. */
export function figuresIn(unit: string, marks: readonly MarkGroup[]): Figure[] {
  const blank = replaced(
    unit,
    marks.map(({ start, end }) => ({ start, end, text: ' '.repeat(end - start) })),
    0,
  );
  const figures = figuresOf(blank).filter((figure) => isInDigits(blank, figure));
  // Parts of a time or a date share one place: each must hold, but only one is shown.
  const seen = new Set<string>();
  return figures.filter(({ start, values }) => {
    const key = `${start} ${values.join()}`;
    return !seen.has(key) && seen.add(key);
  });
}

export function isInDigits(text: string, { start, end }: Figure): boolean {
  return /\d/.test(text.slice(start, end));
}

/** The number of a list's item counts nothing. */
export function withoutOrdinal(unit: string, figures: readonly Figure[]): Figure[] {
  const ordinal = /^[\s#>*_-]*\(?\d{1,3}[.)](?=\s)/.exec(unit)?.[0].length ?? 0;
  return figures.filter(({ start }) => start >= ordinal);
}

export function isCount({ values, unit, text }: Figure): boolean {
  const [value = 0] = values;
  return unit === null && Number.isInteger(value) && value >= 0 && value <= mostCounted && !/[.,:/]\d/.test(text);
}

export function wordBehind(unit: string, { end }: Figure): string {
  return /^[\s\u00a0-]*(\p{L}+)/u.exec(unit.slice(end))?.[1] ?? '';
}

/** The text from `from` on with some places of it replaced; places do not overlap, but may come twice. */
export function replaced(
  text: string,
  changes: readonly { start: number; end: number; text: string }[],
  from: number,
): string {
  let out = '';
  let at = from;
  for (const change of [...changes].sort((left, right) => left.start - right.start)) {
    if (change.start < at) continue;
    out += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return out + text.slice(at);
}
