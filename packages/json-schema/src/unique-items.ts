import { isJsonObject } from '@parley/contract';

/** Two equal items of a list, or null. Linear in the size of the list; the order of keys does not matter. */
export function findDuplicate(items: unknown[], spend: (steps: number) => void): { i: number; j: number } | null {
  const seen = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const text = canonical(item);
    spend(1 + text.length / 4);
    const j = seen.get(text);
    if (j !== undefined) return { i, j };
    seen.set(text, i);
  }
  return null;
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  return JSON.stringify(value, (_, inner: unknown) => (isJsonObject(inner) ? sorted(inner) : inner));
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(value).sort();
  const result: Record<string, unknown> = Object.create(null);
  for (const key of keys) result[key] = value[key];
  return result;
}
