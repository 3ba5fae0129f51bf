import { isJsonObject } from '@parley/contract';

/** Two equal items of a list, or null. Linear in the size of the list; the order of keys does not matter. */
export function findDuplicate(items: unknown[], spend: (steps: number) => void): { i: number; j: number } | null {
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const text = canonical(item);
    // Taking a composed value apart costs about 50 ns a character, a text a fraction of that.
    spend(1 + (typeof item === 'object' ? text.length : text.length / 8));
    const j = seen.get(text);
    if (j !== undefined) return { i, j };
    seen.set(text, i);
  }
  return null;
}

/** A text that two values share only if they are equal: keys in order, texts behind their lengths. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isJsonObject(value)) return String(value);
  let text = '{';
  for (const key of Object.keys(value).sort()) text += `${key.length}:${key}=${canonical(value[key])},`;
  return `${text}}`;
}
