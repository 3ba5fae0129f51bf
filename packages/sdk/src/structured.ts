import { ParleyError } from './errors.ts';

/** A JSON Schema, as an object. */
export type JsonSchema = Record<string, unknown>;

/** What zod, valibot, ArkType and others have in common: https://standardschema.dev */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** zod from 4.2 on; for valibot: `toStandardJsonSchema(schema)` of `@valibot/to-json-schema`. */
    readonly jsonSchema?: { readonly input: (options: { readonly target: 'draft-2020-12' }) => JsonSchema };
  };
}

type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** What a schema found wrong. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

/** A schema of a library, or a JSON Schema. */
export type AnySchema<Output = unknown> = StandardSchema<Output> | JsonSchema;

/** The type that a schema gives; `unknown` for a JSON Schema. */
export type OutputOf<Schema> = Schema extends StandardSchema<infer Output> ? Output : unknown;

/** The value came back in the shape that was asked for, and the schema's own checks refuse it. */
export class SchemaError extends ParleyError {
  override readonly name = 'SchemaError';
  readonly issues: readonly SchemaIssue[];
  /** What was refused. */
  readonly value: unknown;

  constructor(issues: readonly SchemaIssue[], value: unknown) {
    super('schema_not_met', `The data does not satisfy the schema: ${issues.map(sentence).join('; ')}`);
    this.issues = issues;
    this.value = value;
  }
}

/** The JSON Schema that is sent to the service. */
export function toJsonSchema(schema: AnySchema): JsonSchema {
  if (!isStandard(schema)) return schema;
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema) return jsonSchema.input({ target: 'draft-2020-12' });
  const advice =
    vendor === 'valibot' ? 'wrap it with toStandardJsonSchema() of @valibot/to-json-schema' : 'use a version that does';
  throw new ParleyError('schema_not_supported', `This ${vendor} schema cannot be told as JSON Schema: ${advice}`);
}

/** The value as the schema reads it: checked, with its defaults and transforms. The service has checked JSON Schemas itself. */
export async function validate<Output>(schema: AnySchema<Output>, value: unknown): Promise<unknown> {
  if (!isStandard(schema)) return value;
  const outcome = await schema['~standard'].validate(value);
  if (outcome.issues) throw new SchemaError(outcome.issues, value);
  return outcome.value;
}

export function isStandard(schema: AnySchema): schema is StandardSchema {
  return '~standard' in schema;
}

function sentence({ message, path = [] }: SchemaIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length > 0 ? `/${keys.join('/')}: ${message}` : message;
}
