import { foldedUnit, monthsAndDays, numberWords, scales } from './figure-words.ts';

/** A number as a text states it. */
export interface Figure {
  /** What it can mean: `1.234` is one and a bit, or over a thousand. */
  values: number[];
  /** `percent`, `usd`, `km` and the like; null when none stands beside it. */
  unit: string | null;
  text: string;
  /** Where its digits, or the word that it is written as, stand. */
  start: number;
  end: number;
}

// A mark of money right before the next number is that number's.
const numberPattern =
  /(?<![\p{L}\p{N}.,])(?<sign>[-−–])?(?<currency>US\$|[$€£¥₹])?\s?(?<number>\d{1,3}(?:[,.'’\u00a0\u202f ]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,:/]\d+)*)(?<ordinal>st|nd|rd|th)?(?<after>(?:[\s\u00a0\u202f-]?(?:(?:(?!(?:US)?[$€£¥₹]\s?\d)[\p{L}%°€$£¥²³/])+\.?)){0,3})/gu;

/** The numbers of a text, written in digits or in words, with their scale and unit. */
export function figuresOf(text: string): Figure[] {
  return [...digitFigures(text), ...wordFigures(text)];
}

/** Figures of a statement that its evidence does not hold. Months and weekdays count as figures. */
export function missingFigures(statement: string, evidence: string): string[] {
  const missing = unheldFigures(statement, evidence);
  const dates = monthsAndDays(evidence);
  const days = [...monthsAndDays(statement)].filter((name) => !dates.has(name));
  return [...missing.map((figure) => figure.text), ...days];
}

/** Figures of a statement that its evidence does not hold with their units. */
export function unheldFigures(statement: string, evidence: string): Figure[] {
  const held = figuresOf(evidence);
  const units = new Set(unitsOf(evidence));
  return figuresOf(statement).filter((figure) => !held.some((other) => agree(figure, other, units)));
}

function agree(figure: Figure, other: Figure, units: ReadonlySet<string>): boolean {
  const isSame = figure.values.some((value) => other.values.some((candidate) => close(value, candidate)));
  if (!isSame) return false;
  if (figure.unit === null || figure.unit === other.unit) return true;
  return other.unit === null && units.has(figure.unit);
}

function close(left: number, right: number): boolean {
  return left === right || Math.abs(left - right) <= Math.abs(right) * 1e-9;
}

function digitFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  for (const match of text.matchAll(numberPattern)) {
    const { sign, currency, number = '', after = '' } = match.groups ?? {};
    const words = after.split(/[\s\u00a0\u202f-]+/).filter(Boolean);
    const scale = scales.get((words[0] ?? '').toLowerCase().replace(/\.$/, ''));
    const unit =
      foldedUnit(words[scale === undefined ? 0 : 1] ?? '') ??
      foldedUnit(words[scale === undefined ? 1 : 2] ?? '', true);
    const isNegative = sign !== undefined && (match.index === 0 || /[\s(]/.test(text[match.index - 1] ?? ' '));
    const factor = (scale ?? 1) * (isNegative ? -1 : 1);
    const start = match.index + match[0].indexOf(number);
    const place = { start, end: start + number.length };
    for (const values of meanings(number)) {
      figures.push({
        values: values.map((value) => value * factor),
        unit: unit ?? (currency ? foldedUnit(currency) : null),
        text: match[0].trim(),
        ...place,
      });
    }
  }
  return figures;
}

/** The numbers that a run of digits and separators stands for; `10/15` and `10:15` are two. */
function meanings(number: string): number[][] {
  const parts = number.split(/[:/]/);
  if (parts.length > 1) return parts.flatMap(meanings);
  const grouped = /^\d{1,3}(?:([,.'’\u00a0\u202f ])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/.exec(number);
  if (!grouped) {
    const pieces = number.split(/[.,]/);
    // More than one separator that groups nothing: a date such as 12.03.2019, or a version.
    if (pieces.length > 2) return pieces.map((piece) => [Number(piece)]);
    return [[Number(number.replace(',', '.'))]];
  }
  const separator = grouped[1] ?? '';
  const whole = Number(number.split(separator).join('').replace(',', '.'));
  const isAmbiguous = /^\d{1,3}[.,]\d{3}$/.test(number);
  return [isAmbiguous ? [whole, Number(number.replace(',', '.'))] : [whole]];
}

function wordFigures(text: string): Figure[] {
  const figures: Figure[] = [];
  const words = Array.from(text.matchAll(/[\p{L}]+(?:-[\p{L}]+)*/gu));
  for (let index = 0; index < words.length; index += 1) {
    const found = words[index];
    const word = found?.[0].toLowerCase() ?? '';
    const value = numberWords(word);
    if (value === null || !found) continue;
    const next = words[index + 1]?.[0].toLowerCase() ?? '';
    const scale = scales.get(next);
    const following = words[index + (scale === undefined ? 1 : 2)]?.[0] ?? '';
    const place = { start: found.index, end: found.index + word.length };
    figures.push({ values: [value * (scale ?? 1)], unit: foldedUnit(following), text: word, ...place });
  }
  return figures;
}

function unitsOf(text: string): string[] {
  return (text.match(/[\p{L}%°€$£¥²³/]+/gu) ?? []).flatMap((word) => foldedUnit(word) ?? []);
}
