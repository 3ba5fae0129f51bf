/** Reads answers of others: what is missing or of another type counts as not there. */
export function field(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}

export function textField(value: unknown, ...path: string[]): string | undefined {
  const found = field(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function numberField(value: unknown, ...path: string[]): number | undefined {
  const found = field(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function listField(value: unknown, ...path: string[]): unknown[] {
  const found = field(value, ...path);
  return Array.isArray(found) ? found : [];
}
