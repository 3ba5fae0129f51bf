import { convert, type Unit, unitOf } from '@parley/text';

// bounded: every pattern of this file sees a question, at most 2,000 characters

/** A quantity in another unit: `10`, `miles`, `km` → 16.09344; undefined when the units do not measure the same. */
export function convertQuantity(value: number, from: string, to: string): number | undefined {
  const [source, target] = [unitFraction(from), unitFraction(to)];
  if (!source || !target || source.dimension !== target.dimension) return undefined;
  if (source.dimension === 'temperature') return convertTemperature(value, source.name, target.name);
  // What a currency is worth changes from day to day; the reader has no rates.
  return source.dimension === 'money' ? undefined : convert(value, source, target);
}

/** One unit, or one per another: `km/h`, `miles per hour`. */
function unitFraction(text: string): Unit | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/\bdegrees?\s+(?=\S)/, '')
    .replace(/\s+per\s+/, '/')
    .replace(/\s*\/\s*/, '/');
  const known = unitOf(plain);
  if (known) return known;
  const [upper, lower, ...rest] = plain.split('/').map((part) => unitOf(part.trim()));
  if (!upper || !lower || rest.length > 0) return undefined;
  return { dimension: `${upper.dimension}/${lower.dimension}`, name: plain, factor: upper.factor / lower.factor };
}

function convertTemperature(value: number, from: string, to: string): number | undefined {
  const celsius = { celsius: value, fahrenheit: ((value - 32) * 5) / 9, kelvin: value - 273.15 }[from];
  if (celsius === undefined) return undefined;
  const result = { celsius, fahrenheit: (celsius * 9) / 5 + 32, kelvin: celsius + 273.15 }[to];
  return result === undefined ? undefined : Number(result.toPrecision(10));
}
