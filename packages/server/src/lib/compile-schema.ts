import * as bounded from '@parley/json-schema';
import { type CompiledPattern, type CompiledSchema, type CompileOptions, SchemaError } from '@parley/json-schema';
import { AppError } from './app-error.ts';

/** `compileSchema` of `@parley/json-schema`, with what it refuses as an `AppError` of the same code. */
export function compileSchema(schema: unknown, options: CompileOptions = {}): CompiledSchema {
  return translated(() => bounded.compileSchema(schema, options));
}

/** `compilePattern` of `@parley/json-schema`; `field` names the pattern's place in the `AppError` of a refusal. */
export function compilePattern(source: string, field: string): CompiledPattern {
  return translated(() => bounded.compilePattern(source), `${field}: `);
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
