import { isJsonObject, type JsonObject } from '@parley/contract';

/** An object of JSON; null for what is none. */
export function readJson(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
