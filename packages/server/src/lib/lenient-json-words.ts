import type { JsonObject, JsonValue } from '@parley/contract';

/** Values in values that are read. */
export const maxDepth = 200;

/** What a text is not, at a place where nothing sensible can be read. */
export class Unreadable extends Error {}

/** Closing quotation marks by opening ones. */
export const quotePairs: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '”',
  '‘': '’',
  '«': '»',
};
/** Bare words of several languages and what they say in JSON. */
export const literals: Record<string, JsonValue> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
  undefined: null,
  NULL: null,
  TRUE: true,
  FALSE: false,
  nil: null,
  NaN: null,
  Infinity: null,
};
export const simpleEscapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** A number as people and programs write it; undefined for anything else. */
export function readNumber(token: string): number | undefined {
  if (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(token)) return Number(token);
  if (/^[+-]?\d+(?:_\d+)+$/.test(token)) return Number(token.replaceAll('_', ''));
  if (/^0x[\da-f]+$/i.test(token)) return Number(token);
  return undefined;
}

/** `__proto__` as a key must become a property like any other. */
export function define(target: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
