import { isJsonObject } from '@parley/contract';
import type { TSchema } from 'typebox';
import { nearestName } from '../lib/nearest-name.ts';

/** The fields of an object that a schema names, each with the fields within it. */
interface KnownFields {
  names: ReadonlyMap<string, KnownFields | null>;
}

/** Of a list so many entries are looked at, and so many fields told. */
const mostEntries = 100;
const mostTold = 20;
/** Levels of objects that are looked through. */
export const deepestTold = 4;
const longestName = 60;

/**
 * Finds the fields of a body that its schema does not name: clients in the wild send extras, which are ignored but told, since
 * `file_id` for `file_ids` would be an answer without the file. Objects that may hold anything are left alone.
 */
export class UnknownFields {
  readonly #known: KnownFields | null;

  /** `deepest`: so many levels below the outermost. */
  constructor(schema: TSchema | undefined, deepest = deepestTold) {
    this.#known = schema === undefined ? null : fieldsOf(schema, deepest);
  }

  /** A sentence for each, in the order of the body. */
  find(body: unknown): string[] {
    const told: string[] = [];
    if (this.#known !== null) look(this.#known, body, '', told);
    return told;
  }
}

function look(known: KnownFields, value: unknown, path: string, told: string[]): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.slice(0, mostEntries).entries()) look(known, entry, `${path}[${index}]`, told);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const name in value) {
    if (told.length >= mostTold) return;
    const inner = known.names.get(name);
    const field = path === '' ? name : `${path}.${name}`;
    if (inner === undefined) told.push(sentence(name, field, known));
    else if (inner !== null) look(inner, value[name], field, told);
  }
}

function sentence(name: string, field: string, known: KnownFields): string {
  const near = nearestName(name, known.names.keys());
  const shown = field.length > longestName + 40 ? `${field.slice(0, longestName)}…` : field;
  return `${shown} is not known and was ignored${near === null ? '' : `; did you mean ${near}?`}`;
}

/** Null where anything may stand. */
function fieldsOf(schema: unknown, levels: number): KnownFields | null {
  if (!isJsonObject(schema) || levels < 0) return null;
  if (schema.type === 'array') return fieldsOf(schema.items, levels);
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (Array.isArray(parts)) return merged(parts.filter(isStructured).map((part) => fieldsOf(part, levels)));
  if (!isJsonObject(schema.properties)) return null;
  if (schema.additionalProperties || schema.patternProperties) return null;
  const names = Object.entries(schema.properties).map(([name, part]) => [name, fieldsOf(part, levels - 1)] as const);
  return { names: new Map(names) };
}

/** An object or a list may hold fields; a text or a number may not. */
const isStructured = (schema: unknown): boolean =>
  isJsonObject(schema) &&
  (schema.type === undefined || schema.type === 'object' || schema.type === 'array') &&
  !('const' in schema);

/** What any of them names; null where one of them takes anything. */
function merged(all: (KnownFields | null)[]): KnownFields | null {
  const names = new Map<string, KnownFields | null>();
  for (const one of all) {
    if (one === null) return null;
    for (const [name, inner] of one.names) {
      const known = names.get(name);
      names.set(name, known === undefined ? inner : known && inner && merged([known, inner]));
    }
  }
  return names.size === 0 ? null : { names };
}
