import { type Attributes, isJsonObject } from '@parley/contract';

/** Attributes as they were stored: a JSON object of texts, numbers and truth values. */
export function readAttributes(json: string): Attributes {
  const value: unknown = JSON.parse(json);
  if (!isJsonObject(value)) return {};
  const attributes: Attributes = {};
  for (const [name, entry] of Object.entries(value)) {
    if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean') attributes[name] = entry;
  }
  return attributes;
}
