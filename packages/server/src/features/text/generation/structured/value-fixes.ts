import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { SchemaIssue } from '@parley/json-schema';
import { findJson } from '../../../../lib/lenient-json.ts';

/** Values that could stand in the place of `value` to settle the issue; the caller checks which of them do. */
export function proposeFixes(value: JsonValue, issue: SchemaIssue): JsonValue[] {
  const { params } = issue;
  switch (issue.keyword) {
    case 'type':
      return typesOf(params.type).flatMap((type) => toType(value, type));
    case 'enum':
      return Array.isArray(params.allowedValues) ? nearest(value, params.allowedValues) : [];
    case 'const':
      return nearest(value, [params.allowedValue]);
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = params.additionalProperty ?? params.unevaluatedProperty;
      return typeof name === 'string' ? withoutProperty(value, name, issue.parentSchema) : [];
    }
    case 'required':
      return typeof params.missingProperty === 'string' ? withProperty(value, params.missingProperty) : [];
    case 'format':
      return typeof value === 'string' ? reformat(value, params.format) : [];
    case 'pattern':
    case 'minLength':
      return typeof value === 'string' && value.trim() !== value ? [value.trim()] : [];
    case 'minItems':
    case 'maxItems':
      return [];
    case 'uniqueItems':
      return Array.isArray(value) ? [distinctItems(value)] : [];
    default:
      return [];
  }
}

function typesOf(type: unknown): string[] {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((item) => typeof item === 'string') : [];
}

function toType(value: JsonValue, type: string): JsonValue[] {
  switch (type) {
    case 'number':
    case 'integer':
      return toNumber(value, type === 'integer');
    case 'boolean':
      return toBoolean(value);
    case 'string':
      return toText(value);
    case 'array':
      return toList(value);
    case 'object':
      return toObject(value);
    case 'null':
      return typeof value === 'string' && /^(?:null|none|nil|n\/a|undefined|)$/i.test(value.trim()) ? [null] : [];
    default:
      return [];
  }
}

function toNumber(value: JsonValue, isInteger: boolean): number[] {
  if (Array.isArray(value) && value.length === 1 && value[0] !== undefined) return toNumber(value[0], isInteger);
  if (typeof value !== 'string') return [];
  const text = value.trim().replace(/^[$€£¥]\s*|(?<!\s)\s*[$€£¥%]$/gu, '');
  // `1,234` is one thousand here and one and a bit there; `1,234,567` and `1,234.50` have one reading.
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$|^[+-]?\d{1,3}(?:,\d{3}){2,}$/.test(text)
    ? text.replaceAll(',', '')
    : text;
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return [];
  const number = Number(plain);
  return Number.isFinite(number) && (!isInteger || Number.isInteger(number)) ? [number] : [];
}

function toBoolean(value: JsonValue): boolean[] {
  if (value === 1) return [true];
  if (value === 0) return [false];
  if (typeof value !== 'string') return [];
  const text = value.trim().toLowerCase();
  if (text === 'true' || text === 'yes') return [true];
  return text === 'false' || text === 'no' ? [false] : [];
}

function toText(value: JsonValue): string[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value) && value.length === 1 && value[0] !== undefined) {
    return typeof value[0] === 'string' ? [value[0]] : toText(value[0]);
  }
  return [];
}

function toList(value: JsonValue): JsonValue[][] {
  if (typeof value === 'string') {
    const inner = findJson(value).find((found) => Array.isArray(found.value) && !found.isTruncated);
    if (inner && Array.isArray(inner.value)) return [inner.value];
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    // `{"items": […]}` for `[…]`, and `{"0": …, "1": …}`.
    const [only] = entries;
    if (entries.length === 1 && only && Array.isArray(only[1])) return [only[1]];
    if (entries.length > 0 && entries.every(([key], index) => key === String(index))) return [Object.values(value)];
  }
  return value === null ? [] : [[value]];
}

function toObject(value: JsonValue): JsonObject[] {
  if (Array.isArray(value) && value.length === 1 && isJsonObject(value[0])) return [value[0]];
  if (typeof value !== 'string') return [];
  const inner = findJson(value).find((found) => isJsonObject(found.value) && !found.isTruncated);
  return inner && isJsonObject(inner.value) ? [inner.value] : [];
}

/** The allowed value that differs only in case, spaces or punctuation, or in being text. */
function nearest(value: JsonValue, allowed: unknown[]): JsonValue[] {
  if (value === null || typeof value === 'object') return [];
  const folded = fold(String(value));
  const matches = allowed.filter(
    (item): item is string | number | boolean =>
      (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') &&
      fold(String(item)) === folded,
  );
  return folded !== '' && matches.length === 1 ? matches : [];
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+]+/gu, '');
}

/** Renames a property to the declared one that differs only in writing, else leaves it out. */
function withoutProperty(value: JsonValue, name: string, schema: JsonObject): JsonValue[] {
  if (!isJsonObject(value)) return [];
  const { [name]: moved, ...rest } = value;
  if (moved === undefined) return [];
  const declared = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  const twin = declared.filter((key) => fold(key) === fold(name) && !Object.hasOwn(value, key));
  const [renamed] = twin;
  return twin.length === 1 && renamed !== undefined ? [{ ...rest, [renamed]: moved }] : [rest];
}

/** Finds a missing property under another writing of its name, or the whole value inside a wrapper. */
function withProperty(value: JsonValue, name: string): JsonValue[] {
  if (!isJsonObject(value)) return [];
  const twins = Object.keys(value).filter((key) => fold(key) === fold(name));
  const [twin] = twins;
  if (twins.length === 1 && twin !== undefined) {
    const { [twin]: moved, ...rest } = value;
    if (moved !== undefined) return [{ ...rest, [name]: moved }];
  }
  const wrapped = Object.values(value).filter((item) => isJsonObject(item) && Object.hasOwn(item, name));
  return wrapped.length === 1 && wrapped[0] !== undefined ? [wrapped[0]] : [];
}

function reformat(value: string, format: unknown): string[] {
  const text = value.trim();
  if (format === 'date') {
    const day =
      /^(\d{4}-\d{2}-\d{2})[T ]/.exec(text)?.[1] ?? /^(\d{4})[/.](\d{2})[/.](\d{2})$/.exec(text)?.slice(1).join('-');
    if (day !== undefined) return [day];
  }
  if (format === 'date-time') {
    const moment = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}.*(?:Z|[+-]\d{2}:\d{2}))$/.exec(text);
    if (moment) return [`${moment[1]}T${moment[2]}`];
  }
  if (format === 'email') {
    const address = /^(?:mailto:)(\S+)$/i.exec(text)?.[1] ?? /<([^<>\s@]+@[^<>\s@]+)>$/.exec(text)?.[1];
    if (address !== undefined) return [address];
  }
  return text === value ? [] : [text];
}

function distinctItems(items: JsonValue[]): JsonValue[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = JSON.stringify(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
