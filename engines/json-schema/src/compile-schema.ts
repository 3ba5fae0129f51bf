import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@parley/contract';
import type { ErrorObject } from 'ajv';
import { LRUCache } from 'lru-cache';
import { makeAjv, metaChecker } from './ajv-instances.ts';
import { type Dialect, namedDialect, upgradeDraft4 } from './schema-dialect.ts';
import { SchemaError, type SchemaErrorCode } from './schema-error.ts';
import { checkSchemaSafety, type SchemaSize } from './schema-safety.ts';
import { StepBudget, StepLimitError } from './step-budget.ts';
import { tooLarge } from './value-size.ts';

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
  /** Length of the schema's JSON text. */
  readonly sizeBytes: number;
  /** Readable errors with paths; empty when the value satisfies the schema. */
  validate(value: unknown): string[];
  /** The same, to be worked on. */
  issues(value: unknown): SchemaIssue[];
}

export interface CompileOptions {
  /** Names the schema in messages. Default `response_format`. */
  field?: string;
}

const issueLimit = 50;
/** Compiled schemas and refusals by hash. Bounded in number and in bytes: schemas come from callers. */
const compiled = new LRUCache<string, CompiledSchema | Refusal>({
  max: 300,
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (entry) => (entry instanceof Refusal ? 1000 : entry.sizeBytes),
});

class Refusal {
  readonly code: SchemaErrorCode;
  readonly reason: string;

  constructor(code: SchemaErrorCode, reason: string) {
    this.code = code;
    this.reason = reason;
  }
}

/**
 * Compiles a JSON Schema (2020-12, 2019-09, draft-07 and older) from a caller, in at most about 100 ms. Throws a
 * `SchemaError`: `invalid_request` when it is not a valid schema, `schema_not_supported` when it cannot be used within
 * bounds: remote `$ref`, patterns that need more than linear time, too large as it stands or with its references followed.
 * Remote references are never fetched.
 */
export function compileSchema(schema: unknown, options: CompileOptions = {}): CompiledSchema {
  const field = options.field ?? 'response_format';
  if (!isSchemaObject(schema)) throw new SchemaError('invalid_request', `${field} must be a valid JSON schema object`);
  const text = textOf(schema, field);
  const key = hash('sha256', text);
  let result = compiled.get(key);
  if (!result) {
    result = compileFresh(schema, text.length, key);
    compiled.set(key, result);
  }
  if (!(result instanceof Refusal)) return result;
  const title =
    result.code === 'invalid_request' ? `${field} must be a valid JSON schema object` : `${field} cannot be used`;
  throw new SchemaError(result.code, title, result.reason);
}

/** Walked with a bound first: writing what nests without end would throw. */
function textOf(schema: JsonObject, field: string): string {
  const reason = tooLarge(schema);
  if (reason !== null) throw new SchemaError('schema_not_supported', `${field} cannot be used`, `it ${reason}`);
  return JSON.stringify(schema);
}

function isSchemaObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compileFresh(schema: JsonObject, sizeBytes: number, key: string): CompiledSchema | Refusal {
  const size = checkSchemaSafety(schema, sizeBytes);
  if ('reason' in size) return new Refusal(size.code, size.reason);
  const named = namedDialect(schema);
  if (named === 'unknown') {
    return new Refusal(
      'schema_not_supported',
      `its $schema ${JSON.stringify(schema.$schema).slice(0, 100)} is not known`,
    );
  }
  const { $schema: _, ...bare } = schema;
  // Most schemas that name no draft are written in the latest; what the first candidate says is told.
  let refusal: Refusal | undefined;
  for (const { dialect, source } of candidatesFor(named, bare)) {
    const wrong = problemOf(dialect, source);
    if (wrong === null) return compileAs(dialect, source, { schema, key, sizeBytes, size });
    refusal ??= wrong;
  }
  return refusal ?? new Refusal('invalid_request', 'it is not a JSON schema');
}

function* candidatesFor(
  named: Dialect | 'draft-04' | null,
  bare: JsonObject,
): Generator<{ dialect: Dialect; source: JsonObject }> {
  if (named === null) yield { dialect: '2020-12', source: bare };
  if (named === null || named === 'draft-07') yield { dialect: 'draft-07', source: bare };
  else if (named !== 'draft-04') yield { dialect: named, source: bare };
  if (named === null || named === 'draft-04') yield { dialect: 'draft-07', source: upgradeDraft4(bare) };
}

/** Why a schema is not one of the dialect, or null. */
function problemOf(dialect: Dialect, schema: JsonObject): Refusal | null {
  const { ajv } = metaChecker(dialect);
  try {
    if (ajv.validateSchema(schema)) return null;
    return new Refusal('invalid_request', (ajv.errors ?? []).slice(0, 3).map(readable).join('; '));
  } catch (error) {
    return refusalFor(error);
  }
}

interface Source {
  schema: JsonObject;
  key: string;
  sizeBytes: number;
  size: SchemaSize;
}

function compileAs(dialect: Dialect, schema: JsonObject, source: Source): CompiledSchema | Refusal {
  const budget = new StepBudget();
  try {
    const first = checkWith(dialect, schema, budget, false);
    const isDoubtful = source.size.unfolded <= inlineLimit && needsSecondOpinion(schema);
    const check = isDoubtful ? inBothReadings(first, checkWith(dialect, schema, budget, true)) : first;
    // A schema that refers to itself without descending into the value never ends; a probe shows it now.
    for (const probe of [null, {}, [], '']) {
      budget.refill();
      check(probe);
    }
    return new AjvSchema(source, dialect, check, budget);
  } catch (error) {
    return refusalFor(error);
  }
}

/** Schemas, references followed, that Ajv may write into one function. */
const inlineLimit = 1000;

/** Ajv judges `contains` behind a reference differently when it inlines the reference; a caller's Ajv does by default. */
function needsSecondOpinion(schema: JsonObject): boolean {
  const text = JSON.stringify(schema);
  return text.includes('"contains"') && text.includes('"$ref"');
}

type Check = (value: unknown) => ErrorObject[];

function checkWith(dialect: Dialect, schema: JsonObject, budget: StepBudget, inlineRefs: boolean): Check {
  const validate = makeAjv(dialect, schema, budget, inlineRefs).compile(schema);
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
  if (error instanceof StepLimitError) return new Refusal('schema_not_supported', 'it takes too long to check');
  if (error instanceof SchemaError) return new Refusal(error.code, error.message);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && 'missingRef' in error && typeof error.missingRef === 'string') {
    if (error.missingRef.startsWith('#')) {
      return new Refusal('invalid_request', `the $ref ${JSON.stringify(error.missingRef)} leads nowhere in the schema`);
    }
    return new Refusal(
      'schema_not_supported',
      `the $ref ${JSON.stringify(error.missingRef)} is not inside the schema (remote references are not fetched)`,
    );
  }
  return new Refusal('invalid_request', message.slice(0, 300));
}

class AjvSchema implements CompiledSchema {
  readonly schema: JsonObject;
  readonly hash: string;
  readonly dialect: Dialect;
  readonly sizeBytes: number;
  readonly #check: Check;
  readonly #budget: StepBudget;

  constructor({ schema, key, sizeBytes }: Source, dialect: Dialect, check: Check, budget: StepBudget) {
    this.schema = schema;
    this.hash = key;
    this.dialect = dialect;
    this.sizeBytes = sizeBytes;
    this.#check = check;
    this.#budget = budget;
  }

  validate(value: unknown): string[] {
    return this.issues(value).map((issue) => issue.message);
  }

  issues(value: unknown): SchemaIssue[] {
    const reason = tooLarge(value);
    if (reason !== null) return [unchecked('size', reason)];
    this.#budget.refill();
    try {
      return this.#check(value)
        .slice(0, issueLimit)
        .map((error) => toIssue(error, value));
    } catch (error) {
      if (error instanceof RangeError) return [unchecked('depth', 'is nested too deeply')];
      if (error instanceof StepLimitError) return [unchecked('size', 'takes too long to check against its schema')];
      throw error;
    }
  }
}

/** What could not be checked within bounds does not satisfy its schema. */
function unchecked(keyword: string, reason: string): SchemaIssue {
  return { path: [], keyword, params: {}, schemaPath: '#', parentSchema: {}, message: `$ ${reason}` };
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
    return `must not have the property ${short(error.params.additionalProperty)}`;
  }
  if (error.keyword === 'enum' && Array.isArray(error.params.allowedValues)) {
    return `must be one of ${short(error.params.allowedValues.slice(0, 50))}`;
  }
  if (error.keyword === 'const') return `must be ${short(error.params.allowedValue)}`;
  return error.message ?? `does not satisfy ${error.keyword}`;
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? '').slice(0, 300);
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
