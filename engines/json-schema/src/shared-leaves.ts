import { createRequire } from 'node:module';
import { isJsonObject, type JsonObject, type JsonValue } from '@parley/contract';
import type { Ajv, ErrorObject, KeywordCxt } from 'ajv';

const require = createRequire(import.meta.url);

/** What the schema of a plain value may say; nothing of it depends on where the schema stands. */
const ofPlainValues = new Set([
  'const',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxLength',
  'maximum',
  'minLength',
  'minimum',
  'multipleOf',
  'pattern',
  'type',
]);
const annotations = new Set(['$comment', 'default', 'description', 'examples', 'title']);
/** Properties from which on an object is wide. */
const wide = 8;
/** From so many on, a function of its own makes less code than writing it out. */
const fewest = 3;

/** A schema's size is counted before it is compiled, both by what is shared. */
const known = new WeakMap<JsonObject, ReadonlyMap<string, JsonObject>>();

/** The properties of a wide object that say the same of a plain value as two others do: name to schema, the same one for the same. */
export function sharedLeaves(properties: unknown): ReadonlyMap<string, JsonObject> {
  if (!isJsonObject(properties) || Object.keys(properties).length < wide) return new Map();
  const shared = known.get(properties) ?? groupLeaves(properties);
  known.set(properties, shared);
  return shared;
}

function groupLeaves(properties: JsonObject): ReadonlyMap<string, JsonObject> {
  const shared = new Map<string, JsonObject>();
  const groups = new Map<string, { leaf: JsonObject; names: string[] }>();
  for (const [name, property] of Object.entries(properties)) {
    const leaf = leafOf(property);
    if (leaf === null || name === '__proto__') continue;
    const text = JSON.stringify(leaf);
    const group = groups.get(text);
    if (group) group.names.push(name);
    else groups.set(text, { leaf, names: [name] });
  }
  for (const { leaf, names } of groups.values()) {
    if (names.length >= fewest) for (const name of names) shared.set(name, leaf);
  }
  return shared;
}

/** What a schema says of a plain value, without what it says to readers; null where it may hold other schemas. */
function leafOf(schema: JsonValue | undefined): JsonObject | null {
  if (!isJsonObject(schema)) return null;
  const said = Object.entries(schema).filter(([key]) => !annotations.has(key));
  return said.length > 0 && said.every(([key]) => ofPlainValues.has(key)) ? Object.fromEntries(said) : null;
}

/**
 * Has the shared leaves of a wide object checked in a loop by functions that are made once each, and leaves the other
 * properties to `write`. Ajv writes each test and its error anew at every place: a form of 800 texts became 700 kB of code.
 */
export function writeProperties(context: KeywordCxt, write: (context: KeywordCxt) => void): void {
  const { gen, data, it } = context;
  // Where the first error ends the check, as in `not`, the code that follows stands inside the code before it.
  const shared = it.allErrors ? sharedLeaves(context.schema) : new Map<string, JsonObject>();
  if (shared.size > 0) {
    const { _, str }: typeof import('ajv') = require('ajv');
    const { default: names }: typeof import('ajv/dist/compile/names.js') = require('ajv/dist/compile/names.js');
    const check = gen.scopeValue('func', { ref: leavesCheck(it.self, shared, `${it.errSchemaPath}/properties`) });
    const found = gen.const('found', _`${check}(${data}, ${str`${names.instancePath}${it.errorPath}`})`);
    gen.if(_`${found} !== null`, () => {
      gen.assign(names.vErrors, _`${names.vErrors} === null ? ${found} : ${names.vErrors}.concat(${found})`);
      gen.assign(names.errors, _`${names.vErrors}.length`);
    });
    context.schema = { ...context.schema, ...Object.fromEntries([...shared.keys()].map((name) => [name, true])) };
  }
  write(context);
}

type LeavesCheck = (value: JsonObject, instancePath: string) => ErrorObject[] | null;

function leavesCheck(ajv: Ajv, shared: ReadonlyMap<string, JsonObject>, schemaPath: string): LeavesCheck {
  const util: typeof import('ajv/dist/compile/util.js') = require('ajv/dist/compile/util.js');
  const checks = [...shared].map(([name, leaf]) => ({
    name,
    pointer: `/${util.escapeJsonPointer(name)}`,
    schemaPath: `${schemaPath}/${util.escapeFragment(name)}`,
    check: ajv.compile(leaf),
  }));
  return (value, instancePath) => {
    const errors: ErrorObject[] = [];
    for (const { name, pointer, check, schemaPath } of checks) {
      const item = Object.hasOwn(value, name) ? value[name] : undefined;
      if (item === undefined || check(item)) continue;
      for (const error of check.errors ?? []) {
        errors.push({
          ...error,
          instancePath: instancePath + pointer,
          schemaPath: schemaPath + error.schemaPath.slice(1),
        });
      }
    }
    return errors.length > 0 ? errors : null;
  };
}
