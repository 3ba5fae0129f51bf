import {
  type CompiledPattern,
  type CompiledSchema,
  type CompileOptions,
  compilePattern,
  compileSchema,
  SchemaError,
} from '@parley/json-schema';
import { AppError } from './app-error.ts';

/** Compiles a schema that a caller or a manifest gave; what `@parley/json-schema` refuses is an `AppError` of the same code. */
export function compileGivenSchema(schema: unknown, options: CompileOptions = {}): CompiledSchema {
  return translated(() => compileSchema(schema, options));
}

/** Compiles a pattern that a caller or a manifest gave; `field` names the pattern's place in the `AppError` of a refusal. */
export function compileGivenPattern(source: string, field: string): CompiledPattern {
  return translated(() => compilePattern(source), `${field}: `);
}

function translated<T>(compile: () => T, prefix = ''): T {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const { code, title, details, message } = error;
    throw new AppError(code, `${prefix}${message}`, {
      title: `${prefix}${title}`,
      ...(code === 'invalid_request' && details !== undefined ? { details } : {}),
      cause: error,
    });
  }
}
