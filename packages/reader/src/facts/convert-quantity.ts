import { convert, type Unit, unitOf } from '../tools/units.ts';

const moreUnits: Record<string, [string, number]> = {
  mph: ['mile/hour', 1],
  kmh: ['km/hour', 1],
  kph: ['km/hour', 1],
  knots: ['km/hour', 1.852],
};

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
  const [name, factor] = moreUnits[plain] ?? [plain, 1];
  const [upper, lower, ...rest] = name.split('/').map((part) => unitOf(part.trim()));
  if (!upper || rest.length > 0) return undefined;
  if (!name.includes('/')) return { ...upper, factor: upper.factor * factor };
  return (
    lower && {
      dimension: `${upper.dimension}/${lower.dimension}`,
      name,
      factor: (upper.factor / lower.factor) * factor,
    }
  );
}

function convertTemperature(value: number, from: string, to: string): number | undefined {
  const celsius = { celsius: value, fahrenheit: ((value - 32) * 5) / 9, kelvin: value - 273.15 }[from];
  if (celsius === undefined) return undefined;
  const result = { celsius, fahrenheit: (celsius * 9) / 5 + 32, kelvin: celsius + 273.15 }[to];
  return result === undefined ? undefined : Number(result.toPrecision(10));
}
