import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@parley/contract';
import type { ErrorObject } from 'ajv';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../server/src/lib/app-error.ts';
import { makeAjv, metaChecker } from './ajv-instances.ts';
import { type Dialect, namedDialect, upgradeDraft4 } from './schema-dialect.ts';
import { checkSchemaSafety } from './schema-safety.ts';

/** One place in a value that does not satisfy its schema. */
export interface SchemaIssue {
  /** Keys from the root to the place. */
  path: (string | number)[];
  /** JSON Schema keyword that is not satisfied. */
  keyword: string;
  /** What the keyword was given, such as `{ type: 'integer' }`. */
  params: Record<string, unknown>;
  /** JSON pointer to the keyword in the schema. */
  schemaPath: string;
  /** The schema that holds the keyword. */
  parentSchema: JsonObject;
  /** `$.items[0].price must be number`. */
  message: string;
}

/** A JSON Schema ready to validate with. */
export interface CompiledSchema {
  /** As given. */
  readonly schema: JsonObject;
  /** Of the schema's JSON text. */
  readonly hash: string;
  readonly dialect: Dialect;
  /** Readable errors with paths; empty when the value satisfies the schema. */
  validate(value: unknown): string[];
  /** The same, to be worked on. */
  issues(value: unknown): SchemaIssue[];
}

export interface CompileOptions {
  /** Names the schema in messages. Default `response_format`. */
  field?: string;
}

const compileLimitMs = 50;
const issueLimit = 50;
/** Compiled schemas and refusals by hash. Bounded: schemas come from callers. */
const compiled = new LRUCache<string, CompiledSchema | Refusal>({ max: 300 });

class Refusal {
  readonly code: 'invalid_request' | 'schema_not_supported';
  readonly reason: string;

  constructor(code: Refusal['code'], reason: string) {
    this.code = code;
    this.reason = reason;
  }
}

/**
 * Compiles a JSON Schema (2020-12, 2019-09, draft-07 and older) from a caller. Throws `invalid_request` when it is not a
 * valid schema and `schema_not_supported` when it cannot be used safely: remote `$ref`, exploding patterns, too large,
 * or more than 50 ms to compile. Remote references are never fetched.
 */
export function compileSchema(schema: unknown, options: CompileOptions = {}): CompiledSchema {
  const field = options.field ?? 'response_format';
  if (!isSchemaObject(schema)) {
    throw new AppError('invalid_request', `${field} must be a valid JSON schema object`);
  }
  let key: string;
  try {
    key = hash('sha256', JSON.stringify(schema));
  } catch {
    throw new AppError('invalid_request', `${field} must be a valid JSON schema object`);
  }
  let result = compiled.get(key);
  if (!result) {
    result = compileFresh(schema, key);
    compiled.set(key, result);
  }
  if (!(result instanceof Refusal)) return result;
  if (result.code === 'invalid_request') {
    throw new AppError('invalid_request', `${field} must be a valid JSON schema object`, {
      title: `${field} must be a valid JSON schema object`,
      details: result.reason,
    });
  }
  throw new AppError('schema_not_supported', `${field} cannot be used: ${result.reason}`, {
    title: `${field} cannot be used`,
  });
}

function isSchemaObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compileFresh(schema: JsonObject, key: string): CompiledSchema | Refusal {
  const unsafe = checkSchemaSafety(schema);
  if (unsafe) return new Refusal('schema_not_supported', unsafe);
  const named = namedDialect(schema);
  if (named === 'unknown') {
    return new Refusal(
      'schema_not_supported',
      `its $schema ${JSON.stringify(schema.$schema).slice(0, 100)} is not known`,
    );
  }
  const { $schema: _, ...bare } = schema;
  const candidates: Dialect[] = named === null ? ['2020-12', 'draft-07'] : [named === 'draft-04' ? 'draft-07' : named];
  let refusal = new Refusal('invalid_request', 'it is not a JSON schema');
  for (const dialect of candidates) {
    const source = named === 'draft-04' ? upgradeDraft4(bare) : bare;
    const result = compileAs(dialect, source);
    if (result instanceof Refusal) {
      // What the first candidate says is about the draft that most schemas without a name are written in.
      if (dialect === candidates[0]) refusal = result;
      continue;
    }
    return new AjvSchema(schema, key, dialect, result);
  }
  if (named === null) {
    const upgraded = compileAs('draft-07', upgradeDraft4(bare));
    if (!(upgraded instanceof Refusal)) return new AjvSchema(schema, key, 'draft-07', upgraded);
  }
  return refusal;
}

function compileAs(dialect: Dialect, schema: JsonObject): Check | Refusal {
  const checker = metaChecker(dialect);
  if (!checker.validateSchema(schema)) {
    return new Refusal('invalid_request', (checker.errors ?? []).slice(0, 3).map(readable).join('; '));
  }
  try {
    const started = process.threadCpuUsage();
    let check = checkWith(dialect, schema, false);
    if (spentMs(started) > compileLimitMs) {
      // The first schemas of a process also pay for warming up the compiler, so a slow one gets a second look.
      const again = process.threadCpuUsage();
      check = checkWith(dialect, schema, false);
      if (spentMs(again) > compileLimitMs) {
        return new Refusal('schema_not_supported', `it takes more than ${compileLimitMs} ms to compile`);
      }
    }
    // A schema that refers to itself without descending into the value never ends; a probe shows it now.
    for (const probe of [null, {}, [], '']) check(probe);
    return needsSecondOpinion(schema) ? inBothReadings(check, checkWith(dialect, schema, true)) : check;
  } catch (error) {
    return refusalFor(error);
  }
}

/** Ajv judges `contains` behind a reference differently when it inlines the reference; a caller's Ajv does by default. */
function needsSecondOpinion(schema: JsonObject): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"contains"') && text.includes('"$ref"');
}

type Check = (value: unknown) => ErrorObject[];

function checkWith(dialect: Dialect, schema: JsonObject, inlineRefs: boolean): Check {
  const validate = makeAjv(dialect, schema, inlineRefs).compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

/** Only what holds in both readings leaves. */
function inBothReadings(first: Check, second: Check): Check {
  return (value) => {
    const errors = first(value);
    return errors.length > 0 ? errors : second(value);
  };
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof RangeError) return new Refusal('schema_not_supported', 'it refers to itself endlessly');
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'missingRef' in error && typeof error.missingRef === 'string') {
    return new Refusal(
      'schema_not_supported',
      `the $ref ${JSON.stringify(error.missingRef)} is not inside the schema (remote references are not fetched)`,
    );
  }
  return new Refusal('invalid_request', message.slice(0, 300));
}

function spentMs(since: NodeJS.CpuUsage): number {
  const spent = process.threadCpuUsage(since);
  return (spent.user + spent.system) / 1000;
}

class AjvSchema implements CompiledSchema {
  readonly schema: JsonObject;
  readonly hash: string;
  readonly dialect: Dialect;
  readonly #check: Check;

  constructor(schema: JsonObject, key: string, dialect: Dialect, check: Check) {
    this.schema = schema;
    this.hash = key;
    this.dialect = dialect;
    this.#check = check;
  }

  validate(value: unknown): string[] {
    return this.issues(value).map((issue) => issue.message);
  }

  issues(value: unknown): SchemaIssue[] {
    try {
      return this.#check(value)
        .slice(0, issueLimit)
        .map((error) => toIssue(error, value));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return [
        {
          path: [],
          keyword: 'depth',
          params: {},
          schemaPath: '#',
          parentSchema: {},
          message: '$ is nested too deeply',
        },
      ];
    }
  }
}

function toIssue(error: ErrorObject, value: unknown): SchemaIssue {
  const path = toPath(error.instancePath, value);
  return {
    path,
    keyword: error.keyword,
    params: error.params,
    schemaPath: error.schemaPath,
    parentSchema: isJsonObject(error.parentSchema) ? error.parentSchema : {},
    message: `${writePath(path)} ${explain(error)}`,
  };
}

function explain(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties') {
    return `must not have the property ${JSON.stringify(error.params.additionalProperty)}`;
  }
  if (error.keyword === 'enum' && Array.isArray(error.params.allowedValues)) {
    return `must be one of ${JSON.stringify(error.params.allowedValues).slice(0, 300)}`;
  }
  if (error.keyword === 'const') return `must be ${JSON.stringify(error.params.allowedValue).slice(0, 300)}`;
  return error.message ?? `does not satisfy ${error.keyword}`;
}

function readable(error: ErrorObject): string {
  return `${error.instancePath || 'the schema'} ${error.message ?? error.keyword}`;
}

/** A JSON pointer as keys; numbers where the value has an array. */
function toPath(pointer: string, value: unknown): (string | number)[] {
  let current = value;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const key = Array.isArray(current) ? Number(name) : name;
      current = Array.isArray(current) ? current[Number(name)] : isJsonObject(current) ? current[name] : undefined;
      return key;
    });
}

/** `$.items[0]["odd name"]`. */
export function writePath(path: (string | number)[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return /^[A-Za-z_$][\w$-]*$/.test(key) ? `${text}.${key}` : `${text}[${JSON.stringify(key)}]`;
  }, '$');
}
