/**
 * A value of JSON in which halves of letters that stand alone are U+FFFD, as they are once they are sent as UTF-8: no database keeps them, and
 * writing them as JSON takes six times as long. Lists and objects are changed in place. They nest no deeper than what is read here may.
 */
export function wellFormed<Value>(value: Value): Value;
export function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) if (holdsText(item)) value[index] = wellFormed(item);
    return value;
  }
  const entries = Object.entries(value);
  // A name that changed keeps its place.
  if (!entries.every(([name]) => name.isWellFormed()))
    return Object.fromEntries(entries.map(([name, item]) => [name.toWellFormed(), wellFormed(item)]));
  for (const [name, item] of entries) if (holdsText(item)) Reflect.set(value, name, wellFormed(item));
  return value;
}

/** Whether a JSON text may spell half of a letter: what holds no such escape needs no search. `includes` takes ten times as long among backslashes. */
export const mayHoldHalves = (json: string): boolean => /\\u[dD]/.test(json);

/** What `JSON.parse` gives, well formed. */
export function wellFormedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return mayHoldHalves(text) ? wellFormed(value) : value;
}

const holdsText = (value: unknown): boolean =>
  typeof value === 'string' || (typeof value === 'object' && value !== null);
