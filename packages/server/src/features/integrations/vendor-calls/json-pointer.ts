import { isJsonObject, type JsonValue } from '@parley/contract';

/** The value at an RFC 6901 pointer, or undefined. The empty pointer is the value itself. */
export function readPointer(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let current = value;
  for (const segment of segmentsOf(pointer)) {
    if (Array.isArray(current)) current = /^\d{1,9}$/.test(segment) ? current[Number(segment)] : undefined;
    else if (isJsonObject(current) && Object.hasOwn(current, segment)) current = current[segment];
    else return undefined;
  }
  return current;
}

/** A copy of `value` with another value at the pointer, whose parents must be objects. */
export function writePointer(value: JsonValue, pointer: string, replacement: JsonValue): JsonValue {
  const [first, ...rest] = segmentsOf(pointer);
  if (first === undefined) return replacement;
  if (!isJsonObject(value)) return value;
  const remaining = rest.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { ...value, [first]: writePointer(value[first] ?? null, remaining, replacement) };
}

function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
