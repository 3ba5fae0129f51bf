import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import { isFilterName, runFilter } from './template-filters.ts';

/** Filters whose result goes into an address as it is. */
const preEncoded = ['path', 'address'];

/** What placeholders can name: `input`, `connection`, `call`, `response`. */
export type TemplateScope = Record<string, JsonValue | undefined>;

const placeholder = /\{\{\s*([^{}|\s](?:[^{}|]*[^{}|\s])?)\s*((?:\|\s*[a-z_0-9]+\s*)*)\}\}/g;

/**
 * Fills in a template. A text that is one placeholder takes the value with its type; a placeholder within a text is
 * written out. What has no value is left out: `undefined` here, an absent field or element inside objects and lists.
 * The key `"..."` spreads an object into the one that holds it.
 */
export function renderValue(template: unknown, scope: TemplateScope): JsonValue | undefined {
  if (typeof template === 'string') return renderString(template, scope);
  if (Array.isArray(template)) {
    return template.map((item) => renderValue(item, scope)).filter((item) => item !== undefined);
  }
  if (typeof template === 'object' && template !== null) {
    const result: JsonObject = {};
    for (const [key, value] of Object.entries(template)) {
      const rendered = renderValue(value, scope);
      if (rendered === undefined) continue;
      if (key === '...') {
        if (isJsonObject(rendered)) Object.assign(result, rendered);
      } else if (!isEmptied(value, rendered)) {
        result[key] = rendered;
      }
    }
    return result;
  }
  return typeof template === 'number' || typeof template === 'boolean' || template === null ? template : undefined;
}

/** Fills in a text; `undefined` when a placeholder in it has no value. `encode` is applied to every value. */
export function renderText(
  template: string,
  scope: TemplateScope,
  encode: (text: string) => string = (text) => text,
): string | undefined {
  let isMissing = false;
  const text = template.replace(placeholder, (_, path: string, filters: string) => {
    const names = filterNames(filters);
    const value = resolve(path, names, scope);
    if (value === undefined || value === null) {
      isMissing = true;
      return '';
    }
    return names.some((name) => preEncoded.includes(name)) ? toText(value) : encode(toText(value));
  });
  return isMissing ? undefined : text;
}

/** The names that a template's placeholders use, as `input.title`. */
export function placeholderPaths(template: unknown): string[] {
  if (typeof template === 'string') return [...template.matchAll(placeholder)].map((match) => match[1] ?? '');
  if (Array.isArray(template)) return template.flatMap(placeholderPaths);
  if (typeof template === 'object' && template !== null) return Object.values(template).flatMap(placeholderPaths);
  return [];
}

/** Placeholders whose filter does not exist, so that a manifest with one is refused. */
export function unknownFilters(template: unknown): string[] {
  if (typeof template === 'string') {
    return [...template.matchAll(placeholder)]
      .flatMap((match) => filterNames(match[2] ?? ''))
      .filter((name) => !isFilterName(name));
  }
  if (Array.isArray(template)) return template.flatMap(unknownFilters);
  if (typeof template === 'object' && template !== null) return Object.values(template).flatMap(unknownFilters);
  return [];
}

/** A scalar as vendors expect it in a query or a form; anything else as JSON. */
export function toText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function renderString(template: string, scope: TemplateScope): JsonValue | undefined {
  const whole = /^\{\{\s*([^{}|\s](?:[^{}|]*[^{}|\s])?)\s*((?:\|\s*[a-z_0-9]+\s*)*)\}\}$/.exec(template);
  if (whole) return resolve(whole[1] ?? '', filterNames(whole[2] ?? ''), scope);
  return renderText(template, scope);
}

function filterNames(filters: string): string[] {
  return filters
    .split('|')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function resolve(path: string, filters: string[], scope: TemplateScope): JsonValue | undefined {
  let value: JsonValue | undefined = lookUp(path.trim().split('.'), scope);
  for (const name of filters) {
    if (value === undefined) return undefined;
    value = runFilter(name, value);
  }
  return value;
}

/** Own properties only: a name such as `constructor` finds nothing. */
function lookUp(segments: string[], scope: TemplateScope): JsonValue | undefined {
  const [first = '', ...rest] = segments;
  let value: JsonValue | undefined = Object.hasOwn(scope, first) ? scope[first] : undefined;
  for (const segment of rest) {
    if (Array.isArray(value)) value = /^\d{1,6}$/.test(segment) ? value[Number(segment)] : undefined;
    else if (isJsonObject(value) && Object.hasOwn(value, segment)) value = value[segment];
    else return undefined;
  }
  return value;
}

/** An object or list of the template that lost all its fields is left out as a whole. */
function isEmptied(template: unknown, rendered: JsonValue): boolean {
  if (typeof template !== 'object' || template === null || typeof rendered !== 'object' || rendered === null)
    return false;
  return Object.keys(rendered).length === 0 && Object.keys(template).length > 0;
}
