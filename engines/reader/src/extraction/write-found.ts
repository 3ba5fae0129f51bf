import type { JsonValue } from '@parley/contract';
import type { Field } from './find-field.ts';
import type { Found } from './found.ts';

/** How a found value is written for a schema. */
export function writeFound(found: Pick<Found, 'text' | 'value' | 'iso' | 'time'>, field: Field): JsonValue | undefined {
  const { schema } = field;
  const types = [schema.type].flat();
  const description = String(schema.description ?? '');
  if (types.some((type) => type === 'number' || type === 'integer') && !types.includes('string')) {
    const value = found.value ?? Number(found.text.replace(/[^\d.-]/g, ''));
    if (!Number.isFinite(value)) return undefined;
    return types.includes('number') || Number.isInteger(value) ? value : undefined;
  }
  if (types.includes('boolean') && types.length === 1) return undefined;
  if (found.iso !== undefined) {
    if (schema.format === 'date-time') return `${found.iso}T${(found.time ?? '00:00').padEnd(8, ':00')}Z`;
    if (schema.format === 'date' || /\byyyy-mm-dd\b|\biso\b/i.test(description)) return found.iso;
    return found.text;
  }
  if (found.value !== undefined && /\bdigits\b|decimal point|number only|numeric/i.test(description))
    return String(found.text)
      .replace(/,(?=\d{3})/g, '')
      .match(/^-?\d+\.\d+$/)
      ? found.text.replace(/,(?=\d{3})/g, '')
      : plainNumber(found);
  return found.text;
}

function plainNumber({ text, value = 0 }: Pick<Found, 'text' | 'value'>): string {
  const decimals = /[.,](\d{1,2})$/.exec(text)?.[1]?.length ?? 0;
  return value.toFixed(decimals);
}
