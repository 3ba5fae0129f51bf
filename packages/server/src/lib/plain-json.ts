import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';

/** An object that came in as JSON, with the type that says so. */
export function toPlainJson(value: Record<string, unknown>): JsonObject {
  const plain: JsonValue = JSON.parse(JSON.stringify(value));
  return isJsonObject(plain) ? plain : {};
}
